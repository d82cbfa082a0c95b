//! Between wide formats and others: formulas that are rounded into them, conversions.

use super::codes::Codes;
use super::words::{push, put};
use super::{about_tie, random_in};
use crate::draw::Cases;
use crate::draw::rng::Rng;
use crate::family::ieee::Operation;
use softfloat::Format;

/// The operands of a random case whose result goes into a narrower format: often one whose numbers are about as large.
pub(in super::super) fn random_into(
    rng: &mut Rng,
    [format, to]: [&Format; 2],
    operation: Operation,
    x: &mut [u64],
) {
    let Some(codes) = Codes::of(format) else { return };
    if rng.one_in(3) {
        return random_in(rng, (format, format.precision()), operation, x);
    }
    let (least, most, p) = limits(to);
    let exponent = match rng.below(4) {
        0 => least - rng.below(p as u64 + 3) as i64,
        1 => most + rng.around(2),
        _ => least + rng.below((most - least + 1) as u64) as i64,
    };
    // The leading bits of few places, so that much of it is a tie.
    let near = |rng: &mut Rng, exponent: i64| {
        let (negative, tie) = (rng.one_in(2), rng.one_in(2));
        let fraction = if tie { about_tie(&codes, p - 1, 1, rng) } else { codes.bits(rng) };
        codes.at(negative, exponent, fraction)
    };
    let other = rng.around(2 * p);
    let (first, second, third) = match operation {
        Operation::Add | Operation::Sub => {
            let below = rng.below(codes.fraction as u64 + 4) as i64;
            (near(rng, exponent), near(rng, exponent - below), 0)
        }
        Operation::Mul => (near(rng, other), near(rng, exponent - other), 0),
        Operation::Div => (near(rng, other + exponent), near(rng, other), 0),
        Operation::Sqrt => (near(rng, 2 * exponent) & !codes.minus(), 0, 0),
        _ => {
            let below = rng.around(codes.fraction.into());
            (near(rng, other), near(rng, exponent - other), near(rng, exponent - below))
        }
    };
    put(&[first, second, third], x);
}

/// The last places and ends of the format that is converted to.
fn limits(to: &Format) -> (i64, i64, i64) {
    match to.is_fixed() {
        true => (0, to.width.into(), to.width.into()),
        false => {
            let (least, most) = to.exponents();
            (least.into(), most.into(), to.precision().into())
        }
    }
}

/// The directed cases of a conversion.
pub(in super::super) fn conversions(from: &Format, to: &Format, cases: &mut Cases) {
    // Of narrow formats corner codes are added as of every operation.
    let Some(codes) = Codes::of(from) else {
        crate::draw::corner::codes(from).iter().for_each(|code| cases.push(&[*code]));
        return;
    };
    codes.corners().iter().for_each(|x| push(cases, &[*x]));
    let (least, most, precision) = limits(to);
    let mut exponents: Vec<i64> = (least - precision - 2..=least + 2).collect();
    exponents.extend((most - 2..=most + 2).chain(-2..=2));
    for exponent in exponents {
        let places = match to.is_fixed() {
            true => exponent,
            false => precision - 1 - (least - exponent).max(0),
        };
        let cut = codes.ones() >> places.clamp(0, codes.fraction.into());
        let half = cut ^ cut >> 1;
        let even = codes.ones() & !cut;
        for fraction in
            [0, 1, half, half + 1, half.wrapping_sub(1), even, even | half, codes.ones()]
        {
            push(cases, &[codes.at(false, exponent, fraction)]);
            push(cases, &[codes.at(true, exponent, fraction)]);
        }
    }
}

/// The operand of a random conversion.
pub(in super::super) fn converted(rng: &mut Rng, from: &Format, to: &Format, x: &mut [u64]) {
    let Some(codes) = Codes::of(from) else { return };
    let (least, most, precision) = limits(to);
    let code = match rng.below(8) {
        0 | 1 => codes.any(rng, &codes.corners()),
        at => {
            let exponent = match at {
                2 => most + rng.around(2),
                3 => least - rng.below(precision as u64 + 3) as i64,
                _ if to.is_fixed() => rng.below(precision as u64 + 3) as i64 - 2,
                _ => least + rng.below((most - least + 2) as u64) as i64,
            };
            let kept = match to.is_fixed() {
                true => exponent,
                false => precision - 1 - (least - exponent).max(0),
            };
            let negative = rng.one_in(2);
            let fraction = about_tie(&codes, kept, 1, rng);
            codes.at(negative, exponent, fraction)
        }
    };
    put(&[code], x);
}
