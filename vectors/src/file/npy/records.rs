//! The lines of a CSV file -> the records of the array that stands for it.

use super::Companion;
use crate::file::layout::Layout;
use crate::file::record::{Fields, mask};
use crate::file::{About, Digest, Format, Mark, Parser};
use crate::registry::{FlagKind, Operations, Plan, Ran};
use std::io::{self, Write};

/// Takes the text of a CSV file of one plan and writes its array.
pub struct Records<W> {
    out: W,
    plan: Plan,
    layout: Layout,
    parser: Parser,
    lines: u64,
    /// A line that has not ended.
    tail: Vec<u8>,
    marks: (Option<About>, Option<Digest>),
    records: Vec<u8>,
}

fn invalid(why: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

impl<W: Write> Records<W> {
    /// Of so many cases.
    pub fn new(out: W, plan: Plan, cases: u64, among: &'static Operations) -> Self {
        let parser = Parser::new(Format::Csv, among, None);
        let (tail, records) = (Vec::new(), Fields::of(&plan).head(cases));
        Self {
            out,
            layout: Layout::of(&plan),
            plan,
            parser,
            lines: 0,
            tail,
            marks: (None, None),
            records,
        }
    }

    /// The output, and what stands beside it, where the text had both marks.
    pub fn end(self) -> (W, Option<Companion>) {
        let companion = match self.marks {
            (Some(about), Some(digest)) => Some(Companion::new(&self.plan, about, digest)),
            _ => None,
        };
        (self.out, companion)
    }

    fn line(&mut self, line: &[u8]) -> io::Result<()> {
        self.lines += 1;
        if self.lines == 1 {
            return self.parser.header(line).map_err(invalid);
        }
        match self.parser.mark(line).map_err(invalid)? {
            Some(Mark::Begin(about)) => self.marks.0 = Some(about),
            Some(Mark::End(digest)) => self.marks.1 = Some(digest),
            None => {
                let case = self.parser.line(line).map_err(invalid)?;
                let open: Vec<&str> =
                    case.unspecified.split(' ').filter(|id| !id.is_empty()).collect();
                let mask = mask(&self.plan, &open);
                if mask.count_ones() as usize != open.len() {
                    let ids = case.unspecified;
                    return Err(invalid(format!("`{ids}` are no ids of {}", self.plan.op.id)));
                }
                if case.flag.is_none() && self.plan.op.flags != FlagKind::None {
                    return Err(invalid("flags are blank, and an array has a place for them"));
                }
                let ran = Ran { out: case.out, flag: case.flag, undecided: None };
                self.layout.push(case.x, ran, mask, &mut self.records);
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for Records<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut rest = text;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let mut line = std::mem::take(&mut self.tail);
            line.extend_from_slice(&rest[..end]);
            self.line(&line)?;
            line.clear();
            self.tail = line;
            rest = &rest[end + 1..];
        }
        self.tail.extend_from_slice(rest);
        self.out.write_all(&self.records)?;
        self.records.clear();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
