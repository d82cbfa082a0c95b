//! Which declarations make a format.

use core::fmt;

use super::posit::MOST_EXPONENT_BITS;
use super::{Declaration, Format, Nonfinite, Rule};

/// Why a declaration makes no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent(&'static str);

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Inconsistent {}

impl Format {
    /// The format of a declaration.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Declaration}, Format, StaticFormat};
    /// let half = *Binary16::FORMAT.declared();
    /// assert_eq!(Format::new(half), Ok(Binary16::FORMAT));
    /// assert!(Format::new(Declaration { man_bits: 11, ..half }).is_err());
    /// ```
    ///
    /// # Errors
    /// Where widths do not add up, or fields contradict each other.
    pub const fn new(declaration: Declaration) -> Result<Self, Inconsistent> {
        match contradiction(&declaration) {
            None => Ok(Self(declaration)),
            Some(why) => Err(Inconsistent(why)),
        }
    }

    /// [`Self::new`] of what is known to be consistent; in a constant the compiler checks it.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Declaration}, Format, StaticFormat};
    /// const HALF: Declaration = *Binary16::FORMAT.declared();
    /// // One bit of the exponent is given to the significand.
    /// const FINE: Format =
    ///     Format::declare(Declaration { exp_bits: 4, man_bits: 11, bias: 7, ..HALF });
    /// assert_eq!((FINE.precision(), FINE.max_finite()), (12, 0x77ff)); // below the field 15
    /// ```
    ///
    /// # Panics
    /// Where it is not.
    #[must_use]
    pub const fn declare(declaration: Declaration) -> Self {
        match contradiction(&declaration) {
            None => Self(declaration),
            Some(why) => panic!("{}", why),
        }
    }

    /// The declaration; in constants, where fields cannot be read otherwise.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// const WIDTH: u32 = Binary16::FORMAT.declared().width;
    /// assert_eq!(WIDTH, 16);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn declared(&self) -> &Declaration {
        &self.0
    }

    /// The same format under another name.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// let half = Binary16::FORMAT.named("half");
    /// assert_eq!((half.name, half.width), ("half", 16));
    /// assert_ne!(half, Binary16::FORMAT); // the name counts
    /// ```
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self(Declaration { name, ..self.0 })
    }
}

/// The bits of an exponent field, at most: `binary16p1ue` is an exponent alone.
const fn most_exponent_bits(d: &Declaration) -> u32 {
    match d.kind.0 {
        Rule::P3109 { .. } => 16,
        Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => 15,
        Rule::Posit { .. } | Rule::Wide { .. } => 15,
    }
}

/// What in a declaration contradicts the rest.
const fn contradiction(d: &Declaration) -> Option<&'static str> {
    if d.width == 0 || d.width > 64 {
        return Some("a format has 1 to 64 bits");
    }
    if d.exp_bits > most_exponent_bits(d) || d.man_bits > 64 || d.pad > 64 {
        return Some("an exponent has at most 15 bits, P3109's 16, a significand at most 64");
    }
    if d.width != d.sign as u32 + d.exp_bits + d.man_bits + d.pad {
        return Some("the width is not that of sign, exponent, significand and padding");
    }
    if d.neg_zero && !d.sign {
        return Some("a negative zero needs a sign");
    }
    match d.kind.0 {
        Rule::Fixed { frac, symmetric } => fixed(d, frac, symmetric),
        Rule::Hidden => floating(d, true),
        Rule::Explicit => floating(d, false),
        Rule::Posit { es } => posit(d, es),
        Rule::P3109 { .. } => p3109(d),
        // What there is of them is declared in their own file.
        Rule::Wide { .. } => Some("formats of more than 64 bits are not made"),
    }
}

const fn fixed(d: &Declaration, frac: u32, symmetric: bool) -> Option<&'static str> {
    let plain = d.exp_bits == 0 && d.pad == 0 && d.bias == 0 && !d.neg_zero && !d.subnormal;
    if !plain || d.man_bits == 0 || !matches!(d.nonfinite, Nonfinite::None) {
        return Some("an integer is sign and magnitude bits alone, all of them numbers");
    }
    if symmetric && !d.sign || frac > 64 {
        return Some("a symmetric integer has a sign; at most 64 bits are fraction");
    }
    None
}

