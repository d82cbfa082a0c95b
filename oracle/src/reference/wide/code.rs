//! Codes, and the one rounding.

use crate::Rational;
use crate::reference::Outcome;
use crate::reference::engine::{Env, Flags, Rounding, Tininess};
use crate::reference::number::bits;
use rug::Integer;

/// Code and exceptions.
pub(super) type Coded = (u128, Flags);

/// What a format is.
#[derive(Debug)]
pub(super) struct Wide {
    pub(super) width: u32,
    /// Bits of the fraction, without the leading one.
    pub(super) fraction: u32,
    /// Whether the leading one stands in no code.
    pub(super) hidden: bool,
}

pub(super) const BINARY128: Wide = Wide { width: 128, fraction: 112, hidden: true };
pub(super) const EXTENDED80: Wide = Wide { width: 80, fraction: 63, hidden: false };

/// Both have exponents of 15 bits.
const TOP: u32 = 0x7fff;
const BIAS: i32 = 16383;

/// What a code means.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// The fraction begins at bit 127.
    Nan {
        sign: bool,
        signalling: bool,
        fraction: u128,
    },
    /// No operand.
    Unsupported,
    Infinite {
        sign: bool,
    },
    Finite {
        sign: bool,
        magnitude: Rational,
    },
}

impl Number {
    pub(super) fn signed(&self) -> Option<Rational> {
        match self {
            Self::Finite { sign, magnitude } => {
                Some(if *sign { -magnitude } else { magnitude.clone() })
            }
            _ => None,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Finite { magnitude, .. } if *magnitude == 0)
    }

    pub(super) fn is_infinite(&self) -> bool {
        matches!(self, Self::Infinite { .. })
    }

    /// The sign of a number or an infinity.
    pub(super) fn sign(&self) -> bool {
        match self {
            Self::Infinite { sign } | Self::Finite { sign, .. } => *sign,
            Self::Nan { .. } | Self::Unsupported => false,
        }
    }
}

/// What a code means.
pub(super) fn read(w: &Wide, code: u128) -> Number {
    let sign = code >> (w.width - 1) & 1 == 1;
    let low = w.fraction + u32::from(!w.hidden);
    let field = (code >> low) as u32 & TOP;
    let fraction = code & ((1 << w.fraction) - 1);
    let lead = if w.hidden { field > 0 } else { code >> w.fraction & 1 == 1 };
    if field > 0 && !lead {
        return Number::Unsupported;
    }
    if field == TOP {
        return match fraction {
            0 => Number::Infinite { sign },
            _ => Number::Nan {
                sign,
                signalling: fraction >> (w.fraction - 1) == 0,
                fraction: fraction << (128 - w.fraction),
            },
        };
    }
    let significand = Rational::from(Integer::from(fraction)) >> w.fraction;
    let magnitude = (significand + u32::from(lead)) << (field.max(1) as i32 - BIAS);
    Number::Finite { sign, magnitude }
}

/// A multiple of 2^place, and whether it is the number.
pub(super) fn to_place(
    v: &Rational,
    place: i32,
    sign: bool,
    rounding: Rounding,
) -> (Integer, bool) {
    let (fraction, whole) = (v >> place).fract_floor();
    let half = Rational::from((1, 2));
    let up = fraction != 0
        && match rounding {
            Rounding::NearestEven => fraction > half || fraction == half && whole.is_odd(),
            Rounding::NearestAway => fraction >= half,
            Rounding::TowardZero => false,
            Rounding::Up => !sign,
            Rounding::Down => sign,
            Rounding::ToOdd => whole.is_even(),
        };
    (whole + u32::from(up), fraction == 0)
}

/// The code of a magnitude that the format has.
pub(super) fn write(w: &Wide, v: &Rational) -> u128 {
    if *v == 0 {
        return 0;
    }
    let exponent = v.floor_log2().max(1 - BIAS);
    let scaled =
        (v >> (exponent - w.fraction as i32)).to_integer().expect("a number of the format");
    let significand = scaled.to_u128().expect("no wider than the format");
    let normal = significand >> w.fraction == 1;
    let field = if normal { (exponent + BIAS) as u128 } else { 0 };
    match w.hidden {
        true => field << w.fraction | significand & ((1 << w.fraction) - 1),
        false => field << (w.fraction + 1) | significand,
    }
}

impl Wide {
    pub(super) const fn precision(&self) -> u32 {
        self.fraction + 1
    }

    pub(super) fn least_normal(&self) -> Rational {
        Rational::from(1) >> (BIAS - 1)
    }

    /// The largest number.
    pub(super) fn largest(&self) -> Rational {
        let ones: Integer = (Integer::from(1) << self.precision()) - 1;
        Rational::from(ones) << (BIAS + 1 - self.precision() as i32)
    }

    pub(super) const fn signed(&self, sign: bool, magnitude: u128) -> u128 {
        (sign as u128) << (self.width - 1) | magnitude
    }

    pub(super) const fn infinity(&self, sign: bool) -> u128 {
        let top = TOP as u128;
        let magnitude = match self.hidden {
            true => top << self.fraction,
            false => (top << 1 | 1) << self.fraction,
        };
        self.signed(sign, magnitude)
    }

    /// The quiet NaN of a fraction that begins at bit 127.
    pub(super) const fn nan(&self, sign: bool, fraction: u128) -> u128 {
        self.infinity(sign) | 1 << (self.fraction - 1) | fraction >> (128 - self.fraction)
    }

    pub(super) fn outcome(&self, (code, flags): Coded) -> Outcome {
        Outcome { out: vec![code as u64, (code >> 64) as u64], flag: Some(bits(flags)) }
    }

    /// A magnitude rounded to so many bits; exponents have the range of the format.
    pub(super) fn round(&self, precision: u32, sign: bool, v: &Rational, env: &Env) -> Coded {
        if *v == 0 {
            return (self.signed(sign, 0), Flags::NONE);
        }
        let places = precision as i32 - 1;
        let (lead, least) = (v.floor_log2(), 1 - BIAS);
        let place = lead.max(least) - places;
        let (n, exact) = to_place(v, place, sign, env.rounding);
        let result = Rational::from(n) << place;
        if result >= Rational::from(1) << (BIAS + 1) {
            let ones: Integer = (Integer::from(1) << precision) - 1;
            let most = Rational::from(ones) << (BIAS - places);
            let code = match outward(env.rounding, sign) {
                true => self.infinity(sign),
                false => self.signed(sign, write(self, &most)),
            };
            return (code, Flags::OVERFLOW);
        }
        let tiny = match env.tininess {
            Tininess::Before => *v < self.least_normal(),
            Tininess::After => {
                let free = to_place(v, lead - places, sign, env.rounding).0;
                Rational::from(free) << (lead - places) < self.least_normal()
            }
        };
        let flags = match (exact, tiny) {
            (true, _) => Flags::NONE,
            (false, true) => Flags::UNDERFLOW,
            (false, false) => Flags { inexact: true, ..Flags::NONE },
        };
        (self.signed(sign, write(self, &result)), flags)
    }
}

/// Whether a result that is not exact goes away from zero.
fn outward(rounding: Rounding, sign: bool) -> bool {
    match rounding {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::TowardZero | Rounding::ToOdd => false,
        Rounding::Up => !sign,
        Rounding::Down => sign,
    }
}
