//! Block-float conversion: a largest element, and others at every distance below it with every
//! kind of rounding.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::codes::codes;
use crate::family::mncore2::options::N;
use crate::registry::Plan;

/// Mantissa bits that a conversion ignores in its carry test: `gbfn` five, half what `n` leaves.
fn ignored(plan: &Plan) -> u32 {
    match plan.options.get(&N) {
        0 => plan.result().format.pad,
        n => 9u32.saturating_sub(n),
    }
}

pub(crate) fn directed(plan: &Plan, cases: &mut Cases) {
    let shape = plan.operands[0];
    let Some(f) = Float::of(&shape.format) else { return };
    let Some(to) = Float::of(&plan.result().format) else { return };
    let n = shape.len;
    // An operand that is shortened on its way in has low bits that no block sees.
    let unseen = f.body.saturating_sub(to.body);
    let b = ignored(plan) + unseen;
    let largest = [f.ones(), f.ones() ^ ((1 << b) - 1), f.ones() - (1 << b), f.ones() >> 1, 0];
    let (high, low) = if unseen > 0 { (to.emax(), to.emin()) } else { (f.emax(), f.emin()) };
    for exponent in [0, low + 3, high, high - 1, high - 2, high - 3, high - 4] {
        for mantissa in largest {
            let max = |sign| f.at(sign, exponent, mantissa);
            distances(&f, n, exponent, b, max, cases);
            specials(&f, n, max(false), cases);
        }
    }
    uniform(&f, n, cases);
    for code in codes(&shape.format) {
        for at in 0..n {
            let mut x = vec![f.at(at % 2 == 1, 0, 1); n];
            x[at] = code;
            cases.push(&x);
        }
        cases.push(&vec![code; n]);
    }
}

/// The largest element at a moving position; the others run through distances and mantissas.
fn distances(
    f: &Float,
    n: usize,
    exponent: i64,
    b: u32,
    max: impl Fn(bool) -> u64,
    cases: &mut Cases,
) {
    let mut small = Vec::new();
    for distance in 0..=i64::from(f.body) + 9 {
        for (k, mantissa) in roundings(f, distance, b).into_iter().enumerate() {
            small.push(f.code(k % 2 == 1, exponent + f.bias - distance, mantissa));
        }
    }
    for (k, others) in small.chunks(n - 1).enumerate() {
        let mut x = vec![f.code(k % 2 == 1, 0, 0); n];
        x[..others.len()].copy_from_slice(others);
        x.insert(k % n, max(k % 3 == 1));
        x.truncate(n);
        cases.push(&x);
    }
}

/// Mantissas that, moved down by `distance` places and stripped of `b` bits and the hidden one's
/// place, are ties to an even or odd neighbour or near one, directly and in an extended element.
fn roundings(f: &Float, distance: i64, b: u32) -> Vec<u64> {
    let at = |k: i64| if (0..i64::from(f.body)).contains(&k) { 1 << k } else { 0u64 };
    let mut all = vec![0, f.ones(), f.ones() ^ ((1 << b) - 1)];
    for shift in [distance, distance - 6] {
        let place = shift + i64::from(b);
        let (half, unit) = (at(place), at(place + 1));
        all.extend([
            half,
            half | unit,
            half.wrapping_sub(1) & f.ones(),
            (half | unit | 1) & f.ones(),
        ]);
    }
    all
}

/// Zeros with mantissas and infinities beside the largest element.
fn specials(f: &Float, n: usize, max: u64, cases: &mut Cases) {
    let zero = f.code(true, 0, f.ones());
    for at in 0..n {
        let mut x = vec![zero; n];
        x[at] = max;
        cases.push(&x);
        for infinity in [f.code(false, f.top, 0), f.code(true, f.top, f.ones())] {
            x[(at + 1) % n] = infinity;
            cases.push(&x);
        }
    }
}

/// All zeros, all infinities, all alike, with signs in turn.
fn uniform(f: &Float, n: usize, cases: &mut Cases) {
    for field in [0, 1, f.bias, f.top - 1, f.top] {
        for mantissa in [0, 1, f.ones()] {
            for every in [1, 2, 3] {
                let x: Vec<u64> = (0..n).map(|i| f.code(i % every == 1, field, mantissa)).collect();
                cases.push(&x);
            }
        }
    }
}
