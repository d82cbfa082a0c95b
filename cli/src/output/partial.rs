//! A file beside its place whose finished part outlasts the run: the next run goes on behind it.
//!
//! The part is `NAME.partial`. Beside it `NAME.partial-journal` says in its first line what is written, and then in a
//! line now and then how far it is on the disk. A line goes to the journal when the cases before it are on the disk;
//! what lies behind the last line is cut off by the next run. What lies before it must be what was written, by a sum in that line. Both
//! go when the file takes its place.

use super::journal::{Journal, Point, SUM};
use super::place::{Place, folder};
use super::unfinished::{is_at, keep};
use crate::failure::Failure;
use crate::{printable, signal};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vectors::generate::Done;

/// What stands behind the names of the part and of its journal.
const PART: &str = ".partial";
const JOURNAL: &str = ".partial-journal";

/// The time between two lines of the journal, and about what a killed run loses of its work. The first comes at once.
const BETWEEN: Duration = Duration::from_secs(1);

/// A file that is written in parts.
pub(crate) struct Partial {
    file: File,
    at: PathBuf,
    journal: Journal,
    place: Place,
    /// The place in the user's words.
    path: PathBuf,
    bytes: u64,
    /// Over what is written.
    sum: crc::Digest<'static, u64, crc::Table<16>>,
    /// When the journal was last told.
    last: Option<Instant>,
    /// Why the journal could not be written; the next write tells.
    failed: Option<io::Error>,
}

impl Partial {
    /// Begins, or goes on with, the part of a place; `what` tells what is written. How far it was written comes back.
    pub(super) fn open(place: Place, path: &Path, what: &str) -> Result<(Self, Done), Failure> {
        let write = |e: &io::Error| Failure::write(path, e);
        place.writable().map_err(|e| write(&e))?;
        let at = beside(&place.path, PART);
        let name = shown(path, &place, PART);
        if at.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Failure::input(format!(
                "{name}: it is no regular file\n  right: nothing of that name, or what an earlier run has left"
            )));
        }
        let mut file = OpenOptions::new();
        file.read(true).write(true).create(true).truncate(false);
        let mut file = file.open(&at).map_err(|e| write(&e))?;
        // Who has held the lock may have given the file its place meanwhile. Where files cannot be locked, nothing
        // tells.
        let held = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if held || !is_at(&file, &at) {
            return Err(Failure::Environment(format!(
                "{name}: another run writes it\n  right: when that has ended"
            )));
        }
        // An interrupt ends the run also in the background; what is written stays.
        signal::at_end(|| ());
        let length = file.metadata().map_err(|e| write(&e))?.len();
        let journal = (beside(&place.path, JOURNAL), shown(path, &place, JOURNAL));
        let (journal, Point { done, bytes, sum: right }) = Journal::open(journal, what, length)?;
        let sum = sum_of(&mut file, bytes).map_err(|e| write(&e))?;
        if sum.clone().finalize() != right {
            return Err(Failure::input(format!(
                "{name}: its first {bytes} bytes are not those that were written\n  right: the file as it was, or neither \
                 {PART} nor {JOURNAL}, and all is written anew"
            )));
        }
        let whole = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::Start(bytes)));
        whole.map_err(|e| write(&e))?;
        if let Some(old) = &place.old {
            keep(&file, old).map_err(|e| write(&e))?;
        }
        let (path, last) = (path.to_owned(), None);
        Ok((Self { file, at, journal, place, path, bytes, sum, last, failed: None }, done))
    }

    /// The place in the user's words.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// So much is handed over: from time to time it is brought to the disk, and the journal says so.
    pub(super) fn done(&mut self, done: Done) {
        let soon = self.last.is_some_and(|last| last.elapsed() < BETWEEN);
        if soon || self.failed.is_some() {
            return;
        }
        let point = Point { done, bytes: self.bytes, sum: self.sum.clone().finalize() };
        let told = self.file.sync_data().and_then(|()| self.journal.tell(point));
        self.failed = told.err();
        self.last = Some(Instant::now());
    }

    /// Gives the file its place.
    pub(super) fn commit(self) -> Result<(), Failure> {
        let Self { file, at, journal, place, path, failed, .. } = self;
        let write = |e: &io::Error| Failure::write(&path, e);
        failed.map_or(Ok(()), Err).map_err(|e| write(&e))?;
        file.sync_all().map_err(|e| write(&e))?;
        if place.path.symlink_metadata().is_ok_and(|now| !now.is_file()) {
            return Err(write(&io::Error::other("something else has come to its place")));
        }
        std::fs::rename(&at, &place.path).map_err(|e| write(&e))?;
        journal.remove();
        // Some file systems do not sync folders; the file is whole in any case.
        let _ = File::open(folder(&place.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(e) = self.failed.take() {
            return Err(e);
        }
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The sum over the first bytes of a file.
fn sum_of(file: &mut File, bytes: u64) -> io::Result<crc::Digest<'static, u64, crc::Table<16>>> {
    let (mut sum, mut left) = (SUM.digest(), bytes);
    file.rewind()?;
    let mut room = vec![0; 1 << 16];
    while left > 0 {
        let most = room.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        file.read_exact(&mut room[..most])?;
        sum.update(&room[..most]);
        left -= most as u64;
    }
    Ok(sum)
}

/// What the user calls a file beside the place; where links have led elsewhere, its whole path.
fn shown(path: &Path, place: &Place, end: &str) -> String {
    let same = path.file_name() == place.path.file_name();
    printable::path(&beside(if same { path } else { &place.path }, end))
}

/// A path with something behind its name.
fn beside(place: &Path, end: &str) -> PathBuf {
    let mut name: OsString = place.file_name().unwrap_or_default().to_owned();
    name.push(end);
    place.with_file_name(name)
}
