//! `sr.*`: roundings whose last place random bits decide. The bits are an operand.

mod convert;
mod draw;
mod quantize;
mod sum;
mod words;

use super::mx::{OVERFLOW, SCALE, SPECIAL};
use super::number::DECISIONS;
use crate::formats;
use crate::registry::rules::{DAZ, FTZ, INT, NAN, SAT, TININESS};
use crate::registry::{Family, List, Op};
use words::{BITS, TAIL};

pub(crate) static FAMILY: Family = Family {
    begins: &["sr"],
    on_demand,
    refuses: |id| formats::beyond_limits("sr", id),
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

/// The operation of this id, which is not listed.
fn on_demand(id: &str) -> Option<Op> {
    match id.split('.').collect::<Vec<_>>()[..] {
        ["sr", from, to] => sum::on_demand(from, to, to).or_else(|| convert::on_demand(from, to)),
        ["sr", name, factor, to] => sum::on_demand(name, factor, to),
        _ => None,
    }
}
