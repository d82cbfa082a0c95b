//! Why a command did not end well, and the exit code that says so.

use crate::printable;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use vectors::file::Error;

/// The exit code where input is bad.
pub(crate) const BAD_INPUT: u8 = 2;

/// The ways not to end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// All is said; this exit code remains: 1 where a comparison failed.
    Told(u8),
    /// Bad usage or bad input: what, where, and what would be right.
    Input(String),
    /// The environment failed.
    Environment(String),
    /// The reader of the results has had enough.
    ReaderGone,
}

impl Failure {
    /// Bad usage or bad input.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// What came of printing, where the exit code still tells if nobody reads.
    pub(crate) fn unread(printed: Result<(), Self>) -> Result<(), Self> {
        match printed {
            Err(Self::ReaderGone) => Ok(()),
            printed => printed,
        }
    }

    /// Standard output does not take more.
    pub(crate) fn stdout(e: &io::Error) -> Self {
        if e.kind() == io::ErrorKind::BrokenPipe {
            Self::ReaderGone
        } else {
            Self::Environment(format!("cannot write to standard output: {e}"))
        }
    }

    /// Standard error does not take more. There is nowhere to say so, but the exit code tells.
    pub(crate) fn stderr(e: &io::Error) -> Self {
        if e.kind() == io::ErrorKind::BrokenPipe {
            Self::ReaderGone
        } else {
            Self::Environment(format!("cannot write to standard error: {e}"))
        }
    }

    /// A file cannot be written.
    pub(crate) fn write(path: &Path, e: &io::Error) -> Self {
        Self::Environment(format!("{}: cannot write: {e}", printable::path(path)))
    }

    /// A file cannot be read: it was the wrong thing to ask for, or the environment failed.
    pub(crate) fn read(path: &Path, e: &io::Error) -> Self {
        let name =
            if path == Path::new("-") { "standard input".into() } else { printable::path(path) };
        let kind = e.kind();
        let e = match kind {
            io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            _ => e.to_string(),
        };
        let message = format!("{name}: cannot read: {e}");
        if is_users(kind) { Self::Input(message) } else { Self::Environment(message) }
    }

    /// What is wrong with a file of vectors, and where: `FILE:LINE:COLUMN: ...`.
    pub(crate) fn vectors(name: &str, e: &Error) -> Self {
        match e {
            Error::NoOperation => Self::Input(format!(
                "{name}: the lines do not name their operation\n  right: --op OP, and --opt \
                 NAME=VALUE for each of its options"
            )),
            Error::Read(io) if !is_users(io.kind()) => Self::Environment(e.of_file(name)),
            _ => Self::Input(e.of_file(name)),
        }
    }

    /// What to tell the user, if anything.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Self::Input(m) | Self::Environment(m) => Some(m),
            Self::Told(_) | Self::ReaderGone => None,
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Told(code) => *code,
            Self::Input(_) => BAD_INPUT,
            Self::Environment(_) => 3,
        }
    }

    /// Tells the user what there is to tell.
    pub(crate) fn tell(&self) {
        if let Some(message) = self.message() {
            // Nowhere is left to report a failing standard error.
            let _ = writeln!(io::stderr(), "assay: {}", printable::text(message));
        }
    }
}

/// Whether a file of that name was the wrong thing to ask for.
fn is_users(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{
        InvalidData, InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied,
    };
    matches!(
        kind,
        InvalidData | InvalidInput | IsADirectory | NotADirectory | NotFound | PermissionDenied
    )
}
