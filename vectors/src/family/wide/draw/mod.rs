//! Operands of operations on wide formats.

mod codes;
mod others;
mod related;
mod words;

use super::options::PRECISION;
use crate::draw::Cases;
use crate::draw::rng::Rng;
use crate::family::ieee::Operation;
use crate::registry::Plan;
use codes::Codes;
pub(super) use others::{conversions, converted, random_into};
pub(super) use related::{half_above, tiny_products};
use softfloat::Format;
use words::{push, put};

/// Corners with corners, and what the operation rounds or looks at.
pub(super) fn directed(plan: &Plan, operation: Operation, cases: &mut Cases) {
    let Some(codes) = Codes::of(&plan.operands[0].format) else { return };
    let corners = codes.corners();
    match plan.operands.len() {
        _ if operation == Operation::ScaleB => {}
        1 => corners.iter().for_each(|x| push(cases, &[*x])),
        2 => corners.iter().for_each(|x| corners.iter().for_each(|y| push(cases, &[*x, *y]))),
        _ => {
            let few: Vec<u128> = corners.iter().copied().step_by(3).collect();
            for x in &few {
                few.iter().for_each(|y| few.iter().for_each(|z| push(cases, &[*x, *y, *z])));
            }
        }
    }
    use Operation as O;
    match operation {
        O::Add | O::Sub => about_last_place(&codes, &mut |x, y| push(cases, &[x, y])),
        O::Fma => {
            let one = codes.at(false, 0, 0);
            about_last_place(&codes, &mut |x, y| push(cases, &[one, y, x]));
        }
        O::RoundToIntegral | O::Sqrt => halves(&codes, cases),
        O::Remainder | O::Fmod => related::multiples(&codes, cases),
        O::ScaleB => related::scales(&codes, &corners, cases),
        O::LogB | O::LogBInteger | O::NextUp | O::NextDown => related::powers(&codes, cases),
        O::MinMax(_) | O::TotalOrder | O::TotalOrderMagnitude => {
            related::near(&codes, &corners, cases);
        }
        O::Mul | O::Div | O::Compare(..) | O::Sign(_) | O::Is(_) | O::Class => {}
    }
}

/// Sums in which one operand lies about the last place of the other.
fn about_last_place(codes: &Codes, push: &mut dyn FnMut(u128, u128)) {
    let ones = codes.ones();
    for below in 0..=i64::from(codes.fraction) + 3 {
        for (a, b) in [(0, 0), (1, 0), (ones, 0), (ones, 1), (0, ones), (1, 1)] {
            for negative in [false, true] {
                push(codes.at(false, 0, a), codes.at(negative, -below, b));
            }
        }
    }
}

/// Numbers whose fraction begins at each of their bits: integral values, their middles and what lies beside.
fn halves(codes: &Codes, cases: &mut Cases) {
    let (p, ones) = (i64::from(codes.fraction) + 1, codes.ones());
    for exponent in -3..=p + 1 {
        let cut = ones >> exponent.clamp(0, p - 1);
        let half = cut ^ cut >> 1;
        for fraction in [0, 1, half, half + 1, half.wrapping_sub(1), ones ^ cut | half, ones] {
            push(cases, &[codes.at(false, exponent, fraction)]);
            push(cases, &[codes.at(true, exponent, fraction)]);
        }
    }
}

/// The operands of a random case.
pub(super) fn random(rng: &mut Rng, plan: &Plan, operation: Operation, x: &mut [u64]) {
    let format = &plan.operands[0].format;
    random_in(rng, (format, plan.options.get(&PRECISION)), operation, x);
}

fn random_in(
    rng: &mut Rng,
    (format, precision): (&Format, u32),
    operation: Operation,
    x: &mut [u64],
) {
    use Operation as O;
    let Some(codes) = Codes::of(format) else { return };
    let corners = codes.corners();
    let whole = codes.fraction + 1;
    let p = i64::from(whole);
    // Under a shorter precision often a tie of it, which a power of two or a small number beside it leaves one.
    if precision < whole && rng.one_in(4) && !matches!(operation, O::ScaleB) {
        return tie(rng, &codes, precision.into(), operation, x);
    }
    let first = codes.any(rng, &corners);
    let exponent = codes.exponent(first);
    let second = match operation {
        O::ScaleB => related::scale(rng, &codes),
        // Like the first, or with an end of the range as the result.
        _ if rng.one_in(3) => codes.any(rng, &corners),
        O::Mul | O::Fma if rng.one_in(3) => {
            let end = if rng.one_in(2) { codes.bias } else { -codes.bias };
            codes.near(rng, end - exponent, p)
        }
        O::Div if rng.one_in(3) => {
            let end = if rng.one_in(2) { codes.bias } else { -codes.bias };
            codes.near(rng, exponent - end, p)
        }
        O::Compare(..) | O::MinMax(_) | O::TotalOrder | O::TotalOrderMagnitude => {
            first ^ u128::from(rng.below(3)) ^ if rng.one_in(4) { codes.minus() } else { 0 }
        }
        _ if rng.one_in(8) => first ^ codes.minus(),
        _ => codes.near(rng, exponent, p + 2),
    };
    if matches!(operation, O::Remainder | O::Fmod) && rng.one_in(2) {
        return put(&[related::multiple(rng, &codes, second), second], x);
    }
    let product = exponent + codes.exponent(second);
    let third = match rng.below(3) {
        0 => codes.any(rng, &corners),
        _ => codes.near(rng, product, p + 2),
    };
    put(&[first, second, third], x);
}

/// A number that is a tie of so many bits or lies beside one, and others that do not change its bits.
fn tie(rng: &mut Rng, codes: &Codes, precision: i64, operation: Operation, x: &mut [u64]) {
    let reach = codes.bias - 70;
    let exponent = if rng.one_in(2) { rng.around(4) } else { rng.around(reach) };
    let negative = rng.one_in(2);
    let first = codes.at(negative, exponent, about_tie(codes, precision - 1, 1, rng));
    let other = match operation {
        Operation::Add | Operation::Sub => {
            let below = exponent - 66 - rng.below(8) as i64;
            match rng.below(3) {
                0 => 0,
                _ => codes.at(rng.one_in(2), below, codes.bits(rng)),
            }
        }
        _ => codes.at(rng.one_in(2), rng.around(2), 0),
    };
    put(&[first, other, 0], x);
}

/// A fraction that lies at a tie of so many bits, or beside it.
fn about_tie(codes: &Codes, kept: i64, low: u128, rng: &mut Rng) -> u128 {
    let cut = codes.ones() >> kept.clamp(0, codes.fraction.into());
    let half = cut ^ cut >> 1;
    let head = codes.bits(rng) & !cut;
    match rng.below(5) {
        0 => head,
        1 => head | half,
        2 => (head | half).wrapping_add(low),
        3 => (head | half).wrapping_sub(low),
        _ => codes.bits(rng),
    }
}
