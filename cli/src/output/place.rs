//! Which file a path means: whatever its links, its names and the way to it.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// Links that may follow each other, as many as Linux follows.
const LINKS: usize = 40;

/// A file, by what is the same under all of its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// A file that exists: its device and its number there.
    #[cfg(unix)]
    Old(u64, u64),
    /// One that does not: its folder without links, and its name. Where files have no numbers, any.
    New(PathBuf),
}

impl Identity {
    /// Of a file that exists.
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata, _: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::Old(metadata.dev(), metadata.ino())
    }

    /// Of a file that exists.
    #[cfg(not(unix))]
    pub(super) fn of(_: &Metadata, place: &Path) -> Self {
        Self::New(place.to_owned())
    }
}

/// Where a path leads.
pub(super) struct Place {
    /// The path without links; its last part may not exist yet.
    pub(super) path: PathBuf,
    /// What is there.
    pub(super) old: Option<Metadata>,
}

impl Place {
    /// Follows a path through all its links, also through one that leads to nothing yet.
    pub(super) fn find(path: &Path) -> io::Result<Self> {
        match path.metadata() {
            // Pipes and the like have no canonical path.
            Ok(old) if !old.is_file() => Ok(Self { path: path.to_owned(), old: Some(old) }),
            Ok(old) => Ok(Self { path: path.canonicalize()?, old: Some(old) }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                    return Err(io::Error::other("it is a directory"));
                }
                let end = follow(path)?;
                let name = end.file_name().ok_or(io::ErrorKind::NotFound)?;
                Ok(Self { path: folder(&end).canonicalize()?.join(name), old: None })
            }
            Err(e) => Err(e),
        }
    }

    /// Refuses a file that is there and read-only, whoever asks.
    pub(super) fn writable(&self) -> io::Result<()> {
        match &self.old {
            Some(old) if old.permissions().readonly() => {
                Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn identity(&self) -> Identity {
        match &self.old {
            Some(old) => Identity::of(old, &self.path),
            None => Identity::New(self.path.clone()),
        }
    }
}

/// The folder that a path names a file of.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Where the links of a path's last part lead.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut end = path.to_owned();
    for _ in 0..LINKS {
        match end.symlink_metadata() {
            Ok(link) if link.is_symlink() => end = folder(&end).join(end.read_link()?),
            Ok(_) => return Ok(end),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(end),
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}
