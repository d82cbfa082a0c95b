//! Random posits: any regime as often as another, and numbers about a target's limits.

use super::element::{Operand, mantissa};
use crate::draw::code::Float;
use crate::draw::corner::posit::{opposite, value};
use crate::draw::rng::Rng;
use softfloat::{Format, Unrounded, Value};

/// Any posit: of random bits, mostly about 1, or with a random regime; few ends and NaR.
pub(crate) fn element(rng: &mut Rng, f: &Format) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let bits = rng.next() & mask;
    match rng.below(16) {
        0..6 => bits,
        6..13 => {
            // A run of ones or zeros below the sign, and behind it other bits, few or many of them set.
            let run = mask >> 1 >> rng.below(u64::from(f.width) - 1);
            let tail = [bits, bits & rng.next(), bits | rng.next(), 0][rng.below(4) as usize] & run;
            let head = if rng.one_in(2) { mask >> 1 & !run } else { 0 };
            let code = head | tail;
            if rng.one_in(2) { opposite(f, code) } else { code }
        }
        13 => (rng.around(3) as u64) & mask,
        14 => (1u64 << (f.width - 1)).wrapping_add(rng.around(3) as u64) & mask,
        _ => (1u64 << (f.width - 2)).wrapping_add(rng.around(3) as u64) & mask,
    }
}

/// A posit like another: equal, the opposite, or near.
pub(crate) fn like(rng: &mut Rng, f: &Format, code: u64) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let near = code.wrapping_add(rng.around(2) as u64) & mask;
    if rng.one_in(2) { opposite(f, near) } else { near }
}

/// A posit to convert: any, or near a number of an integer format, or one of few bits.
pub(crate) fn number(rng: &mut Rng, from: &Format, to: &Format) -> u64 {
    match rng.below(4) {
        0 if to.is_fixed() => {
            let bits = rng.below(u64::from(to.width) + 2) as u32;
            let n = u128::from(rng.next() >> (63 - bits.min(63)));
            let code = value(from, Unrounded::exact(rng.one_in(2), -1, n));
            code.wrapping_add(rng.around(1) as u64) & u64::MAX >> (64 - from.width)
        }
        1 => {
            let (least, most) = to.exponents();
            let end = if rng.one_in(2) { least } else { most };
            let exponent = end + rng.around(3 + i64::from(to.precision())) as i32;
            value(
                from,
                Unrounded::exact(rng.one_in(2), exponent - 7, (rng.next() >> 56 | 0x80).into()),
            )
        }
        _ => element(rng, from),
    }
}

/// A floating-point number to become a posit: of an exponent that posits have, or halfway between two of them.
pub(crate) fn within(rng: &mut Rng, f: &Float, operand: &Operand, to: &Format) -> u64 {
    let code = element(rng, to);
    about(rng, f, operand, to, code)
}

/// A floating-point number about that of another format's code.
pub(super) fn about(rng: &mut Rng, f: &Float, operand: &Operand, to: &Format, code: u64) -> u64 {
    let Value::Finite(u) = to.decode::<u64>(code) else { return operand.element(rng) };
    let lead = i64::from(u.exponent) + u.significand.checked_ilog2().map_or(0, i64::from);
    match rng.below(8) {
        0 => operand.element(rng),
        1..4 => f.at(u.sign, lead, mantissa(f, rng)),
        _ => {
            // The posit and one bit or two more, and a bit far behind.
            let more = u128::from(rng.below(4)) << 2 | u128::from(rng.one_in(3));
            let significand = u128::from(u.significand) << 4 | more;
            let exact = crate::draw::code::Value {
                sign: u.sign,
                exponent: i64::from(u.exponent) - 4,
                significand,
            };
            let code = f.toward_zero(exact);
            if rng.one_in(4) { f.stepped(code, rng.around(1)) } else { code }
        }
    }
}
