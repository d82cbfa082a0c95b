//! The driver: worker threads make the lines of chunks of cases, the caller's thread writes them in
//! order.

use super::Set;
use crate::file::npy::Companion;
use crate::file::{self, About, Digest, Format, Frame, Mark, Writer, record};
use crate::part::Shard;
use crate::registry::Plan;
use crate::registry::batch::Batch;
use crate::registry::undecided;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Cases a chunk.
const CHUNK: u64 = 8192;

/// Cases that are run together, as a column a plan: few enough that operands and results stay in the
/// cache until their lines are made.
const BATCH: u64 = 2048;

/// Finished chunks that wait for each worker's turn.
const AHEAD: usize = 2;

/// Writes a chunk's lines and hands the buffer back; then so many cases are done.
type Take<'a> = dyn FnMut(Vec<u8>, Digest, u64) -> io::Result<Vec<u8>> + 'a;

/// What to write of a set, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The cases.
    pub range: Range<u64>,
    /// The shard that they are, as the file says it.
    pub shard: Shard,
    /// The file's format.
    pub format: Format,
    /// Threads that make lines. The bytes are the same on any number of them.
    pub threads: usize,
    /// What an earlier call has written, so that this one goes on behind it.
    pub from: Done,
}

/// How far a file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Cases, of the range.
    pub cases: u64,
    /// The digest of their questions; `testfloat` has none.
    pub digest: Digest,
}

/// The lines of a chunk, and the digest of their questions.
type Lines = io::Result<(Vec<u8>, Digest)>;

/// A worker as the writing thread sees it.
struct Worker {
    lines: Receiver<Lines>,
    spent: Sender<Vec<u8>>,
}

impl Set {
    /// The job of writing a shard on one thread.
    #[must_use]
    pub fn job(&self, shard: Shard, format: Format) -> Job {
        Job { range: self.shard(shard), shard, format, threads: 1, from: Done::default() }
    }

