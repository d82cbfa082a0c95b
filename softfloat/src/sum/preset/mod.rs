//! The adders of the modelled systems, and the plain ones.

#[macro_use]
mod table;

pub mod mncore2;
pub mod plain;
pub mod pod;
pub mod tile;
pub mod xdsa;

pub use table::{Choice, Count, Preset};

use super::datapath::{
    Addend, Alignment, Datapath, Join, Normalise, Operand, Opposite, Order, ProductRule, Target,
    Term, TimesZero, ZeroSum,
};
use crate::format::{Bf16, Binary16, Binary32, Binary64, Fp8E4m3Ocp, Fp8E5m2Ocp};
use crate::{Format, Rounding, StaticFormat};

const RNE: Rounding = Rounding::NearestEven;
const F16: Format = Binary16::FORMAT;
const F32: Format = Binary32::FORMAT;
const F64: Format = Binary64::FORMAT;
const BF16: Format = Bf16::FORMAT;
const E4M3: Format = Fp8E4m3Ocp::FORMAT;
const E5M2: Format = Fp8E5m2Ocp::FORMAT;

/// Exact products of two formats.
const fn products(a: Format, b: Format) -> Term {
    Term::Product { a: Operand::Scalar(a), b: Operand::Scalar(b), rule: ProductRule::Exact }
}

/// An exact sum with the rules of IEEE 754: the running value is a term of each chunk, and each
/// chunk is rounded once.
const fn exact_chunks(term: Term, chunk: usize, addend_format: Format, result: Target) -> Datapath {
    Datapath {
        term,
        addend_format,
        addend: Addend::First,
        order: Order::Sequential { chunk },
        join: Join::Term,
        normalise: Normalise::Chunk,
        alignment: Alignment::Exact,
        reports_cut: true,
        width: None,
        partial: result,
        result,
        zero: ZeroSum::Ieee,
        opposite: Opposite::Invalid,
        times_zero: TimesZero::Invalid,
    }
}
