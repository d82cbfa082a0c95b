//! Opens vector files.

use super::Error;
use std::fs::File;
use std::path::Path;

/// Opens a vector file.
///
/// # Errors
/// [`Error::Directory`], or what keeps it from being opened.
pub fn open(path: &Path) -> Result<File, Error> {
    let file = File::open(path).map_err(Error::of_io)?;
    let directory = file.metadata().map_err(Error::of_io)?.is_dir();
    if directory { Err(Error::Directory) } else { Ok(file) }
}
