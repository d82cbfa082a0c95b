//! `sr.*`: conversions whose last place is decided by random bits, by the fraction that is lost as a rational.

use rug::{Integer, Rational};

use super::engine::{self, Env, Facts, Flags, Kind, Overflow, Rounding, Tininess, Value};
use super::number::{OPTIONS, codes, env, format, outcome};
use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "stochastic", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (from, to) = id.strip_prefix("sr.")?.split_once('.')?;
    let names: Vec<&str> = OPTIONS.into_iter().chain(["bits", "tail"]).collect();
    let options = options.only(&names)?;
    let (from, to) = (format("", from)?, format("", to)?);
    let env = Env { rounding: Rounding::TowardZero, ..env(options)? };
    let bits = options.value("bits").map_or(Some(8), |text| text.parse().ok())?;
    let tail = options.value("tail").unwrap_or("cut");
    let &[code, word] = codes(operands).as_slice() else { return None };
    let value = engine::read(from, code, &env);
    // Into P3109's formats there are no exceptions.
    let outcome = |result| match to.kind {
        Kind::P3109 { .. } => Outcome { flag: None, ..outcome(result) },
        _ => outcome(result),
    };
    let (sign, magnitude) = match &value {
        Value::Finite { sign, magnitude } if !magnitude.is_zero() => (*sign, magnitude),
        _ => return Some(outcome(engine::encode(to, &value, Some(from), &env))),
    };
    let lead = engine::floor_log2(magnitude);
    let up = |place: i32| rounded(magnitude, place, bits, word, tail);
    let result = up(place(to, lead))?;
    let overflow = if env.overflow == Overflow::Ieee { Overflow::Infinity } else { env.overflow };
    let exact = Value::Finite { sign, magnitude: result.clone() };
    let (code, flags) = engine::encode(to, &exact, None, &Env { overflow, ..env });
    if flags.invalid || flags.overflow || result == *magnitude {
        return Some(outcome((code, flags)));
    }
    let tiny = match (to.kind, env.tininess) {
        (Kind::Binary | Kind::Explicit, Tininess::Before) => *magnitude < to.min_normal_value(),
        (Kind::Binary | Kind::Explicit, Tininess::After) => {
            up(lead - (to.precision() - 1))? < to.min_normal_value()
        }
        _ => false,
    };
    let flags = Flags { inexact: true, underflow: flags.underflow || tiny, ..flags };
    Some(outcome((code, flags)))
}

/// The place that a number whose leading bit has this exponent is rounded to.
fn place(to: &Facts, lead: i32) -> i32 {
    match to.kind {
        Kind::Fixed { frac, .. } => -(frac as i32),
        _ => lead.max(to.min_exponent()) - (to.precision() - 1),
    }
}

/// A magnitude rounded to a multiple of 2^place: up where the fraction, made one of so many bits, and the word reach 1.
fn rounded(v: &Rational, place: i32, bits: u32, word: u64, tail: &str) -> Option<Rational> {
    let (fraction, whole) = Rational::from(v >> place).fract_floor(Integer::new());
    let (rest, down) = (fraction << bits).fract_floor(Integer::new());
    let half = Rational::from((1, 2));
    let next = match tail {
        "cut" => false,
        "halfup" => rest >= half,
        "even" => rest > half || rest == half && down.is_odd(),
        "odd" => rest > half || rest == half && down.is_even(),
        _ => return None,
    };
    let sum = down + u32::from(next) + word;
    let up = sum >= Integer::from(1) << bits;
    Some(Rational::from(whole + u32::from(up)) << place)
}
