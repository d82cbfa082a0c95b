//! What a statement reads and writes, for chosen PEs and the memories above them. The statement is
//! executed by the board; values before it are looked up before, values behind it after: in the memories
//! that its account names, in PEs at the addresses that the executing code computes. Nothing that is
//! traced changes a result.
//!
//! ```
//! use semantics::mncore2::isa::Levels;
//! use semantics::mncore2::trace::Tracer;
//! use semantics::mncore2::{Board, text};
//! let mut board = Board::new();
//! let pe = Levels { group: Some(0), l2b: Some(0), l1b: Some(0), mab: Some(2), pe: Some(3) };
//! let tracer = Tracer::new(&[pe]);
//! let program = text::parse("lpassa $peid $lm4v")?;
//! let trace = tracer.step(&mut board, &program.lines()[0], &mut std::io::sink())?;
//! let write = &trace.parts[0].writes[0];
//! assert_eq!((write.operand.as_str(), write.cycles[1].address), ("$lm4v", Some(6)));
//! assert_eq!((write.cycles[1].old[0], write.cycles[1].new[0]), (0, 11));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod json;
mod moves;
mod operands;
mod precision;
mod report;
mod show;
mod stretch;
mod watch;

pub use precision::text_of;
pub use stretch::{Rows, Stretch};

use super::account::{Unit, holds};
use super::board::{Board, RunErrorKind};
use super::isa::{Expr, Forward, Levels, Precision, Statement, Step, Width};
use super::memory::{Place, Store};
use super::state::CYCLES;
use super::text::Line;
use std::io::Write;

/// What a statement did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Its expressions, in order; another statement is one part.
    pub parts: Vec<Part>,
}

/// What an expression did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its canonical text.
    pub text: String,
    /// Inputs of PEs.
    pub reads: Vec<Read>,
    /// Outputs to PEs.
    pub writes: Vec<Writing>,
    /// Forwarding registers of PEs.
    pub forwards: Vec<Forwarded>,
    /// Words of memories that are not a PE's, or that a statement sets.
    pub stretches: Vec<Stretch>,
}

/// An input operand of a PE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The PE.
    pub place: Place,
    /// The operand as written.
    pub operand: String,
    /// Its memory or register; nothing for a constant.
    pub store: Option<Store>,
    /// The width that is read.
    pub width: Width,
    /// The precision of its elements, and of those behind the input port.
    pub precision: [Option<Precision>; 2],
    /// What each cycle reads.
    pub cycles: [ReadCycle; CYCLES],
}

/// What an input operand is in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCycle {
    /// The address after base address register, T and `jK`, in single words; none for registers.
    pub address: Option<u16>,
    /// The two long words of the data path (MN-D41).
    pub words: [u64; 2],
    /// The same behind the input port, where that converts or negates.
    pub port: Option<[u64; 2]>,
}

/// An output operand of a PE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The PE.
    pub place: Place,
    /// The operand as written.
    pub operand: String,
    /// Its memory or register.
    pub store: Store,
    /// The width that is written.
    pub width: Width,
    /// The precision of its elements.
    pub precision: Option<Precision>,
    /// What each cycle writes.
    pub cycles: [WriteCycle; CYCLES],
}

/// What an output operand is in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCycle {
    /// The address after base address register, T and `jK`, in single words; none for registers.
    pub address: Option<u16>,
    /// The four flags of its mask; none where nothing is masked.
    pub flags: Option<u8>,
    /// The bits that its mask lets through, at the width of the write.
    pub bits: [u64; 2],
    /// The later cycle that writes the same place.
    pub overwritten: Option<u8>,
    /// The words before the statement. A single word stands on the most significant side, as on the
    /// data path; flags and base addresses are numbers.
    pub old: [u64; 2],
    /// The words behind it.
    pub new: [u64; 2],
}

/// A forwarding register of a PE whose unit put out something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarded {
    /// The PE.
    pub place: Place,
    /// The unit.
    pub unit: Forward,
    /// `noforward`: the register keeps what it has.
    pub held: bool,
    /// The precision of its elements.
    pub precision: Option<Precision>,
    /// What it holds behind the statement, by cycle.
    pub words: [[u64; 2]; CYCLES],
}

/// Traces chosen PEs.
#[derive(Clone, Debug)]
pub struct Tracer {
    places: Vec<Place>,
}

impl Tracer {
    /// Of all PEs that are named; levels left out are all of them.
    #[must_use]
    pub fn new(levels: &[Levels]) -> Self {
        let mut places: Vec<Place> = Vec::new();
        for levels in levels {
            places.extend(Store::T.places(levels));
        }
        places.sort_by_key(|place| place.numbers());
        places.dedup();
        Self { places }
    }

    /// The PEs.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Executes the statement of a line, as [`Board::step`] does, and tells what it read and wrote.
    ///
    /// # Errors
    ///
    /// As [`Board::step`]; nothing is executed where the statement has no meaning.
    pub fn step(
        &self,
        board: &mut Board,
        line: &Line,
        out: &mut impl Write,
    ) -> Result<Trace, RunErrorKind> {
        let statement = line.statement();
        let mut trace = self.before(board, statement);
        board.step(line, out)?;
        self.after(board, statement, &mut trace);
        Ok(trace)
    }

    /// Everything that has to be looked up before a statement is executed.
    fn before(&self, board: &Board, statement: &Statement) -> Trace {
        let parts = match statement {
            Statement::Step(step) => step
                .exprs
                .iter()
                .map(|expr| {
                    let mut part = Part { text: expr.to_string(), ..Part::default() };
                    operands::before(board, &self.places, step, expr, &mut part);
                    let held = holds(&step.exprs);
                    moves::expression(board, &self.places, expr, held, &mut part.stretches);
                    part
                })
                .collect(),
            _ => {
                let mut part = Part { text: statement.to_string(), ..Part::default() };
                moves::statement(board, &self.places, statement, &mut part.stretches);
                vec![part]
            }
        };
        Trace { parts }
    }

    /// Everything that has to be looked up behind it.
    fn after(&self, board: &Board, statement: &Statement, trace: &mut Trace) {
        for (n, part) in trace.parts.iter_mut().enumerate() {
            part.stretches.iter_mut().for_each(|stretch| stretch.after(board));
            if let Statement::Step(step) = statement {
                operands::after(board, part);
                self.forwards(board, step, &step.exprs[n], part);
            }
        }
    }

    fn forwards(&self, board: &Board, step: &Step, expr: &Expr, part: &mut Part) {
        let Some(unit) = Unit::of(expr).and_then(Unit::forward) else { return };
        let (held, precision) = (holds(&step.exprs), precision::output(expr));
        part.forwards = self
            .places
            .iter()
            .map(|&place| {
                let word = |at| stretch::word(board, place, Store::Forward(unit), at);
                let words = std::array::from_fn(|c| [word(2 * c), word(2 * c + 1)]);
                Forwarded { place, unit, held, precision, words }
            })
            .collect();
    }
}