const fn posit(d: &Declaration, es: u32) -> Option<&'static str> {
    let plain = d.exp_bits == 0 && d.pad == 0 && d.bias == 0 && !d.neg_zero && !d.subnormal;
    if !plain || !d.sign || !matches!(d.nonfinite, Nonfinite::NegativeZero) {
        return Some("a posit is one number in two's complement, and the sign alone is NaR");
    }
    if d.width < 3 || es > MOST_EXPONENT_BITS {
        return Some("a posit has at least 3 bits, and at most 3 exponent bits");
    }
    None
}

const fn p3109(d: &Declaration) -> Option<&'static str> {
    let one_nan = if d.sign {
        matches!(d.nonfinite, Nonfinite::NegativeZero)
    } else {
        matches!(d.nonfinite, Nonfinite::AllOnes)
    };
    if d.pad != 0 || d.neg_zero || !d.subnormal || !one_nan {
        return Some("a format of P3109 has one zero, one NaN and subnormal numbers");
    }
    if d.width < 3 || d.width > 16 || d.exp_bits == 0 || d.bias != 1 << (d.exp_bits - 1) {
        return Some("a format of P3109 has 3 to 16 bits, and half of its exponents are negative");
    }
    None
}

const fn floating(d: &Declaration, hidden: bool) -> Option<&'static str> {
    if d.exp_bits == 0 || d.bias < -(1 << 15) || d.bias > 1 << 15 {
        return Some("a floating-point format has an exponent and a bias of at most 2^15");
    }
    // Rounding keeps two bits of a word free.
    if d.man_bits + hidden as u32 > 62 {
        return Some("a significand has at most 62 bits");
    }
    if d.man_bits == 0 && (!hidden || d.sign || d.subnormal) {
        return Some("without a fraction there are only positive powers of two");
    }
    if !d.sign && !matches!(d.nonfinite, Nonfinite::Ieee | Nonfinite::AllOnes) {
        return Some("without a sign negative numbers need a NaN to become");
    }
    let fits = match d.nonfinite {
        Nonfinite::None => true,
        Nonfinite::Infinity => d.exp_bits > 1,
        Nonfinite::Ieee => hidden && d.man_bits > 0 && d.exp_bits > 1,
        Nonfinite::AllOnes => hidden,
        Nonfinite::NegativeZero => hidden && d.sign && !d.neg_zero && d.man_bits > 0,
    };
    if fits { None } else { Some("its special codes have no place beside its numbers") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StaticFormat;
    use crate::format::{ALL, Binary16, E8m0, Fp8E4m3Fnuz, Int8, Kind};

    #[test]
    fn every_row_is_its_declaration() {
        for f in ALL {
            assert_eq!(Format::new(*f.declared()), Ok(*f));
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let (half, int, scale, fnuz) = (
            *Binary16::FORMAT.declared(),
            *Int8::FORMAT.declared(),
            *E8m0::FORMAT.declared(),
            *Fp8E4m3Fnuz::FORMAT.declared(),
        );
        let bad = [
            Declaration { width: 17, ..half },
            Declaration { width: 0, sign: false, exp_bits: 0, man_bits: 0, ..int },
            Declaration { width: 65, pad: 49, ..half },
            Declaration { man_bits: u32::MAX, ..half },
            Declaration { sign: false, width: 15, ..half },
            Declaration { exp_bits: 0, width: 11, ..half },
            Declaration { exp_bits: 1, man_bits: 14, ..half },
            Declaration { exp_bits: 15, man_bits: 0, ..half },
            Declaration { bias: i32::MIN, ..half },
            Declaration { nonfinite: Nonfinite::NegativeZero, ..half },
            Declaration { kind: Kind::EXPLICIT, ..half },
            Declaration { nonfinite: Nonfinite::Ieee, ..int },
            Declaration { kind: Kind::fixed(65), ..int },
            Declaration { sign: false, man_bits: 8, kind: Kind::fixed(0), ..int },
            Declaration { bias: 1, ..int },
            Declaration { nonfinite: Nonfinite::None, ..scale },
            Declaration { subnormal: true, ..scale },
            Declaration { neg_zero: true, ..fnuz },
        ];
        for d in bad {
            assert!(Format::new(d).is_err(), "{d:?}");
        }
    }
}
