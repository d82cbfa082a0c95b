//! The file of finished chunks: `CHUNK MICROSECONDS OPERATION OPTIONS` a line.

use crate::Failure;
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// An open state file.
pub(crate) struct State(File);

/// What it held.
#[derive(Default)]
pub(crate) struct Done {
    chunks: HashMap<String, HashSet<u64>>,
    times: HashMap<String, Duration>,
}

impl Done {
    pub(crate) fn has(&self, name: &str, chunk: u64) -> bool {
        self.chunks.get(name).is_some_and(|of| of.contains(&chunk))
    }

    /// The time that an operation has taken.
    pub(crate) fn time(&self, name: &str) -> Duration {
        self.times.get(name).copied().unwrap_or_default()
    }
}

impl State {
    /// The file, ready for the next line, and what it holds. Its first line is this: another version's results, or those of
    /// another seed, are not ours.
    pub(crate) fn open(path: &str, head: &str) -> Result<(Self, Done), Failure> {
        let done = finished(path, head)?;
        let state = open(path, head).map_err(|e| Failure(3, format!("{path}: {e}")))?;
        Ok((Self(state), done))
    }

    /// Notes a finished chunk.
    pub(crate) fn note(&mut self, chunk: u64, time: Duration, name: &str) -> Result<(), Failure> {
        let line = format!("{chunk} {} {name}\n", time.as_micros());
        let written = self.0.write_all(line.as_bytes());
        written.map_err(|e| Failure(3, format!("the state file: {e}")))
    }
}

/// The finished chunks in the file.
fn finished(path: &str, head: &str) -> Result<Done, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Done::default()),
        Err(e) => return Err(Failure(2, format!("{path}: {e}"))),
    };
    // A run that was killed may have left half a line at the end: it is not finished.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let mut lines = whole.lines().enumerate();
    match lines.next() {
        Some((_, first)) if first == head => {}
        None if text.len() < head.len() => return Ok(Done::default()),
        _ => {
            let why = format!("{path}: line 1: right is `{head}`; remove the file to start again");
            return Err(Failure(2, why));
        }
    }
    let mut done = Done::default();
    for (i, line) in lines {
        let Some((chunk, time, name)) = read(line) else {
            let right = "right is CHUNK MICROSECONDS OPERATION OPTIONS";
            return Err(Failure(2, format!("{path}: line {}: `{line}`: {right}", i + 1)));
        };
        done.chunks.entry(name.to_owned()).or_default().insert(chunk);
        *done.times.entry(name.to_owned()).or_default() += time;
    }
    Ok(done)
}

fn read(line: &str) -> Option<(u64, Duration, &str)> {
    let mut parts = line.splitn(3, ' ');
    let (chunk, time) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((chunk, Duration::from_micros(time), parts.next()?))
}

fn open(path: &str, head: &str) -> io::Result<File> {
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
        writeln!(file, "{head}")?;
    }
    Ok(file)
}
