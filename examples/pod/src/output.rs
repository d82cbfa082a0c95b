//! Files that appear complete or not at all.

use crate::host::Result;
use std::path::Path;

/// Makes a directory, if there is none.
///
/// # Errors
/// What cannot be made, with its name.
pub fn directory(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path)
        .map_err(|error| format!("cannot make the directory {}: {error}", path.display()).into())
}

/// Writes a file beside its place and moves it there.
///
/// # Errors
/// What cannot be written, with its name.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}
