//! Enumerates every operation under every choice of options whose operands have few enough bits, and
//! compares model and reference on each combination of codes. `--help` says how.

#[path = "../reference/mod.rs"]
mod reference;

#[path = "../tests/mncore2/compare.rs"]
#[allow(dead_code)]
mod compare;

use compare::{AgainstReference, first};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use vectors::generate::{Cover, MOST_BITS, Request, Set};
use vectors::registry;

const HELP: &str = "\
Enumerates every operation, under every choice of options, whose operands have few enough bits,
and compares model and reference on each combination of codes.

  --op LIST      operations: ids and patterns, separated by commas [default: *]
  --bits N       operands of at most N bits in all, up to 36 [default: 32]
  --state FILE   finished chunks are noted here and not done again
                 [default: target/exhaustive.state]
  --threads N    [default: 2]
  --help         this text

Exit code: 0 all agree; 1 a case differs; 2 bad usage or state file; 3 the state cannot be written.";

/// Combinations a chunk.
const CHUNK: u64 = 1 << 20;

/// The first line of a state file: another version's results are not ours.
const STATE: &str = concat!("assay exhaustive ", env!("CARGO_PKG_VERSION"));

/// How often progress is told.
const PAUSE: Duration = Duration::from_secs(5);

struct Arguments {
    ops: String,
    bits: u32,
    state: String,
    threads: usize,
}

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

/// An operation under a choice of options.
struct Space {
    name: String,
    set: Set,
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
    state: File,
    cases: u64,
    of: u64,
    start: Instant,
    told: Instant,
    failure: Option<Failure>,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return failed(&Failure(2, format!("{why}\n\n{HELP}"))),
    };
    match run(&arguments) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => failed(&failure),
    }
}

fn failed(Failure(code, why): &Failure) -> ExitCode {
    eprintln!("exhaustive: {why}");
    ExitCode::from(*code)
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut a = Arguments {
        ops: "*".to_owned(),
        bits: 32,
        state: "target/exhaustive.state".to_owned(),
        threads: 2,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--op" => a.ops = value()?,
            "--state" => a.state = value()?,
            "--bits" => a.bits = number(&value()?, 1..=MOST_BITS as usize, "--bits")? as u32,
            "--threads" => a.threads = number(&value()?, 1..=1024, "--threads")?,
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(Some(a))
}

fn number(text: &str, of: std::ops::RangeInclusive<usize>, name: &str) -> Result<usize, String> {
    let (least, most) = (*of.start(), *of.end());
    let right = || format!("{name} `{text}`: right is a number from {least} to {most}");
    text.parse().ok().filter(|n| of.contains(n)).ok_or_else(right)
}

fn run(arguments: &Arguments) -> Result<String, Failure> {
    let spaces = spaces(arguments)?;
    let done = finished(&arguments.state)?;
    let chunks = |s: &Space| s.set.len().div_ceil(CHUNK);
    let all = spaces.iter().enumerate();
    let todo: Vec<Chunk> = all
        .flat_map(|(space, s)| (0..chunks(s)).map(move |number| Chunk { space, number }))
        .filter(|c| !done.contains(&(spaces[c.space].name.clone(), c.number)))
        .collect();
    let cases = |c: &Chunk| range(&spaces[c.space].set, c.number);
    let of = todo.iter().map(cases).map(|r| r.end - r.start).sum();
    let whole: u64 = spaces.iter().map(|s| s.set.len()).sum();
    eprintln!("{} operations with options, {whole} cases, {of} of them to do", spaces.len());
    let (start, state) = (Instant::now(), open_state(&arguments.state)?);
    let todo = todo.iter();
    let work =
        Work { spaces: &spaces, todo, state, cases: 0, of, start, told: start, failure: None };
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| while one(&spaces, &work).is_continue() {});
        }
    });
    match work.into_inner().map(|w| w.failure) {
        Ok(None) => Ok(format!(
            "{} operations with options, {whole} cases ({of} in this run): all agree",
            spaces.len()
        )),
        Ok(Some(failure)) => Err(failure),
        Err(_) => Err(Failure(1, "a thread panicked".to_owned())),
    }
}