    /// Writes the cases of a range, behind the format's header and between the marks that say what is
    /// there; `progress` hears what is handed to `out`, whole lines.
    ///
    /// A format that does not name operation and options (`testfloat`, `memh`) wants a set with a
    /// [`Set::single_plan`].
    ///
    /// ```
    /// use vectors::{file::Format, generate::{Request, Set}, part::{Cover, Shard}};
    /// let op = vectors::operations().find("ieee.f16.sqrt").unwrap();
    /// let set = Set::new(&Request::new(vec![op], Cover::Exhaustive)).unwrap();
    /// let (job, mut file) = (set.job(Shard::WHOLE, Format::TestFloat), Vec::new());
    /// set.write(&job, &mut file, &mut |_| {}).unwrap();
    /// let lines: Vec<&str> = std::str::from_utf8(&file).unwrap().lines().collect();
    /// assert_eq!(lines.len(), 1 << 16);
    /// assert_eq!(lines[0x4400], "4400 4000 00"); // sqrt 4 = 2
    /// ```
    ///
    /// # Errors
    /// Where `out` fails; for those where cases are of several operations or options; of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData) where a result stays undecided.
    pub fn write(
        &self,
        job: &Job,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(Done),
    ) -> io::Result<()> {
        let Job { format, shard, threads, from, .. } = *job;
        if format.is_of_one() && self.single_plan().is_none() {
            let why = "its lines name no operation: right is one, under one choice of options";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        if !self.single_plan().is_none_or(|plan| file::names(format, plan)) {
            let why = "its lines have no name for this operation under these options";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let range = job.range.start.min(self.len())..job.range.end.min(self.len());
        let cases = range.end.saturating_sub(range.start);
        let about = self.about(shard, cases);
        let mut frame = Frame::behind(format, about, from.digest);
        if from.cases == 0 {
            out.write_all(&Writer::new(format, self.columns()).header())?;
            if let (Format::Npy, Some(plan)) = (format, self.single_plan()) {
                out.write_all(&record::head(plan, cases))?;
            }
            out.write_all(&frame.begin())?;
        }
        let mut write = |mut lines: Vec<u8>, digest, done| {
            frame.take(&mut lines, digest);
            out.write_all(&lines)?;
            progress(Done { cases: from.cases + done, digest: frame.written() });
            Ok(lines)
        };
        let rest = range.start.saturating_add(from.cases).min(range.end)..range.end;
        let left = rest.end.saturating_sub(rest.start);
        match threads.min(usize::try_from(left.div_ceil(CHUNK)).unwrap_or(usize::MAX)) {
            0 | 1 => self.write_here(rest, format, &mut write),
            threads => self.write_apart(rest, format, threads, &mut write),
        }?;
        out.write_all(&frame.end())
    }

    /// About how many bytes a file of so many of the set's cases has: by some at its begin, in its middle and at its end, so that it is the
    /// same on every machine.
    ///
    /// ```
    /// use vectors::{file::Format, generate::{Request, Set}, part::Cover};
    /// let op = vectors::operations().find("ieee.f16.sqrt").unwrap();
    /// let set = Set::new(&Request::new(vec![op], Cover::Exhaustive)).unwrap();
    /// assert_eq!(set.bytes(Format::TestFloat, 1 << 16), 13 << 16); // `4400 4000 00` and the end of the line
    /// ```
    #[must_use]
    pub fn bytes(&self, format: Format, cases: u64) -> u128 {
        const SOME: u64 = 64;
        let (mut bytes, mut tried) = (0, 0);
        let last = self.len().saturating_sub(SOME);
        let mut starts = vec![0, self.len() / 2, last];
        starts.dedup();
        for start in starts {
            let range = start..(start + SOME).min(self.len());
            let mut made = 0;
            let mut count = |lines: Vec<u8>, _, done: u64| {
                bytes += lines.len() as u128;
                made = done;
                Ok(lines)
            };
            // What fails here fails when it is written.
            let _ = self.write_here(range, format, &mut count);
            tried += u128::from(made);
        }
        bytes * u128::from(cases) / tried.max(1)
    }

    /// What the file says of so many cases of a shard.
    fn about(&self, shard: Shard, cases: u64) -> About {
        About::new(cases, self.asked(shard).words())
    }

    /// What stands beside an array of a shard, whose questions have this digest.
    #[must_use]
    pub fn companion(&self, shard: Shard, digest: Digest) -> Option<Companion> {
        let plan = self.single_plan()?;
        Some(Companion::new(plan, self.about(shard, digest.cases), digest))
    }

    /// What the file of a shard is, in a line: two files of the same line have the same bytes.
    #[must_use]
    pub fn told(&self, shard: Shard, format: Format) -> String {
        let range = self.shard(shard);
        let about = self.about(shard, range.end - range.start);
        format!("{} format={format}", Mark::Begin(about).text())
    }

    /// On the caller's thread alone.
    fn write_here(
        &self,
        range: Range<u64>,
        format: Format,
        write: &mut Take<'_>,
    ) -> io::Result<()> {
        let mut writer = Writer::new(format, self.columns());
        let (mut lines, mut batch) = (Vec::new(), Batch::default());
        for chunk in chunks(&range) {
            let end = chunk.end;
            self.lines(chunk, &mut batch, &mut writer, &mut lines)?;
            lines = write(lines, writer.digest(), end - range.start)?;
        }
        Ok(())
    }

    /// On `threads` workers: worker w makes chunks w, w + threads, ... The channels bound what waits;
    /// when the caller's thread gives up, they close and the workers end.
    fn write_apart(
        &self,
        range: Range<u64>,
        format: Format,
        threads: usize,
        write: &mut Take<'_>,
    ) -> io::Result<()> {
        std::thread::scope(|scope| {
            let mut workers = Vec::with_capacity(threads);
            for first in 0..threads {
                let (to_us, lines) = sync_channel(AHEAD);
                let (spent, to_worker) = channel();
                let own = chunks(&range).skip(first).step_by(threads);
                scope.spawn(move || self.work(own, format, &to_us, &to_worker));
                workers.push(Worker { lines, spent });
            }
            for (chunk, worker) in chunks(&range).zip((0..threads).cycle()) {
                let Worker { lines, spent } = &workers[worker];
                let (lines, digest) = lines.recv().map_err(io::Error::other)??;
                let lines = write(lines, digest, chunk.end - range.start)?;
                // A worker that has made its last chunk no longer wants the buffer.
                let _ = spent.send(lines);
            }
            Ok(())
        })
    }

    fn work(
        &self,
        chunks: impl Iterator<Item = Range<u64>>,
        format: Format,
        to_writer: &SyncSender<Lines>,
        spent: &Receiver<Vec<u8>>,
    ) {
        let mut writer = Writer::new(format, self.columns());
        let mut batch = Batch::default();
        for chunk in chunks {
            let mut lines = spent.try_recv().unwrap_or_default();
            let made = self.lines(chunk, &mut batch, &mut writer, &mut lines);
            if to_writer.send(made.map(|()| (lines, writer.digest()))).is_err() {
                return;
            }
        }
    }

    /// The lines of a chunk, in place of what `lines` holds.
    fn lines<'s>(
        &'s self,
        chunk: Range<u64>,
        batch: &mut Batch<&'s Plan>,
        writer: &mut Writer,
        lines: &mut Vec<u8>,
    ) -> io::Result<()> {
        lines.clear();
        for range in parts(&chunk, BATCH) {
            batch.clear();
            self.draw(range, batch);
            batch.run();
            for (_, plan, column, cases) in batch.runs() {
                for (x, ran) in column.cases(cases.clone()) {
                    undecided(plan, x, ran).map_err(io::Error::from)?;
                }
                writer.write_cases(plan, column.cases(cases), lines);
            }
        }
        Ok(())
    }
}

/// The chunks of a range, in order.
fn chunks(range: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    parts(range, CHUNK)
}

/// A range in parts of so many, in order.
fn parts(range: &Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> + use<> {
    let Range { start, end } = *range;
    let count = end.saturating_sub(start).div_ceil(size);
    (0..count).map(move |k| {
        let first = start + k * size;
        first..end.min(first.saturating_add(size))
    })
}
