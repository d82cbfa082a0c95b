//! The adders of the modelled systems, and the plain ones.

pub mod mncore;
pub mod plain;
pub mod pod;
mod table;
pub mod tile;
pub mod xdsa;

pub use table::{PRESETS, Preset};

use super::datapath::{
    Addend, Alignment, Datapath, Join, Normalise, Operand, Opposite, Order, ProductRule, Target,
    Term, TimesZero, ZeroSum,
};
use crate::Format;

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
        width: None,
        partial: result,
        result,
        zero: ZeroSum::Ieee,
        opposite: Opposite::Invalid,
        times_zero: TimesZero::Invalid,
    }
}
