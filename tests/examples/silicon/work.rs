//! Subjects against the reference, by chunks, on some threads, noted in a state file.

use super::compare::{AgainstReference, Judge};
use super::state::{Done, State};
use super::subject::Subject;
use crate::Failure;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Cases a chunk.
pub(crate) const CHUNK: u64 = 1000;

/// How often progress is told.
const PAUSE: Duration = Duration::from_secs(60);

/// Differences of an operation that are shown.
const SHOWN: u64 = 3;

/// What has come of an operation, in all runs.
#[derive(Clone, Default)]
struct Tally {
    cases: u64,
    wrong: u64,
    time: Duration,
}

/// What the threads share.
struct Work {
    /// Subject and number of the chunks to do, the last first.
    todo: Vec<(usize, u64)>,
    of: usize,
    state: State,
    tallies: Vec<Tally>,
    start: Instant,
    told: Instant,
    failure: Option<Failure>,
}

/// Does what is not done of the subjects' chunks; a summary.
pub(crate) fn run(
    subjects: &[Subject],
    path: &str,
    threads: usize,
    cases: u64,
    seed: u64,
) -> Result<String, Failure> {
    let head = format!("assay silicon {} seed {seed}", env!("CARGO_PKG_VERSION"));
    let (state, done) = State::open(path, &head)?;
    let chunks = cases / CHUNK;
    let tallies: Vec<Tally> = subjects.iter().map(|s| before(s, &done, chunks)).collect();
    let all = (0..chunks).flat_map(|number| (0..subjects.len()).map(move |s| (s, number)));
    let mut todo: Vec<(usize, u64)> =
        all.filter(|&(s, number)| !done.has(&subjects[s].op.id, number)).collect();
    todo.reverse();
    let (of, start) = (todo.len(), Instant::now());
    eprintln!(
        "{} operations, {cases} cases each; {of} chunks of {CHUNK} to do, noted in {path}",
        subjects.len()
    );
    let work = Work { todo, of, state, tallies, start, told: start, failure: None };
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| while one(subjects, &work).is_some() {});
        }
    });
    let work = work.into_inner().map_err(|_| Failure(1, "a thread panicked".to_owned()))?;
    match work.failure {
        Some(failure) => Err(failure),
        None => summary(subjects, &work.tallies),
    }
}

/// What the state file says of a subject.
fn before(subject: &Subject, done: &Done, chunks: u64) -> Tally {
    let id = &subject.op.id;
    let whole = (0..chunks).filter(|&number| done.has(id, number)).count();
    Tally { cases: whole as u64 * CHUNK, wrong: 0, time: done.time(id) }
}

/// Does the next chunk, if there is one and the state can be written.
fn one(subjects: &[Subject], work: &Mutex<Work>) -> Option<()> {
    let next = work.lock().ok().filter(|work| work.failure.is_none())?.todo.pop();
    let (at, number) = next?;
    let (subject, start) = (&subjects[at], Instant::now());
    let (wrong, words) = judge(subject, number);
    let time = start.elapsed();
    let mut work = work.lock().ok()?;
    if !words.is_empty() && work.tallies[at].wrong < SHOWN {
        eprintln!("{words}");
    }
    work.finish(at, number, subject, wrong, time);
    Some(())
}

/// Differences of a chunk, and the first of them in words.
fn judge(subject: &Subject, number: u64) -> (u64, String) {
    let (mut judge, mut x) = (AgainstReference::default(), Vec::new());
    let (mut wrong, mut words) = (0, String::new());
    for number in number * CHUNK..(number + 1) * CHUNK {
        let why = match subject.case(number, &mut x) {
            None => Some(format!("{} has no case {number}", subject.op.id)),
            Some(plan) => {
                judge.judge(plan, &x).map(|why| format!("case {number}: assay eval {why}"))
            }
        };
        if let Some(why) = why {
            wrong += 1;
            if words.is_empty() {
                words = why;
            }
        }
    }
    (wrong, words)
}

impl Work {
    /// Counts a chunk, and notes it where nothing differs.
    fn finish(&mut self, at: usize, number: u64, subject: &Subject, wrong: u64, time: Duration) {
        let tally = &mut self.tallies[at];
        tally.cases += CHUNK;
        tally.wrong += wrong;
        tally.time += time;
        if wrong == 0 {
            self.failure = self.state.note(number, time, &subject.op.id).err();
        }
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            let done = self.of - self.todo.len();
            let spent = self.start.elapsed().as_secs_f64();
            let left = spent / done as f64 * self.todo.len() as f64 / 60.0;
            let wrong: u64 = self.tallies.iter().map(|tally| tally.wrong).sum();
            let (percent, rate) =
                (100.0 * done as f64 / self.of as f64, (done as u64 * CHUNK) as f64 / spent);
            eprintln!(
                "{percent:6.2} %  {rate:.0} cases/s  {left:.0} min left  {wrong} differences"
            );
        }
    }
}

/// A line an operation.
fn summary(subjects: &[Subject], tallies: &[Tally]) -> Result<String, Failure> {
    let mut text = format!("{:>10}  {:>11}  {:>8}  operation\n", "cases", "differences", "core s");
    let mut all = Tally::default();
    for (subject, Tally { cases, wrong, time }) in subjects.iter().zip(tallies) {
        let _ = writeln!(
            text,
            "{cases:>10}  {wrong:>11}  {:>8.1}  {}",
            time.as_secs_f64(),
            subject.op.id
        );
        all = Tally { cases: all.cases + cases, wrong: all.wrong + wrong, time: all.time + *time };
    }
    let (count, seconds) = (subjects.len(), all.time.as_secs_f64());
    let _ = write!(
        text,
        "{count} operations, {} cases, {} differences, {seconds:.0} s of one core",
        all.cases, all.wrong
    );
    if all.wrong == 0 { Ok(text) } else { Err(Failure(1, format!("some differ\n{text}"))) }
}
