//! Searches the arguments of unary functions whose values lie nearest to a border of rounding.
//! `--help` says how.

mod distance;
mod search;
mod state;

use functions::{Shape, TABLE};
use search::{CHUNK, Hard, codes};
use softfloat::format::{Bf16, Binary16, Binary32, Tf32};
use softfloat::{Format, StaticFormat};
use state::{Done, Space, State};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const HELP: &str = "\
Searches the arguments of unary functions whose values lie nearest to a number of the format or to the
middle of two, but for exact ones and ranges in which all arguments are hard.

  --function LIST  names, separated by commas [default: all of one operand]
  --format LIST    of f16, bf16, tf32, f32 [default: f16,bf16,tf32]
  --keep N         so many of each function and format [default: 16]
  --shard I/N      every N-th chunk of 65536 arguments from the I-th on, I from 1 [default: 1/1]
  --state FILE     finished chunks are noted here and not searched again
                   [default: target/hardest.state]
  --with FILE      take the chunks of this state file, too (may stand several times): that of
                   another shard
  --out FILE       where the list goes [default: to the terminal]
  --threads N      [default: 2]
  --help           this text

The list has lines `function,format,operand,bits`: the distance is below 2^-bits units in the last
place, and not below half of that.

Exit code: 0 found; 2 bad usage or state file; 3 a file cannot be written.";

/// How often progress is told.
const PAUSE: Duration = Duration::from_secs(5);

const FORMATS: [(&str, Format); 4] = [
    ("f16", Binary16::FORMAT),
    ("bf16", Bf16::FORMAT),
    ("tf32", Tf32::FORMAT),
    ("f32", Binary32::FORMAT),
];

struct Arguments {
    functions: String,
    formats: String,
    keep: usize,
    shard: (u64, u64),
    state: String,
    with: Vec<String>,
    out: Option<String>,
    threads: usize,
}

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

