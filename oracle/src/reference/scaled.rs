//! Scaled products (IEEE 754-2019, 9.4) by their definition, in fractions: pr = product / 2^sf, 1 <= |pr| < 2.

use crate::Rational;

use super::engine::{Env, Facts, Flags, Rounding, Value, encode, read};
use super::ieee::Exact;
use super::number::{OPTIONS, bits, env, format};
use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "scaled", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (name, operation) = id.strip_prefix("ieee.")?.split_once('.')?;
    let q_sign = match (operation, operands.len()) {
        ("scaled_prod", 1) => None,
        ("scaled_prod_sum", 2) => Some(false),
        ("scaled_prod_diff", 2) => Some(true),
        _ => return None,
    };
    let f = format("ieee", name)?;
    let env = env(options.only(&[OPTIONS.as_slice(), &["n"]].concat())?)?;
    let values: Vec<Value> = operands.iter().flatten().map(|code| read(f, *code, &env)).collect();
    let ((code, flags), scale) = match Exact::nan(&values.iter().collect::<Vec<_>>()) {
        Some(nan) => (nan.round(f, &env), 0),
        None => {
            let (p, q) = values.split_at(operands[0].len());
            match product(p, q_sign.map(|minus| (q, minus)), &env) {
                None => (Exact::Invalid.round(f, &env), 0),
                Some(Value::Finite { sign, magnitude }) if magnitude != 0 => {
                    normalised(f, sign, &magnitude, &env)
                }
                Some(special) => (encode(f, &special, None, &env), 0),
            }
        }
    };
    Some(Outcome { out: vec![code, u64::from(scale as u32)], flag: Some(bits(flags)) })
}

/// The exact product; `None` where it is invalid.
fn product(p: &[Value], q: Option<(&[Value], bool)>, env: &Env) -> Option<Value> {
    let factors: Vec<Value> = match q {
        None => p.to_vec(),
        Some((q, minus)) => p
            .iter()
            .zip(q)
            .map(|(p, q)| sum(p, &if minus { turned(q) } else { q.clone() }, env))
            .collect::<Option<_>>()?,
    };
    let sign = factors.iter().filter(|x| negative(x)).count() % 2 == 1;
    let infinite = factors.iter().any(|x| matches!(x, Value::Infinite { .. }));
    let mut all: Vec<Rational> = factors
        .into_iter()
        .filter_map(|x| match x {
            Value::Finite { magnitude, .. } => Some(magnitude),
            _ => None,
        })
        .collect();
    if infinite {
        let zero = all.iter().any(|x| *x == 0);
        return (!zero).then_some(Value::Infinite { sign });
    }
    while all.len() > 1 {
        let tail = all.split_off(all.len() / 2);
        let mut products: Vec<Rational> = all.iter().zip(&tail).map(|(a, b)| a * b).collect();
        products.extend(tail.into_iter().skip(products.len()));
        all = products;
    }
    Some(Value::Finite { sign, magnitude: all.pop()? })
}

fn negative(x: &Value) -> bool {
    match x {
        Value::Finite { sign, .. } | Value::Infinite { sign } | Value::Nan { sign, .. } => *sign,
    }
}

fn turned(x: &Value) -> Value {
    match x.clone() {
        Value::Finite { sign, magnitude } => Value::Finite { sign: !sign, magnitude },
        Value::Infinite { sign } => Value::Infinite { sign: !sign },
        nan @ Value::Nan { .. } => nan,
    }
}

/// The exact sum of two that are not NaN; `None` of infinities that cancel.
fn sum(a: &Value, b: &Value, env: &Env) -> Option<Value> {
    let signed = |x: &Value| match x {
        Value::Finite { sign, magnitude } => {
            Some(if *sign { -magnitude } else { magnitude.clone() })
        }
        _ => None,
    };
    match (signed(a), signed(b)) {
        (Some(x), Some(y)) => {
            let both_zero = x == 0 && y == 0;
            let total = x + y;
            let sign = match total == 0 {
                true if both_zero && negative(a) == negative(b) => negative(a),
                true => matches!(env.rounding, Rounding::Down),
                false => total < 0,
            };
            Some(Value::Finite { sign, magnitude: total.abs() })
        }
        (None, None) if negative(a) != negative(b) => None,
        (None, _) => Some(a.clone()),
        (_, None) => Some(b.clone()),
    }
}

/// The number between 1 and 2, rounded, and the power of two.
fn normalised(f: &Facts, sign: bool, magnitude: &Rational, env: &Env) -> ((u64, Flags), i32) {
    let scale = magnitude.floor_log2();
    let unit = magnitude >> scale;
    let rounded = |magnitude: Rational| encode(f, &Value::Finite { sign, magnitude }, None, env);
    let (code, flags) = rounded(unit);
    let flags = Flags { inexact: flags.inexact, ..Flags::NONE };
    match code == rounded(Rational::from(2)).0 {
        true => ((rounded(Rational::from(1)).0, flags), scale + 1),
        false => ((code, flags), scale),
    }
}
