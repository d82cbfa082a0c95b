//! Records -> cases, without the lines that they stand for wherever those would say nothing else.

use super::array::Array;
use super::lines::Writing;
use crate::file::format::header_of;
use crate::file::seal::Seal;
use crate::file::{Case, Digest, Error, Fault, Format, Mark, Parser, UNMARKED};
use crate::registry::Operations;

/// What is wrong with a record.
#[derive(Debug)]
pub(crate) enum Bad {
    /// It is none.
    Record(String),
    /// The line that it stands for is no case.
    Line(Box<Fault>),
}

/// Reads the cases of records. Each thread has its own.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) array: Array,
    /// The hash of the plan's questions up to the operands.
    begun: u64,
    x: Vec<u64>,
    out: Vec<u64>,
    lines: Writing,
    text: Vec<u8>,
    parser: Parser,
}

impl Bad {
    /// The error, by the number of the case or line.
    pub(crate) fn of_case(self, number: u64) -> Error {
        match self {
            Self::Record(why) => Error::of_io(Array::wrong_case(number, &why)),
            Self::Line(fault) => Error::Line { line: number, fault },
        }
    }
}

impl Cases {
    /// Of an array.
    pub(crate) fn of(array: Array, among: &'static Operations) -> Self {
        let mut parser = Parser::new(Format::Csv, among, None);
        // What is written is a header.
        let _ = parser.header(header_of(array.plan.operands.len()).as_bytes());
        Self {
            begun: Digest::begun(&array.plan),
            x: vec![0; array.plan.elements()],
            out: vec![0; array.plan.outs()],
            lines: Writing::of(&array),
            text: Vec::new(),
            parser,
            array,
        }
    }

    /// Whether all cases are those of the lines that records stand for.
    pub(crate) const fn by_definition(&mut self, all: bool) {
        self.parser.by_definition = all;
    }

    /// The case of a record.
    ///
    /// # Errors
    /// What is wrong with it.
    #[inline]
    pub(crate) fn case(&mut self, record: &[u8]) -> Result<Case<'_>, Bad> {
        let said = self.array.codes(record, &mut self.x, &mut self.out).map_err(Bad::Record)?;
        if said.open != 0 || self.parser.by_definition {
            return self.line(record);
        }
        Ok(Case {
            plan: &self.array.plan,
            number: 0,
            x: &self.x,
            out: &self.out,
            flag: said.flag,
            class: "",
            unspecified: "",
            seal: if self.array.is_sealed() { Seal::Whole } else { Seal::None },
            question: Digest::question(self.begun, &self.x),
            marks: &UNMARKED,
        })
    }

    /// The case of the line that a record stands for.
    fn line(&mut self, record: &[u8]) -> Result<Case<'_>, Bad> {
        self.write(record)?;
        self.parser.line(&self.text).map_err(Bad::Line)
    }

    fn write(&mut self, record: &[u8]) -> Result<(), Bad> {
        self.text.clear();
        self.lines.line(&self.array, record, &mut self.text).map_err(Bad::Record)?;
        self.text.pop();
        Ok(())
    }

    /// What to say where the flags of a record are missing that should not be.
    #[cold]
    pub(crate) fn blank_flags(&mut self, record: &[u8]) -> Bad {
        match self.line(record) {
            Ok(_) => Bad::Line(self.parser.blank_flags(&self.text)),
            Err(why) => why,
        }
    }

    /// Reads a mark.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn mark(&self, line: Option<String>) -> Result<Option<Mark>, Box<Fault>> {
        line.map_or(Ok(None), |line| self.parser.mark(line.as_bytes()))
    }
}
