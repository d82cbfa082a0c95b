//! TMMA: an element of D and a slice of K (TILE-D34, D36, D38, D40, D83, D84).

use crate::Rational;

use super::function::{format, rounding};
use crate::reference::Outcome;
use crate::reference::engine::{self, Env, Facts, Flags, Kind, Rounding, Value, decode};
use crate::reference::number::bits;
use crate::reference::options::Options;

pub(super) fn evaluate(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let mut parts = operation.split('.');
    let (factors, to, choice) = (parts.next()?, parts.next()?, parts.next());
    if parts.next().is_some() {
        return None;
    }
    if to == "s32" {
        options.only(&[])?;
        return integers(factors, choice, operands);
    }
    let rounding = rounding(options.only(&["rm"])?)?;
    let d = format(to, false, false)?;
    let (code, flags) = match (factors.strip_prefix("mx"), operands) {
        (None, [a, b, d_code]) => {
            let other = chosen(choice, "ocp")?;
            let [x, y] = pair(factors)?.map(|name| format(name, false, other));
            sum(
                &products(&values(x?, None, a), &values(y?, None, b), false),
                d,
                one(d_code)?,
                rounding,
            )
        }
        (Some(factors), [a_scale, a, b_scale, b, d_code]) => {
            let other = chosen(choice, "t29")?;
            let [x, y] = pair(factors)?.map(|name| format(name, true, other));
            let (x, y) = (x?, y?);
            let fixed = matches!(x.kind, Kind::Fixed { .. });
            let a = values(x, Some(one(a_scale)?), a);
            let b = values(y, Some(one(b_scale)?), b);
            sum(&products(&a, &b, fixed), d, one(d_code)?, rounding)
        }
        _ => return None,
    };
    Some(Outcome { out: vec![code], flag: Some(bits(flags)) })
}

/// Whether the ending that chooses the other codes is there.
fn chosen(choice: Option<&str>, ending: &str) -> Option<bool> {
    match choice {
        None => Some(false),
        Some(found) if found == ending => Some(true),
        Some(_) => None,
    }
}

fn one(operand: &[u64]) -> Option<u64> {
    if let &[code] = operand { Some(code) } else { None }
}

/// The names of both factors: one for both, or two of four letters, or of integers.
fn pair(factors: &str) -> Option<[&str; 2]> {
    Some(match factors {
        "int8x4" => ["int8", "int4"],
        "u8u4" => ["u8", "u4"],
        "s8s4" => ["s8", "s4"],
        _ if factors.len() == 8 => [factors.get(..4)?, factors.get(4..)?],
        _ => [factors; 2],
    })
}

/// The exact total and D, modulo 2^32 or clamped (TILE-D38).
fn integers(factors: &str, choice: Option<&str>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let clamp = chosen(choice, "sat")?;
    let [a, b, d] = operands else { return None };
    let [x, y] = pair(factors)?.map(|name| format(name, false, false));
    let (x, y) = (x?, y?);
    let products = a.iter().zip(b).map(|(&a, &b)| decode(x, a).signed() * decode(y, b).signed());
    let old = Rational::from(one(d)? as u32 as i32);
    let total: Rational = products.fold(old, |sum, product| sum + product);
    let total = total.to_integer()?;
    let kept = if clamp { total.clamp(&i32::MIN, &i32::MAX) } else { total };
    Some(Outcome { out: vec![u64::from(kept.to_u32_wrapping())], flag: None })
}

/// The values of elements, with a scale where they have one; the scale ff makes all of them NaN (TILE-D40, D46).
fn values(f: &Facts, scale: Option<u64>, codes: &[u64]) -> Vec<Value> {
    let value = |&code: &u64| match (decode(f, code), scale) {
        (_, Some(0xff)) => Value::Nan { sign: false, signalling: false, payload: 0 },
        (Value::Finite { sign, magnitude }, Some(scale)) => {
            Value::Finite { sign, magnitude: magnitude << (scale as i32 - 127) }
        }
        (value, _) => value,
    };
    codes.iter().map(value).collect()
}

/// An addend of a slice.
enum Addend {
    /// Of a NaN, and whether that signals.
    Nan(bool),
    /// An infinity times zero.
    Invalid,
    Infinite(bool),
    Number {
        sign: bool,
        magnitude: Rational,
    },
}

/// The exact products. A zero has the sign of multiplication; of fixed-point elements it is +0 (TILE-D84).
fn products(x: &[Value], y: &[Value], fixed: bool) -> Vec<Addend> {
    x.iter().zip(y).map(|(x, y)| product(x, y, fixed)).collect()
}

fn product(x: &Value, y: &Value, fixed: bool) -> Addend {
    let signals = |v: &Value| matches!(v, Value::Nan { signalling: true, .. });
    let zero = |v: &Value| matches!(v, Value::Finite { magnitude, .. } if magnitude.is_zero());
    let sign = x.sign() != y.sign();
    match (x, y) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => Addend::Nan(signals(x) || signals(y)),
        (Value::Infinite { .. }, other) | (other, Value::Infinite { .. }) if zero(other) => {
            Addend::Invalid
        }
        (Value::Infinite { .. }, _) | (_, Value::Infinite { .. }) => Addend::Infinite(sign),
        (Value::Finite { magnitude: a, .. }, Value::Finite { magnitude: b, .. }) => {
            let magnitude = a * b;
            let sign = sign && !(fixed && magnitude.is_zero());
            Addend::Number { sign, magnitude }
        }
    }
}

/// The products and D, exact, rounded once.
fn sum(products: &[Addend], f: &Facts, d: u64, rounding: Rounding) -> (u64, Flags) {
    let old = match decode(f, d) {
        Value::Nan { signalling, .. } => Addend::Nan(signalling),
        Value::Infinite { sign } => Addend::Infinite(sign),
        Value::Finite { sign, magnitude } => Addend::Number { sign, magnitude },
    };
    let all = || products.iter().chain([&old]);
    let infinite =
        [false, true].map(|sign| all().any(|a| matches!(a, Addend::Infinite(s) if *s == sign)));
    let nan = all().any(|a| matches!(a, Addend::Nan(_)));
    // TILE-D41, D83.
    let invalid =
        all().any(|a| matches!(a, Addend::Nan(true) | Addend::Invalid)) || infinite == [true, true];
    let env = Env { rounding, ..Env::default() };
    if nan || invalid {
        let canonical = f.canonical_nan.expect("D has a NaN");
        return (canonical, Flags { invalid, ..Flags::NONE });
    }
    if infinite != [false, false] {
        return engine::encode(f, &Value::Infinite { sign: infinite[1] }, None, &env);
    }
    let mut total = Rational::new();
    let (mut minus, mut plus) = (true, true);
    for addend in all() {
        if let Addend::Number { sign, magnitude } = addend {
            if *sign {
                total -= magnitude
            } else {
                total += magnitude
            }
            minus &= *sign && magnitude.is_zero();
            plus &= !*sign && magnitude.is_zero();
        }
    }
    // TILE-D36.
    let sign =
        if total.is_zero() { minus || !plus && rounding == Rounding::Down } else { total < 0 };
    engine::encode(f, &Value::Finite { sign, magnitude: total.abs() }, None, &env)
}
