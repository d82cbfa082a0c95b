//! Conversions and the ALU: integers and halves, limits of ranges, table entries, top bits.

use super::super::code::Float;
use super::Cases;
use super::codes::{codes, lower};
use crate::registry::Plan;

/// Exponents about the limits of the target, with every kind of rounding.
pub(super) fn conversion(plan: &Plan, cases: &mut Cases) {
    let (Some(from), Some(to)) =
        (Float::of(&plan.operands[0].format), Float::rounded(&plan.result().format))
    else {
        return;
    };
    for exponent in exponents(&from, &to) {
        for mantissa in roundings(&from, &to) {
            for sign in [false, true] {
                cases.push(&[from.code(sign, exponent + from.bias, mantissa)]);
            }
        }
    }
}

fn exponents(from: &Float, to: &Float) -> Vec<i64> {
    let limits =
        [to.emin(), to.emax(), from.emin(), from.emax(), 0, to.emin() - i64::from(to.body)];
    limits.into_iter().flat_map(|e| e - 3..=e + 3).collect()
}

/// Mantissas that round down, up, at a tie to an even or odd neighbour, and with a carry.
fn roundings(from: &Float, to: &Float) -> Vec<u64> {
    let ones = from.ones();
    let Some(drop @ 1..) = from.body.checked_sub(to.body) else {
        return vec![0, 1, 2, ones, ones - 1, ones >> 1, ones ^ ones >> 1];
    };
    let half = 1 << (drop - 1);
    let mut all = vec![0, 1, ones, ones - 1];
    for kept in [0, 1, 2, to.ones(), to.ones() - 1] {
        let tie = kept << drop | half;
        all.extend([kept << drop, tie - 1, tie, (tie + 1) & ones]);
    }
    all
}

/// Families of one or two operands; integers have none beside their corner codes.
pub(super) fn alu(plan: &Plan, cases: &mut Cases) {
    let formats: Vec<Float> = plan.operands.iter().filter_map(|s| Float::of(&s.format)).collect();
    match formats[..] {
        [f] => {
            integers(&f, i64::from(f.width) + 2, cases);
            around_lower(&f, cases);
            table(&f, cases);
        }
        [x, y] => {
            top_bits(&x, &codes(&plan.operands[1].format), cases);
            small_and_large(&x, &y, cases);
            equal_and_near(&codes(&plan.operands[0].format), &x, &y, cases);
        }
        _ => {}
    }
}

/// Integers, halves, and their neighbours, from 1/8 to beyond 2^most.
pub(super) fn integers(f: &Float, most: i64, cases: &mut Cases) {
    let (ones, body) = (f.ones(), i64::from(f.body));
    for exponent in -3..=most {
        // The fraction's bits, and its top one.
        let fraction = ones >> exponent.clamp(0, body);
        let half = fraction ^ fraction >> 1;
        let mantissas = [
            0,
            1,
            ones,
            ones - 1,
            half,
            half.wrapping_sub(1) & ones,
            (half + 1) & ones,
            fraction,
            ones ^ fraction,
            ones ^ fraction | half,
            (ones ^ fraction | half).wrapping_sub(1) & ones,
        ];
        for mantissa in mantissas {
            for sign in [false, true] {
                cases.push(&[f.at(sign, exponent, mantissa)]);
            }
        }
    }
}

/// Limits and ties of the next lower precision.
fn around_lower(f: &Float, cases: &mut Cases) {
    if let Some(low) = lower(f) {
        for exponent in exponents(f, &low) {
            for mantissa in roundings(f, &low) {
                cases.push(&[f.code(mantissa & 1 == 1, exponent + f.bias, mantissa)]);
            }
        }
    }
}

/// Every single bit of a mantissa under the top exponent: payloads of NaN.
pub(super) fn payloads(f: &Float, cases: &mut Cases) {
    for i in 0..f.body {
        cases.push(&[f.code(i % 2 == 1, f.top, 1 << i)]);
        cases.push(&[f.code(i % 2 == 0, f.top, 1 << i | 1 << (f.body - 1))]);
    }
}

/// The upper four mantissa bits under exponents of both parities, near the bias and the limits.
fn table(f: &Float, cases: &mut Cases) {
    let fields = (0..=4).chain(f.bias - 2..=f.bias + 3).chain(f.top - 4..=f.top);
    let low = f.ones() >> 4;
    for field in fields {
        for k in 0..16 {
            for rest in [0, low] {
                cases.push(&[f.code(k & 1 == 1, field, k << (f.body - 4) | rest)]);
            }
        }
    }
}

/// Every value of the top four bits of x.
fn top_bits(x: &Float, others: &[u64], cases: &mut Cases) {
    let rest = u64::MAX >> (64 - x.width) >> 4;
    for &y in others {
        for nibble in 0..16 {
            let head = nibble << (x.width - 4);
            cases.push(&[head | if nibble & 2 == 0 { 0 } else { rest }, y]);
        }
    }
}

/// y with the smallest and largest exponents, beside x of both signs.
fn small_and_large(x: &Float, y: &Float, cases: &mut Cases) {
    for field in (0..=5).chain(y.top - 4..=y.top) {
        for mantissa in [0, 1, y.ones(), y.ones() >> 1] {
            for signs in 0..4 {
                let (sx, sy) = (signs & 1 == 1, signs & 2 == 2);
                cases.push(&[x.at(sx, 0, 0), y.code(sy, field, mantissa)]);
            }
        }
    }
}

/// y equal to x, one code away, and of the other sign.
pub(super) fn equal_and_near(codes: &[u64], x: &Float, y: &Float, cases: &mut Cases) {
    if x != y {
        return;
    }
    for &a in codes {
        for step in [-1, 0, 1] {
            let b = y.stepped(a, step);
            cases.push(&[a, b]);
            cases.push(&[a, b ^ 1 << (y.width - 1)]);
        }
    }
}
