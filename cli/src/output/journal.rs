//! How far a partial file is written, line by line.
//!
//! ```text
//! assay 0.1.0 cases=1000000 ops=ieee.f32.fma ... format=csv seal=91c2
//! cases=524288 bytes=49283072 digest=3c14f4e0a5ddd2c5/524288 end
//! ```
//!
//! A line counts when it is complete, `end` and line end included.

use crate::failure::Failure;
use crate::printable;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use vectors::file::Digest;
use vectors::generate::Done;

/// The journal of a partial file.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a journal, by its path and what the user calls it, of `what`, for a part of this length. How far the part
    /// is whole comes back, in cases and bytes.
    pub(super) fn open(
        (path, name): (PathBuf, String),
        what: &str,
        length: u64,
    ) -> Result<(Self, Done, u64), Failure> {
        let fail = |e: io::Error| Failure::write(Path::new(&name), &e);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(fail)?;
        let mut lines = BufReader::new(&file);
        let first = line(&mut lines).map_err(fail)?;
        let (mut done, mut bytes, mut end) = (Done::default(), 0, 0);
        match first {
            // A run that was killed before its first line was complete has told nothing.
            None => {
                file.set_len(0).and_then(|()| file.rewind()).map_err(fail)?;
                file.write_all(format!("{what}\n").as_bytes()).map_err(fail)?;
                file.sync_all().map_err(fail)?;
            }
            Some(found) if found != what => {
                return Err(Failure::input(format!(
                    "{name}: the part of another call: {}\n  right: that call again, which is to write\n    \
                     {what}\n  or: without the files .partial and .partial-journal",
                    printable::text(&found)
                )));
            }
            Some(found) => {
                end += found.len() as u64 + 1;
                while let Some(line) = line(&mut lines).map_err(fail)? {
                    let Some((told, so_far)) = read(&line) else { break };
                    if so_far > length {
                        break;
                    }
                    (done, bytes) = (told, so_far);
                    end += line.len() as u64 + 1;
                }
                file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(fail)?;
            }
        }
        Ok((Self { file, path }, done, bytes))
    }

    /// So much is on the disk.
    pub(super) fn tell(&mut self, done: Done, bytes: u64) -> io::Result<()> {
        let Done { cases, digest } = done;
        let line = format!(
            "cases={cases} bytes={bytes} digest={:016x}/{} end\n",
            digest.sum, digest.cases
        );
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }

    /// The file is whole.
    pub(super) fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A complete line, without its end.
fn line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    lines.read_until(b'\n', &mut line)?;
    Ok((line.pop() == Some(b'\n')).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// What a line tells.
fn read(line: &str) -> Option<(Done, u64)> {
    let mut words = line.strip_suffix(" end")?.split(' ');
    let mut value = |name: &str| words.next()?.strip_prefix(name);
    let cases = value("cases=")?.parse().ok()?;
    let bytes = value("bytes=")?.parse().ok()?;
    let (sum, count) = value("digest=")?.split_once('/')?;
    let digest = Digest { cases: count.parse().ok()?, sum: u64::from_str_radix(sum, 16).ok()? };
    words.next().is_none().then_some((Done { cases, digest }, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path, length: u64) -> (Journal, Done, u64) {
        let named = (path.to_owned(), String::new());
        Journal::open(named, "what", length).unwrap_or_else(|e| panic!("{e:?}"))
    }

    #[test]
    fn what_is_torn_or_too_long_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let done = |cases| Done { cases, digest: Digest { cases, sum: cases << 40 } };
        let (mut journal, from, bytes) = open(&path, 0);
        assert_eq!((from, bytes), (Done::default(), 0));
        journal.tell(done(10), 1000).unwrap();
        journal.tell(done(20), 2000).unwrap();
        drop(journal);
        // The second line is not on the disk: the file is shorter than it says.
        let whole = std::fs::read(&path).unwrap();
        let (journal, from, bytes) = open(&path, 1999);
        assert_eq!((from, bytes), (done(10), 1000));
        drop(journal);
        for cut in 1..=whole.len() {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let (mut journal, from, bytes) = open(&path, 5000);
            let right = match whole.len() - cut {
                n if n < "what\n".len() + 51 => (Done::default(), 0),
                _ => (done(10), 1000),
            };
            assert_eq!((from, bytes), right, "{cut}");
            journal.tell(done(30), 3000).unwrap();
            drop(journal);
            assert_eq!(open(&path, 5000).1, done(30));
        }
    }

    #[test]
    fn the_part_of_another_call_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, "other\n").unwrap();
        assert!(Journal::open((path.clone(), String::new()), "what", 0).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"other\n");
    }
}
