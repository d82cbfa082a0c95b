//! The file of finished chunks: `FUNCTION FORMAT CHUNK` and what was found, `OPERAND:BITS` each.

use crate::Failure;
use crate::search::Hard;
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The first line of a state file: another version's results are not ours.
const STATE: &str = concat!("assay hardest ", env!("CARGO_PKG_VERSION"));

/// A function's name, and a format's.
pub(crate) type Space = (String, String);

/// What files held, and what is found since.
#[derive(Default)]
pub(crate) struct Done {
    chunks: HashSet<(Space, u64)>,
    found: BTreeMap<Space, Vec<Hard>>,
}

impl Done {
    pub(crate) fn has(&self, space: &Space, chunk: u64) -> bool {
        self.chunks.contains(&(space.clone(), chunk))
    }

    pub(crate) fn add(&mut self, space: &Space, chunk: u64, found: Vec<Hard>) {
        // A chunk that stands in two files counts once.
        if self.chunks.insert((space.clone(), chunk)) {
            self.found.entry(space.clone()).or_default().extend(found);
        }
    }

    /// What was found of a space.
    pub(crate) fn found(&self, space: &Space) -> Vec<Hard> {
        self.found.get(space).cloned().unwrap_or_default()
    }

    /// Reads a file into it; one that is not there holds nothing.
    pub(crate) fn read(&mut self, path: &str) -> Result<(), Failure> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(Failure(2, format!("{path}: {e}"))),
        };
        // A run that was killed may have left half a line at the end: it is not finished.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let mut lines = whole.lines().enumerate();
        if lines.next().is_some_and(|(_, first)| first != STATE) {
            let why = format!("{path}: line 1: right is `{STATE}`; remove the file to start again");
            return Err(Failure(2, why));
        }
        for (i, line) in lines {
            let Some((space, chunk, found)) = chunk(line) else {
                let right = "right is FUNCTION FORMAT CHUNK OPERAND:BITS..";
                return Err(Failure(2, format!("{path}: line {}: `{line}`: {right}", i + 1)));
            };
            self.add(&space, chunk, found);
        }
        Ok(())
    }
}

fn chunk(line: &str) -> Option<(Space, u64, Vec<Hard>)> {
    let mut words = line.split(' ');
    let space = (words.next()?.to_owned(), words.next()?.to_owned());
    let chunk = words.next()?.parse().ok()?;
    let hard = |word: &str| {
        let (code, bits) = word.split_once(':')?;
        Some(Hard { bits: bits.parse().ok()?, code: u64::from_str_radix(code, 16).ok()? })
    };
    Some((space, chunk, words.map(hard).collect::<Option<_>>()?))
}

/// An open state file.
pub(crate) struct State(File);

impl State {
    /// The file, ready for the next line; half a line at its end goes.
    pub(crate) fn open(path: &str) -> Result<Self, Failure> {
        let open = || -> io::Result<File> {
            if let Some(folder) = Path::new(path).parent() {
                std::fs::create_dir_all(folder)?;
            }
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            let text = std::fs::read(path)?;
            let keep = text.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            if keep < text.len() {
                file.set_len(keep as u64)?;
            }
            if keep == 0 {
                writeln!(file, "{STATE}")?;
            }
            Ok(file)
        };
        open().map(Self).map_err(|e| Failure(3, format!("{path}: {e}")))
    }

    /// Notes a finished chunk.
    pub(crate) fn note(
        &mut self,
        space: &Space,
        chunk: u64,
        found: &[Hard],
    ) -> Result<(), Failure> {
        let found: String =
            found.iter().map(|hard| format!(" {:x}:{}", hard.code, hard.bits)).collect();
        let line = format!("{} {} {chunk}{found}\n", space.0, space.1);
        let written = self.0.write_all(line.as_bytes());
        written.map_err(|e| Failure(3, format!("the state file: {e}")))
    }
}
