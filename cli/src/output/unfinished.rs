//! A file beside its place, until it is complete.
//!
//! Its name is that of the place and `.unfinished-` with six letters. As long as it is written it is
//! locked, so that what a killed run has left can be told from what another run writes just now.

use super::place::{Identity, Place, folder};
use crate::failure::Failure;
use crate::{printable, signal};
use std::ffi::OsStr;
use std::fs::{DirEntry, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// What stands between the name of the place and the letters.
const MARK: &str = ".unfinished-";
/// How many letters stand behind it.
const LETTERS: usize = 6;

/// A file that is written.
pub(crate) struct Unfinished {
    file: NamedTempFile,
    listed: Listed,
    place: Place,
    /// The place in the user's words.
    path: PathBuf,
}

impl Unfinished {
    /// Begins a file of this place, with owner and mode of what is there, or those of any new file.
    pub(super) fn new(place: Place, path: &Path) -> io::Result<Self> {
        place.writable()?;
        let (file, listed) = begin(&place.path)?;
        let unfinished = Self { file, listed, place, path: path.to_owned() };
        if let Some(old) = &unfinished.place.old {
            keep(unfinished.file.as_file(), old)?;
        }
        Ok(unfinished)
    }

    /// The place in the user's words.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings what was written to the disk.
    pub(super) fn sync(&self) -> Result<(), Failure> {
        self.file.as_file().sync_all().map_err(|e| Failure::write(&self.path, &e))
    }

    /// Gives the file its place. What was written is on the disk before that, and the new name behind.
    pub(super) fn commit(self) -> Result<(), Failure> {
        self.sync()?;
        let Self { file, listed, place, path } = self;
        let now = place.path.symlink_metadata().ok();
        if now.is_some_and(|now| !now.is_file()) {
            let e = io::Error::other("something else has come to its place");
            return Err(Failure::write(&path, &e));
        }
        file.persist(&place.path).map_err(|e| Failure::write(&path, &e.error))?;
        drop(listed);
        // Some file systems do not sync folders; the file is whole in any case.
        let _ = File::open(folder(&place.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// Creates the file, locked and listed.
fn begin(place: &Path) -> io::Result<(NamedTempFile, Listed)> {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(MARK);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).rand_bytes(LETTERS);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Not the unfinished file's name, which the user has never heard of.
    let plain = |e: io::Error| {
        let text = e.to_string();
        io::Error::new(e.kind(), text.split(" at path").next().unwrap_or_default().to_owned())
    };
    signal::at_end(discard);
    // Held while the file is created, so that a signal does not come between creating and listing.
    let mut open = open();
    loop {
        let file = builder.tempfile_in(folder(place)).map_err(plain)?;
        // Where files cannot be locked, nothing is taken for left over either. A run that cleans up
        // may have been faster than the lock.
        let lockless = file.as_file().lock().is_err();
        if lockless || is_at(file.as_file(), file.path()) {
            open.push(file.path().to_owned());
            let listed = Listed(file.path().to_owned());
            return Ok((file, listed));
        }
    }
}

/// Gives a file the owner and mode of another.
pub(super) fn keep(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            fchown(file, Some(old.uid()), Some(old.gid())).map_err(|e| {
                let [user, group] = [old.uid(), old.gid()];
                io::Error::new(
                    e.kind(),
                    format!("the new file cannot be given to its owner {user}:{group}: {e}"),
                )
            })?;
        }
    }
    // Behind the owner, whose change takes bits away.
    file.set_permissions(old.permissions())
}

/// Whether a file still has this name.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let found = path.symlink_metadata().ok().zip(file.metadata().ok());
    found.is_some_and(|(named, open)| Identity::of(&named, path) == Identity::of(&open, path))
}

/// Removes what killed runs have left of a place, which the user calls `path`; what to say about each
/// file.
pub(super) fn left_over(place: &Path, path: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder(place)) else { return Vec::new() };
    let Some(name) = place.file_name() else { return Vec::new() };
    let ours = |entry: &DirEntry| is_unfinished(&entry.file_name(), name);
    // Behind a link the folder is not the one that the user has named.
    let folder = if path.file_name() == Some(name) { path.parent() } else { place.parent() };
    let shown = |entry: &DirEntry| folder.unwrap_or(Path::new("")).join(entry.file_name());
    let left = entries.flatten().filter(ours);
    left.filter_map(|entry| remove(&entry.path(), &printable::path(&shown(&entry)))).collect()
}

/// Whether this is the name of an unfinished file of a place of that name.
fn is_unfinished(found: &OsStr, name: &OsStr) -> bool {
    let [found, name] = [found, name].map(OsStr::as_encoded_bytes);
    let letters = found.strip_prefix(name).and_then(|rest| rest.strip_prefix(MARK.as_bytes()));
    letters.is_some_and(|l| l.len() == LETTERS && l.iter().all(u8::is_ascii_alphanumeric))
}

/// Removes an unfinished file that nobody writes.
fn remove(path: &Path, name: &str) -> Option<String> {
    let found = path.symlink_metadata().ok().filter(Metadata::is_file)?;
    let bytes = found.len();
    let told = |e: io::Error| {
        format!("{name}: {bytes} bytes, left by a run that was killed, cannot be removed: {e}")
    };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return None,
        Err(e) => return Some(told(e)),
    };
    if file.try_lock().is_err() || !is_at(&file, path) {
        return None;
    }
    Some(match std::fs::remove_file(path) {
        Ok(()) => format!("{name}: removed; a run that was killed had left its {bytes} bytes"),
        Err(e) => told(e),
    })
}

/// The unfinished files of this process, for the signals: a process that one ends drops nothing.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An entry of that list, as long as it lives.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        open().retain(|unfinished| *unfinished != self.0);
    }
}

/// Removes all unfinished files, and lets no other begin.
pub(crate) fn discard() {
    let mut open = open();
    for path in open.drain(..) {
        let _ = std::fs::remove_file(path);
    }
    // The process ends behind this.
    std::mem::forget(open);
}
