//! Programs <-> assembled text: an instruction a line, a machine word where its encoding is known (MN-D96), and the
//! programs whose official words would settle what is not.

mod assemble;
mod coverage;
mod disassemble;
mod mask;
mod probe;

pub use assemble::{AssembleError, Assembled, Assembler};
pub use disassemble::{Disassembled, Disassembler};
pub use probe::Probe;
