//! Operands of operations on P3109's formats: corner codes come beside them.

use super::operation::Operation as O;
use crate::draw::Cases;
use crate::draw::corner::codes;
use crate::draw::random::p3109::{element, like};
use crate::draw::rng::Rng;
use softfloat::p3109::Numbers;
use softfloat::{Format, Overflow, Rounding};

/// The cases of an operation. Of one operand all codes, where there are few.
pub(super) fn directed(f: &Format, operation: O, cases: &mut Cases) {
    match operation {
        O::Sqrt | O::Recip | O::Negate | O::Abs | O::Next | O::Prior | O::Is(_) => {
            let step = ((1u64 << f.width) / 512).max(1) as usize | 1;
            (0..1u64 << f.width).step_by(step).for_each(|code| cases.push(&[code]));
        }
        O::Fma => fused(f, cases),
        O::Faa => summed(f, cases),
        _ => pairs(f, cases),
    }
}

/// Equal and opposite ones and their neighbours.
fn pairs(f: &Format, cases: &mut Cases) {
    let minus = if f.sign { 1 << (f.width - 1) } else { 0 };
    let mask = u64::MAX >> (64 - f.width);
    for a in codes(f) {
        for b in [a, a.wrapping_add(1) & mask, a.wrapping_sub(1) & mask] {
            cases.push(&[a, b]);
            cases.push(&[a, b ^ minus]);
        }
    }
}

/// The plain projection, with which operands near a result are found.
fn plain(f: &Format) -> Option<Numbers> {
    Numbers::of(f, Rounding::NearestEven, Overflow::Ieee)
}

/// Addends that nearly cancel the product.
fn fused(f: &Format, cases: &mut Cases) {
    let Some(numbers) = plain(f) else { return };
    let (all, mask) = (codes(f), u64::MAX >> (64 - f.width));
    let minus = if f.sign { 1 << (f.width - 1) } else { 0 };
    for (at, a) in all.iter().enumerate() {
        for step in [0, 2, 3, 7, 9, 10] {
            let b = all[(at + step) % all.len()];
            let near = numbers.mul(*a, b) ^ minus;
            for c in [near, near.wrapping_add(1) & mask, near.wrapping_sub(1) & mask, near ^ minus]
            {
                cases.push(&[*a, b, c]);
            }
        }
    }
}

/// Two addends that nearly cancel a third, and small ones beside two that cancel.
fn summed(f: &Format, cases: &mut Cases) {
    let Some(numbers) = plain(f) else { return };
    let (all, mask) = (codes(f), u64::MAX >> (64 - f.width));
    let minus = if f.sign { 1 << (f.width - 1) } else { 0 };
    for (at, a) in all.iter().enumerate() {
        for step in [0, 1, 3, 7, 10] {
            let b = all[(at + step) % all.len()];
            let near = numbers.add(*a, b) ^ minus;
            for c in [near, near.wrapping_add(1) & mask, near.wrapping_sub(1) & mask, *a ^ minus] {
                cases.push(&[*a, b, c]);
            }
        }
    }
}

/// The operands of a random case.
pub(super) fn draw(rng: &mut Rng, f: &Format, operation: O, x: &mut [u64]) {
    x.iter_mut().for_each(|x| *x = element(rng, f));
    if let [a, b, ..] = x
        && rng.one_in(4)
    {
        *b = like(rng, f, *a);
    }
    if let [a, b, c] = x
        && rng.one_in(2)
        && let Some(numbers) = plain(f)
    {
        let near = if operation == O::Fma { numbers.mul(*a, *b) } else { numbers.add(*a, *b) };
        *c = like(rng, f, near);
    }
}
