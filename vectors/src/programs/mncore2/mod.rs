//! Random programs of MN-Core 2 that are always valid.
//!
//! A program starts by filling the memories with data that differs from place to place, then goes on
//! with statements that read and write a small pool of addresses. Every opcode, every option and
//! every operand form occurs. What is drawn keeps the static rules by construction where that is
//! simple; the rest is asked of the checker, and what breaks a rule is taken away.
//!
//! ```
//! use semantics::mncore2::check::{Checker, Severity};
//! use vectors::programs::mncore2::{Settings, program};
//! use vectors::programs::Seeded;
//! let program = program(&mut Seeded::new(1), &Settings::default());
//! let mut checker = Checker::new();
//! for (line, statement) in (1..).zip(&program) {
//!     let found = checker.statement(line, statement);
//!     assert!(found.iter().all(|v| v.severity == Severity::Warning));
//! }
//! ```
//!
//! Programs come from a [`Seeded`] stream or from the [`Bytes`](super::Bytes) of a
//! fuzzer; one of bytes that have run out ends in plain statements.
//!
//! ```
//! use semantics::mncore2::isa::Statement;
//! use vectors::programs::mncore2::{Settings, Units, program};
//! use vectors::programs::Bytes;
//! let settings = Settings { steps: 3..=3, units: Units::Pe, ..Settings::default() };
//! let settings = Settings { fill: false, dump: false, ..settings };
//! let program = program(&mut Bytes::new(b"any bytes"), &settings);
//! assert_eq!(program.len(), 3);
//! ```

mod access;
mod alu;
mod case;
mod control;
mod fill;
mod l1bm;
mod mau;
mod mv;
mod ports;
mod reads;
mod recipe;
mod state;
mod step;
mod values;

pub use state::State;

use crate::programs::choices::{Choices, Seeded, chance, weighted};
use semantics::mncore2::isa::{Mv, Statement, Tag};
use std::ops::RangeInclusive;

/// How much of the machine a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Units {
    /// The PEs and the matrix registers.
    Pe,
    /// L1BM too.
    L1bm,
    /// L2BM and DAR too.
    L2bm,
    /// PDM and DRAM too.
    Mv,
}

/// How often the kinds of statements and expressions are drawn. A kind of weight 0 does not occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A step, a matrix product of several steps, `mask`, MV, `d get`, `d set`.
    pub statements: [u32; 6],
    /// In a step: ALU, MAU, matrix write, transposed read, L1BM, turnaround, L2BM, `l2bmdarw`.
    pub groups: [u32; 8],
}

impl Default for Weights {
    fn default() -> Self {
        Self { statements: [40, 2, 3, 8, 2, 2], groups: [10, 9, 4, 4, 8, 6, 8, 2] }
    }
}

/// What programs look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many statements follow the data.
    pub steps: RangeInclusive<u32>,
    /// How much of the machine is used.
    pub units: Units,
    /// Whether the program begins with statements that fill the memories.
    pub fill: bool,
    /// Whether the program ends with dumps of the memories at one place of the tree.
    pub dump: bool,
    /// How often the kinds are drawn.
    pub weights: Weights,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            steps: 8..=24,
            units: Units::Mv,
            fill: true,
            dump: true,
            weights: Weights::default(),
        }
    }
}

/// The next statement of a program.
///
/// ```
/// use vectors::programs::mncore2::{Settings, State, statement};
/// use vectors::programs::Seeded;
/// let (mut choices, settings) = (Seeded::new(3), Settings::default());
/// let mut state = State::new();
/// let program: Vec<_> = (0..5).map(|_| statement(&mut choices, &settings, &mut state)).collect();
/// assert_eq!(program.len(), 5);
/// ```
pub fn statement(choices: &mut dyn Choices, settings: &Settings, state: &mut State) -> Statement {
    let planned = state.planned().filter(|s| state.errors(s).is_empty());
    let statement = match planned {
        Some(statement) => statement,
        None => drawn(choices, settings, state),
    };
    state.commit(&statement);
    statement
}

fn drawn(c: &mut dyn Choices, settings: &Settings, state: &mut State) -> Statement {
    let mut weights = settings.weights.statements;
    if settings.units < Units::Mv {
        weights[3] = 0;
    }
    match weighted(c, &weights) {
        1 => {
            let [first, rest @ ..] = recipe::product(c);
            state.plan(rest);
            if state.errors(&first).is_empty() { first } else { step::step(c, settings, state) }
        }
        2 => control::mask(c),
        3 if chance(c, 1, 16) => Statement::Mv(Mv::Nop),
        3 => {
            let tag = chance(c, 1, 2).then(|| Tag(c.below(256) as u8));
            Statement::Mv(Mv::Transfer(mv::transfer(c, tag)))
        }
        4 => control::get(c, settings, state.home()),
        5 => control::set(c, settings),
        _ => step::step(c, settings, state),
    }
}

/// A program: the data, the statements, the dumps, and sometimes `quit`.
///
/// All dumps of a program are of one place, so that a slow interpreter need not run the whole board.
pub fn program(choices: &mut dyn Choices, settings: &Settings) -> Vec<Statement> {
    let mut state = State::at(control::home(choices));
    let mut program = if settings.fill { fill::fill(choices, settings) } else { Vec::new() };
    program.iter().for_each(|s| state.commit(s));
    let (least, most) = (*settings.steps.start(), *settings.steps.end());
    let spread = u64::from(most.saturating_sub(least)) + 1;
    let count = least.saturating_add(choices.below(spread) as u32);
    program.extend((0..count).map(|_| statement(choices, settings, &mut state)));
    if settings.dump {
        program.extend(control::dump(settings, state.home()));
        program.extend(chance(choices, 1, 8).then_some(Statement::Quit));
    }
    program
}

/// Programs as texts, with the default settings; and cases.
pub const PROGRAMS: super::Programs = super::Programs { system: "mncore2", text, case: Some(case) };

fn text(choices: &mut dyn Choices) -> String {
    program(choices, &Settings::default()).iter().map(|s| format!("{s}\n")).collect()
}

fn case(choices: &mut dyn Choices, id: &str) -> super::Draft {
    // One choice makes all the data, so that few bytes of a fuzzer go into it.
    let mut data = Seeded::new(choices.bits());
    let settings = case::settings(choices);
    case::draft(&mut data, program(choices, &settings), id)
}
