//! Records -> the lines of the CSV file that they stand for.

use super::Companion;
use super::array::Array;
use super::stream::Stream;
use crate::file::format::header_of;
use crate::file::{Error, Format, Writer};
use crate::registry::{Operations, Plan, Ran};
use std::io::{self, Read};

/// Reads as the CSV file that an array of records stands for.
pub struct Lines<R> {
    records: Stream<R>,
    lines: Writing,
    /// A chunk of records.
    chunk: Vec<u8>,
    text: Vec<u8>,
    /// So much of it was given.
    given: usize,
    /// Whether the line of the last mark was made.
    ended: bool,
}

/// Writes the lines of records. Each thread has its own.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    writer: Writer,
    /// Codes of a case.
    x: Vec<u64>,
    out: Vec<u64>,
}

impl Writing {
    pub(super) fn of(array: &Array) -> Self {
        let Array { plan, .. } = array;
        let writer = Writer::new(Format::Csv, plan.operands.len());
        Self { writer, x: vec![0; plan.elements()], out: vec![0; plan.outs()] }
    }

    /// Appends the line of a record.
    pub(super) fn line(
        &mut self,
        array: &Array,
        record: &[u8],
        text: &mut Vec<u8>,
    ) -> Result<(), String> {
        let said = array.codes(record, &mut self.x, &mut self.out)?;
        let ids = array.ids(said.open, &self.x);
        let ran = Ran { out: &self.out, flag: said.flag, undecided: None };
        self.writer.select(&array.plan);
        self.writer.said(&array.plan, &self.x, ran, (&ids, array.is_sealed()), text);
        Ok(())
    }
}

impl<R: Read> Lines<R> {
    /// Reads the head. `plan` is what records are cases of where there is no companion.
    ///
    /// # Errors
    /// What is wrong with companion or head.
    pub fn new(
        mut input: R,
        companion: Option<Companion>,
        among: &'static Operations,
        plan: Option<Plan>,
    ) -> Result<Self, Error> {
        let array = Array::read(&mut input, companion, among, plan)?;
        let mut text = header_of(array.plan.operands.len()) + "\n";
        text.extend(array.begin().map(|line| line + "\n"));
        Ok(Self {
            lines: Writing::of(&array),
            records: Stream::new(input, array),
            chunk: Vec::new(),
            text: text.into_bytes(),
            given: 0,
            ended: false,
        })
    }

    /// The records themselves, from the first on.
    pub(crate) fn records(self) -> Stream<R> {
        self.records
    }

    /// The lines of the next records; behind the last those of the end.
    fn fill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        let done = self.records.done();
        let Some(chunk) = self.records.next(std::mem::take(&mut self.chunk))? else {
            let end = self.records.array().end().filter(|_| !self.ended);
            self.text.extend(end.into_iter().flat_map(|line| (line + "\n").into_bytes()));
            self.ended = true;
            return Ok(());
        };
        let array = self.records.array();
        for (case, record) in (done + 1..).zip(chunk.chunks_exact(array.record())) {
            let line = self.lines.line(array, record, &mut self.text);
            line.map_err(|why| Array::wrong_case(case, &why))?;
        }
        self.chunk = chunk;
        Ok(())
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() && !buffer.is_empty() {
            self.fill()?;
        }
        let own = &self.text[self.given..];
        let count = own.len().min(buffer.len());
        buffer[..count].copy_from_slice(&own[..count]);
        self.given += count;
        Ok(count)
    }
}
