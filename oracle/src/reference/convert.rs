//! `cvt.*`: conversions between two formats of numbers.

use super::engine::{self, Env, Facts, Kind, NanRule, Rounding, Value, posit};
use super::number::{OPTIONS, codes, env, format, of_ofp8, outcome};
use super::options::Options;
use super::{Outcome, Reference, ieee};

pub(super) const REFERENCE: Reference = Reference { name: "convert", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (from, to) = id.strip_prefix("cvt.")?.split_once('.')?;
    let (from, to) = (format("", from)?, format("", to)?);
    let &[code] = codes(operands).as_slice() else { return None };
    if let Some(width) = options.value("box").filter(|width| *width != "none") {
        let others = options.others("box");
        let alone = |code| evaluate(id, Options::new(&others), &[vec![code]]);
        return ieee::boxed::convert(from, to, width, code, alone);
    }
    let options = options.only(&OPTIONS)?;
    let env = env(options)?;
    if let Kind::P3109 { .. } = to.kind {
        let (code, _) = engine::encode(to, &engine::read(from, code, &env), None, &env);
        return Some(Outcome { out: vec![code], flag: None });
    }
    if let Some(result) = of_posits(from, to, code, &env) {
        return Some(result);
    }
    let result = match to.kind {
        Kind::Fixed { .. } => ieee::to_integer(from, to, code, options.has("exact"), &env),
        Kind::Binary | Kind::Explicit | Kind::Posit { .. } | Kind::P3109 { .. } => {
            engine::convert(from, to, &env, code)
        }
    };
    let infinite = matches!(engine::decode(from, code), Value::Infinite { .. });
    Some(outcome(of_ofp8([Some(from), Some(to)], (code, infinite), options, result)))
}

/// Conversions from and to posits (Posit standard of 2022, 6). Into posits and integers there are no flags and one rounding.
/// NaR is the most negative integer, both ways, and stands for what an integer with a sign does not hold; without a sign the
/// nearer end does, and 0 for NaR, as SoftPosit has it.
fn of_posits(from: &Facts, to: &Facts, code: u64, env: &Env) -> Option<Outcome> {
    let silent = |code| Some(Outcome { out: vec![code], flag: None });
    match (from.kind, to.kind) {
        (Kind::Fixed { .. }, Kind::Posit { .. }) if from.sign && code == from.sign_bit() => {
            silent(to.sign_bit())
        }
        (_, Kind::Posit { es }) => silent(match engine::read(from, code, env) {
            Value::Finite { sign, magnitude } => posit::encode(to, es, sign, &magnitude).0,
            Value::Infinite { .. } | Value::Nan { .. } => to.sign_bit(),
        }),
        (Kind::Posit { .. }, Kind::Fixed { .. }) => {
            silent(integer(&engine::decode(from, code), to))
        }
        (Kind::Posit { .. }, _) => {
            let env = Env { nan: NanRule::Canonical, ..*env };
            Some(outcome(engine::convert(from, to, &env, code)))
        }
        _ => None,
    }
}

/// The nearest integer, of two the even one.
fn integer(value: &Value, to: &Facts) -> u64 {
    let Value::Finite { sign, magnitude } = value else { return to.sign_bit() };
    let whole = engine::to_integer(magnitude, *sign, Rounding::NearestEven);
    let whole = if *sign { -whole } else { whole };
    let (least, most) = match to.sign {
        true => (-(1i128 << (to.width - 1)), (1i128 << (to.width - 1)) - 1),
        false => (0, (1i128 << to.width) - 1),
    };
    let mask = u64::MAX >> (64 - to.width);
    match whole.to_i128() {
        Some(n) if (least..=most).contains(&n) => n as u64 & mask,
        _ if to.sign => to.sign_bit(),
        _ if *sign => 0,
        _ => mask,
    }
}