/// The operations and options that are asked for and small enough.
fn spaces(arguments: &Arguments) -> Result<Vec<Space>, Failure> {
    let ops = registry::select(&arguments.ops).map_err(|e| Failure(2, e.to_string()))?;
    let mut spaces = Vec::new();
    for op in ops {
        for options in op.option_sets() {
            if op.plan(&options).input_bits() <= arguments.bits {
                let request = Request::new(vec![op], Cover::Exhaustive);
                let set = Set::new(&Request { options: Some(options), ..request })
                    .map_err(|e| Failure(2, e.to_string()))?;
                spaces.push(Space { name: format!("{} {options}", op.id).trim().to_owned(), set });
            }
        }
    }
    if spaces.is_empty() {
        let Arguments { ops, bits, .. } = arguments;
        return Err(Failure(
            2,
            format!("no operation of `{ops}` has operands of {bits} bits at most"),
        ));
    }
    spaces.sort_by_key(|s| s.set.len());
    Ok(spaces)
}

/// The finished chunks in the state file: `CHUNK NAME` a line.
fn finished(path: &str) -> Result<HashSet<(String, u64)>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(e) => return Err(Failure(2, format!("{path}: {e}"))),
    };
    // A run that was killed may have left half a line at the end: it is not finished.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let mut lines = whole.lines().enumerate();
    match lines.next() {
        Some((_, STATE)) => {}
        None if text.len() < STATE.len() => return Ok(HashSet::new()),
        _ => {
            let why = format!("{path}: line 1: right is `{STATE}`; remove the file to start again");
            return Err(Failure(2, why));
        }
    }
    let chunk = |(i, line): (usize, &str)| {
        let parts =
            line.split_once(' ').and_then(|(n, name)| Some((name.to_owned(), n.parse().ok()?)));
        parts.ok_or_else(|| {
            let why = format!("{path}: line {}: `{line}`: right is CHUNK OPERATION OPTIONS", i + 1);
            Failure(2, why)
        })
    };
    lines.map(chunk).collect()
}

/// The state file, ready for the next line.
fn open_state(path: &str) -> Result<File, Failure> {
    let open = || {
        if let Some(folder) = Path::new(path).parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // Half a line at the end goes: it may read as a chunk that was not done.
        let text = std::fs::read(path)?;
        let keep = text.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        if keep < text.len() {
            file.set_len(keep as u64)?;
        }
        if keep == 0 {
            writeln!(file, "{STATE}")?;
        }
        Ok::<_, io::Error>(file)
    };
    open().map_err(|e| Failure(3, format!("{path}: {e}")))
}

/// The cases of a chunk.
fn range(set: &Set, number: u64) -> std::ops::Range<u64> {
    number * CHUNK..set.len().min((number + 1) * CHUNK)
}

/// Does the next chunk, if there is one and none has failed.
fn one(spaces: &[Space], work: &Mutex<Work<'_>>) -> ControlFlow<()> {
    let Some(chunk) =
        work.lock().ok().filter(|w| w.failure.is_none()).and_then(|mut w| w.todo.next())
    else {
        return ControlFlow::Break(());
    };
    let set = &spaces[chunk.space].set;
    let cases = range(set, chunk.number);
    let wrong = first::<AgainstReference>(set, cases.clone());
    match work.lock() {
        Ok(mut work) => work.finish(chunk, cases.end - cases.start, wrong),
        Err(_) => ControlFlow::Break(()),
    }
}

impl Work<'_> {
    /// Notes a chunk and tells the progress.
    fn finish(
        &mut self,
        chunk: &Chunk,
        cases: u64,
        wrong: Option<(u64, String)>,
    ) -> ControlFlow<()> {
        let name = &self.spaces[chunk.space].name;
        if let Some((index, why)) = wrong {
            self.failure = Some(Failure(1, format!("combination {index}: {why}")));
            return ControlFlow::Break(());
        }
        if let Err(e) = self.state.write_all(format!("{} {name}\n", chunk.number).as_bytes()) {
            self.failure = Some(Failure(3, format!("the state file: {e}")));
            return ControlFlow::Break(());
        }
        self.cases += cases;
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
