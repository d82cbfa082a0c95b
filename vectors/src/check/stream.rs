//! Cases as they come: those of many lines are run together, in the order of the lines.

use super::waiting::Waiting;
use crate::file::{Case, Fault, Parser};
use crate::registry::Ran;

/// Cases of a stream of lines without marks.
///
/// ```
/// use vectors::check::Stream;
/// use vectors::file::{Format, Parser};
/// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Default::default());
/// let parser = Parser::new(Format::TestFloat, vectors::operations(), Some(plan));
/// let mut stream = Stream::new(parser);
/// stream.take(1, b"3f800000 40000000 40400001 00").unwrap();
/// stream.run(|line, case, right| {
///     assert_eq!((line, case.out, right.out), (1, &[0x4040_0001][..], &[0x4040_0000][..]));
/// });
/// ```
pub struct Stream {
    parser: Parser,
    waiting: Waiting,
}

impl Stream {
    /// Before the first line that this parser reads.
    #[must_use]
    pub fn new(parser: Parser) -> Self {
        Self { parser, waiting: Waiting::default() }
    }

    /// Reads the case of a line, which then waits.
    ///
    /// # Errors
    /// What is wrong with the line.
    #[inline]
    pub fn take(&mut self, number: u64, line: &[u8]) -> Result<(), Box<Fault>> {
        let case = self.parser.line(line)?;
        self.waiting.push(number, &case);
        Ok(())
    }

    /// Whether so many cases wait that more gain nothing.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.are_many()
    }

    /// Runs what waits: line, case and right result go to `visit`.
    pub fn run(&mut self, visit: impl FnMut(u64, &Case<'_>, Ran<'_>)) {
        self.waiting.run(visit);
    }
}
