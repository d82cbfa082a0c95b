//! NaN boxing (RISC-V, D extension, "NaN Boxing of Narrower Values"): a register of W bits that holds a number of w bits
//! is, as an integer, that of the number's code and 2^W - 2^w.

use crate::reference::Outcome;
use crate::reference::engine::{Facts, Kind};

/// The codes above those of a format's numbers in registers of `width` bits.
fn above(f: &Facts, width: u32) -> u128 {
    (1u128 << width) - (1 << f.width)
}

/// An integer of 32 bits in a register of 64, signed or not: the number that is alike modulo 2^32 and lies within 2^31 of 0.
fn extended(code: u64) -> u64 {
    if code < 1 << 31 { code } else { code.wrapping_sub(1 << 32) }
}

/// A conversion whose numbers narrower than `width` bits stand in registers of that width, given the one without.
pub(in crate::reference) fn convert(
    from: &Facts,
    to: &Facts,
    width: &str,
    code: u64,
    alone: impl FnOnce(u64) -> Option<Outcome>,
) -> Option<Outcome> {
    const BOXED: [&str; 3] = ["ieee_binary16", "bf16", "ieee_binary32"];
    let width: u32 = width.parse().ok()?;
    let above =
        |f: &Facts| (BOXED.contains(&f.name.as_str()) && f.width < width).then(|| above(f, width));
    let (own, made) = (above(from), above(to));
    let is_integer = |f: &Facts| matches!(f.kind, Kind::Fixed { .. });
    let extends = width == 64 && !is_integer(from) && is_integer(to) && to.width == 32;
    if own.is_none() && made.is_none() && !extends {
        return None;
    }
    let number = match own {
        None => code,
        Some(above) => match u128::from(code).checked_sub(above) {
            Some(number) => number as u64,
            None => from.canonical_nan?,
        },
    };
    let mut outcome = alone(number)?;
    outcome.out[0] = match extends {
        true => extended(outcome.out[0]),
        false => (u128::from(outcome.out[0]) + made.unwrap_or(0)) as u64,
    };
    Some(outcome)
}

/// The operation on numbers in registers of `width` bits, given the operation on numbers alone.
pub(super) fn evaluate(
    f: &Facts,
    name: &str,
    width: &str,
    operands: &[Vec<u64>],
    alone: impl FnOnce(&[Vec<u64>]) -> Option<Outcome>,
) -> Option<Outcome> {
    let width: u32 = width.parse().ok().filter(|width| *width > f.width)?;
    let above = above(f, width);
    let opened = |code: &u64| match u128::from(*code).checked_sub(above) {
        Some(number) => Some(number as u64),
        None => f.canonical_nan,
    };
    let mut numbers = operands.to_vec();
    // The power that a number is scaled by is an integer.
    let count = if name == "scale_b" { 1 } else { numbers.len() };
    for operand in &mut numbers[..count] {
        *operand = operand.iter().map(opened).collect::<Option<_>>()?;
    }
    let mut outcome = alone(&numbers)?;
    if gives_number(name) {
        outcome.out.iter_mut().for_each(|code| *code = (u128::from(*code) + above) as u64);
    } else if name == "log_b_integer" && width == 64 {
        outcome.out.iter_mut().for_each(|code| *code = extended(*code));
    }
    Some(outcome)
}

/// Whether the result is a number of the format: else it is a truth value or an integer.
fn gives_number(name: &str) -> bool {
    let compares = name.ends_with("_quiet") || name.ends_with("_signaling");
    let others =
        ["unordered", "ordered", "total_order", "total_order_magnitude", "class", "log_b_integer"];
    !compares && !name.starts_with("is_") && !others.contains(&name)
}
