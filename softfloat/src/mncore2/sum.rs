//! Adding two values without rounding: the sum of product and addend (s. 4.3, step 1).

use crate::{Bits, Unrounded};

/// `(-1)^sign * significand * 2^exponent` with the leading one of the significand at bit
/// `BITS - 2`, or one below. Zero is allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addend<W> {
    /// The sign.
    pub(crate) sign: bool,
    /// The weight of the last bit is 2^exponent.
    pub(crate) exponent: i32,
    /// The significand.
    pub(crate) significand: W,
}

impl<W: Bits> Addend<W> {
    /// A significand below `2^width`, moved up as far as its width allows.
    #[inline(always)]
    pub(crate) fn new(sign: bool, exponent: i32, significand: W, width: u32) -> Self {
        let up = W::BITS - 1 - width;
        Self { sign, exponent: exponent - up as i32, significand: significand << up }
    }

    /// A significand below `2^(BITS-1)` with leading zeros of any number.
    #[inline(always)]
    pub(crate) fn normalised(sign: bool, exponent: i32, significand: W) -> Self {
        if significand == W::ZERO {
            return Self { sign, exponent: i32::MIN / 2, significand };
        }
        let up = significand.lead() - 1;
        Self { sign, exponent: exponent - up as i32, significand: significand << up }
    }
}

/// The exact sum, with what falls off the end of `W` in the sticky bit. A sum of exactly 0 is
/// positive.
///
/// Bits fall off only where the exponents are so far apart that at least `BITS - 4` significant
/// bits of the sum remain.
#[inline(always)]
pub(crate) fn add<W: Bits>(x: Addend<W>, y: Addend<W>) -> Unrounded<W> {
    let (x, y) = if x.exponent >= y.exponent { (x, y) } else { (y, x) };
    // The smaller significand's top bit is 0: moved down by BITS - 1 places it is gone.
    let distance = ((x.exponent - y.exponent) as u32).min(W::BITS - 1);
    let low = y.significand >> distance;
    let sticky = low << distance != y.significand;
    let opposite = x.sign != y.sign;
    let total = if opposite {
        let borrow = if sticky { W::ONE } else { W::ZERO };
        x.significand.minus(low).minus(borrow)
    } else {
        x.significand.plus(low)
    };
    let negative = opposite && total.bit(W::BITS - 1);
    let significand = if negative { W::ZERO.minus(total) } else { total };
    let sign = (x.sign != negative) && (significand != W::ZERO || sticky);
    Unrounded { sign, exponent: x.exponent, significand, sticky }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Binary32;
    use crate::{Env, round_pack};

    #[test]
    fn significands_move_up() {
        let one = Addend::new(false, 0, 1_u64, 1);
        assert_eq!((one.exponent, one.significand), (-62, 1 << 62));
        let six = Addend::normalised(false, 0, 6_u64);
        assert_eq!((six.exponent, six.significand), (-60, 6 << 60));
    }

    #[test]
    fn one_less_three_is_minus_two() {
        let sum = add(Addend::new(false, 0, 1_u64, 1), Addend::new(true, 0, 3_u64, 2));
        assert_eq!(round_pack::<Binary32, _>(&Env::IEEE, sum).bits, 0xc000_0000);
    }
}
