//! P3109's formats: arithmetic on codes.
//!
//! A result is the exact one, projected once (report 4.0, 4.7): rounded in a direction, and where it lies beyond the largest number it
//! becomes what the rule for overflow says. [`Overflow::Saturate`] (SatFinite) is the largest number, infinities too,
//! [`Overflow::SaturateFinite`] (SatPropagate) that number, but of infinities an infinity where there is one. [`Overflow::Ieee`] (SatNone) is
//! an infinity, where there is none and in directions toward it the largest number; [`Overflow::Nan`] is the same with NaN where there is no
//! infinity (P3109-O1). What is negative when it is rounded has no code where there is no sign: 0 with saturation and in directions toward
//! it, else NaN. There are no flags.
//!
//! ```
//! use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
//! let of = |overflow| Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, overflow);
//! let (p3, saturating) = (of(Overflow::Ieee).unwrap(), of(Overflow::Saturate).unwrap());
//! let (one, max, infinity) = (0x40, 0x7e, 0x7f);
//! assert_eq!(p3.add(one, one), 0x44);
//! assert_eq!((p3.add(max, max), saturating.add(max, max)), (infinity, max));
//! assert_eq!(p3.div(one, 0), p3.nan());
//! ```

mod projection;

use core::cmp::Ordering;

use crate::ieee::{MinMax, Relation};
use crate::{Env, Format, Overflow, Rounding, Unrounded, Value};

pub use projection::{Operand, Projection, rules};

/// The numbers of one of P3109's formats, with a projection.
///
/// Operations trust the caller: of a code that is wider than the format they take the low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    format: Format,
    env: Env,
}

impl Numbers {
    /// `None` where the format is none of P3109's.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Binary8p3se}, p3109::Numbers, StaticFormat};
    /// use softfloat::{Overflow, Rounding};
    /// let of = |format| Numbers::of(format, Rounding::NearestEven, Overflow::Ieee);
    /// assert!(of(&Binary8p3se::FORMAT).is_some() && of(&Binary16::FORMAT).is_none());
    /// ```
    #[must_use]
    pub fn of(format: &Format, rounding: Rounding, overflow: Overflow) -> Option<Self> {
        format.is_p3109().then_some(Self { format: *format, env: rules(rounding, overflow) })
    }

    /// NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.nan(), 0x80); // where others have a negative zero
    /// ```
    #[must_use]
    pub fn nan(&self) -> u64 {
        self.format.nan_code(false)
    }

