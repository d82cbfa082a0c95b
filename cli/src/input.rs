//! Files that are read, and standard input.

use crate::failure::Failure;
use crate::printable;
use std::fs::File;
use std::io::{self, ErrorKind, Read, StdinLock};
use std::path::Path;

/// What is wrong with a device.
pub(crate) const ENDLESS: &str = "it is a device, which need not end\n  right: a file or a pipe";

/// Whether a path leads to what is neither file nor directory. Who finds a name in a folder does not wait
/// for what a pipe may bring.
pub(crate) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// What is wrong with such a path.
pub(crate) const SPECIAL: &str = "it is no regular file";

/// A file, or standard input for `-`. A file that ends before its size is an error.
pub(crate) struct Input {
    from: From,
    /// Of a regular file when it was opened.
    size: Option<u64>,
    read: u64,
    /// Whether a device with anything in it is an error.
    ends: bool,
}

enum From {
    Standard(StdinLock<'static>),
    File(File),
}

impl Input {
    /// Opens what is no directory.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self {
                from: From::Standard(io::stdin().lock()),
                size: None,
                read: 0,
                ends: false,
            });
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
        }
        let size = metadata.is_file().then_some(metadata.len());
        Ok(Self { from: From::File(file), size, read: 0, ends: false })
    }

    /// The same for who reads to the end: a device need not have one.
    pub(crate) fn with_end(path: &Path) -> io::Result<Self> {
        let input = Self::open(path)?;
        Ok(Self { ends: input.is_device(), ..input })
    }

    /// The bytes of a regular file.
    pub(crate) const fn size(&self) -> Option<u64> {
        self.size
    }

    /// Whether this is a device, which may have no end. Pipes have one.
    pub(crate) fn is_device(&self) -> bool {
        #[cfg(unix)]
        if let From::File(file) = &self.from {
            use std::os::unix::fs::FileTypeExt;
            let kind = file.metadata().map(|m| m.file_type());
            return kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device());
        }
        false
    }

    /// At the end: whether the file had more bytes when it was opened. A few special files tell a
    /// size that they do not have.
    fn is_cut(&self) -> bool {
        let From::File(file) = &self.from else { return false };
        let now = || file.metadata().map_or(0, |m| m.len());
        self.size.is_some_and(|size| self.read < size && now() < size)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.from {
            From::Standard(input) => input.read(buffer),
            From::File(file) => file.read(buffer),
        }?;
        self.read += read as u64;
        if self.ends && read > 0 {
            return Err(io::Error::new(ErrorKind::InvalidInput, ENDLESS));
        }
        if read == 0 && !buffer.is_empty() && self.is_cut() {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "it was cut while it was read"));
        }
        Ok(read)
    }
}

/// The whole text of a file of at most `most` bytes.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = Input::open(path).and_then(|input| input.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|e| Failure::read(path, &e))?;
    if bytes.len() as u64 > most {
        let name = printable::path(path);
        return Err(Failure::input(format!(
            "{name}: it has more than {most} bytes\n  right: at most so many"
        )));
    }
    String::from_utf8(bytes).map_err(|e| {
        let name = printable::path(path);
        Failure::input(format!("{name}{}", not_text(e.as_bytes())))
    })
}

/// Where bytes are no UTF-8: `:LINE:COLUMN: ...`, the column in bytes.
pub(crate) fn not_text(bytes: &[u8]) -> String {
    let at = str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
    let before = &bytes[..at];
    let line = 1 + before.iter().filter(|b| **b == b'\n').count();
    let column = 1 + at - before.iter().rposition(|b| *b == b'\n').map_or(0, |feed| feed + 1);
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        return ":1:1: the text is UTF-16; right: UTF-8".into();
    }
    let byte = bytes.get(at).copied().unwrap_or_default();
    format!(":{line}:{column}: byte {byte:#04x} is not UTF-8 text; right: UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that was longer when it was opened is told as cut; one that grows is read to its end, and so is one that stays.
    #[test]
    fn a_file_that_is_cut_meanwhile_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases");
        let read = |then: &[u8]| {
            std::fs::write(&path, [b'x'; 100]).unwrap();
            let mut input = Input::open(&path).unwrap();
            assert_eq!(input.size(), Some(100));
            let mut first = [0; 10];
            input.read_exact(&mut first).unwrap();
            std::fs::write(&path, then).unwrap();
            let mut rest = Vec::new();
            input.read_to_end(&mut rest).map_err(|e| e.to_string())
        };
        let cut = Err("it was cut while it was read".to_owned());
        assert_eq!(read(&[b'y'; 99]), cut);
        assert_eq!(read(b""), cut);
        assert_eq!(read(&[b'y'; 100]), Ok(90));
        assert_eq!(read(&[b'y'; 120]), Ok(110));
    }
}
