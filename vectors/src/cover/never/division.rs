//! Quotients and roots.

use super::Reason;
use crate::cover::subject::Subject;
use softfloat::Rounding;

/// Quotients of so many units, or between that and one more. With a, b < 2^p a/b is a power of two, or at
/// least 1/b of it away: from above more than 2^-p, from below no less, where b is a power of two.
pub(super) fn quotient(subject: &Subject, whole: u128, fraction: bool) -> Reason {
    let p = subject.result.precision().clamp(1, 60);
    let end = whole + u128::from(fraction);
    let (up, down) = (end.next_power_of_two(), 1 << whole.max(1).ilog2());
    let below = whole < up && (up - whole) << p < up + u128::from(fraction);
    let above = end > down && (end - down) << p <= down;
    (below || above).then_some("a quotient of significands is a power of two, or further from it")
}

/// The exponents that the smallest and the largest root have.
pub(super) fn roots(subject: &Subject) -> (i64, i64) {
    let x = &subject.operands[0];
    let least = if subject.env.daz { x.emin() } else { x.emin() - (x.precision() - 1) };
    (least.div_euclid(2), x.emax().div_euclid(2))
}

/// Whether a root of so many bits, less than all, never results: where inexact ones are odd.
pub(super) fn even_root(subject: &Subject, bits: i64) -> bool {
    let p = subject.result.precision();
    subject.env.rounding == Rounding::ToOdd && bits < p && 2 * bits - 1 > p
}
