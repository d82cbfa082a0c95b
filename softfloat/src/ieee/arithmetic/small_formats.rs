//! Every pair of operands of the formats of at most 8 bits, every triple of those of at most 6, in
//! every direction, against exact values. Sums and products of these operands are exact in
//! binary64; quotients and roots are known by products.

use core::cmp::Ordering;

use super::reference::{Exact, Known};
use crate::ieee::small::{Coding, SMALL};
use crate::{Env, Flags, Rounded, Rounding, Tininess};

/// Every direction, tininess in turn detected after and before rounding; to nearest even both.
fn rules() -> impl Iterator<Item = Env> {
    let tininess = [Tininess::After, Tininess::Before].into_iter().cycle();
    let directions = Rounding::ALL.into_iter().zip(tininess);
    let both = directions.chain([(Rounding::NearestEven, Tininess::Before)]);
    both.map(|(rounding, tininess)| Env { rounding, tininess, ..Env::IEEE })
}

fn compare(x: f64, y: f64) -> Ordering {
    x.partial_cmp(&y).expect("numbers")
}

/// What every operation does with a result that is not rounded: `value` as the machine has it.
fn special(f: &Known, operands: &[u64], value: f64) -> Option<(u64, Flags)> {
    let finite = operands.iter().all(|&c| f.value(c).is_finite());
    let nan = operands.iter().any(|&c| f.value(c).is_nan());
    let signalling = operands.iter().any(|&c| f.small.is_signalling(c));
    let default_nan = || f.small.default_nan(false).unwrap_or_else(|| f.code(f.largest));
    if nan {
        return Some((default_nan(), Flags::INVALID.when(signalling)));
    }
    if value.is_nan() {
        return Some((default_nan(), Flags::INVALID));
    }
    if value.is_infinite() {
        let negative = value.is_sign_negative();
        let largest = f.code(f.largest.copysign(value));
        let code = match f.small.coding {
            Coding::Ieee => f.code(value),
            Coding::Finite => largest,
            _ => f.small.default_nan(negative).expect("a NaN"),
        };
        return Some((code, Flags::DIVIDE_BY_ZERO.when(finite)));
    }
    None
}

/// A sum whose value binary64 holds; `zero` is the sign of an exact 0.
fn exact(f: &Known, env: &Env, value: f64, zero: bool) -> (u64, Flags) {
    if value == 0.0 {
        return (f.code(if zero { -0.0 } else { 0.0 }), Flags::NONE);
    }
    let magnitude = value.abs();
    let against = |v: f64| compare(magnitude, v);
    Exact { about: magnitude, against: &against }.round(f, env, value < 0.0)
}

/// The sign of a zero sum of two addends.
fn zero_sign(env: &Env, x: f64, y: f64) -> bool {
    let (x, y) = (x.is_sign_negative(), y.is_sign_negative());
    if x == y { x } else { env.rounding == Rounding::Down }
}

fn sum(f: &Known, env: &Env, a: u64, b: u64, minus: bool) -> (u64, Flags) {
    let (x, y) = (f.value(a), f.value(b));
    let y = if minus { -y } else { y };
    special(f, &[a, b], x + y).unwrap_or_else(|| exact(f, env, x + y, zero_sign(env, x, y)))
}

fn product(f: &Known, env: &Env, a: u64, b: u64) -> (u64, Flags) {
    let value = f.value(a) * f.value(b);
    special(f, &[a, b], value).unwrap_or_else(|| exact(f, env, value, value.is_sign_negative()))
}

fn fused(f: &Known, env: &Env, [a, b, c]: [u64; 3]) -> (u64, Flags) {
    let (product, addend) = (f.value(a) * f.value(b), f.value(c));
    let (mut code, mut flags) = special(f, &[a, b, c], product + addend)
        .unwrap_or_else(|| exact(f, env, product + addend, zero_sign(env, product, addend)));
    // An infinity times zero is invalid even beside a NaN.
    if product.is_nan() && !f.value(a).is_nan() && !f.value(b).is_nan() {
        (code, flags) = (f.small.default_nan(false).expect("a NaN"), Flags::INVALID);
    }
    (code, flags)
}

