//! What a code is: class and the predicates of one operand (IEEE 754-2019, 5.7.2). They look at the code as it is,
//! whatever the rules, and signal nothing, of a signalling NaN either.

use crate::{Bits, Category, Class, Format, StaticFormat};

/// A predicate of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// isSignMinus: the sign is negative, of zeros and NaN too.
    SignMinus,
    /// isNormal.
    Normal,
    /// isFinite: zero, subnormal or normal.
    Finite,
    /// isZero.
    Zero,
    /// isSubnormal.
    Subnormal,
    /// isInfinite.
    Infinite,
    /// isNaN.
    Nan,
    /// isSignaling.
    Signaling,
    /// isCanonical: the bits that the format ignores are 0.
    Canonical,
}

impl Predicate {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::SignMinus,
        Self::Normal,
        Self::Finite,
        Self::Zero,
        Self::Subnormal,
        Self::Infinite,
        Self::Nan,
        Self::Signaling,
        Self::Canonical,
    ];
}

/// Whether the predicate holds of a code.
///
/// ```
/// use softfloat::{format::Binary16, ieee::{is, Predicate}};
/// assert!(is::<Binary16>(Predicate::Signaling, 0x7c01));
/// assert!(is::<Binary16>(Predicate::SignMinus, 0x8000));
/// ```
#[must_use]
pub fn is<F: StaticFormat>(predicate: Predicate, a: F::Bits) -> bool {
    F::FORMAT.has(predicate, a)
}

impl Class {
    /// The class as its place in the list of 5.7.2, from 0: signalNaN, quietNaN, negativeInfinity, negativeNormal,
    /// negativeSubnormal, negativeZero, positiveZero, positiveSubnormal, positiveNormal, positiveInfinity.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.classify(0x3c00u64).number(), 8);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        // From zero outwards.
        let step = match self.category {
            Category::SignallingNan => return 0,
            Category::QuietNan => return 1,
            Category::Zero => 0,
            Category::Subnormal => 1,
            Category::Normal => 2,
            Category::Infinite => 3,
        };
        if self.sign { 5 - step } else { 6 + step }
    }

    /// The mask of ten bits that RISC-V's FCLASS makes of it: from -infinity, bit 0, to +infinity, bit 7; then the
    /// signalling NaN and the quiet one.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.classify(0x3c00u64).mask(), 1 << 6);
    /// ```
    #[must_use]
    pub const fn mask(self) -> u16 {
        match self.number() {
            nan @ 0..2 => 1 << (8 + nan),
            number => 1 << (number - 2),
        }
    }
}

impl Format {
    /// [`is`](crate::ieee::is()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Predicate, StaticFormat};
    /// assert!(Binary16::FORMAT.is(Predicate::Subnormal, 0x0001));
    /// assert!(Binary16::FORMAT.is(Predicate::Zero, 0x8000)); // -0
    /// ```
    #[must_use]
    pub fn is(&self, predicate: Predicate, a: u64) -> bool {
        self.has(predicate, a)
    }

    fn has<W: Bits>(&self, predicate: Predicate, a: W) -> bool {
        let Class { sign, category } = self.classify(a);
        match predicate {
            Predicate::SignMinus => sign,
            Predicate::Normal => category == Category::Normal,
            Predicate::Finite => {
                matches!(category, Category::Zero | Category::Subnormal | Category::Normal)
            }
            Predicate::Zero => category == Category::Zero,
            Predicate::Subnormal => category == Category::Subnormal,
            Predicate::Infinite => category == Category::Infinite,
            Predicate::Nan => matches!(category, Category::QuietNan | Category::SignallingNan),
            Predicate::Signaling => category == Category::SignallingNan,
            Predicate::Canonical => a & W::mask(self.pad) == W::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary64, Tf32};
    use crate::ieee::small::{Coding, SMALL, patterns};

    #[test]
    fn every_small_code_by_its_value() {
        for s in &SMALL {
            let least_normal = s.codes().map(|c| s.value(c)).filter(|v| *v > 0.0);
            let least = least_normal.fold(f64::INFINITY, f64::min);
            for code in s.codes() {
                let v = s.value(code);
                // Below 2^m times the least number the numbers lie as close as at 0.
                let normal = v.is_finite() && v.abs() >= least * f64::from(1 << s.format.man_bits);
                let want = [
                    s.negative(code),
                    normal,
                    v.is_finite(),
                    v == 0.0,
                    v.is_finite() && v != 0.0 && !normal,
                    v.is_infinite(),
                    v.is_nan(),
                    s.is_signalling(code),
                    true,
                ];
                let ours = Predicate::ALL.map(|predicate| s.format.is(predicate, code));
                assert_eq!(ours, want, "{} {code:x}", s.format.name);
            }
        }
    }

    /// The order of the numbers is the order of 5.7.2; a mask has one bit, which no other class has.
    #[test]
    fn classes_are_in_order() {
        for s in SMALL.iter().filter(|s| s.coding == Coding::Ieee) {
            let mut of_value: Vec<(f64, u8)> = Vec::new();
            for code in s.codes() {
                let class = s.format.classify(code);
                match s.value(code) {
                    v if v.is_nan() => assert_eq!(class.number(), (!s.is_signalling(code)).into()),
                    v => of_value.push((v, class.number())),
                }
                assert_eq!(class.mask().count_ones(), 1);
            }
            of_value.sort_by(|a, b| a.0.total_cmp(&b.0));
            assert!(of_value.is_sorted_by_key(|(_, number)| *number), "{}", s.format.name);
            let (first, last) = (of_value[0].1, of_value[of_value.len() - 1].1);
            assert_eq!((first, last), (2, 9));
        }
    }

    #[test]
    fn like_the_machine() {
        use std::num::FpCategory;
        for x in patterns(100_000) {
            let v = f64::from_bits(x);
            let of = |predicate| is::<Binary64>(predicate, x);
            assert_eq!(of(Predicate::SignMinus), v.is_sign_negative());
            assert_eq!(of(Predicate::Finite), v.is_finite());
            assert_eq!(of(Predicate::Normal), v.classify() == FpCategory::Normal);
            assert_eq!(of(Predicate::Subnormal), v.classify() == FpCategory::Subnormal);
            assert_eq!(of(Predicate::Zero), v.classify() == FpCategory::Zero);
            assert_eq!(of(Predicate::Infinite), v.is_infinite());
            assert_eq!(of(Predicate::Nan), v.is_nan());
        }
    }

    #[test]
    fn ignored_bits_make_a_code_not_canonical() {
        assert!(is::<Tf32>(Predicate::Canonical, 0x3f80_2000));
        assert!(!is::<Tf32>(Predicate::Canonical, 0x3f80_0001));
        assert!(is::<Tf32>(Predicate::Zero, 1));
    }
}
