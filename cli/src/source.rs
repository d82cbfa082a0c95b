//! Reading a program, and telling what is wrong with it.

use crate::diagnose::{self, name};
use crate::failure::Failure;
use crate::input::Input;
use crate::{Remarks, progress};
use semantics::machine::{Checks, How, Machine, Program};
use semantics::source::{Diagnostic, ReadError, more};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

/// Bytes kept of an input that cannot be read twice, to show its lines.
const KEPT: usize = 1 << 22;
/// Bytes of a line that are looked at to show a part of it.
const LINE: usize = 1 << 16;

/// The rules that a program is read under: these, or none, which a remark says.
pub(crate) fn checks(
    machine: &dyn Machine,
    checks: Checks,
    no_check: bool,
    path: &Path,
    remarks: Remarks,
) -> Checks {
    if !no_check {
        return checks;
    }
    remarks.say(format_args!("{}: {}", name(path), machine.facts().unchecked));
    Checks::None
}

/// Where a program comes from, and how it is read.
pub(crate) struct Source<'a> {
    path: &'a Path,
    machine: &'a dyn Machine,
    how: How<'a>,
}

/// What came of reading.
type Parsed = Result<Box<dyn Program>, ReadError>;

impl<'a> Source<'a> {
    /// A program of a machine; `-` is standard input.
    pub(crate) fn of(machine: &'a dyn Machine, path: &'a Path, how: How<'a>) -> Self {
        Self { path, machine, how }
    }

    /// Reads the whole program. All diagnostics go to standard error; with errors that is all.
    pub(crate) fn read(&self, strict: bool, remarks: Remarks) -> Result<Box<dyn Program>, Failure> {
        let (result, kept) = self.parse(remarks)?;
        self.judge(result, &kept, strict, remarks)
    }

    /// Reads a program that is in memory.
    pub(crate) fn read_bytes(
        &self,
        bytes: &[u8],
        remarks: Remarks,
    ) -> Result<Box<dyn Program>, Failure> {
        self.judge(self.machine.read(&mut &bytes[..], &self.how), bytes, false, remarks)
    }

    /// What came of reading, with all diagnostics told. `kept` is what was read, as far as it is
    /// needed to show the lines of an input that cannot be read again.
    pub(crate) fn judge(
        &self,
        result: Parsed,
        kept: &[u8],
        strict: bool,
        remarks: Remarks,
    ) -> Result<Box<dyn Program>, Failure> {
        match result {
            Ok(program) => {
                let (warnings, more) = program.warnings();
                let count = warnings.len();
                let errors = strict && count > 0;
                if errors || !remarks.quiet {
                    self.tell(warnings, kept, strict);
                }
                let hidden = more + hidden(count);
                if hidden > 0 {
                    remarks.say(self.hidden(hidden));
                }
                if errors { Err(Failure::Told(2)) } else { Ok(program) }
            }
            Err(ReadError::Refused(refusal)) => Err(Failure::input(refusal)),
            Err(ReadError::Io { line, error }) => {
                let name = name(self.path);
                Err(Failure::input(format!("{name}:{line}: cannot read: {error}")))
            }
            Err(ReadError::Errors(errors)) => {
                self.tell(&errors.diagnostics, kept, strict);
                let hidden = errors.more + hidden(errors.diagnostics.len());
                if hidden > 0 {
                    return Err(Failure::input(self.hidden(hidden)));
                }
                Err(Failure::Told(2))
            }
        }
    }

    /// What is said of findings that are only counted, in the words of `assay lint`.
    fn hidden(&self, count: u64) -> String {
        let (name, more) = (name(self.path), more(count, "finding"));
        format!("{name}: {more}; assay lint --max-report N prints N")
    }

