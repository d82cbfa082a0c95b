//! How far a partial file is written, line by line.
//!
//! ```text
//! assay 0.1.0 cases=1000000 ops=ieee.f32.fma ... format=csv seal=91c2
//! cases=524288 bytes=49283072 digest=3c14f4e0a5ddd2c5/524288 sum=05fe...21 check=9a1c...70 end
//! ```
//!
//! A line counts when it is complete, `end` and line end included, and its words are those that `check` is the CRC-64 of; `sum` is
//! that of all bytes of the part up to there.

use crate::failure::Failure;
use crate::printable;
use crc::{CRC_64_XZ, Crc, Table};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use vectors::file::Digest;
use vectors::generate::Done;

/// What parts and lines are checked by.
pub(super) static SUM: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// How far a part is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) done: Done,
    pub(super) bytes: u64,
    /// Of these bytes.
    pub(super) sum: u64,
}

/// The journal of a partial file.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a journal, by its path and what the user calls it, of `what`, for a part of this length. How far the part
    /// is written comes back.
    pub(super) fn open(
        (path, name): (PathBuf, String),
        what: &str,
        length: u64,
    ) -> Result<(Self, Point), Failure> {
        let fail = |e: io::Error| Failure::write(Path::new(&name), &e);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(fail)?;
        let mut lines = BufReader::new(&file);
        let first = line(&mut lines).map_err(fail)?;
        let (mut last, mut end) = (Point { sum: SUM.checksum(b""), ..Point::default() }, 0);
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
                    let Some(point) = read(&line).filter(|point| point.bytes <= length) else {
                        break;
                    };
                    last = point;
                    end += line.len() as u64 + 1;
                }
                file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(fail)?;
            }
        }
        Ok((Self { file, path }, last))
    }

    /// So much is on the disk.
    pub(super) fn tell(&mut self, Point { done, bytes, sum }: Point) -> io::Result<()> {
        let Done { cases, digest } = done;
        let (questions, count) = (digest.sum, digest.cases);
        let words =
            format!("cases={cases} bytes={bytes} digest={questions:016x}/{count} sum={sum:016x}");
        let check = SUM.checksum(words.as_bytes());
        self.file.write_all(format!("{words} check={check:016x} end\n").as_bytes())?;
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
fn read(line: &str) -> Option<Point> {
    let (words, check) = line.strip_suffix(" end")?.rsplit_once(" check=")?;
    if check != format!("{:016x}", SUM.checksum(words.as_bytes())) {
        return None;
    }
    let mut words = words.split(' ');
    let mut value = |name: &str| words.next()?.strip_prefix(name);
    let cases = value("cases=")?.parse().ok()?;
    let bytes = value("bytes=")?.parse().ok()?;
    let (questions, count) = value("digest=")?.split_once('/')?;
    let questions = u64::from_str_radix(questions, 16).ok()?;
    let digest = Digest { cases: count.parse().ok()?, sum: questions };
    let sum = u64::from_str_radix(words.next()?.strip_prefix("sum=")?, 16).ok()?;
    words.next().is_none().then_some(Point { done: Done { cases, digest }, bytes, sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path, length: u64) -> (Journal, Point) {
        let named = (path.to_owned(), String::new());
        Journal::open(named, "what", length).unwrap_or_else(|e| panic!("{e:?}"))
    }

    fn point(cases: u64, bytes: u64) -> Point {
        let digest = Digest { cases, sum: cases << 40 };
        Point { done: Done { cases, digest }, bytes, sum: bytes << 32 }
    }

    #[test]
    fn what_is_torn_or_too_long_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, begin) = open(&path, 0);
        assert_eq!((begin.done, begin.bytes), (Done::default(), 0));
        journal.tell(point(10, 1000)).unwrap();
        let first = std::fs::read(&path).unwrap().len();
        journal.tell(point(20, 2000)).unwrap();
        drop(journal);
        // The second line is not on the disk: the file is shorter than it says.
        let whole = std::fs::read(&path).unwrap();
        let (journal, from) = open(&path, 1999);
        assert_eq!(from, point(10, 1000));
        drop(journal);
        for cut in 1..=whole.len() {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let (mut journal, from) = open(&path, 5000);
            let right = if whole.len() - cut < first { begin } else { point(10, 1000) };
            assert_eq!(from, right, "{cut}");
            journal.tell(point(30, 3000)).unwrap();
            drop(journal);
            assert_eq!(open(&path, 5000).1, point(30, 3000));
        }
    }

    #[test]
    fn a_line_that_was_changed_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, begin) = open(&path, 0);
        journal.tell(point(10, 1000)).unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for at in "what\n".len()..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 1;
            std::fs::write(&path, &other).unwrap();
            assert_eq!(open(&path, 5000).1, begin, "{at}");
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
