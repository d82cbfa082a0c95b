//! What is enumerated, by chunks, on some threads, noted in a state file.

use super::state::{Done, State};
use crate::Failure;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use vectors::part::Shard;

/// The first line of a state file.
const HEAD: &str = concat!("assay exhaustive ", env!("CARGO_PKG_VERSION"), " with times");

/// Combinations a chunk.
pub(crate) const CHUNK: u64 = 1 << 20;

/// How often progress is told.
const PAUSE: Duration = Duration::from_secs(5);

/// Finds the first wrong combination of a range.
pub(crate) type Judge = Box<dyn Fn(Range<u64>) -> Option<(u64, String)> + Send + Sync>;

/// An operation under a choice of options, with all its combinations of codes.
pub(crate) struct Space {
    pub(crate) name: String,
    /// Who judges.
    pub(crate) oracle: &'static str,
    /// The number of combinations.
    pub(crate) len: u64,
    pub(crate) judge: Judge,
}

impl Space {
    fn range(&self, number: u64) -> Range<u64> {
        number * CHUNK..self.len.min((number + 1) * CHUNK)
    }
}

/// A chunk to do.
struct Chunk {
    space: usize,
    number: u64,
}

/// What the threads share.
struct Work<'a> {
    spaces: &'a [Space],
    /// Behind these are the ones to do.
    todo: std::slice::Iter<'a, Chunk>,
    state: State,
    /// The time that each space has taken, in all runs.
    taken: Vec<Duration>,
    cases: u64,
    of: u64,
    start: Instant,
    told: Instant,
    failure: Option<Failure>,
}

/// Does what is not done of a part of the spaces' chunks; a summary.
pub(crate) fn run(
    spaces: &[Space],
    path: &str,
    threads: usize,
    shard: Shard,
) -> Result<String, Failure> {
    let (state, done) = State::open(path, HEAD)?;
    let chunks = |(space, s): (usize, &Space)| {
        (0..s.len.div_ceil(CHUNK)).map(move |number| Chunk { space, number }).collect::<Vec<_>>()
    };
    let is_done = |c: &Chunk| done.has(&spaces[c.space].name, c.number);
    let mut todo: Vec<Chunk> = spaces.iter().enumerate().flat_map(chunks).collect();
    let range = shard.range(todo.len() as u64);
    todo.truncate(range.end as usize);
    todo.drain(..range.start as usize);
    let cases = |c: &Chunk| {
        let range = spaces[c.space].range(c.number);
        range.end - range.start
    };
    let mut lens = vec![0; spaces.len()];
    todo.iter().for_each(|c| lens[c.space] += cases(c));
    todo.retain(|c| !is_done(c));
    let of = todo.iter().map(cases).sum();
    let (whole, count) = totals(&lens);
    eprintln!("{count} operations with options, {whole} cases, {of} of them to do");
    let (start, taken) = (Instant::now(), times(spaces, &done));
    let todo = todo.iter();
    let work = Work { spaces, todo, state, taken, cases: 0, of, start, told: start, failure: None };
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| while one(spaces, &work).is_continue() {});
        }
    });
    let work = work.into_inner().map_err(|_| Failure(1, "a thread panicked".to_owned()))?;
    match work.failure {
        Some(failure) => Err(failure),
        None => Ok(summary(spaces, &work.taken, &lens, of)),
    }
}

fn times(spaces: &[Space], done: &Done) -> Vec<Duration> {
    spaces.iter().map(|s| done.time(&s.name)).collect()
}

/// All cases, and the spaces that have any.
fn totals(lens: &[u64]) -> (u64, usize) {
    (lens.iter().sum(), lens.iter().filter(|len| **len > 0).count())
}

/// What was enumerated, by which oracle, and how long it took one core, in all runs together; `lens` are the
/// cases of each space in this part.
fn summary(spaces: &[Space], taken: &[Duration], lens: &[u64], of: u64) -> String {
    let mut text = format!("{:>14}  {:>9}  {:<22} operation\n", "cases", "core s", "oracle");
    for ((s, time), len) in spaces.iter().zip(taken).zip(lens).filter(|(_, len)| **len > 0) {
        let seconds = time.as_secs_f64();
        text += &format!("{len:>14}  {seconds:>9.1}  {:<22} {}\n", s.oracle, s.name);
    }
    let (whole, count) = totals(lens);
    let seconds: f64 = taken.iter().map(Duration::as_secs_f64).sum();
    text + &format!(
        "{count} operations with options, {whole} cases ({of} in this run), {seconds:.0} s of one core: all agree"
    )
}

/// Does the next chunk, if there is one and none has failed.
fn one(spaces: &[Space], work: &Mutex<Work<'_>>) -> ControlFlow<()> {
    let Some(chunk) =
        work.lock().ok().filter(|w| w.failure.is_none()).and_then(|mut w| w.todo.next())
    else {
        return ControlFlow::Break(());
    };
    let space = &spaces[chunk.space];
    let (cases, start) = (space.range(chunk.number), Instant::now());
    let wrong = (space.judge)(cases.clone());
    let time = start.elapsed();
    match work.lock() {
        Ok(mut work) => work.finish(chunk, cases.end - cases.start, time, wrong),
        Err(_) => ControlFlow::Break(()),
    }
}

impl Work<'_> {
    /// Notes a chunk and tells the progress.
    fn finish(
        &mut self,
        chunk: &Chunk,
        cases: u64,
        time: Duration,
        wrong: Option<(u64, String)>,
    ) -> ControlFlow<()> {
        let name = &self.spaces[chunk.space].name;
        if let Some((index, why)) = wrong {
            self.failure = Some(Failure(1, format!("{name}, combination {index}: {why}")));
            return ControlFlow::Break(());
        }
        if let Err(failure) = self.state.note(chunk.number, time, name) {
            self.failure = Some(failure);
            return ControlFlow::Break(());
        }
        self.cases += cases;
        self.taken[chunk.space] += time;
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            self.tell(name);
        }
        ControlFlow::Continue(())
    }

    fn tell(&self, name: &str) {
        let rate = self.cases as f64 / self.start.elapsed().as_secs_f64();
        let percent = 100.0 * self.cases as f64 / self.of as f64;
        let left = ((self.of - self.cases) as f64 / rate) as u64;
        let (hours, minutes) = (left / 3600, left / 60 % 60);
        eprintln!(
            "{percent:6.2} %  {:5.2} M cases/s  {hours:3} h {minutes:02} min left  {name}",
            rate / 1e6
        );
    }
}
