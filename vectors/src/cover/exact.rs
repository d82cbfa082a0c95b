//! Results before they are rounded, by arithmetic of its own: numbers of 128 bits and what is cut off
//! behind them.

use crate::draw::code::Value;
use softfloat::round::Loss;
use softfloat::sum::Exact;
use softfloat::{Rounding, Unrounded};

/// A number other than 0: `(-1)^sign * significand/2^127 * 2^exponent`, and a little more in magnitude
/// where bits were cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Real {
    pub(crate) sign: bool,
    /// The exponent of the leading bit.
    pub(crate) exponent: i64,
    /// The leading bit is the top one.
    pub(crate) significand: u128,
    /// Whether the number is larger than the significand says, by less than a unit of its last place.
    pub(crate) more: bool,
}

/// What stands about a place of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The last bit that is kept.
    pub(crate) lsb: bool,
    /// The first that is not.
    pub(crate) guard: bool,
    /// Whether any other is set.
    pub(crate) sticky: bool,
    /// All that are not kept, the guard bit on top.
    pub(crate) extra: u128,
    /// How many bits are kept; not positive where the leading bit is cut off.
    pub(crate) kept: i64,
}

const TOP: u128 = 1 << 127;

impl Real {
    /// A value, if it is not 0.
    pub(crate) fn of(v: Value) -> Option<Self> {
        let zeros = v.significand.leading_zeros();
        (v.significand != 0).then(|| Self {
            sign: v.sign,
            exponent: v.exponent + 127 - i64::from(zeros),
            significand: v.significand << zeros,
            more: false,
        })
    }

    /// The exponent of the last bit that is set.
    pub(crate) fn last(&self) -> i64 {
        self.exponent - 127 + i64::from(self.significand.trailing_zeros())
    }

    /// Whether the leading bits are ones, as many as these.
    pub(crate) fn is_ones(&self, bits: i64) -> bool {
        self.significand.leading_ones() as i64 >= bits
    }

    /// The same with another sign.
    pub(crate) const fn signed(self, sign: bool) -> Self {
        Self { sign, ..self }
    }

    /// Times 2^n.
    pub(crate) const fn scaled(self, n: i64) -> Self {
        Self { exponent: self.exponent + n, ..self }
    }

    /// The number as a value; what was cut off is lost.
    pub(crate) fn value(&self) -> Value {
        let shift = self.significand.trailing_zeros();
        Value {
            sign: self.sign,
            exponent: self.exponent - 127 + i64::from(shift),
            significand: self.significand >> shift,
        }
    }

    /// The product of two numbers of at most 64 bits.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let significand = (self.significand >> 64) * (other.significand >> 64);
        let zeros = significand.leading_zeros();
        Self {
            sign: self.sign != other.sign,
            exponent: self.exponent + other.exponent + 1 - i64::from(zeros),
            significand: significand << zeros,
            more: false,
        }
    }

    /// The quotient of two numbers of at most 64 bits, to at least 126.
    pub(crate) fn over(&self, other: &Self) -> Self {
        let (a, b) = (self.significand >> 64, other.significand >> 64);
        // Digits in two steps: 64 or 65 bits, then 62 more.
        let (high, rest) = ((a << 64) / b, (a << 64) % b);
        let (low, rest) = ((rest << 62) / b, (rest << 62) % b);
        let significand = (high << 62) + low;
        let zeros = significand.leading_zeros();
        Self {
            sign: self.sign != other.sign,
            exponent: self.exponent - other.exponent + 1 - i64::from(zeros),
            significand: significand << zeros,
            more: rest != 0,
        }
    }

    /// The square root of a positive number of at most 64 bits, to 64.
    pub(crate) fn root(&self) -> Self {
        let even = self.exponent.rem_euclid(2) == 0;
        let square = if even { self.significand >> 1 } else { self.significand };
        let root = square.isqrt();
        Self {
            sign: false,
            exponent: self.exponent.div_euclid(2),
            significand: root << 64,
            more: root * root != square,
        }
    }

    /// The sum; `None` where it is 0.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let (large, small) =
            if (self.exponent, self.significand) < (other.exponent, other.significand) {
                (other, self)
            } else {
                (self, other)
            };
        // 256 bits, a place left free on top.
        let distance = large.exponent - small.exponent;
        let a = Wide { high: large.significand >> 1, low: large.significand << 127 };
        let (b, cut) = Wide { high: small.significand >> 1, low: small.significand << 127 }
            .shifted(distance.try_into().unwrap_or(u32::MAX));
        let (sum, more) = if large.sign == small.sign {
            (a.plus(b), cut)
        } else {
            // What was cut off makes the difference smaller: one unit less, and a little more.
            let difference = a.minus(b);
            (if cut { difference.minus(Wide { high: 0, low: 1 }) } else { difference }, cut)
        };
        sum.real(large.sign, large.exponent + 1, more)
    }

    /// What stands about the place of value 2^last.
    pub(crate) fn cut(&self, last: i64) -> Cut {
        let kept = self.exponent - last + 1;
        let (lsb, extra, below) = match kept {
            129.. => (false, 0, false),
            128 => (self.significand & 1 == 1, 0, false),
            1..128 => (self.significand >> (128 - kept) & 1 == 1, self.significand << kept, false),
            -127..=0 => {
                let kept = -kept as u32;
                let extra = self.significand >> kept;
                (false, extra, extra << kept != self.significand)
            }
            _ => (false, 0, true),
        };
        let sticky = extra << 1 != 0 || below || self.more;
        Cut { lsb, guard: extra & TOP != 0, sticky, extra, kept }
    }

    /// The sum of numbers, however far apart; `None` where it is 0.
    pub(crate) fn total<'a>(terms: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let mut sum: Exact = Exact::new();
        for value in terms.map(Self::value) {
            sum.add(Unrounded::exact(value.sign, value.exponent as i32, value.significand));
        }
        let Unrounded { sign, exponent, significand, sticky } = sum.unrounded::<u128>();
        let real = Self::of(Value { sign, exponent: exponent.into(), significand })?;
        Some(Self { more: sticky, ..real })
    }

    /// Whole places of value 2^last and whether there is more, of a magnitude; `None` beyond 2^120.
    pub(crate) fn places(&self, last: i64) -> Option<(u128, bool)> {
        let cut = self.cut(last);
        let whole = match cut.kept {
            1..=120 => self.significand >> (128 - cut.kept),
            ..=0 => 0,
            _ => return None,
        };
        Some((whole, cut.guard || cut.sticky))
    }

    /// The number rounded to a multiple of 2^last; `None` where that is 0.
    pub(crate) fn rounded(&self, last: i64, rounding: Rounding) -> Option<Self> {
        let cut = self.cut(last);
        let up = rounding.up(Loss::of(cut.guard, cut.sticky), self.sign, cut.lsb);
        let whole = match cut.kept {
            1..=127 => self.significand >> (128 - cut.kept),
            128.. => return Some(Self { more: false, ..*self }),
            _ => 0,
        };
        Self::of(Value { sign: self.sign, exponent: last, significand: whole + u128::from(up) })
    }
}

