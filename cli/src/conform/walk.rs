//! The programs of a directory.

use crate::failure::Failure;
use std::io;
use std::path::{Path, PathBuf};

/// All programs in a directory and below, in the order of their paths; also those that are missing
/// beside an expected dump.
pub(super) fn programs(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut waiting = vec![dir.to_owned()];
    while let Some(folder) = waiting.pop() {
        let name = folder.display();
        list(&folder, &mut waiting, &mut found)
            .map_err(|e| Failure::input(format!("{name}: cannot read: {e}")))?;
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{}: no program in it\n  right: a directory with NAME.vsm and NAME.dmp",
            dir.display()
        )));
    }
    found.sort();
    Ok(found)
}

fn list(folder: &Path, waiting: &mut Vec<PathBuf>, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Links to directories are not followed: they may lead in a circle.
        if entry.file_type()?.is_dir() {
            waiting.push(path);
        } else if path.extension().is_some_and(|e| e == "vsm") {
            found.push(path);
        } else if path.extension().is_some_and(|e| e == "dmp") {
            // A dump whose program is gone must not drop out in silence.
            let program = path.with_extension("vsm");
            found.extend(Some(program).filter(|program| !program.exists()));
        }
    }
    Ok(())
}
