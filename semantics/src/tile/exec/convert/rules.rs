//! One element without a scale (TILE-D48, D83).

use softfloat::{Env, Flags, Format, Overflow, Rounded, Rounding, Unrounded, Value};

/// What becomes of what is too large, and of negative elements (TILE-D07, D48).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Saturation {
    /// `sat`: numbers beyond the largest become it, infinities stay or become NaN.
    Numbers,
    /// `relu`: what is negative becomes +0; the rest as `satfinite`.
    Relu,
    /// `satfinite`: numbers beyond the largest and infinities become it.
    Finite,
    /// `none`: they become infinite or NaN, where the direction does not point inwards.
    Off,
}

impl Saturation {
    /// All, by their numbers in the field `sat`.
    pub const ALL: [Self; 4] = [Self::Numbers, Self::Relu, Self::Finite, Self::Off];
}

/// The direction and the saturation of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The direction.
    pub rounding: Rounding,
    /// The saturation.
    pub saturation: Saturation,
}

impl Rules {
    /// The rules of the rounding of numbers.
    #[must_use]
    pub const fn env(self) -> Env {
        let overflow = match self.saturation {
            Saturation::Off => Overflow::Ieee,
            _ => Overflow::SaturateFinite,
        };
        Env { overflow, ..Env::IEEE.rounding(self.rounding) }
    }
}

/// A value in a format with NaN. NaNs are canonical, whatever they stand for (TILE-D30); what becomes of an
/// infinity signals nothing (TILE-D83).
#[must_use]
pub fn element(value: Value<u64>, to: &Format, rules: Rules) -> Rounded<u64> {
    let nan = to.canonical_nan().unwrap_or(0);
    let quiet = |bits| Rounded { bits, flags: Flags::NONE };
    let relu = rules.saturation == Saturation::Relu;
    match value {
        Value::Nan { signalling, .. } => {
            let flags = if signalling { Flags::INVALID } else { Flags::NONE };
            Rounded { bits: nan, flags }
        }
        Value::Finite(u) if relu && u.sign => quiet(0),
        Value::Infinite { sign: true } if relu => quiet(0),
        Value::Infinite { sign } => match rules.saturation {
            Saturation::Relu | Saturation::Finite => quiet(largest(to, sign)),
            Saturation::Numbers | Saturation::Off if to.has_infinity() => {
                let env = Env::IEEE;
                quiet(to.encode(&env, Value::Infinite { sign }).bits)
            }
            Saturation::Numbers | Saturation::Off => quiet(nan),
        },
        Value::Finite(u) => {
            let rounded = to.round_pack(&rules.env(), u);
            match to.decode(rounded.bits) {
                Value::Nan { .. } => Rounded { bits: nan, ..rounded },
                _ => rounded,
            }
        }
    }
}

/// The largest number of a sign.
fn largest(to: &Format, sign: bool) -> u64 {
    let env = Env { overflow: Overflow::SaturateFinite, ..Env::IEEE };
    to.round_pack(&env, Unrounded::exact(sign, 1 << 12, 1u64)).bits
}
