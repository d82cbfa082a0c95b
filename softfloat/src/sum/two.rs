//! The sum of two numbers, where 128 bits are enough.

use crate::{Bits, Unrounded};

/// The sum of two exact numbers of at most 121 significant bits, as it waits for rounding. Where the
/// smaller one is cut, it lies more than 5 places below the larger one, so that no place of the result
/// is in doubt. A zero sum has the sign of one of the zeros, or of the larger operand.
///
/// ```
/// use softfloat::{format::Binary32, round_pack, sum::two, Env, Unrounded};
/// let sum = two(Unrounded::exact(false, 0, 1), Unrounded::exact(false, 1, 1)); // 1 + 2
/// assert_eq!(round_pack::<Binary32, _>(&Env::IEEE, sum).bits, 0x4040_0000);
/// ```
#[must_use]
pub fn two(x: Unrounded<u128>, y: Unrounded<u128>) -> Unrounded<u128> {
    let (Some(x_top), Some(y_top)) = (normalise(x), normalise(y)) else {
        return if x.significand == 0 { y } else { x };
    };
    let key = |u: &Unrounded<u128>| (u.exponent, u.significand);
    let (large, small) = if key(&x_top) >= key(&y_top) { (x_top, y_top) } else { (y_top, x_top) };
    let distance = (large.exponent - small.exponent) as u32;
    let (low, sticky) = small.significand.shift_right_sticky(distance);
    let significand = if large.sign == small.sign {
        large.significand + low
    } else {
        large.significand - low - u128::from(sticky)
    };
    Unrounded { significand, sticky, ..large }
}

/// The number with its leading one at bit 126; nothing for zero.
fn normalise(u: Unrounded<u128>) -> Option<Unrounded<u128>> {
    let shift = u.significand.leading_zeros().checked_sub(1).filter(|_| u.significand != 0)?;
    let exponent = u.exponent - shift as i32;
    Some(Unrounded { significand: u.significand << shift, exponent, ..u })
}
