//! What a file says before its cases.

use super::{Error, Why};
use crate::file::{self, About, Asked, Format, MAX_LINE, Mark, Parser};
use crate::generate::Request;
use crate::registry::Operations;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What a file of a shard says before its cases.
#[derive(Clone, Debug)]
pub struct Head {
    /// The words of its first mark.
    pub about: About,
    /// The same as what was asked for.
    pub asked: Asked,
    /// The header line of a CSV file.
    pub(super) header: Vec<u8>,
    /// The operations that files may name.
    pub(super) among: &'static Operations,
}

impl Head {
    /// The request that gives the set.
    ///
    /// # Errors
    /// What this version does not have.
    pub fn request(&self) -> Result<Request, String> {
        Request::of(&self.asked, self.among)
    }

    /// Reads the head of the file of a path, which messages know by its number.
    ///
    /// # Errors
    /// As [`Head::read`], or what keeps the file from being opened.
    pub fn of_file(
        path: &Path,
        number: usize,
        format: Format,
        among: &'static Operations,
    ) -> Result<Option<Self>, Error> {
        let wrong = |line, why| Error { file: Some(number), line, why };
        let input = file::lines(path, format, among, None);
        let input = input.map_err(|e| wrong(None, Why::File(e)))?;
        Self::read(input, format, among).map_err(|(line, why)| wrong(Some(line), why))
    }

    /// Reads the head of a file; nothing where it is empty and its format has no place for marks without cases.
    ///
    /// # Errors
    /// The line and what is wrong there: no mark, or one that this version does not know.
    pub fn read(
        input: impl Read,
        format: Format,
        among: &'static Operations,
    ) -> Result<Option<Self>, (u64, Why)> {
        let mut lines = BufReader::new(input);
        let mut parser = Parser::new(format, among, None);
        let (mut header, mut number) = (Vec::new(), 1);
        if parser.has_header() {
            header = line(&mut lines).map_err(|why| (1, why))?;
            parser.header(&header).map_err(|fault| (1, Why::Fault(fault)))?;
            number = 2;
        }
        let first = line(&mut lines).map_err(|why| (number, why))?;
        if first.is_empty() && format == Format::Jsonl {
            return Ok(None);
        }
        let about = begin(&mut parser, format, &first).map_err(|why| (number, why))?;
        let asked = Asked::of(&about).map_err(|why| (number, Why::Shard(why)))?;
        let asked = asked.ok_or_else(|| {
            let why = "the file's first mark does not say which shard it is, right is a file of this version";
            (number, Why::Shard(why.to_owned()))
        })?;
        Ok(Some(Self { about, asked, header, among }))
    }
}

/// A line without its end.
fn line(input: &mut impl BufRead) -> Result<Vec<u8>, Why> {
    let mut line = Vec::new();
    let most = MAX_LINE as u64 + 2;
    let read = input.by_ref().take(most).read_until(b'\n', &mut line);
    read.map_err(|e| Why::File(file::Error::of_io(e)))?;
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(line)
}

/// The mark that begins the cases.
fn begin(parser: &mut Parser, format: Format, line: &[u8]) -> Result<About, Why> {
    let mark = match format {
        Format::Jsonl => {
            let case = parser.line(line).map_err(Why::Fault)?;
            case.marks.before.clone()
        }
        _ => parser.mark(line).map_err(Why::Fault)?,
    };
    match mark {
        Some(Mark::Begin(about)) => Ok(about),
        _ => Err(Why::Shard(
            "no mark of assay stands before the cases, so nothing tells which shard they are, right is \
             a file as `gen` wrote it"
                .to_owned(),
        )),
    }
}
