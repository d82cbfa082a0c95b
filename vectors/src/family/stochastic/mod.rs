//! `sr.*`: roundings whose last place random bits decide. The bits are an operand.

mod convert;
mod draw;
mod quantize;
mod sum;
mod words;

use super::mx::{self, OVERFLOW, SCALE, SPECIAL};
use super::number::DECISIONS;
use crate::formats;
use crate::registry::rules::{DAZ, FTZ, INT, NAN, SAT, TININESS};
use crate::registry::{Family, List, Op, Refusal};
use words::{BITS, TAIL};

pub(crate) static FAMILY: Family = Family {
    begins: &["sr"],
    on_demand,
    refuses,
    ..Family::listed(NAME, OPTIONS, operations, DECISIONS)
};

const NAME: &str = "stochastic";

#[rustfmt::skip]
const OPTIONS: List = &[
    &BITS.row, &TAIL.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &SCALE.row, &SPECIAL.row, &OVERFLOW.row,
];

fn operations() -> Vec<Op> {
    [convert::operations(), sum::operations(), quantize::operations()].concat()
}

/// Why formats that there are have no such operation.
fn refuses(id: &str) -> Option<Refusal> {
    if let Some(refusal) = formats::beyond_limits("sr", id) {
        return Some(refusal);
    }
    let parts: Vec<&str> = id.split('.').collect();
    let why = match parts[..] {
        ["sr", "quantize", block] if !mx::FORMATS.iter().any(|(name, _)| *name == block) => {
            let blocks = mx::FORMATS.map(|(name, _)| name).join(", ");
            Some(format!("there is no such block; there are {blocks}"))
        }
        ["sr", name, from] if sum::is_kind(name) => {
            words::refused([from, from]).or_else(|| sum::refused(from, from))
        }
        ["sr", from, to] => words::refused([from, to]).or_else(|| convert::refused(from, to)),
        ["sr", name, from, to] if sum::is_kind(name) => {
            words::refused([from, to]).or_else(|| sum::refused(from, to))
        }
        _ => None,
    };
    why.map(Refusal::Parts)
}

/// The operation of this id, which is not listed.
fn on_demand(id: &str) -> Option<Op> {
    match id.split('.').collect::<Vec<_>>()[..] {
        ["sr", from, to] => sum::on_demand(from, to, to).or_else(|| convert::on_demand(from, to)),
        ["sr", name, factor, to] => sum::on_demand(name, factor, to),
        _ => None,
    }
}
