//! `p3109.*`: arithmetic on P3109's formats: the exact result, infinities included, projected once. What has no value is NaN, and
//! so is all that NaN is an operand of, but for comparisons.

use std::cmp::Ordering;

use crate::Rational;

use super::engine::{self, Env, Facts, Kind, Overflow, Rounding, Value, decode};
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
    let env = env(options.only(&["rm", "sat"])?)?;
    let codes = codes(operands);
    if let Some((operation, from)) = operation.split_once(".from.") {
        return mixed(facts, operation, from, &env, &codes);
    }
    let Kind::P3109 { .. } = facts.kind else { return None };
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
        ("is_zero", [a]) => a.as_ref().is_some_and(Extended::is_zero).into(),
        ("is_one", [a]) => matches!(a, Some(Number(x)) if *x == 1).into(),
        ("is_nan", [a]) => a.is_none().into(),
        ("is_infinite", [a]) => matches!(a, Some(Infinite { .. })).into(),
        ("is_finite", [a]) => matches!(a, Some(Number(_))).into(),
        ("is_sign_minus", [a]) => a.as_ref().is_some_and(Extended::negative).into(),
        ("is_normal", [a]) => is_normal(facts, a.as_ref()).into(),
        ("is_subnormal", [a]) => {
            let number = matches!(a, Some(Number(x)) if *x != 0);
            (number && !is_normal(facts, a.as_ref())).into()
        }
        ("sqrt", [Some(a)]) => root(facts, a, &env),
        // Its NaN.
        ("sqrt", [None]) => facts.canonical_nan?,
        ("negate", [a]) if !facts.sign => {
            let opposite = a.as_ref().map(Extended::opposite);
            opposite
                .map_or(facts.canonical_nan?, |x| engine::encode(facts, &x.value(), None, &env).0)
        }
        (name, values) => projected(facts, exact(name, values)?, name, &env)?,
    };
    Some(Outcome { out: vec![code], flag: None })
}

/// Numbers of several formats, projected once into another.
fn mixed(to: &Facts, operation: &str, from: &str, env: &Env, codes: &[u64]) -> Option<Outcome> {
    let formats: Vec<_> = from.split('.').map(|name| format("", name)).collect::<Option<_>>()?;
    let decoded = formats.iter().zip(codes).map(|(facts, code)| Extended::of(decode(facts, *code)));
    let values: Vec<_> = decoded.collect();
    let result = match (operation, values.as_slice()) {
        ("sqrt", [Some(Infinite { negative: true }) | None]) => None,
        ("sqrt", [Some(infinite @ Infinite { .. })]) => Some(infinite.clone()),
        ("sqrt", [Some(Number(x))]) => (*x >= 0).then(|| Number(enclosed_root(x))),
        (name, values) => exact(name, values)?,
    };
    let code = match (result, to.kind) {
        (None, _) => to.canonical_nan?,
        (Some(x), Kind::P3109 { .. }) => engine::encode(to, &x.value(), None, env).0,
        (Some(x), _) => external(to, x, env),
    };
    Some(Outcome { out: vec![code], flag: None })
}

/// The code in an external format: 4.7.4, 4.7.5 and 4.8.2, as they are written there.
fn external(to: &Facts, x: Extended, env: &Env) -> u64 {
    let most = (Rational::from(2) - (Rational::from(1) >> to.man_bits as i32))
        << (to.top_exponent() as i32 - 1 - to.bias);
    let rounded = match x {
        Number(x) => Number(to_precision(to, &x, env.rounding)),
        infinite => infinite,
    };
    let negative = rounded.negative();
    let end = Number(if negative { -most.clone() } else { most.clone() });
    let within = matches!(&rounded, Number(x) if x.clone().abs() <= most);
    let toward = match env.rounding {
        Rounding::TowardZero => true,
        Rounding::Down => !negative,
        Rounding::Up => negative,
        _ => false,
    };
    let number = matches!(rounded, Number(_));
    let saturated = match env.overflow {
        _ if within => rounded,
        Overflow::Saturate => end,
        Overflow::SaturateFinite if number => end,
        Overflow::SaturateFinite => rounded,
        _ if number && toward => end,
        _ => Infinite { negative },
    };
    match saturated {
        Infinite { negative } => to.join(negative, to.top_exponent(), 0),
        Number(x) if x == 0 => 0,
        Number(x) => {
            // It is a number of the format.
            let exponent = x.clone().abs().floor_log2().max(to.min_exponent());
            let units = (x.clone().abs() >> (exponent - to.man_bits as i32)).floor();
            let units = units.to_u64().expect("a significand");
            let hidden = 1u64 << to.man_bits;
            let field = if units < hidden { 0 } else { (exponent + to.bias) as u64 };
            to.join(x < 0, field, units & (hidden - 1))
        }
    }
}

