//! Operands and exact intermediate values.

use core::cmp::Ordering;

use crate::{Env, Rounding, Unrounded};

/// An exact zero that is a difference: negative only when rounding down (IEEE 754, 6.3).
pub(super) fn difference_sign(env: &Env) -> bool {
    env.rounding == Rounding::Down
}

/// `x + y`, sticky-exact in 128 bits. Both significands have at most 126 bits.
pub(super) fn sum(x: Unrounded<u128>, y: Unrounded<u128>, env: &Env) -> Unrounded<u128> {
    if x.significand == 0 && y.significand == 0 {
        let sign = if x.sign == y.sign { x.sign } else { difference_sign(env) };
        return Unrounded::exact(sign, 0, 0);
    }
    let (x, y) = (top(x), top(y));
    if x.significand == 0 {
        return y;
    }
    if y.significand == 0 {
        return x;
    }
    let (big, small) = if x.exponent >= y.exponent { (x, y) } else { (y, x) };
    let distance = (big.exponent - small.exponent) as u32;
    let (low, lost) = shift(small.significand, distance);
    if big.sign == small.sign {
        let significand = big.significand + low;
        return Unrounded { sign: big.sign, exponent: big.exponent, significand, sticky: lost };
    }
    // What is lost below makes the subtrahend larger: one less, and something left.
    match big.significand.cmp(&low) {
        Ordering::Equal if !lost => Unrounded::exact(difference_sign(env), 0, 0),
        Ordering::Less => {
            let significand = low - big.significand;
            Unrounded { sign: small.sign, exponent: big.exponent, significand, sticky: lost }
        }
        _ => {
            let significand = big.significand - low - u128::from(lost);
            Unrounded { sign: big.sign, exponent: big.exponent, significand, sticky: lost }
        }
    }
}

/// The leading one at bit 125, so that a sum has room; zeros stay.
fn top(u: Unrounded<u128>) -> Unrounded<u128> {
    if u.significand == 0 {
        return u;
    }
    let up = u.significand.leading_zeros() - 2;
    Unrounded { significand: u.significand << up, exponent: u.exponent - up as i32, ..u }
}

fn shift(x: u128, n: u32) -> (u128, bool) {
    if n >= 128 { (0, x != 0) } else { (x >> n, x & ((1 << n) - 1) != 0) }
}
