//! Operands directed at the rules of functions: ends of domains, exact cases, ties and their
//! neighbours, arguments at which results leave the range, zeros, the turns of periodic functions, and
//! what is hardest to round.

mod hardest;
mod points;

use crate::draw::Cases;
use crate::draw::code::{Float, Value};
use crate::draw::corner::codes;
use crate::family::elem::random::integer;
use crate::family::elem::range::{Limits, log2, real, thresholds};
use crate::registry::Plan;
use functions::{Function, Row, Shape};
use softfloat::Format;

/// Formats of so many bits have every code as an argument.
const ALL_CODES: u32 = 8;

/// The cases of a function.
pub(super) fn directed(plan: &Plan, row: &Row, cases: &mut Cases) {
    let format = plan.operands[0].format;
    if row.shape == Shape::Unary && format.width <= ALL_CODES {
        return (0..1 << format.width).for_each(|code| cases.push(&[code]));
    }
    match (row.shape, Float::of(&format)) {
        (Shape::Unary, Some(f)) => {
            points::directed(row.function, &f, cases);
            hardest::directed(row, &format, cases);
        }
        (Shape::Binary, Some(f)) => numbers(row.function, &f, cases),
        (Shape::Power | Shape::Power64, Some(f)) => powers(row, &f, cases),
        (Shape::Power | Shape::Power64, None) => scales(row, &format, cases),
        (Shape::Reduce | Shape::Reduce2 | Shape::Block, _) => blocks(plan, cases),
        (Shape::Unary | Shape::Binary, None) => {}
    }
}

// Operands of functions of two numbers, and of a number and an integer.

/// `k * 2^exponent`.
fn scaled(f: &Float, k: u128, exponent: i64) -> u64 {
    f.toward_zero(Value { sign: false, exponent, significand: k })
}

fn minus(f: &Float, code: u64) -> u64 {
    code | 1 << (f.width - 1)
}

/// Bases: small, near 1, at both ends.
fn bases(f: &Float) -> Vec<u64> {
    let one = scaled(f, 1, 0);
    let mut all: Vec<u64> =
        [1, 2, 3, 4, 5, 7, 9, 10, 16, 25, 27, 81].map(|k| scaled(f, k, 0)).into();
    all.extend([1, 2, 3].map(|e| scaled(f, 1, -e)));
    all.extend([scaled(f, 3, -1), scaled(f, 9, -2), scaled(f, 27, -3)]);
    all.extend([1, 2, -1, -2].map(|k| f.stepped(one, k)));
    all.extend([f.at(false, f.emax(), f.ones()), f.at(false, f.emin(), 0), 1]);
    // Half as long as a significand, and a bit more: their squares are exact, or ties.
    let half = f.body.div_ceil(2);
    all.extend([half - half / 2, half, half + 1].map(|b| scaled(f, 1 << b | 1, -i64::from(b))));
    all
}

/// The cases of a function of two numbers.
fn numbers(function: Function, f: &Float, cases: &mut Cases) {
    use Function as F;
    match function {
        F::Pow | F::Powr => pow(f, cases),
        F::Hypot => hypot(f, cases),
        F::Atan2 | F::Atan2Pi => angles(f, cases),
        _ => activations(function, f, cases),
    }
}

fn pow(f: &Float, cases: &mut Cases) {
    let l = Limits::of(f);
    let quarters = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 40].map(|k| scaled(f, k, -2));
    let body = i64::from(f.body);
    let large = [(1u128 << body) + 1, 1 << body, (1 << body) - 1].map(|k| scaled(f, k, 0));
    for base in bases(f) {
        let log = log2(f, base);
        let ends = [l.top, l.bottom, l.bottom + l.precision, 2f64.powf(-l.precision)];
        let ends = ends.map(|e| real(f, e / log));
        for y in quarters.into_iter().chain(large).chain(ends.into_iter().filter(|_| log != 0.0)) {
            for (x, y) in [
                (base, y),
                (base, minus(f, y)),
                (minus(f, base), y),
                (base, f.stepped(y, 1)),
                (base, f.stepped(y, -1)),
                (f.stepped(base, 1), y),
            ] {
                cases.push(&[x, y]);
            }
        }
    }
}

