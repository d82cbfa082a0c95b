//! Operands of operations on wide formats.

mod codes;

use crate::draw::Cases;
use crate::draw::rng::Rng;
use crate::family::ieee::{Operation, Row};
use crate::registry::parted;
use codes::Codes;
use softfloat::Format;

/// Puts codes into the words of a case.
fn put(codes: &[u128], x: &mut [u64]) {
    x.chunks_exact_mut(2).zip(codes).for_each(|(words, code)| parted(*code, words));
}

fn push(cases: &mut Cases, codes: &[u128]) {
    let mut x = vec![0; 2 * codes.len()];
    put(codes, &mut x);
    cases.push(&x);
}

/// Corners with corners, and what the operation rounds.
pub(super) fn directed(format: &Format, row: &Row, cases: &mut Cases) {
    let Some(codes) = Codes::of(format) else { return };
    let corners = codes.corners();
    match row.operands.len() {
        1 => corners.iter().for_each(|x| push(cases, &[*x])),
        2 => corners.iter().for_each(|x| corners.iter().for_each(|y| push(cases, &[*x, *y]))),
        _ => {
            let few: Vec<u128> = corners.iter().copied().step_by(3).collect();
            for x in &few {
                few.iter().for_each(|y| few.iter().for_each(|z| push(cases, &[*x, *y, *z])));
            }
        }
    }
    let p = i64::from(codes.fraction) + 1;
    let ones = codes.ones();
    match row.operation {
        // Sums in which one operand lies about the last place of the other.
        Operation::Add | Operation::Sub | Operation::Fma => {
            for below in 0..=p + 2 {
                for (a, b) in [(0, 0), (1, 0), (ones, 0), (ones, 1), (0, ones), (1, 1)] {
                    for negative in [false, true] {
                        let (x, y) = (codes.at(false, 0, a), codes.at(negative, -below, b));
                        match row.operands.len() {
                            2 => push(cases, &[x, y]),
                            _ => push(cases, &[codes.at(false, 0, 0), y, x]),
                        }
                    }
                }
            }
        }
        Operation::RoundToIntegral | Operation::Sqrt => {
            for exponent in -3..=p + 1 {
                let cut = ones >> exponent.clamp(0, p - 1);
                let half = cut ^ cut >> 1;
                for fraction in
                    [0, 1, half, half + 1, half.wrapping_sub(1), ones ^ cut | half, ones]
                {
                    push(cases, &[codes.at(false, exponent, fraction)]);
                    push(cases, &[codes.at(true, exponent, fraction)]);
                }
            }
        }
        _ => {}
    }
}

/// The operands of a random case.
pub(super) fn random(rng: &mut Rng, (format, precision): (&Format, u32), row: &Row, x: &mut [u64]) {
    let Some(codes) = Codes::of(format) else { return };
    let corners = codes.corners();
    let whole = codes.fraction + 1;
    let p = i64::from(whole);
    // Under a shorter precision often a tie of it, which a power of two or a small number beside it leaves one.
    if precision < whole && rng.one_in(4) {
        return tie(rng, &codes, precision.into(), row, x);
    }
    let first = codes.any(rng, &corners);
    let exponent = codes.exponent(first);
    let second = match row.operation {
        // Like the first, or with an end of the range as the result.
        _ if rng.one_in(3) => codes.any(rng, &corners),
        Operation::Mul | Operation::Fma if rng.one_in(3) => {
            let end = if rng.one_in(2) { codes.bias } else { -codes.bias };
            codes.near(rng, end - exponent, p)
        }
        Operation::Div if rng.one_in(3) => {
            let end = if rng.one_in(2) { codes.bias } else { -codes.bias };
            codes.near(rng, exponent - end, p)
        }
        Operation::Compare(..) => {
            first ^ u128::from(rng.below(3)) ^ if rng.one_in(4) { codes.minus() } else { 0 }
        }
        _ if rng.one_in(8) => first ^ codes.minus(),
        _ => codes.near(rng, exponent, p + 2),
    };
    let product = exponent + codes.exponent(second);
    let third = match rng.below(3) {
        0 => codes.any(rng, &corners),
        _ => codes.near(rng, product, p + 2),
    };
    put(&[first, second, third][..row.operands.len()], x);
}

/// A number that is a tie of so many bits or lies beside one, and others that do not change its bits.
fn tie(rng: &mut Rng, codes: &Codes, precision: i64, row: &Row, x: &mut [u64]) {
    let reach = codes.bias - 70;
    let exponent = if rng.one_in(2) { rng.around(4) } else { rng.around(reach) };
    let negative = rng.one_in(2);
    let first = codes.at(negative, exponent, about_tie(codes, precision - 1, 1, rng));
    let other = match row.operation {
        Operation::Add | Operation::Sub => {
            let below = exponent - 66 - rng.below(8) as i64;
            match rng.below(3) {
                0 => 0,
                _ => codes.at(rng.one_in(2), below, codes.bits(rng)),
            }
        }
        _ => codes.at(rng.one_in(2), rng.around(2), 0),
    };
    put(&[first, other, 0][..row.operands.len()], x);
}

/// The operands of a random case whose result goes into a narrower format: often one whose numbers are about as large.
pub(super) fn random_into(rng: &mut Rng, [format, to]: [&Format; 2], row: &Row, x: &mut [u64]) {
    let Some(codes) = Codes::of(format) else { return };
    if rng.one_in(3) {
        return random(rng, (format, format.precision()), row, x);
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
    let (first, second, third) = match row.operation {
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
    put(&[first, second, third][..row.operands.len()], x);
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

/// The directed cases of a conversion.
pub(super) fn conversions(from: &Format, to: &Format, cases: &mut Cases) {
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
pub(super) fn converted(rng: &mut Rng, from: &Format, to: &Format, x: &mut [u64]) {
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