fn main() -> ExitCode {
    let result = match arguments() {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => Err(Failure(2, format!("{why}\n\n{HELP}"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(code, why)) => {
            eprintln!("hardest: {why}");
            ExitCode::from(code)
        }
    }
}

fn arguments() -> Result<Option<Arguments>, String> {
    let unary = TABLE.iter().filter(|row| row.shape == Shape::Unary).map(|row| row.name);
    let mut a = Arguments {
        functions: unary.collect::<Vec<_>>().join(","),
        formats: "f16,bf16,tf32".to_owned(),
        keep: 16,
        shard: (0, 1),
        state: "target/hardest.state".to_owned(),
        with: Vec::new(),
        out: None,
        threads: 2,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--function" => a.functions = value()?,
            "--format" => a.formats = value()?,
            "--keep" => a.keep = number(&value()?, "--keep", 1 << 16)? as usize,
            "--shard" => a.shard = shard(&value()?)?,
            "--state" => a.state = value()?,
            "--with" => a.with.push(value()?),
            "--out" => a.out = Some(value()?),
            "--threads" => a.threads = number(&value()?, "--threads", 1024)? as usize,
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(Some(a))
}

fn number(text: &str, name: &str, most: u64) -> Result<u64, String> {
    let right = || format!("{name} `{text}`: right is a number from 1 to {most}");
    text.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(right)
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let right = || format!("--shard `{text}`: right is I/N, I from 1 to N");
    let (i, n) = text.split_once('/').ok_or_else(right)?;
    let (i, n): (u64, u64) = (i.parse().map_err(|_| right())?, n.parse().map_err(|_| right())?);
    if (1..=n).contains(&i) { Ok((i - 1, n)) } else { Err(right()) }
}

/// A function and a format that are searched.
struct Subject {
    function: functions::Function,
    format: Format,
    space: Space,
}

fn subjects(a: &Arguments) -> Result<Vec<Subject>, Failure> {
    let mut all = Vec::new();
    for name in a.functions.split(',') {
        let row = TABLE.iter().find(|row| row.name == name && row.shape == Shape::Unary);
        let unknown = || Failure(2, format!("no function of one operand is named `{name}`"));
        let row = row.ok_or_else(unknown)?;
        for of in a.formats.split(',') {
            let unknown =
                || Failure(2, format!("no format `{of}`: right is f16, bf16, tf32 or f32"));
            let (of, format) = FORMATS.into_iter().find(|f| f.0 == of).ok_or_else(unknown)?;
            let space = (row.name.to_owned(), of.to_owned());
            all.push(Subject { function: row.function, format, space });
        }
    }
    Ok(all)
}

/// What the threads share.
struct Work<'a> {
    todo: std::vec::IntoIter<(&'a Subject, u64)>,
    left: usize,
    state: State,
    done: Done,
    told: Instant,
    failure: Option<Failure>,
}

fn run(a: &Arguments) -> Result<(), Failure> {
    let subjects = subjects(a)?;
    let mut done = Done::default();
    for path in a.with.iter().chain([&a.state]) {
        done.read(path)?;
    }
    let chunks = |s: &Subject| codes(&s.format).div_ceil(CHUNK);
    let all = subjects.iter().flat_map(|s| (0..chunks(s)).map(move |chunk| (s, chunk)));
    let todo: Vec<_> = all
        .filter(|(s, chunk)| chunk % a.shard.1 == a.shard.0 && !done.has(&s.space, *chunk))
        .collect();
    let (left, state) = (todo.len(), State::open(&a.state)?);
    let todo = todo.into_iter();
    let work = Work { todo, left, state, done, told: Instant::now(), failure: None };
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        for _ in 0..a.threads {
            scope.spawn(|| while one(&work, a.keep) {});
        }
    });
    let work = work.into_inner().map_err(|_| Failure(1, "a thread panicked".to_owned()))?;
    if let Some(failure) = work.failure {
        return Err(failure);
    }
    let list = list(&subjects, &work.done, a.keep);
    match &a.out {
        None => print!("{list}"),
        Some(path) => {
            let folder =
                std::path::Path::new(path).parent().map_or(Ok(()), std::fs::create_dir_all);
            let written = folder.and_then(|()| std::fs::write(path, list));
            written.map_err(|e| Failure(3, format!("{path}: {e}")))?;
        }
    }
    Ok(())
}

/// Searches the next chunk, if there is one and none has failed.
fn one(work: &Mutex<Work<'_>>, keep: usize) -> bool {
    let next = work.lock().ok().filter(|w| w.failure.is_none()).and_then(|mut w| w.todo.next());
    let Some((s, chunk)) = next else { return false };
    let found = search::hardest(s.function, &s.format, chunk, keep);
    let Ok(mut work) = work.lock() else { return false };
    if let Err(failure) = work.state.note(&s.space, chunk, &found) {
        work.failure = Some(failure);
        return false;
    }
    work.done.add(&s.space, chunk, found);
    work.left -= 1;
    if work.told.elapsed() >= PAUSE {
        work.told = Instant::now();
        eprintln!("{} chunks left, at {} of {}", work.left, s.space.0, s.space.1);
    }
    true
}

fn list(subjects: &[Subject], done: &Done, keep: usize) -> String {
    let mut list = "function,format,operand,bits\n".to_owned();
    for s in subjects {
        for Hard { bits, code } in search::first(&s.format, done.found(&s.space), keep) {
            let digits = s.format.width.div_ceil(4) as usize;
            list += &format!("{},{},{code:0digits$x},{bits}\n", s.space.0, s.space.1);
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of the list that is kept says the distance that is found.
    #[test]
    fn the_list_is_as_it_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/data/elem/hardest.csv");
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("function,format,operand,bits"));
        for line in lines {
            let [function, of, code, bits] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let function = functions::Function::by_name(function).unwrap();
            let (_, format) = FORMATS.into_iter().find(|f| f.0 == of).unwrap();
            let code = u64::from_str_radix(code, 16).unwrap();
            let bits = bits.parse().unwrap();
            assert_eq!(distance::distance(function, &format, code), Some(bits), "{line}");
        }
    }

    #[test]
    fn shards_are_counted_from_1() {
        assert_eq!(shard("1/1"), Ok((0, 1)));
        assert_eq!(shard("3/4"), Ok((2, 4)));
        for bad in ["0/1", "5/4", "1", "a/b", "1/0"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
