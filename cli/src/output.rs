//! Where results go: standard output, standard error, or a file that appears complete or not at all.

use crate::failure::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Stderr, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};
use tempfile::NamedTempFile;

/// Prints to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Failure::stdout(&e))
}

/// A destination of results. What was written counts only after [`Output::finish`].
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<StdoutLock<'static>>),
    /// Standard error.
    Stderr(BufWriter<Stderr>),
    /// A file that exists and is no regular file: a device or a pipe, written as it stands.
    Device(File, PathBuf),
    /// A regular file, written beside its place until it is complete.
    File {
        /// What is written.
        unfinished: NamedTempFile,
        /// Where it belongs.
        place: PathBuf,
        /// That place in the user's words.
        path: PathBuf,
    },
}

impl Output {
    /// Standard output, or the file of this path.
    pub(crate) fn new(path: Option<&Path>) -> Result<Self, Failure> {
        match path.filter(|p| *p != Path::new("-")) {
            None => Ok(Self::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock()))),
            Some(path) => Self::file(path).map_err(|e| Failure::write(path, &e)),
        }
    }

    /// Standard error.
    pub(crate) fn stderr() -> Self {
        Self::Stderr(BufWriter::with_capacity(1 << 16, io::stderr()))
    }

    fn file(path: &Path) -> io::Result<Self> {
        // Through a link, so that the link remains and its target is replaced.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = std::fs::metadata(&place).ok();
        if old.as_ref().is_some_and(std::fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if old.as_ref().is_some_and(|m| !m.is_file()) {
            let file = OpenOptions::new().write(true).open(place)?;
            return Ok(Self::Device(file, path.to_owned()));
        }
        if old.as_ref().is_some_and(|m| m.permissions().readonly()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        let unfinished = temporary(&place)?;
        if let Some(old) = old {
            unfinished.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self::File { unfinished, place, path: path.to_owned() })
    }

    /// Completes the output; a file takes its place only here.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout(mut out) => out.flush().map_err(|e| Failure::stdout(&e)),
            Self::Stderr(mut out) => out.flush().map_err(|e| Failure::stderr(&e)),
            Self::Device(mut file, path) => file.flush().map_err(|e| Failure::write(&path, &e)),
            Self::File { unfinished, place, path } => {
                let persisted = unfinished.persist(place);
                forget();
                persisted.map(drop).map_err(|e| Failure::write(&path, &e.error))
            }
        }
    }

    /// What it means that a write failed.
    pub(crate) fn failure(&self, e: &io::Error) -> Failure {
        match self {
            Self::Stdout(_) => Failure::stdout(e),
            Self::Stderr(_) => Failure::stderr(e),
            Self::Device(_, path) | Self::File { path, .. } => Failure::write(path, e),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Stderr(out) => out.write(bytes),
            Self::Device(file, _) => file.write(bytes),
            Self::File { unfinished, .. } => unfinished.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Stderr(out) => out.flush(),
            Self::Device(file, _) => file.flush(),
            Self::File { unfinished, .. } => unfinished.as_file_mut().flush(),
        }
    }
}

/// Refuses outputs that would replace a file that is read, or another output. `-` is no file.
pub(crate) fn stand_apart<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let place = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let mut taken: Vec<PathBuf> = inputs.into_iter().map(place).collect();
    for output in outputs.into_iter().filter(|path| *path != Path::new("-")) {
        let found = place(output);
        if taken.contains(&found) {
            return Err(Failure::input(format!(
                "{}: the output would replace a file of this call\n  right: a name of its own",
                output.display()
            )));
        }
        taken.push(found);
    }
    Ok(())
}

/// Writes a whole file.
pub(crate) fn write_file(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut output = Output::new(Some(path))?;
    output.write_all(text.as_ref()).map_err(|e| output.failure(&e))?;
    output.finish()
}

/// Writes a file anew, in its own place or in another.
pub(crate) fn rewrite(file: &Path, place: &Path, text: &[u8]) -> Result<(), Failure> {
    let own = place == file && place != Path::new("-");
    if own && !std::fs::metadata(file).is_ok_and(|m| m.is_file()) {
        return Err(Failure::input(format!(
            "{}: it is no regular file, so it is not rewritten\n  right: -o FILE",
            file.display()
        )));
    }
    write_file(place, text)
}

/// An unfinished file beside its place, with the rights of any new file.
fn temporary(place: &Path) -> io::Result<NamedTempFile> {
    let folder = match place.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".unfinished-");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Not the unfinished file's name, which the user has never heard of.
    let plain = |e: io::Error| {
        let text = e.to_string();
        io::Error::new(e.kind(), text.split(" at path").next().unwrap_or_default().to_owned())
    };
    listen();
    // The lock keeps an interrupt between creating and noting the file from leaving it behind.
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let file = builder.tempfile_in(folder).map_err(plain)?;
    *unfinished = Some(file.path().to_owned());
    Ok(file)
}

/// The unfinished file, for the handler of Ctrl-C: a process that a signal ends drops nothing.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn listen() {
    static INSTALL: Once = Once::new();
    // Without a handler an interrupt leaves a file of a telling name, and nothing worse.
    INSTALL.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn forget() {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

fn interrupted() {
    if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = std::fs::remove_file(path);
    }
    // 128 + SIGINT, as a shell has it.
    std::process::exit(130);
}
