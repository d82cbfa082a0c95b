//! Functions near 0 that are "x and a little more" or "x and a little less".

use crate::enclosure::Enclosure;

/// `x (1 + w)`, or `x (1 - w)` where `less`, with w in `[v - v^2 * 2^slack, v]` or, where `less`, too:
/// v is an enclosure of the first term, small against 1.
pub(super) fn scaled<const N: usize>(
    x: Enclosure<N>,
    v: Enclosure<N>,
    less: bool,
    slack: i64,
) -> Enclosure<N> {
    // The rest in units of v's last place: v^2 2^slack = v * (v 2^slack).
    let units = v.exponent + slack + i64::from(Enclosure::<N>::BITS);
    let rest = if units < 0 {
        1
    } else if units < 55 {
        1 << units
    } else {
        u64::MAX
    };
    let w = v.widened(rest, rest);
    let one = Enclosure::ONE;
    x.mul(if less { one.sub(w) } else { one.add(w) })
}

/// Whether x^4 is so small that two terms of a series in x^2 are enough, x^2 times the rest being counted
/// in less than 2^50 units of x^2.
pub(super) fn is_tiny<const N: usize>(x: Enclosure<N>) -> bool {
    2 * x.exponent + i64::from(Enclosure::<N>::BITS) < 44
}
