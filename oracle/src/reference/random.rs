//! Roundings whose last place random bits decide, by the fraction that is lost as a rational.

use crate::Rational;
use rug::Integer;

use super::engine::{self, Env, Facts, Flags, Kind, Overflow, Rounding, Tininess, Value};
use super::options::Options;

/// A random word, and how it rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random<'a> {
    pub(super) bits: u32,
    pub(super) word: u64,
    pub(super) tail: &'a str,
}

impl<'a> Random<'a> {
    /// What the options say of a word.
    pub(super) fn of(options: Options<'a>, word: u64) -> Option<Self> {
        let bits = options.value("bits").map_or(Some(8), |text| text.parse().ok())?;
        Some(Self { bits, word, tail: options.value("tail").unwrap_or("cut") })
    }
}

/// The code that a value becomes by random bits, with its exceptions.
pub(super) fn encode(
    to: &Facts,
    value: &Value,
    from: Option<&Facts>,
    env: &Env,
    random: Random<'_>,
) -> Option<(u64, Flags)> {
    // Of what is beyond the range P3109 asks for the direction, and a random one is none toward it.
    let rounding = match to.kind {
        Kind::P3109 { .. } => Rounding::NearestEven,
        _ => Rounding::TowardZero,
    };
    let env = Env { rounding, ..*env };
    let (sign, magnitude) = match value {
        Value::Finite { sign, magnitude } if !magnitude.is_zero() => (*sign, magnitude),
        _ => return Some(engine::encode(to, value, from, &env)),
    };
    let lead = magnitude.floor_log2();
    let up = |place: i32| rounded(magnitude, place, random);
    let result = up(place(to, lead))?;
    let overflow = if env.overflow == Overflow::Ieee { Overflow::Infinity } else { env.overflow };
    let exact = Value::Finite { sign, magnitude: result.clone() };
    let (code, flags) = engine::encode(to, &exact, None, &Env { overflow, ..env });
    if flags.invalid || flags.overflow || result == *magnitude {
        return Some((code, flags));
    }
    let tiny = match (to.kind, env.tininess) {
        (Kind::Binary | Kind::Explicit, Tininess::Before) => *magnitude < to.min_normal_value(),
        (Kind::Binary | Kind::Explicit, Tininess::After) => {
            up(lead - (to.precision() - 1))? < to.min_normal_value()
        }
        _ => false,
    };
    Some((code, Flags { inexact: true, underflow: flags.underflow || tiny, ..flags }))
}

/// The place that a number whose leading bit has this exponent is rounded to.
fn place(to: &Facts, lead: i32) -> i32 {
    match to.kind {
        Kind::Fixed { frac, .. } => -(frac as i32),
        _ => lead.max(to.min_exponent()) - (to.precision() - 1),
    }
}

/// A magnitude rounded to a multiple of 2^place: up where the fraction, made one of so many bits, and the word reach 1.
fn rounded(v: &Rational, place: i32, random: Random<'_>) -> Option<Rational> {
    let Random { bits, word, tail } = random;
    let (fraction, whole) = (v >> place).fract_floor();
    let (rest, down) = (fraction << bits).fract_floor();
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