    /// Reads the program in silence; what is wrong, in a line.
    pub(crate) fn read_silently(&self) -> Result<Box<dyn Program>, String> {
        let (result, _) = self.parse(Remarks { quiet: true }).map_err(|failure| {
            // Who asks names the program.
            let (name, why) = (format!("{}: ", name(self.path)), failure.message());
            let why = why.unwrap_or("cannot be read");
            why.strip_prefix(&name).unwrap_or(why).to_owned()
        })?;
        result.map_err(|e| match e {
            ReadError::Refused(refusal) => refusal.to_string(),
            ReadError::Io { line, error } => format!("line {line}: cannot read: {error}"),
            ReadError::Errors(errors) => match errors.diagnostics.first() {
                Some(first) => first.to_string(),
                None => "it has errors".into(),
            },
        })
    }

    /// The program, and the beginning of an input that cannot be read again.
    fn parse(&self, remarks: Remarks) -> Result<(Parsed, Vec<u8>), Failure> {
        self.read_by(remarks, |text| self.machine.read(text, &self.how))
    }

    /// What a reader makes of the text, and the beginning of an input that cannot be read again.
    pub(crate) fn read_by<T>(
        &self,
        remarks: Remarks,
        read: impl FnOnce(&mut dyn BufRead) -> T,
    ) -> Result<(T, Vec<u8>), Failure> {
        let input = Input::open(self.path).map_err(|e| Failure::read(self.path, &e))?;
        if let Some(size) = input.size() {
            let bar = progress::bytes(size, remarks);
            let result = read(&mut BufReader::with_capacity(1 << 16, bar.wrap_read(input)));
            bar.finish_and_clear();
            return Ok((result, Vec::new()));
        }
        let mut kept = Keeper { inner: input, kept: Vec::new() };
        let result = read(&mut BufReader::new(&mut kept));
        Ok((result, kept.kept))
    }

    /// Writes diagnostics, each with its line and the part marked.
    fn tell(&self, diagnostics: &[Diagnostic], kept: &[u8], strict: bool) {
        let diagnostics = &diagnostics[..diagnostics.len().min(diagnose::REPORTED)];
        let lines = self.lines(diagnostics, kept);
        let name = name(self.path);
        let mut text = String::new();
        for diagnostic in diagnostics {
            let line = |n| lines.get(&n).map(Vec::as_slice);
            diagnose::describe(&name, diagnostic, strict, None, line, &mut text);
        }
        // Nowhere is left to report a failing standard error.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// The lines that diagnostics speak of, as far as they can be had.
    fn lines(&self, diagnostics: &[Diagnostic], kept: &[u8]) -> BTreeMap<u32, Vec<u8>> {
        let earlier = diagnostics.iter().filter_map(|d| Some(d.earlier.as_ref()?.line));
        let mut wanted: BTreeMap<u32, Vec<u8>> =
            diagnostics.iter().map(|d| d.line).chain(earlier).map(|n| (n, Vec::new())).collect();
        let file = File::open(self.path).ok().filter(|_| self.path != Path::new("-"));
        let regular = file.filter(|f| f.metadata().is_ok_and(|m| m.is_file()));
        let read = match regular {
            Some(file) => pick(BufReader::with_capacity(1 << 16, file), &mut wanted),
            None => pick(Cursor::new(kept), &mut wanted),
        };
        // A line that cannot be read again is not shown.
        if read.is_err() {
            wanted.clear();
        }
        wanted
    }
}

/// How many of so many diagnostics are only counted.
const fn hidden(count: usize) -> u64 {
    count.saturating_sub(diagnose::REPORTED) as u64
}

/// Fills in the wanted lines, without line feed, cut at [`LINE`] bytes. Lines behind the end go.
fn pick(mut input: impl BufRead, wanted: &mut BTreeMap<u32, Vec<u8>>) -> io::Result<()> {
    let last = wanted.keys().next_back().copied().unwrap_or(0);
    let mut number = 1;
    while number <= last {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if let Some(line) = wanted.get_mut(&number) {
            line.extend_from_slice(&part[..part.len().min(LINE - line.len())]);
        }
        let used = part.len() + usize::from(end.is_some());
        number += u32::from(end.is_some());
        input.consume(used);
    }
    Ok(())
}

/// Keeps the beginning of what is read.
struct Keeper<R> {
    inner: R,
    kept: Vec<u8>,
}

impl<R: Read> Read for Keeper<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let room = KEPT.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&buffer[..read.min(room)]);
        Ok(read)
    }
}
