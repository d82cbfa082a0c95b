//! The ALU (s. 3.6.12): one long word a PE and cycle; the LSB-side long word of the result is that
//! of the first input, except where an operation works on both.

mod block;
mod element;
#[cfg(test)]
mod tests;

use super::view::View;
use crate::mncore2::isa::{Alu, AluForm, AluOp};
use crate::mncore2::state::{CYCLES, Flags, LANES, PES, Path};

/// Flags of operations that never set one (table 3.11).
const NEVER: Flags = [[0; LANES]; CYCLES];

/// Computes; inputs are already shortened where the operands say so. `flags` is `None` where nothing
/// reads them.
pub(super) fn run(e: &Alu, inputs: &[View<'_>; 3], out: &mut Path, flags: Option<&mut Flags>) {
    let [x, y, _] = inputs;
    match &e.form {
        AluForm::Element { op: op @ (AluOp::Bfn | AluOp::Bfe), precision, bits, .. } => {
            block::run(*op, *precision, (*bits).into(), x, out);
        }
        AluForm::Element { unsigned, precision, op, .. } => {
            element::kernel(*op, *precision, *unsigned)(x, y, out, flags);
            return x.copy_lo(out);
        }
        AluForm::Zero => fill(0, 0, out),
        AluForm::Imm { upper, value } => {
            let word = u64::from(value.word);
            fill(word << 32, if *upper { 0 } else { word }, out);
        }
        // s. 3.6.12.4; MN-D83
        AluForm::Msl => shift(x, PES - 1, out),
        AluForm::Msr => shift(x, 1, out),
    }
    if let Some(flags) = flags {
        *flags = NEVER;
    }
}

/// The same long word everywhere, put together from its two single words.
fn fill(upper: u64, lower: u64, out: &mut Path) {
    out.hi = [[upper | lower; LANES]; CYCLES];
    out.lo = out.hi;
}

/// Each PE gets the long word of the PE `from` places further in its MAB, around.
fn shift(x: &View<'_>, from: usize, out: &mut Path) {
    for c in 0..CYCLES {
        for lane in 0..LANES {
            out.hi[c][lane] = x.hi[c][lane - lane % PES + (lane + from) % PES];
        }
    }
    x.copy_lo(out);
}
