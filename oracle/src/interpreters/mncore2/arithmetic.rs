//! The way to the arithmetic of the reference.

use super::{Stop, illegal};
use crate::reference;
use semantics::mncore2::isa::Rrn;

/// Options of an operation: names and values.
pub(super) type Options = Vec<(&'static str, String)>;

/// Result elements and the mask flag of operation `id`, which is looked up behind `mncore2.`.
pub(super) fn evaluate(
    id: &str,
    options: &Options,
    operands: &[Vec<u64>],
) -> Result<(Vec<u64>, bool), Stop> {
    let options: Vec<(&str, &str)> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
    match reference::evaluate(&format!("mncore2.{id}"), &options, operands) {
        Some(outcome) => Ok((outcome.out, outcome.flag == Some(1))),
        None => illegal(format!("{id} with {options:?} on {operands:x?}")),
    }
}

/// An operation with one result element.
pub(super) fn evaluate_one(
    id: &str,
    options: &Options,
    operands: &[Vec<u64>],
) -> Result<(u64, bool), Stop> {
    match evaluate(id, options, operands)? {
        (out, flag) if out.len() == 1 => Ok((out[0], flag)),
        (out, _) => illegal(format!("{id} gives {} elements", out.len())),
    }
}

/// A reduction of long words, element by element.
pub(super) fn reduce_long(net: &str, rrn: Rrn, options: &Options, x: &[u64]) -> Result<u64, Stop> {
    let bits = rrn.precision.bits();
    let mut long = 0;
    for k in 0..64 / bits {
        let shift = 64 - bits * (k + 1);
        let elements = x.iter().map(|x| x >> shift & u64::MAX >> (64 - bits)).collect();
        long |= reduce(net, rrn, options, elements)? << shift;
    }
    Ok(long)
}

/// A reduction of single elements.
pub(super) fn reduce(
    net: &str,
    rrn: Rrn,
    options: &Options,
    elements: Vec<u64>,
) -> Result<u64, Stop> {
    let id = format!("rrn.{net}.{}{}", rrn.precision.letter(), rrn.op.name());
    Ok(evaluate_one(&id, options, &[elements])?.0)
}
