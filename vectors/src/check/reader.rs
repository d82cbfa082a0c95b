//! The cases of a chunk: of whole lines, or of an array's records.

use super::Settings;
use super::compared::has_flags;
use super::judge::take;
use super::tally::Tally;
use super::waiting::Waiting;
use crate::file::npy::{Bad, Cases};
use crate::file::{Case, Fault, Marks, Parser};

/// What reads the cases of chunks.
#[derive(Clone)]
pub(super) enum Reader {
    /// Of whole lines.
    Lines(Box<Parser>),
    /// Of an array's records.
    Records(Box<Cases>),
}

/// Checks chunks.
pub(super) struct Judge<'s> {
    reader: Reader,
    settings: &'s Settings,
    waiting: Waiting,
}

impl<'s> Judge<'s> {
    pub(super) fn new(reader: &Reader, settings: &'s Settings) -> Self {
        Self { reader: reader.clone(), settings, waiting: Waiting::default() }
    }

    /// Checks a chunk.
    pub(super) fn chunk(&mut self, chunk: &[u8]) -> Tally {
        let Self { reader, settings, waiting } = self;
        let mut tally = Tally::default();
        let read = match reader {
            Reader::Lines(parser) => lines(parser, settings, waiting, chunk, &mut tally),
            Reader::Records(cases) => records(cases, settings, waiting, chunk, &mut tally),
        };
        if let Err(bad) = read {
            tally.bad = Some((tally.lines, bad));
        }
        waiting.judge(settings, &mut tally);
        tally
    }
}

fn lines(
    parser: &mut Parser,
    settings: &Settings,
    waiting: &mut Waiting,
    chunk: &[u8],
    tally: &mut Tally,
) -> Result<(), Bad> {
    let mut start = 0;
    while start < chunk.len() {
        if let Some((case, length)) = parser.plain(&chunk[start..]) {
            tally.lines += 1;
            take(settings, waiting, &case, tally).map_err(Bad::Line)?;
            start += length;
            continue;
        }
        let end = memchr::memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |n| start + n);
        tally.lines += 1;
        line(parser, settings, waiting, &chunk[start..end], tally).map_err(Bad::Line)?;
        start = end + 1;
    }
    Ok(())
}

/// Reads a line. A case that gains in a column waits until there are many, or until the file goes
/// on with something else.
#[inline]
fn line(
    parser: &mut Parser,
    settings: &Settings,
    waiting: &mut Waiting,
    line: &[u8],
    tally: &mut Tally,
) -> Result<(), Box<Fault>> {
    if let Some(mark) = parser.mark(line)? {
        waiting.judge(settings, tally);
        tally.mark(mark);
        return Ok(());
    }
    if parser.is_remark(line) {
        return Ok(());
    }
    let case = parser.line(line)?;
    if lacks_flags(settings, &case) {
        return Err(parser.blank_flags(line));
    }
    let Marks { before, behind } = case.marks;
    if let Some(mark) = before {
        waiting.judge(settings, tally);
        tally.mark(mark.clone());
    }
    take(settings, waiting, &case, tally)?;
    if behind.is_some() {
        waiting.judge(settings, tally);
    }
    behind.iter().for_each(|mark| tally.mark(mark.clone()));
    Ok(())
}

fn records(
    cases: &mut Cases,
    settings: &Settings,
    waiting: &mut Waiting,
    chunk: &[u8],
    tally: &mut Tally,
) -> Result<(), Bad> {
    tally.above = u64::from(cases.array.is_sealed());
    let size = cases.array.record();
    for start in (0..chunk.len() / size * size).step_by(size) {
        // Words are read in longer steps where others follow.
        let record = &chunk[start..];
        tally.lines += 1;
        let case = cases.case(record)?;
        if lacks_flags(settings, &case) {
            return Err(cases.blank_flags(record));
        }
        take(settings, waiting, &case, tally).map_err(Bad::Line)?;
    }
    Ok(())
}

/// Whether flags are blank that were written.
#[inline]
fn lacks_flags(settings: &Settings, case: &Case<'_>) -> bool {
    case.flag.is_none() && settings.flags && case.seal.is_there() && has_flags(case)
}
