//! Making a case of what a machine does.

use super::run::Broken;
use super::{Assignment, Case};
use crate::machine::{Changes, Machine};
use crate::source::Refusal;

/// Units of state that a case names at most where the machine can choose.
const ROOM: usize = 4096;

impl Case {
    /// Expects what the machine leaves: all that changed and nothing else, or a part of it where that is too much
    /// ([`Board::changes`](crate::machine::Board::changes)), the parts `also`, and the error that ends the run, if one does.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn record(
        &mut self,
        machine: &dyn Machine,
        also: &[&str],
        most: Option<u64>,
    ) -> Result<(), Broken> {
        let (board, ending) = self.outcome(machine, most)?;
        self.error = ending;
        let before = self.before(machine, &self.programs(machine)?)?;
        let Changes { parts, whole } = board.changes(&*before, ROOM)?;
        let assignment = |(target, value)| Assignment { line: 0, target, value };
        let mut expect: Vec<Assignment> = parts.into_iter().map(assignment).collect();
        for part in also {
            expect.extend(board.get(part, 1)?.into_iter().map(assignment));
        }
        self.expect = expect;
        self.rest = whole.then_some(0);
        match self.run(machine, most)?.first() {
            None => Ok(()),
            // What was read is not what is there: the machine names a part in two ways.
            Some(mismatch) => Err(Refusal::new(mismatch.to_string()).into()),
        }
    }
    /// Whether it expects anything, without which it is no case.
    #[must_use]
    pub const fn expects(&self) -> bool {
        !self.expect.is_empty() || self.error.is_some() || self.rest.is_some()
    }
}