fn quotient(f: &Known, env: &Env, a: u64, b: u64) -> (u64, Flags) {
    let (x, y) = (f.value(a), f.value(b));
    let value = x / y;
    if let Some(done) = special(f, &[a, b], value) {
        return done;
    }
    if value == 0.0 {
        return exact(f, env, value, value.is_sign_negative());
    }
    let against = |v: f64| compare(x.abs(), v * y.abs());
    Exact { about: value.abs(), against: &against }.round(f, env, value < 0.0)
}

fn root(f: &Known, env: &Env, a: u64) -> (u64, Flags) {
    let x = f.value(a);
    if let Some(done) = special(f, &[a], x.sqrt()) {
        return done;
    }
    if x == 0.0 {
        return exact(f, env, x, x.is_sign_negative());
    }
    let against = |v: f64| compare(x, v * v);
    Exact { about: x.sqrt(), against: &against }.round(f, env, false)
}

/// The remainder by the quotient cut toward zero, or by the nearest one.
fn rest(f: &Known, env: &Env, a: u64, b: u64, nearest: bool) -> (u64, Flags) {
    let (x, y) = (f.value(a), f.value(b));
    // The quotient of two numbers of these formats fits an integer of 64 bits in the last unit of
    // the lesser, and binary64 divides exactly here: `%` is exact by definition.
    let cut = x % y;
    if let Some(done) = special(f, &[a, b], cut) {
        return done;
    }
    let odd = x.abs() % (2.0 * y.abs()) >= y.abs();
    let twice = compare(2.0 * cut.abs(), y.abs());
    let value = if nearest && (twice.is_gt() || twice.is_eq() && odd) {
        cut - y.abs().copysign(x)
    } else {
        cut
    };
    exact(f, env, value, x.is_sign_negative())
}

fn check(
    f: &Known,
    env: &Env,
    what: &str,
    operands: &[u64],
    ours: Rounded<u64>,
    due: (u64, Flags),
) {
    assert_eq!(
        (ours.bits, ours.flags),
        due,
        "{} {what} of {operands:x?}, {env:?}",
        f.small.format.name
    );
}

#[test]
fn every_pair() {
    for f in &SMALL.each_ref().map(Known::new) {
        for env in &rules().collect::<Vec<_>>() {
            for a in f.small.codes() {
                check(f, env, "sqrt", &[a], f.small.format.sqrt(a, env), root(f, env, a));
                for b in f.small.codes() {
                    let (of, pair) = (&f.small.format, &[a, b]);
                    check(f, env, "add", pair, of.add(a, b, env), sum(f, env, a, b, false));
                    check(f, env, "sub", pair, of.sub(a, b, env), sum(f, env, a, b, true));
                    check(f, env, "mul", pair, of.mul(a, b, env), product(f, env, a, b));
                    check(f, env, "div", pair, of.div(a, b, env), quotient(f, env, a, b));
                    check(f, env, "fmod", pair, of.fmod(a, b, env), rest(f, env, a, b, false));
                    let nearest = of.remainder(a, b, env);
                    check(f, env, "remainder", pair, nearest, rest(f, env, a, b, true));
                }
            }
        }
    }
}

#[test]
fn every_triple_of_few_bits_and_many_of_eight() {
    for f in &SMALL.each_ref().map(Known::new) {
        let codes = f.small.codes().end;
        // Of 2^24 triples every 613th, in every direction another.
        let step = if codes <= 64 { 1 } else { 613 };
        for (i, env) in rules().enumerate() {
            for n in (i as u64..codes.pow(3)).step_by(step) {
                let [a, b, c] = [n % codes, n / codes % codes, n / codes / codes];
                let ours = f.small.format.fma(a, b, c, &env);
                check(f, &env, "fma", &[a, b, c], ours, fused(f, &env, [a, b, c]));
            }
        }
    }
}
