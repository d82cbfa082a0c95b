//! The exponent that a block's elements share.

use super::ScaleRule;
use crate::round::round_off;
use crate::{Bits, Format, Rounding, Unrounded, Value};

/// A magnitude other than zero: `significand / 2^63 * 2^lead`, with its leading one at bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Magnitude {
    lead: i32,
    significand: u64,
}

impl Magnitude {
    #[inline(always)]
    pub(super) fn of<W: Bits>(u: &Unrounded<W>) -> Option<Self> {
        let significand = u.significand.wide() as u64;
        (significand != 0).then(|| {
            let shift = significand.leading_zeros();
            Self { lead: u.exponent + 63 - shift as i32, significand: significand << shift }
        })
    }

    /// The largest number of a format.
    fn largest(format: &Format) -> Option<Self> {
        match format.decode(format.max_finite()) {
            Value::Finite(u) => Self::of::<u64>(&u),
            _ => None,
        }
    }
}

/// The exponent for elements of this format beside the largest magnitude `amax`, before it is
/// clamped to the scale's range.
pub(super) fn exponent(rule: ScaleRule, amax: Magnitude, element: &Format) -> i32 {
    let Some(largest) = Magnitude::largest(element) else { return 0 };
    let up = match rule {
        ScaleRule::Floor => false,
        ScaleRule::Ceil => amax.significand > largest.significand,
        ScaleRule::Even => {
            let precision = element.precision().clamp(1, 63);
            let away = Rounding::NearestAway;
            round_off(away, false, amax.significand, 64 - precision, false).0.bit(precision)
        }
        ScaleRule::Nearest => {
            let square = u128::from(amax.significand) * u128::from(amax.significand);
            square >> 127 == 1
        }
    };
    amax.lead - largest.lead + i32::from(up)
}

/// The exponent's code and the exponent itself, clamped to the scale's range.
pub(super) fn clamp(exponent: i32, scale: &Format) -> (u64, i32) {
    let field = (exponent + scale.bias).clamp(0, scale.max_field());
    (field as u64, field - scale.bias)
}
