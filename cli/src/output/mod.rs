//! Where results go: standard output, standard error, or a file that appears complete or not at all.
//!
//! A call names what it reads and opens all of its [`Targets`] before the work. Each target is written
//! beside its place, and takes its place when it is complete and on the disk.

mod journal;
mod partial;
mod place;
mod targets;
mod unfinished;

pub(crate) use targets::{Targets, rewrite};

use crate::failure::Failure;
use crate::{printable, standard};
use partial::Partial;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, Stderr, StdoutLock, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;
use unfinished::Unfinished;
use vectors::generate::Done;

/// Prints to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    standard::Stream::Output.open()?;
    let mut out = io::stdout().lock();
    let text = printable::text(text);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Failure::stdout(&e))
}

/// A destination of results. What was written counts only after [`Output::finish`].
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<StdoutLock<'static>>),
    /// Standard error.
    Stderr(BufWriter<Stderr>),
    /// Something that exists and is no regular file: a device or a pipe, written as it stands. It is
    /// opened when there is something to write: a pipe may wait for another one to be read first.
    Device(Option<File>, PathBuf),
    /// A regular file.
    File(Box<Unfinished>),
    /// A regular file that a later run may go on with.
    Partial(Box<Partial>),
    /// What goes elsewhere when it is complete, not before.
    Held(SpooledTempFile, Box<Output>),
}

/// Bytes that are held in memory; more are on the disk.
const HELD: usize = 1 << 20;

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Result<Self, Failure> {
        standard::Stream::Output.open()?;
        Ok(Self::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock())))
    }

    /// Standard error.
    pub(crate) fn stderr() -> Result<Self, Failure> {
        standard::Stream::Error.open()?;
        Ok(Self::Stderr(BufWriter::with_capacity(1 << 16, io::stderr())))
    }

    /// Completes the output; a file takes its place only here.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout(mut out) => out.flush().map_err(|e| Failure::stdout(&e)),
            Self::Stderr(mut out) => out.flush().map_err(|e| Failure::stderr(&e)),
            Self::Device(file, path) => {
                let mut file = match file {
                    Some(file) => file,
                    None => device(&path).map_err(|e| Failure::write(&path, &e))?,
                };
                file.flush().map_err(|e| Failure::write(&path, &e))
            }
            Self::File(file) => file.commit(),
            Self::Partial(file) => file.commit(),
            Self::Held(mut held, mut output) => {
                let copied = held.rewind().and_then(|()| io::copy(&mut held, &mut output));
                copied.map_err(|e| output.failure(&e))?;
                output.finish()
            }
        }
    }

    /// Whether it is standard output, by whatever name.
    pub(crate) const fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout(_))
    }

    /// The same, where nothing appears before it is complete.
    pub(crate) fn held(self) -> Self {
        match self {
            Self::File(_) | Self::Partial(_) | Self::Held(..) => self,
            _ => Self::Held(SpooledTempFile::new(HELD), Box::new(self)),
        }
    }

    /// So much of a set is handed over: where a later run may go on, it is told from where.
    pub(crate) fn done(&mut self, done: Done) {
        if let Self::Partial(file) = self {
            file.done(done);
        }
    }

    /// What it means that a write failed.
    pub(crate) fn failure(&self, e: &io::Error) -> Failure {
        match self {
            Self::Stdout(_) => Failure::stdout(e),
            Self::Stderr(_) => Failure::stderr(e),
            Self::Device(_, path) => Failure::write(path, e),
            Self::File(file) => Failure::write(file.path(), e),
            Self::Partial(file) => Failure::write(file.path(), e),
            Self::Held(_, output) => output.failure(e),
        }
    }

    /// Writes all of a text and completes the output.
    pub(crate) fn whole(mut self, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.write_all(text.as_ref()).map_err(|e| self.failure(&e))?;
        self.finish()
    }
}

/// Whether a report goes to standard output, which then has nothing else: what the command would print is left out.
///
/// # Errors
/// Several that would go there.
pub(crate) fn taken<'a>(
    reports: impl IntoIterator<Item = &'a Option<Output>>,
) -> Result<bool, Failure> {
    match reports.into_iter().flatten().filter(|output| output.is_stdout()).count() {
        0 => Ok(false),
        1 => Ok(true),
        several => Err(Failure::input(format!(
            "{several} reports would go to standard output\n  right: one, and a file for each other"
        ))),
    }
}

/// Completes an output behind its buffer.
pub(crate) fn complete(mut buffered: BufWriter<Output>) -> Result<(), Failure> {
    match buffered.flush() {
        // What lies in the buffer is lost with the output.
        Err(e) => Err(buffered.into_parts().0.failure(&e)),
        Ok(()) => buffered.into_parts().0.finish(),
    }
}

fn device(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Stderr(out) => out.write(bytes),
            Self::Device(Some(file), _) => file.write(bytes),
            Self::Device(file @ None, path) => file.insert(device(path)?).write(bytes),
            Self::File(file) => file.write(bytes),
            Self::Partial(file) => file.write(bytes),
            Self::Held(held, _) => held.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Stderr(out) => out.flush(),
            Self::Device(file, _) => file.as_mut().map_or(Ok(()), Write::flush),
            Self::File(file) => file.flush(),
            Self::Partial(file) => file.flush(),
            Self::Held(held, _) => held.flush(),
        }
    }
}