fn hypot(f: &Float, cases: &mut Cases) {
    const TRIPLES: [(u128, u128); 7] =
        [(3, 4), (5, 12), (8, 15), (7, 24), (20, 21), (9, 40), (28, 45)];
    let body = i64::from(f.body);
    for (a, b) in TRIPLES {
        for e in [0, f.emax() - 6, f.emax() - 2, f.emin(), f.emin() - body, -body] {
            let (x, y) = (scaled(f, a, e), scaled(f, b, e));
            for (x, y) in [(x, y), (y, minus(f, x)), (f.stepped(x, 1), y), (x, f.stepped(y, -1))] {
                cases.push(&[x, y]);
            }
        }
    }
    // One so small that it only tips the other; both so large that the sum overflows.
    for a in [0, 1, f.ones(), f.ones() - 1] {
        for distance in 0..=body + 3 {
            let (large, small) = (f.at(false, 0, a), f.at(true, -distance, a ^ 1));
            cases.push(&[large, small]);
            cases.push(&[f.at(false, f.emax(), f.ones()), f.at(false, f.emax() - distance, a)]);
            cases.push(&[f.at(false, f.emin(), a), f.at(false, f.emin() - distance, a)]);
        }
    }
}

fn angles(f: &Float, cases: &mut Cases) {
    let far = [0, 1, 2, i64::from(f.body), f.emax() - 1, f.emax() - f.emin()];
    for x in bases(f) {
        for distance in far {
            let y = f.at(false, (f.field(x) - f.bias) - distance, x);
            for (y, x) in
                [(y, x), (x, y), (minus(f, y), x), (y, minus(f, x)), (minus(f, x), minus(f, y))]
            {
                cases.push(&[y, x]);
            }
        }
    }
}

/// Arguments at which the exponential matters, beside factors of every kind.
fn activations(function: Function, f: &Float, cases: &mut Cases) {
    let l = Limits::of(f);
    let mut points = vec![0.5, 1.0, 1.5, 2.0, 3.0, 8.0];
    points.extend(thresholds(function, &l));
    let mut factors: Vec<u64> = [1.0, 0.5, 2.0, 3.0, 0.1, 10.0].map(|a| real(f, a)).into();
    factors.extend([0, 1, f.at(false, f.emax(), f.ones()), f.code(false, f.top, 0)]);
    for factor in factors {
        let scale = log2(f, factor).clamp(-40.0, 40.0).exp2();
        for point in &points {
            for x in [real(f, *point), real(f, point * scale), real(f, point / scale)] {
                for x in [x, minus(f, x), f.stepped(minus(f, x), 1)] {
                    cases.push(&[x, factor]);
                    cases.push(&[x, minus(f, factor)]);
                }
            }
        }
    }
}

