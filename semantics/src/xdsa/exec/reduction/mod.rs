//! Group Reduction (text 766 to 900): an axis of C, H, W, or all, to one element (XDSA-D21, D22, D25 to D28, D30, D32, D47, D85).

mod product;

use super::exact::{Amount, Sum, decode, encode, nan, one, round_quotient};
use super::line::{extreme, mean};
use super::offsets::{count, distances};
use super::{Done, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use functions::exact::Dyadic;
use num_bigint::BigUint;
use rayon::prelude::*;
use softfloat::Flags;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let axis = request.get("axis");
    if !matches!(axis, 0..=3 | 7) {
        request.note(Kind::ReservedCode, format!("axis is {axis}; right: 0 to 3, 7"));
    }
    let sizes = [1, request.size("fc"), request.size("fh"), request.size("fw")];
    request.done()?;
    let all = count(&sizes);
    // So many blocks of so many lines side by side, of so many elements at the distance of the lines' number.
    let (length, lines) = match axis {
        0..=3 => (sizes[axis as usize & 3], distances(sizes)[axis as usize & 3]),
        _ => (all, 1),
    };
    let reads = vec![request.dense("s", unit, all)];
    let writes = vec![request.dense("d", unit, all / length)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let line = |i: usize| {
            let (block, line) = (i / lines as usize, i % lines as usize);
            let start = block * (length * lines) as usize + line;
            let elements = read[0].iter().skip(start).step_by(lines as usize);
            reduced(operation, unit, elements.take(length as usize).copied())
        };
        let results: Vec<_> = (0..(all / length) as usize).into_par_iter().map(line).collect();
        let flags = results.iter().fold(Flags::NONE, |all, (_, flags)| all | *flags);
        Ok(Done { flags, ..Done::one(results.into_iter().map(|(code, _)| code).collect()) })
    }))
}

fn reduced(operation: Operation, unit: Unit, mut line: impl Iterator<Item = u64>) -> (u64, Flags) {
    use Operation as O;
    // All but the sign of a floating-point zero.
    let significant = unit.mask() >> u32::from(unit.is_float());
    let truth = |holds| (if holds { one(unit) } else { 0 }, Flags::NONE);
    match operation {
        O::ReduceAll => truth(line.all(|element| element & significant != 0)),
        O::ReduceAny => truth(line.any(|element| element & significant != 0)),
        O::ReduceMax => extreme(unit, true, line),
        O::ReduceMin => extreme(unit, false, line),
        O::ReduceMean => mean(unit, line),
        O::ReduceProd => product::product(unit, line),
        O::ReduceVar => variance(unit, line),
        _ => sum(unit, line),
    }
}

/// Integers keep their low bits.
fn sum(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
    if !unit.is_float() {
        let sum = line.fold(0_u64, |sum, element| sum.wrapping_add(unit.integer(element) as u64));
        return (sum & unit.mask(), Flags::NONE);
    }
    let mut sum = Sum::new();
    line.for_each(|element| sum.add(decode(unit, element)));
    encode(unit, sum.value())
}

/// `(n sum(x^2) - sum(x)^2) / n^2`; NaN where an element is no number.
fn variance(unit: Unit, line: impl Iterator<Item = u64>) -> (u64, Flags) {
    let (mut sum, mut squares, mut n) = (Sum::new(), Sum::new(), 0_u64);
    for element in line {
        let value = decode(unit, element);
        sum.add(value);
        squares.add_product(value, value);
        n += 1;
    }
    let finite = |sum: &Sum| match sum.amount() {
        Amount::Finite(dyadic) => Some(dyadic),
        Amount::Zero { .. } => Some(Dyadic::default()),
        Amount::Nan | Amount::Infinite { .. } => None,
    };
    let (Some(sum), Some(squares)) = (finite(&sum), finite(&squares)) else {
        return (nan(unit), Flags::INVALID);
    };
    let scaled = &(&squares * &Dyadic::integer(n)) - &(&sum * &sum);
    round_quotient(unit, &scaled, &Dyadic::integer(BigUint::from(n) * n))
}
