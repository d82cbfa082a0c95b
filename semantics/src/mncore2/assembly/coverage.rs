//! How much of a program has known words.

use super::Assembler;
use super::mask::{Masks, folded};
use crate::mncore2::isa::Statement;
use crate::mncore2::text::Program;
use crate::mncore2::words::{Uncovered, Why};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// PE and MV statements by whether their words are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All of them; `nop/n` counts once.
    pub statements: u64,
    /// Those whose words are known.
    pub inside: u64,
    /// What keeps the others outside, and how many it does; of several reasons the first counts.
    pub reasons: BTreeMap<Uncovered, u64>,
}

impl Coverage {
    /// Those whose words are not known.
    #[must_use]
    pub const fn outside(&self) -> u64 {
        self.statements - self.inside
    }
}

impl AddAssign<&Self> for Coverage {
    fn add_assign(&mut self, other: &Self) {
        self.statements += other.statements;
        self.inside += other.inside;
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }
}

impl Assembler<'_> {
    /// How many PE and MV statements of a program have known auto-stride words.
    ///
    /// ```
    /// use semantics::mncore2::text::parse;
    /// use semantics::mncore2::assembly::Assembler;
    /// let program = parse("nop/2\nlinc $lm0v $ls0v\nmvnop\nd get $t 1\n").unwrap();
    /// let coverage = Assembler::default().coverage(&program);
    /// assert_eq!((coverage.statements, coverage.inside, coverage.outside()), (3, 1, 2));
    /// let reasons: Vec<String> = coverage.reasons.keys().map(|r| r.to_string()).collect();
    /// let expected = ["no field is known for MV statements", "alu_opcode of `inc` was never seen"];
    /// assert_eq!(reasons, expected);
    /// ```
    #[must_use]
    pub fn coverage(&self, program: &Program) -> Coverage {
        let mut masks = Masks::default();
        let mut coverage = Coverage::default();
        for line in program.lines() {
            let known = match &line.statement {
                Statement::Mask(setting) => {
                    masks = Masks::of(*setting);
                    continue;
                }
                Statement::Step(step) => self.table.encode(&folded(step, &masks), self.trust),
                Statement::Mv(_) => {
                    let value = "MV statements".to_owned();
                    Err(Uncovered { field: None, value, why: Why::NoField })
                }
                _ => continue,
            };
            coverage.statements += 1;
            match known {
                Ok(_) => coverage.inside += 1,
                Err(reason) => *coverage.reasons.entry(reason).or_default() += 1,
            }
        }
        coverage
    }
}
