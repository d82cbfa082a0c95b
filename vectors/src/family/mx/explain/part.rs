//! Parts of a block: its scale, its elements.

use crate::explain::exact::Dyadic;
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, code, round};
use num_bigint::BigUint;
use softfloat::{Flags, Format};

/// The power of two of a scale, as an exponent; none for NaN.
pub(super) fn power(scale: &Operand) -> Option<i64> {
    scale.is_finite().then(|| scale.value.lead())
}

/// The line of a scale.
pub(super) fn scale_line(work: &mut Work<'_>, scale: &Operand) {
    let text = match power(scale) {
        Some(e) => format!("2^({} - 127) = 2^{e}", scale.code),
        None => "ff: NaN, and with it every value of the block".to_owned(),
    };
    work.steps.item(&scale.name, text);
}

/// A value times a power of two.
pub(super) fn times(x: &Dyadic, e: i64) -> Dyadic {
    Dyadic { exponent: x.exponent + e, ..x.clone() }
}

/// A number rounded to the multiples of a fixed-point element's last place, and saturated.
fn fixed(work: &mut Work<'_>, to: &Format, frac: u32, x: &Dyadic) -> u64 {
    let unit = -i64::from(frac);
    let cut = Cut::of(&Exact::of(x), unit);
    let (rounded, _) = work.rounded(&Exact::of(x), unit);
    // Symmetric: the most negative code is not used.
    let most = (BigUint::from(1u8) << (to.width - 1)) - 1u8;
    let beyond = rounded > most;
    if beyond {
        work.raise(Flags::OVERFLOW, "beyond the largest element");
    }
    if beyond || !cut.exact() {
        work.raise(Flags::INEXACT, "bits are lost");
    }
    let magnitude = rounded.min(most).iter_u64_digits().next().unwrap_or(0);
    let signed = if x.negative { magnitude.wrapping_neg() } else { magnitude };
    signed & code::low_bits(to.width)
}

/// The element of a finite value.
pub(super) fn element(work: &mut Work<'_>, to: &Format, x: &Dyadic) -> u64 {
    match to.unit() {
        Some(unit) => fixed(work, to, unit.unsigned_abs(), x),
        None => round::round_number(work, to, x),
    }
}

/// The largest element.
pub(super) fn largest(to: &Format) -> Dyadic {
    code::largest(to)
}
