//! `p3109.*`: arithmetic on P3109's formats: the exact result, infinities included, projected once. What has no value is NaN, and
//! so is all that NaN is an operand of, but for comparisons.

use std::cmp::Ordering;

use crate::Rational;

use super::engine::{self, Env, Facts, Kind, Value, decode};
use super::number::{codes, env, format};
use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "p3109", evaluate };

/// A number or an infinity.
#[derive(Clone, Debug, PartialEq)]
enum Extended {
    Number(Rational),
    Infinite { negative: bool },
}

use Extended::{Infinite, Number};

impl Extended {
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Nan { .. } => None,
            Value::Infinite { sign } => Some(Infinite { negative: sign }),
            Value::Finite { .. } => Some(Number(value.signed())),
        }
    }

    fn value(&self) -> Value {
        match self {
            Number(x) => Value::Finite { sign: *x < 0, magnitude: x.clone().abs() },
            Infinite { negative } => Value::Infinite { sign: *negative },
        }
    }

    fn negative(&self) -> bool {
        match self {
            Number(x) => *x < 0,
            Infinite { negative } => *negative,
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Number(x) if *x == 0)
    }

    fn opposite(&self) -> Self {
        match self {
            Number(x) => Number(-x),
            Infinite { negative } => Infinite { negative: !negative },
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let end = |x: &Self| match x {
            Number(_) => 0,
            Infinite { negative } => 1 - 2 * i32::from(*negative),
        };
        match (self, other) {
            (Number(a), Number(b)) => a.cmp(b),
            _ => end(self).cmp(&end(other)),
        }
    }
}

fn sum(a: &Extended, b: &Extended) -> Option<Extended> {
    match (a, b) {
        (Number(a), Number(b)) => Some(Number(a + b)),
        (Infinite { negative: a }, Infinite { negative: b }) if a != b => None,
        (Infinite { .. }, _) => Some(a.clone()),
        _ => Some(b.clone()),
    }
}

fn product(a: &Extended, b: &Extended) -> Option<Extended> {
    match (a, b) {
        (Number(a), Number(b)) => Some(Number(a * b)),
        _ if a.is_zero() || b.is_zero() => None,
        _ => Some(Infinite { negative: a.negative() != b.negative() }),
    }
}

fn quotient(a: &Extended, b: &Extended) -> Option<Extended> {
    match (a, b) {
        (_, Number(b)) if *b == 0 => None,
        (Number(a), Number(b)) => Some(Number(a / b)),
        (Number(_), Infinite { .. }) => Some(Number(Rational::new())),
        (Infinite { .. }, Number(_)) => Some(Infinite { negative: a.negative() != b.negative() }),
        (Infinite { .. }, Infinite { .. }) => None,
    }
}

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (name, operation) = id.strip_prefix("p3109.")?.split_once('.')?;
    let facts = format("", name)?;
    let Kind::P3109 { .. } = facts.kind else { return None };
    let env = env(options.only(&["rm", "sat"])?)?;
    let codes = codes(operands);
    let values: Vec<_> = codes.iter().map(|code| Extended::of(decode(facts, *code))).collect();
    let code = match (operation, values.as_slice()) {
        ("compare_equal", [a, b]) => holds(a, b, Ordering::is_eq).into(),
        ("compare_not_equal", [a, b]) => (!holds(a, b, Ordering::is_eq)).into(),
        ("compare_greater", [a, b]) => holds(a, b, Ordering::is_gt).into(),
        ("compare_greater_equal", [a, b]) => holds(a, b, Ordering::is_ge).into(),
        ("compare_less", [a, b]) => holds(a, b, Ordering::is_lt).into(),
        ("compare_less_equal", [a, b]) => holds(a, b, Ordering::is_le).into(),
        ("next", [a]) => neighbour(facts, codes[0], a.as_ref(), Ordering::Greater),
        ("prior", [a]) => neighbour(facts, codes[0], a.as_ref(), Ordering::Less),
        ("sqrt", [Some(a)]) => root(facts, a, &env),
        // Its NaN.
        ("sqrt", [None]) => facts.canonical_nan?,
        (name, values) => projected(facts, exact(name, values)?, name, &env)?,
    };
    Some(Outcome { out: vec![code], flag: None })
}

