//! Reading a program, and telling what is wrong with it.

use crate::diagnose::{self, name};
use crate::failure::Failure;
use crate::{Remarks, progress};
use semantics::mncore2::check::Rules;
use semantics::mncore2::text::{self, Diagnostic, Program, ReadError};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

/// Bytes kept of an input that cannot be read twice, to show its lines.
const KEPT: usize = 1 << 22;
/// Bytes of a line that are looked at to show a part of it.
const LINE: usize = 1 << 16;

/// Where a program comes from.
pub(crate) struct Source<'a> {
    path: &'a Path,
    rules: Rules,
}

impl<'a> Source<'a> {
    /// A file; `-` is standard input. What breaks these rules is an error.
    pub(crate) fn new(path: &'a Path, rules: Rules) -> Self {
        Self { path, rules }
    }

    /// Reads the whole program. All diagnostics go to standard error; with errors that is all.
    pub(crate) fn read(&self, strict: bool, remarks: Remarks) -> Result<Program, Failure> {
        let (result, kept) = self.parse(remarks)?;
        self.judge(result, &kept, strict, remarks)
    }

    /// What came of reading, with all diagnostics told. `kept` is what was read, as far as it is
    /// needed to show the lines of an input that cannot be read again.
    pub(crate) fn judge(
        &self,
        result: Result<Program, ReadError>,
        kept: &[u8],
        strict: bool,
        remarks: Remarks,
    ) -> Result<Program, Failure> {
        match result {
            Ok(program) => {
                let count = program.warnings.len();
                let errors = strict && count > 0;
                if errors || !remarks.quiet {
                    self.tell(&program.warnings, kept, strict);
                }
                if program.more_warnings > 0 {
                    let (name, more) = (name(self.path), program.more_warnings);
                    remarks.say(format_args!("{name}: {more} more warnings"));
                }
                if errors { Err(Failure::Told(2)) } else { Ok(program) }
            }
            Err(ReadError::Io { line, error }) => {
                let name = name(self.path);
                Err(Failure::input(format!("{name}:{line}: cannot read: {error}")))
            }
            Err(ReadError::Errors(errors)) => {
                self.tell(&errors.diagnostics, kept, strict);
                if errors.more > 0 {
                    let more = errors.more;
                    return Err(Failure::input(format!("{}: {more} more errors", name(self.path))));
                }
                Err(Failure::Told(2))
            }
        }
    }

    /// Reads the program in silence; what is wrong, in a line.
    pub(crate) fn read_silently(&self) -> Result<Program, String> {
        let (result, _) = self.parse(Remarks { quiet: true }).map_err(|failure| {
            // Who asks names the program.
            let (name, why) = (format!("{}: ", self.path.display()), failure.message());
            let why = why.unwrap_or("cannot be read");
            why.strip_prefix(&name).unwrap_or(why).to_owned()
        })?;
        result.map_err(|e| match e {
            ReadError::Io { line, error } => format!("line {line}: cannot read: {error}"),
            ReadError::Errors(errors) => match errors.diagnostics.first() {
                Some(first) => first.to_string(),
                None => "it has errors".into(),
            },
        })
    }

    /// The program, and the beginning of an input that cannot be read again.
    fn parse(&self, remarks: Remarks) -> Result<(Result<Program, ReadError>, Vec<u8>), Failure> {
        if self.path == Path::new("-") {
            let mut kept = Keeper { inner: io::stdin().lock(), kept: Vec::new() };
            let result = text::read_with(self.rules, BufReader::new(&mut kept));
            return Ok((result, kept.kept));
        }
        let unreadable = |e| Failure::input(format!("{}: cannot read: {e}", self.path.display()));
        let file = File::open(self.path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if metadata.is_file() {
            let bar = progress::bytes(metadata.len(), remarks);
            let result =
                text::read_with(self.rules, BufReader::with_capacity(1 << 16, bar.wrap_read(file)));
            bar.finish_and_clear();
            return Ok((result, Vec::new()));
        }
        if metadata.is_dir() {
            return Err(unreadable(io::Error::other("it is a directory")));
        }
        let mut kept = Keeper { inner: file, kept: Vec::new() };
        let result = text::read_with(self.rules, BufReader::new(&mut kept));
        Ok((result, kept.kept))
    }

    /// Writes diagnostics, each with its line and the part marked.
    fn tell(&self, diagnostics: &[Diagnostic], kept: &[u8], strict: bool) {
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
