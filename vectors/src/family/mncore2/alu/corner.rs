//! Operands of the ALU: integers and halves, limits of the next lower precision, table entries, top
//! bits.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::codes::{codes, lower};
use crate::draw::corner::elementwise::{equal_and_near, exponents, integers, roundings};
use crate::registry::Plan;

/// Families of one or two operands; integers have none beside their corner codes.
pub(crate) fn alu(plan: &Plan, cases: &mut Cases) {
    let formats: Vec<Float> = plan.operands.iter().filter_map(|s| Float::of(&s.format)).collect();
    match formats[..] {
        [f] => {
            integers(&f, i64::from(f.width) + 2, cases);
            if let Some(low) = lower(&plan.operands[0].format) {
                around_lower(&f, &low, cases);
            }
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

/// Limits and ties of the next lower precision.
fn around_lower(f: &Float, low: &Float, cases: &mut Cases) {
    for exponent in exponents(f, low) {
        for mantissa in roundings(f, low) {
            cases.push(&[f.code(mantissa & 1 == 1, exponent + f.bias, mantissa)]);
        }
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
