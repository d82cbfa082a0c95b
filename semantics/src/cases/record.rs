//! Making a case of what a machine does.

use super::run::Broken;
use super::{Assignment, Case, Ending};
use crate::machine::{Differences, Machine};
use crate::source::Refusal;

impl Case {
    /// Expects what the machine leaves: all that changed, the parts `also`, nothing else; and the error that ends the run,
    /// if one does.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn record(
        &mut self,
        machine: &dyn Machine,
        also: &[&str],
        most: Option<u64>,
    ) -> Result<(), Broken> {
        let programs = self.programs(machine)?;
        let before = self.before(machine, &programs)?;
        let mut board = self.before(machine, &programs)?;
        let stopped = self.execute(&programs, &mut *board, most)?;
        let own = machine.cores() > 1;
        self.error = stopped.map(|stop| Ending {
            kind: stop.kind,
            at: Some(stop.at),
            core: Some(stop.core).filter(|core| own && *core > 0),
        });
        let Differences { first, .. } = board.differences(&*before, usize::MAX)?;
        let changed = first.into_iter().map(|part| (part.name, part.own));
        let mut expect = Vec::new();
        for (target, own) in changed {
            let value = board.shape(&target)?.parse(&own)?;
            expect.push(Assignment { line: 0, target, value });
        }
        for part in also {
            for (target, value) in board.get(part, 1)? {
                expect.push(Assignment { line: 0, target, value });
            }
        }
        self.expect = expect;
        self.rest = Some(0);
        match self.run(machine, most)?.first() {
            None => Ok(()),
            // What was read is not what is there: the machine names a part in two ways.
            Some(mismatch) => Err(Refusal::new(mismatch.to_string()).into()),
        }
    }
}
