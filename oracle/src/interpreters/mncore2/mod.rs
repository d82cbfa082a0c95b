//! MN-Core 2, plain: a slow interpreter of typed statements, one PE and one cycle at a time.
//!
//! It is written from the pseudocode of the developer manual ("s. 3.6.8" is its section) and the
//! decisions of `docs/decisions.md` ("MN-D41"), and shares nothing with the emulator but the typed
//! statements: the arithmetic is that of [`crate::reference`], the printing is its own.
//!
//! A board of 4096 PEs is too much for it. A [`Scope`] says which elements of the tree exist.
//!
//! Elements are numbered through the board: L2B `2 * group + l2b`, L1B `8 * that + l1b`, MAB
//! `16 * that + mab`, PE `4 * that + pe`.

mod alu;
mod block;
mod get;
pub mod hazards;
mod l1bm;
mod l2bm;
mod machine;
mod matrix;
mod mau;
mod moves;
mod mv;
mod named;
mod number;
mod observed;
mod operand;
mod output;
mod peek;
mod place;
mod scope;
mod set;
mod step;
mod stop;

pub use machine::Machine;
pub use observed::Observed;
pub use scope::Scope;
pub use stop::Stop;

use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::{Line, Program};
use stop::illegal;

/// The statements of a program.
pub fn statements(program: &Program) -> impl Iterator<Item = &Statement> + Clone {
    program.lines().iter().map(Line::statement)
}

/// The dump of a program, computed in the smallest scope that its `d get` statements need.
pub fn run(program: &Program) -> Result<String, Stop> {
    let mut machine = Machine::new(Scope::of(statements(program)));
    machine.run(statements(program))?;
    Ok(machine.dump)
}

/// An element of the tree above the PE, by its number in the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A group: PDM, DRAM, DAR and DARBUF.
    Group(u8),
    /// An L2B.
    L2b(u8),
    /// An L1B with its turnaround register.
    L1b(u8),
    /// A MAB with its four PEs, which matrix and block operations couple.
    Mab(u16),
}
