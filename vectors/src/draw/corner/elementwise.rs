//! Conversions and the ALU: integers and halves, limits of ranges, table entries, top bits.

use super::Cases;
use crate::draw::code::Float;
use crate::registry::Plan;

/// Exponents about the limits of the target, with every kind of rounding.
pub(crate) fn conversion(plan: &Plan, cases: &mut Cases) {
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

pub(crate) fn exponents(from: &Float, to: &Float) -> Vec<i64> {
    let limits =
        [to.emin(), to.emax(), from.emin(), from.emax(), 0, to.emin() - i64::from(to.body)];
    limits.into_iter().flat_map(|e| e - 3..=e + 3).collect()
}

/// Mantissas that round down, up, at a tie to an even or odd neighbour, and with a carry.
pub(crate) fn roundings(from: &Float, to: &Float) -> Vec<u64> {
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

/// Integers, halves, and their neighbours, from 1/8 to beyond 2^most.
pub(crate) fn integers(f: &Float, most: i64, cases: &mut Cases) {
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

/// Every single bit of a mantissa under the top exponent: payloads of NaN.
pub(crate) fn payloads(f: &Float, cases: &mut Cases) {
    for i in 0..f.body {
        cases.push(&[f.code(i % 2 == 1, f.top, 1 << i)]);
        cases.push(&[f.code(i % 2 == 0, f.top, 1 << i | 1 << (f.body - 1))]);
    }
}

/// y equal to x, one code away, and of the other sign.
pub(crate) fn equal_and_near(codes: &[u64], x: &Float, y: &Float, cases: &mut Cases) {
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
