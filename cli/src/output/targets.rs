//! All files that a call writes.

use super::Output;
use super::partial::Partial;
use super::place::{Identity, Place};
use super::unfinished::{self, Unfinished};
use crate::Remarks;
use crate::diagnose::Text;
use crate::failure::Failure;
use crate::printable;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use vectors::generate::Done;

/// Other names of a process's own streams, which are no files of their own.
const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
const STDERR: [&str; 3] = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];

/// The files that a call reads and writes. No target may be another one, or what is read: by no
/// name, whatever links there are.
pub(crate) struct Targets {
    remarks: Remarks,
    taken: Vec<Identity>,
}

impl Targets {
    pub(crate) fn new(remarks: Remarks) -> Self {
        Self { remarks, taken: identity_of_stream(io::stdout()).into_iter().collect() }
    }

    /// Files that are read, which no target opened from now on may replace; `-` is standard input.
    pub(crate) fn reads(&mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) {
        for path in paths {
            let path = path.as_ref();
            let found = match path == Path::new("-") {
                true => identity_of_stream(io::stdin()),
                // What cannot be found is told where it is read.
                false => Place::find(path).ok().map(|place| place.identity()),
            };
            self.taken.extend(found);
        }
    }

    /// Opens a target before the work: standard output, or the file of this path.
    pub(crate) fn open(&mut self, path: Option<&Path>) -> Result<Output, Failure> {
        match path.filter(|path| *path != Path::new("-")) {
            None => Output::stdout(),
            Some(path) if STDOUT.iter().any(|name| path == Path::new(name)) => Output::stdout(),
            Some(path) if STDERR.iter().any(|name| path == Path::new(name)) => Output::stderr(),
            Some(path) => self.file(path),
        }
    }

    fn file(&mut self, path: &Path) -> Result<Output, Failure> {
        let Some(place) = self.place(path)? else {
            return Ok(Output::Device(None, path.to_owned()));
        };
        let found = place.identity();
        for left in unfinished::left_over(&place.path, path) {
            self.remarks.say(left);
        }
        let file = Unfinished::new(place, path).map_err(|e| Failure::write(path, &e))?;
        self.taken.push(found);
        Ok(Output::File(Box::new(file)))
    }

    /// Opens a file of which an earlier run may have written a part, told by `what`; and how far it has come.
    pub(crate) fn resume(&mut self, path: &Path, what: &str) -> Result<(Output, Done), Failure> {
        let stream = path == Path::new("-")
            || [STDOUT, STDERR].concat().iter().any(|n| path == Path::new(n));
        let place = if stream { None } else { self.place(path)? };
        let Some(place) = place else {
            let name = printable::path(path);
            return Err(Failure::input(format!(
                "{name}: no part of it can be kept, it is no regular file\n  right: without --resume"
            )));
        };
        let found = place.identity();
        let (file, done) = Partial::open(place, path, what)?;
        self.taken.push(found);
        Ok((Output::Partial(Box::new(file)), done))
    }

    /// The place of a regular file that may be written; nothing for devices and pipes.
    fn place(&self, path: &Path) -> Result<Option<Place>, Failure> {
        let write = |e: &io::Error| Failure::write(path, e);
        let name = printable::path(path);
        let place = Place::find(path).map_err(|e| write(&e))?;
        if place.old.as_ref().is_some_and(std::fs::Metadata::is_dir) {
            return Err(write(&io::Error::other("it is a directory")));
        }
        if place.old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(None);
        }
        let found = place.identity();
        if self.taken.contains(&found) {
            return Err(Failure::input(format!(
                "{name}: the output would replace a file of this call\n  right: a name of its own"
            )));
        }
        if let Some(names) = place.old.as_ref().map(names).filter(|names| *names > 1) {
            return Err(Failure::input(format!(
                "{name}: it has {names} names (hard links), and the output would part this one from \
                 the others\n  right: a file of one name"
            )));
        }
        Ok(Some(place))
    }
}

/// How many names a file has.
fn names(old: &std::fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(old);
    #[cfg(not(unix))]
    return {
        let _ = old;
        1
    };
}

/// The regular file that a stream comes from or goes to.
#[cfg(unix)]
fn identity_of_stream(stream: impl std::os::fd::AsFd) -> Option<Identity> {
    let metadata = File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    metadata.is_file().then(|| Identity::of(&metadata, Path::new("")))
}

#[cfg(not(unix))]
fn identity_of_stream<T>(_: T) -> Option<Identity> {
    None
}

/// Writes a program anew, in its own place or in another. In its own place only if it still is what
/// was read.
pub(crate) fn rewrite(
    file: &Path,
    place: &Path,
    read: &Text,
    text: &[u8],
    remarks: Remarks,
) -> Result<(), Failure> {
    let name = printable::path(file);
    let own = place == file && place != Path::new("-");
    if own && !file.metadata().is_ok_and(|m| m.is_file()) {
        return Err(Failure::input(format!(
            "{name}: it is no regular file, so it is not rewritten\n  right: -o FILE"
        )));
    }
    let mut output = Targets::new(remarks).open(Some(place))?;
    output.write_all(text).map_err(|e| output.failure(&e))?;
    if let Output::File(file) = &output {
        file.sync()?;
    }
    if own && !unchanged(file, &read.bytes) {
        return Err(Failure::Environment(format!(
            "{name}: it was changed while it was worked on, so it is not rewritten\n  right: once \
             more, when nothing else writes it"
        )));
    }
    output.finish()
}

/// Whether a file holds these bytes.
fn unchanged(path: &Path, bytes: &[u8]) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let mut part = vec![0; 1 << 16];
    let mut rest = bytes;
    loop {
        match file.read(&mut part) {
            Ok(0) => return rest.is_empty(),
            Ok(n) if rest.starts_with(&part[..n]) => rest = &rest[n..],
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            _ => return false,
        }
    }
}