    /// `a + b`.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.add(0x40, 0x44), 0x46); // 1 + 2
    /// assert_eq!(p3.add(0x40, 0x34), 0x40); // 1 + 1/8, midway to 1.25
    /// ```
    #[must_use]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.projection().add(self.operands([a, b]))
    }

    /// `a - b`.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.sub(0x40, 0x44), 0xc0); // 1 - 2
    /// ```
    #[must_use]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        self.projection().sub(self.operands([a, b]))
    }

    /// `a * b`; 0 times an infinity is NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.mul(0x44, 0x46), 0x4a); // 2 * 3
    /// assert_eq!(p3.mul(0, 0x7f), p3.nan()); // 0 times infinity
    /// ```
    #[must_use]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.projection().mul(self.operands([a, b]))
    }

    /// `a / b`; by 0 NaN, as 0 has no sign that an infinity could have.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.div(0x40, 0x44), 0x3c); // 1 / 2
    /// assert_eq!(p3.div(0x40, 0), p3.nan());
    /// ```
    #[must_use]
    pub fn div(&self, a: u64, b: u64) -> u64 {
        self.projection().div(self.operands([a, b]))
    }

    /// The square root; of a negative number NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.sqrt(0x48), 0x44); // 4, 2
    /// assert_eq!(p3.sqrt(0xc0), p3.nan()); // of -1
    /// ```
    #[must_use]
    pub fn sqrt(&self, a: u64) -> u64 {
        self.projection().sqrt(self.operands([a]))
    }

    /// The code of 1.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.one(), 0x40);
    /// ```
    #[must_use]
    pub fn one(&self) -> u64 {
        let one = Unrounded { sign: false, exponent: 0, significand: 1_u64, sticky: false };
        self.format.encode(&self.env, Value::Finite(one)).bits
    }

    /// `1 / a`; of 0 NaN, of an infinity 0 (report 4.0, 4.10.8).
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!((p3.recip(0x44), p3.recip(0), p3.recip(0x7f)), (0x3c, p3.nan(), 0)); // 1/2
    /// ```
    #[must_use]
    pub fn recip(&self, a: u64) -> u64 {
        self.projection().recip(self.operands([a]))
    }

    /// `a + b + c`, projected once; infinities that cancel are NaN (report 4.0, 4.10.6).
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// // 1 + 1/8 + 1/64 is above the middle of 1 and 1.25; 1 + 1/8 alone goes to 1.
    /// assert_eq!(p3.faa(0x40, 0x34, 0x28), 0x41);
    /// assert_eq!(p3.faa(0x7e, 0x01, 0xfe), 0x01); // the largest numbers cancel
    /// ```
    #[must_use]
    pub fn faa(&self, a: u64, b: u64, c: u64) -> u64 {
        self.projection().faa(self.operands([a, b, c]))
    }

    /// `a * b + c`, projected once.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.fma(0x44, 0x46, 0x40), 0x4b); // 2 * 3 + 1
    /// ```
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64) -> u64 {
        self.projection().fma(self.operands([a, b, c]))
    }

    const fn projection(&self) -> Projection {
        Projection { to: self.format, env: self.env }
    }

    fn operands<const N: usize>(&self, codes: [u64; N]) -> [Operand<'_>; N] {
        codes.map(|code| Operand { format: &self.format, code })
    }

    /// `-a`, exactly; of 0 and NaN themselves. Without a sign the opposite of any other lies below the range (report 4.0, 4.7.5): 0 with
    /// saturation and, of numbers, in directions toward it, else NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!((p3.negate(0x40), p3.negate(0)), (0xc0, 0)); // -1, 0
    /// ```
    #[must_use]
    pub fn negate(&self, a: u64) -> u64 {
        match self.format.decode::<u64>(a) {
            Value::Nan { .. } => self.nan(),
            Value::Finite(u) if u.significand == 0 => 0,
            _ if self.format.sign => a ^ 1 << (self.format.width - 1),
            _ => self.projection().negate(self.operands([a])),
        }
    }

    /// `|a|`, exactly; of NaN NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!((p3.abs(0xc0), p3.abs(p3.nan())), (0x40, p3.nan())); // |-1|
    /// ```
    #[must_use]
    pub fn abs(&self, a: u64) -> u64 {
        if self.is_negative(a) { self.negate(a) } else { a }
    }

    fn is_negative(&self, a: u64) -> bool {
        match self.format.decode::<u64>(a) {
            Value::Nan { .. } => false,
            Value::Infinite { sign } => sign,
            Value::Finite(u) => u.sign,
        }
    }

    /// Minimum or maximum in a variant of IEEE 754-2019, which P3109 has, too (report 4.0, 4.11.1, 4.11.2).
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, ieee::MinMax, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.min_max(MinMax::Minimum, 0x40, 0xc0), 0xc0); // 1, -1
    /// assert_eq!(p3.min_max(MinMax::Maximum, p3.nan(), 0x40), p3.nan());
    /// assert_eq!(p3.min_max(MinMax::MaximumNumber, p3.nan(), 0x40), 0x40);
    /// assert_eq!(p3.min_max(MinMax::MinimumMagnitude, 0x40, 0xc0), 0xc0); // of equal magnitudes the lesser
    /// ```
    #[must_use]
    pub fn min_max(&self, variant: MinMax, a: u64, b: u64) -> u64 {
        self.format.min_max(variant, a, b, &self.env).bits
    }

    /// The lesser of two; where one is NaN or an infinity the other, and of NaN and an infinity the infinity (report 4.0, 4.11.3).
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!((p3.minimum_finite(0xff, 0x40), p3.minimum_finite(0xff, 0x7f)), (0x40, 0xff)); // -infinity
    /// ```
    #[must_use]
    pub fn minimum_finite(&self, a: u64, b: u64) -> u64 {
        self.finite_of(a, b).unwrap_or_else(|| self.min_max(MinMax::MinimumNumber, a, b))
    }

    /// The larger of two; where one is NaN or an infinity the other, and of NaN and an infinity the infinity (report 4.0, 4.11.3).
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!((p3.maximum_finite(0x7f, 0x40), p3.maximum_finite(0x7f, p3.nan())), (0x40, 0x7f)); // infinity
    /// ```
    #[must_use]
    pub fn maximum_finite(&self, a: u64, b: u64) -> u64 {
        self.finite_of(a, b).unwrap_or_else(|| self.min_max(MinMax::MaximumNumber, a, b))
    }

    /// The one that is finite, where the other is not.
    fn finite_of(&self, a: u64, b: u64) -> Option<u64> {
        let finite = |code| matches!(self.format.decode::<u64>(code), Value::Finite(_));
        match (finite(a), finite(b)) {
            (true, false) => Some(a),
            (false, true) => Some(b),
            _ => None,
        }
    }

    /// How two numbers stand; `None` where one is NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.compare(0xc0, 0x40), Some(std::cmp::Ordering::Less)); // -1, 1
    /// assert_eq!(p3.compare(0x40, p3.nan()), None);
    /// ```
    #[must_use]
    pub fn compare(&self, a: u64, b: u64) -> Option<Ordering> {
        match self.format.compare(a, b, false, &self.env).0 {
            Relation::Less => Some(Ordering::Less),
            Relation::Equal => Some(Ordering::Equal),
            Relation::Greater => Some(Ordering::Greater),
            Relation::Unordered => None,
        }
    }

    /// The least number above; above the largest an infinity, where there is none NaN, and above that NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.next(0x40), 0x41); // 1, 1.25
    /// assert_eq!(p3.next(0x7e), 0x7f); // the largest, infinity
    /// ```
    #[must_use]
    pub fn next(&self, a: u64) -> u64 {
        self.format.neighbour(a, true, &self.env).bits
    }

    /// The largest number below; below the least an infinity, where there is none NaN, and below that NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary8p3se, p3109::Numbers, Overflow, Rounding, StaticFormat};
    /// let p3 = Numbers::of(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// assert_eq!(p3.prior(0x41), 0x40); // 1.25, 1
    /// assert_eq!(p3.prior(0), 0x81); // the negative number nearest to 0
    /// ```
    #[must_use]
    pub fn prior(&self, a: u64) -> u64 {
        self.format.neighbour(a, false, &self.env).bits
    }
}