/// The cases of a function of a number and an integer.
fn powers(row: &Row, f: &Float, cases: &mut Cases) {
    let l = Limits::of(f);
    let bits = row.shape.integer().unwrap_or_default();
    let mut push = |x: u64, n: i64| {
        cases.push(&[x, integer(n, bits)]);
        cases.push(&[minus(f, x), integer(n, bits)]);
    };
    let small = [0, 1, 2, 3, 4, 5, 6, 7, 10, 17, 64, 1000, 0x7fff_fffe, 0x7fff_ffff];
    // What 32 bits do not hold, with 31, 32, 53 and 63 bits and one more.
    let large = [31, 32, 53, 62].map(|up| 1i64 << up).into_iter().flat_map(|n| [n - 1, n, n + 1]);
    let large: Vec<i64> = large.chain([i64::MAX - 1, i64::MAX]).collect();
    let large = if bits == 64 { &large[..] } else { &[] };
    let mut bases = bases(f);
    if row.function == Function::Compound64 {
        bases.extend([20, 31, 32, 40, 52, 61].map(|e| f.at(false, -e, 0)));
    }
    for x in bases {
        let log = match row.function {
            Function::Compound | Function::Compound64 => (1.0 + log2(f, x).exp2()).log2(),
            _ => log2(f, x),
        };
        let ends = [l.top, l.bottom, l.bottom + l.precision].map(|e| (e / log) as i64);
        let ends = ends.into_iter().filter(|n| n.unsigned_abs() < 1 << (bits - 1));
        let ends = ends.flat_map(|n| n.saturating_sub(1)..=n.saturating_add(1));
        for n in small.into_iter().chain(large.iter().copied()).chain(ends) {
            push(x, n);
            push(x, n.saturating_neg());
        }
        push(x, i64::MIN >> (64 - bits));
    }
    if matches!(row.function, Function::Rootn | Function::Rootn64) {
        roots(f, &mut push);
    }
}

/// Powers of small numbers, and what lies beside them.
fn roots(f: &Float, push: &mut impl FnMut(u64, i64)) {
    for n in 2..=9u32 {
        for k in [1u128, 2, 3, 5, 6, 7, 11, 15] {
            let Some(power) = k.checked_pow(n) else { continue };
            for e in [0, i64::from(n), -3 * i64::from(n), 1] {
                let x = scaled(f, power, e);
                for step in [0, 1, -1] {
                    push(f.stepped(x, step), n.into());
                    push(f.stepped(x, step), -i64::from(n));
                }
            }
        }
    }
}

/// Of scales, which are powers of two.
fn scales(row: &Row, format: &Format, cases: &mut Cases) {
    let bits = row.shape.integer().unwrap_or_default();
    for x in codes(format) {
        for n in [0, 1, -1, 2, -2, 3, -3, 7, 127, -127, 128, i64::MAX, i64::MIN] {
            cases.push(&[x, integer(n, bits)]);
        }
    }
}

// Operands of functions of blocks: corner codes in every place, alike, alone, in pairs that cancel,
// beside infinities.

/// How a block is filled.
const KINDS: usize = 8;

/// The cases of a function of blocks.
fn blocks(plan: &Plan, cases: &mut Cases) {
    let format = plan.operands[0].format;
    let n = plan.operands[0].len;
    let own = codes(&format);
    let sign = if format.sign { 1 << (format.width - 1) } else { 0 };
    let infinity =
        Float::of(&format).filter(|_| format.has_infinity()).map(|f| f.code(true, f.top, 0));
    let one = Float::of(&format).map_or(0x7f, |f| f.at(false, 0, 0));
    for turn in 0..own.len() * KINDS {
        let (kind, first) = (turn / own.len(), own[turn % own.len()]);
        let place = turn % n;
        let mut x = Vec::with_capacity(plan.elements());
        for k in 0..plan.elements() {
            let other = own[(turn * 3 + k * 7 + kind) % own.len()];
            let before = x.last().copied().unwrap_or(first);
            x.push(match kind {
                0 => other,
                // All alike, of one sign or of both.
                1 => first,
                2 => first ^ if k % 2 == 1 { sign } else { 0 },
                // One beside zeros, beside ones, beside negative infinities.
                3 => {
                    if k % n == place {
                        first
                    } else {
                        0
                    }
                }
                4 => {
                    if k % n == place {
                        first
                    } else {
                        one
                    }
                }
                5 => {
                    if k % n == place {
                        first
                    } else {
                        infinity.unwrap_or(first)
                    }
                }
                // Pairs that cancel, or nearly do.
                6 if k % 2 == 1 => before ^ sign,
                7 if k % 2 == 1 => before ^ sign ^ 1,
                _ => other,
            });
        }
        cases.push(&x);
    }
}