fn holds(a: &Option<Extended>, b: &Option<Extended>, relation: fn(Ordering) -> bool) -> bool {
    matches!((a, b), (Some(a), Some(b)) if relation(a.cmp(b)))
}

/// The exact result; `Some(None)` is NaN.
fn exact(name: &str, x: &[Option<Extended>]) -> Option<Option<Extended>> {
    let of = |at: usize| x.get(at).cloned().flatten();
    let both = |f: fn(&Extended, &Extended) -> Option<Extended>| {
        Some(of(0).zip(of(1)).and_then(|(a, b)| f(&a, &b)))
    };
    match (name, x.len()) {
        ("add", 2) => both(sum),
        ("sub", 2) => both(|a, b| sum(a, &b.opposite())),
        ("mul", 2) => both(product),
        ("div", 2) => both(quotient),
        ("min", 2) => both(|a, b| Some(if a.cmp(b).is_le() { a.clone() } else { b.clone() })),
        ("max", 2) => both(|a, b| Some(if a.cmp(b).is_ge() { a.clone() } else { b.clone() })),
        ("negate", 1) => Some(of(0).map(|a| a.opposite())),
        ("abs", 1) => Some(of(0).map(|a| if a.negative() { a.opposite() } else { a })),
        ("fma", 3) => {
            let product = of(0).zip(of(1)).and_then(|(a, b)| product(&a, &b));
            Some(product.zip(of(2)).and_then(|(p, c)| sum(&p, &c)))
        }
        _ => None,
    }
}

/// The code of a result. What is a code already is not projected: an infinity stays.
fn projected(facts: &Facts, x: Option<Extended>, name: &str, env: &Env) -> Option<u64> {
    let kept = matches!(name, "min" | "max" | "negate" | "abs");
    let env = if kept { Env::default() } else { *env };
    match x {
        None => facts.canonical_nan,
        Some(x) => Some(engine::encode(facts, &x.value(), None, &env).0),
    }
}

/// The root as the number whose square is the operand: the largest code not above it and the next one are found by squares, and
/// a number between them that rounds as the root does takes its place.
fn root(facts: &Facts, a: &Extended, env: &Env) -> u64 {
    let x = match a {
        _ if a.is_zero() => return 0,
        Infinite { negative: false } => {
            return engine::encode(facts, &a.value(), None, env).0;
        }
        Number(x) if *x > 0 => x,
        _ => return facts.canonical_nan.expect("every format of P3109 has NaN"),
    };
    // More bits than a code has, and a last one for what is left.
    let places = 80 - x.floor_log2() / 2;
    let scaled = x << (2 * places);
    let root = scaled.floor().sqrt();
    let exact = scaled == root.clone().square();
    let twice = (root << 1u32) + u32::from(!exact);
    let magnitude = Rational::from(twice) >> (places + 1);
    engine::encode(facts, &Value::Finite { sign: false, magnitude }, None, env).0
}

/// The nearest of all values above or below, by looking at each, of wide formats at those that can be it: the codes beside the
/// operand's and beside 0. Where there is none, NaN.
fn neighbour(facts: &Facts, code: u64, a: Option<&Extended>, side: Ordering) -> u64 {
    let nan = facts.canonical_nan.expect("every format of P3109 has NaN");
    let Some(a) = a else { return nan };
    let mut best: Option<(u64, Extended)> = None;
    let (mask, minus) = (u64::MAX >> (64 - facts.width), facts.sign_bit());
    let beside = [code.wrapping_sub(1) & mask, (code + 1) & mask, 0, 1, minus | 1];
    let candidates: Vec<u64> =
        if facts.width <= 8 { (0..=mask).collect() } else { beside.to_vec() };
    for code in candidates {
        let Some(x) = Extended::of(decode(facts, code)) else { continue };
        let nearer = best.as_ref().is_none_or(|(_, best)| x.cmp(best) == side.reverse());
        if x.cmp(a) == side && nearer {
            best = Some((code, x));
        }
    }
    best.map_or(nan, |(code, _)| code)
}