/// 256 bits.
#[derive(Clone, Copy)]
struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    /// To the right, and whether a bit fell out.
    fn shifted(self, by: u32) -> (Self, bool) {
        let Self { high, low } = self;
        match by {
            0 => (self, false),
            1..128 => {
                let lost = low << (128 - by) != 0;
                (Self { high: high >> by, low: low >> by | high << (128 - by) }, lost)
            }
            128 => (Self { high: 0, low: high }, low != 0),
            129..256 => {
                let by = by - 128;
                (Self { high: 0, low: high >> by }, low != 0 || high << (128 - by) != 0)
            }
            _ => (Self { high: 0, low: 0 }, high | low != 0),
        }
    }

    const fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Self { high: self.high.wrapping_add(other.high).wrapping_add(carry as u128), low }
    }

    const fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(borrow as u128), low }
    }

    /// As a number whose top place has this exponent.
    fn real(self, sign: bool, exponent: i64, more: bool) -> Option<Real> {
        let Self { high, low } = self;
        let zeros = if high == 0 { 128 + low.leading_zeros() } else { high.leading_zeros() };
        let (significand, rest) = match zeros {
            0 => (high, low),
            1..128 => (high << zeros | low >> (128 - zeros), low << zeros),
            128..256 => (low << (zeros - 128), 0),
            _ => return None,
        };
        let exponent = exponent - i64::from(zeros);
        Some(Real { sign, exponent, significand, more: more || rest != 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(significand: u128, exponent: i64) -> Real {
        Real::of(Value { sign: false, exponent, significand }).expect("not 0")
    }

    #[test]
    fn sums_keep_what_counts() {
        let (one, tiny) = (real(1, 0), real(1, -300));
        let sum = one.plus(&tiny).expect("not 0");
        assert_eq!((sum.exponent, sum.significand, sum.more), (0, TOP, true));
        let less = one.plus(&tiny.signed(true)).expect("not 0");
        assert_eq!((less.exponent, less.significand, less.more), (-1, u128::MAX, true));
        assert_eq!(one.plus(&one.signed(true)), None);
        let near = one.plus(&real(u128::MAX >> 1, -127).signed(true)).expect("not 0");
        assert_eq!((near.exponent, near.significand, near.more), (-127, TOP, false));
        assert_eq!(real(3, 0).plus(&real(5, 4)), Some(real(83, 0)));
    }

    #[test]
    fn quotients_and_roots() {
        assert_eq!(real(21, 0).over(&real(7, 2)), real(3, -2));
        let third = real(1, 0).over(&real(3, 0));
        assert_eq!(
            (third.exponent, third.significand >> 64, third.more),
            (-2, 0xaaaa_aaaa_aaaa_aaaa, true)
        );
        assert_eq!(real(9, 4).root(), real(3, 2));
        assert_eq!(real(9, 5).root().exponent, 4);
        assert_eq!(
            real(81, -3).root().value().exponent.min(0),
            real(81, -3).root().value().exponent
        );
        assert_eq!(real(5, 7).times(&real(7, -2)), real(35, 5));
    }

    #[test]
    fn cuts() {
        let x = real(0b1011_0110, 0);
        let cut = |last| x.cut(last);
        assert_eq!((cut(3).lsb, cut(3).guard, cut(3).sticky, cut(3).kept), (false, true, true, 5));
        assert_eq!((cut(1).lsb, cut(1).guard, cut(1).sticky), (true, false, false));
        assert_eq!((cut(8).lsb, cut(8).guard, cut(8).sticky, cut(8).kept), (false, true, true, 0));
        assert_eq!((cut(9).guard, cut(9).sticky), (false, true));
        assert_eq!((cut(900).guard, cut(900).sticky, cut(-900).sticky), (false, true, false));
    }
}
