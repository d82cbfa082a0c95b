//! Standard streams that were closed when the process started.
//!
//! Before `main`, Rust's runtime puts /dev/null in the place of a closed stream, and results would
//! vanish in silence. So it is noted before the runtime starts, where the system has a way for that.

use crate::failure::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stream of results.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

impl Stream {
    /// Whether standard output goes to a plain file.
    #[cfg(unix)]
    pub(crate) fn is_file() -> bool {
        use std::os::fd::AsFd;
        let own = std::io::stdout().as_fd().try_clone_to_owned();
        own.and_then(|own| std::fs::File::from(own).metadata()).is_ok_and(|data| data.is_file())
    }

    /// Whether standard output goes to a plain file: no way to tell.
    #[cfg(not(unix))]
    pub(crate) fn is_file() -> bool {
        false
    }

    /// Whether there is somebody to write to.
    pub(crate) fn open(self) -> Result<(), Failure> {
        let (closed, name) = match self {
            Self::Output => (&CLOSED[0], "standard output"),
            Self::Error => (&CLOSED[1], "standard error"),
        };
        match closed.load(Ordering::Relaxed) {
            true => Err(Failure::Environment(format!("cannot write to {name}: it is closed"))),
            false => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the only way to run before Rust's runtime; nothing else is here")]
mod start {
    use super::{CLOSED, Ordering};
    use std::io;
    use std::os::fd::AsFd;

    #[used]
    #[unsafe(link_section = ".init_array")]
    static NOTE: extern "C" fn() = note;

    extern "C" fn note() {
        CLOSED[0].store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
        CLOSED[1].store(io::stderr().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
    }
}
