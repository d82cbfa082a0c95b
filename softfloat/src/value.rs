//! What a code means, and the value that waits for rounding.

use crate::Bits;

/// The unrounded value: `(-1)^sign * (significand + x) * 2^exponent`, with x = 0, or 0 < x < 1
/// where `sticky` is set. A significand of 0 without sticky is a zero of that sign.
///
/// With sticky set, the significand must reach at least two bits below the last place that the
/// destination keeps; every operation of this crate sees to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unrounded<S> {
    /// True for negative values, and for a negative zero.
    pub sign: bool,
    /// The weight of the significand's last bit is 2^exponent.
    pub exponent: i32,
    /// The significand, an integer; its leading one may stand anywhere.
    pub significand: S,
    /// Whether something not 0 lies below the significand's last bit.
    pub sticky: bool,
}

impl<S: Bits> Unrounded<S> {
    /// An exact value.
    ///
    /// ```
    /// use softfloat::Unrounded;
    /// let value = Unrounded::exact(true, -1, 3u64); // -3 * 2^-1 = -1.5
    /// assert_eq!(value, Unrounded { sign: true, exponent: -1, significand: 3, sticky: false });
    /// ```
    #[inline(always)]
    pub const fn exact(sign: bool, exponent: i32, significand: S) -> Self {
        Self { sign, exponent, significand, sticky: false }
    }

    /// The same value with its significand in another width (wide enough to hold it).
    ///
    /// ```
    /// use softfloat::Unrounded;
    /// let value = Unrounded::exact(false, -1, 3u32);
    /// assert_eq!(value.cast::<u128>(), Unrounded::exact(false, -1, 3u128));
    /// ```
    #[inline(always)]
    pub fn cast<T: Bits>(self) -> Unrounded<T> {
        Unrounded {
            sign: self.sign,
            exponent: self.exponent,
            significand: self.significand.cast(),
            sticky: self.sticky,
        }
    }
}

/// The meaning of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<S> {
    /// Not a number.
    Nan {
        /// The sign bit.
        sign: bool,
        /// A signalling NaN (only formats with IEEE coding have them).
        signalling: bool,
        /// The fraction field, its top bit at bit 63.
        payload: u64,
    },
    /// An infinity.
    Infinite {
        /// The sign bit.
        sign: bool,
    },
    /// A number, a zero of either sign included.
    Finite(Unrounded<S>),
}

/// The kinds of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// A zero.
    Zero,
    /// Below the smallest normal number.
    Subnormal,
    /// A normal number; every nonzero code of an integer format.
    Normal,
    /// An infinity.
    Infinite,
    /// A quiet NaN.
    QuietNan,
    /// A signalling NaN.
    SignallingNan,
}

/// A code's sign and category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The sign.
    pub sign: bool,
    /// The category.
    pub category: Category,
}
