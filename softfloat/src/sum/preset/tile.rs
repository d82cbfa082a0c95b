//! The matrix sums of the RISC-V Tile proposal in their profiles (TILE-D34 to D36, D38, D41).
//! Without accumulation (`noacc`) the addend is +0.

use super::{exact_chunks, products};
use crate::format::Int32;
use crate::sum::{Alignment, Cut, Datapath, Exponent, Order, Over, Target};
use crate::{Env, Format, IntegerRule, Rounding, StaticFormat};

/// Elements in a slice of K: 256 bits of the wider operand.
#[must_use]
pub const fn slice_len(a: &Format, b: &Format) -> usize {
    let width = if a.width > b.width { a.width } else { b.width };
    256 / width as usize
}

/// `slice`, the default: the products of a slice and the accumulator, exact, rounded once a slice.
#[must_use]
pub const fn slice(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    of_chunks(slice_len(&a, &b), a, b, d, rounding)
}

/// `chain`: a fused multiply-add an element.
#[must_use]
pub const fn chain(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    of_chunks(1, a, b, d, rounding)
}

/// `full`: one rounding an instruction.
#[must_use]
pub const fn full(a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    of_chunks(Order::ALL, a, b, d, rounding)
}

const fn of_chunks(chunk: usize, a: Format, b: Format, d: Format, rounding: Rounding) -> Datapath {
    exact_chunks(products(a, b), chunk, d, Target::new(d, Env::IEEE.rounding(rounding)))
}

/// `align:x`: a slice's products and the accumulator are cut toward zero to multiples of
/// `2^(E - p - x)`, E the largest `floor(log2 |term|)` and p the fraction bits of D; their sum is
/// rounded toward zero.
#[must_use]
pub const fn align(a: Format, b: Format, d: Format, x: u32) -> Datapath {
    Datapath {
        alignment: Alignment::Largest {
            exponent: Exponent::Leading,
            over: Over::All,
            bits: d.man_bits.saturating_add(x),
            cut: Cut::Round(Rounding::TowardZero),
        },
        ..slice(a, b, d, Rounding::TowardZero)
    }
}

/// Integer operands into 32 bits: wrapped, or (`isat`) the whole sum clamped once (TILE-D38).
#[must_use]
pub const fn integer(a: Format, b: Format, saturate: bool) -> Datapath {
    let integer = if saturate { IntegerRule::RiscV } else { IntegerRule::Wrap };
    let result = Target::new(Int32::FORMAT, Env { integer, ..Env::IEEE });
    exact_chunks(products(a, b), Order::ALL, Int32::FORMAT, result)
}