/// The multiple of the last place that a number is rounded to, with exponents that have no end (4.7.4).
fn to_precision(to: &Facts, x: &Rational, rounding: Rounding) -> Rational {
    if *x == 0 {
        return Rational::new();
    }
    let place = x.clone().abs().floor_log2().max(to.min_exponent()) - to.man_bits as i32;
    let scaled = x.clone() >> place;
    let floor = scaled.floor();
    let left = scaled - Rational::from(floor.clone());
    if left == 0 {
        return x.clone();
    }
    let half = Rational::from(1) >> 1;
    let odd = floor.is_odd();
    let up = match rounding {
        Rounding::TowardZero => *x < 0,
        Rounding::Up => true,
        Rounding::Down => false,
        Rounding::ToOdd => !odd,
        Rounding::NearestEven => left > half || left == half && odd,
        Rounding::NearestAway => left > half || left == half && *x > 0,
    };
    Rational::from(floor + i32::from(up)) << place
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
        ("recip", 1) => Some(of(0).and_then(|a| quotient(&Number(Rational::from(1)), &a))),
        ("faa", 3) => {
            let all: Option<Vec<_>> = (0..3).map(of).collect();
            Some(all.and_then(|all| total(&all)))
        }
        (name, 2) if name.starts_with("minimum_") || name.starts_with("maximum_") => {
            Some(extreme(name, of(0), of(1)))
        }
        ("negate", 1) => Some(of(0).map(|a| a.opposite())),
        ("abs", 1) => Some(of(0).map(|a| if a.negative() { a.opposite() } else { a })),
        ("fma", 3) => {
            let product = of(0).zip(of(1)).and_then(|(a, b)| product(&a, &b));
            Some(product.zip(of(2)).and_then(|(p, c)| sum(&p, &c)))
        }
        _ => None,
    }
}

/// The sum of several; NaN where infinities cancel.
fn total(all: &[Extended]) -> Option<Extended> {
    let infinite: Vec<bool> =
        all.iter().filter(|x| matches!(x, Infinite { .. })).map(Extended::negative).collect();
    match infinite[..] {
        [] => {
            let numbers = all.iter().filter_map(|x| match x {
                Number(x) => Some(x),
                Infinite { .. } => None,
            });
            Some(Number(numbers.fold(Rational::new(), |sum, x| &sum + x)))
        }
        [first, ref others @ ..] => {
            others.iter().all(|other| *other == first).then_some(Infinite { negative: first })
        }
    }
}

/// The tables of 4.11.2 and 4.11.3.
fn extreme(name: &str, x: Option<Extended>, y: Option<Extended>) -> Option<Extended> {
    let (x, y) = match (x, y) {
        (Some(x), Some(y)) => (x, y),
        (x, y) if name.ends_with("_number") || name.ends_with("_finite") => return x.or(y),
        _ => return None,
    };
    let finite = |x: &Extended| matches!(x, Number(_));
    if name.ends_with("_finite") && finite(&x) != finite(&y) {
        return Some(if finite(&x) { x } else { y });
    }
    let lesser = if x.cmp(&y).is_lt() { (x, y) } else { (y, x) };
    let size = |x: &Extended| if x.negative() { x.opposite() } else { x.clone() };
    let (low, high) = match name.contains("magnitude") {
        true if size(&lesser.0).cmp(&size(&lesser.1)).is_gt() => (lesser.1, lesser.0),
        _ => lesser,
    };
    Some(if name.starts_with("minimum") { low } else { high })
}

/// Whether a number is at least the smallest normal one.
fn is_normal(facts: &Facts, a: Option<&Extended>) -> bool {
    let least = Rational::from(1) >> (facts.bias - 1);
    matches!(a, Some(Number(x)) if x.clone().abs() >= least)
}

/// The code of a result. What is a code already is not projected: an infinity stays.
fn projected(facts: &Facts, x: Option<Extended>, name: &str, env: &Env) -> Option<u64> {
    let extreme = name.starts_with("minimum_") || name.starts_with("maximum_");
    let kept = extreme || matches!(name, "min" | "max" | "negate" | "abs");
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
    engine::encode(facts, &Value::Finite { sign: false, magnitude: enclosed_root(x) }, None, env).0
}

/// The root, or a number that rounds as it does: more bits than a code has, and a last one for what is left.
fn enclosed_root(x: &Rational) -> Rational {
    if *x == 0 {
        return Rational::new();
    }
    let places = 80 - x.floor_log2() / 2;
    let scaled = x << (2 * places);
    let root = scaled.floor().sqrt();
    let exact = scaled == root.clone().square();
    let twice = (root << 1u32) + u32::from(!exact);
    Rational::from(twice) >> (places + 1)
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
