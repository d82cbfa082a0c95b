//! The numbers next to a number.

use super::{Format, Rule};
use crate::{Bits, Env, Flags, Rounded, Value};

impl Format {
    /// The number next to that of a code, above it or below.
    pub(crate) fn neighbour<W: Bits>(&self, a: W, up: bool, env: &Env) -> Rounded<W> {
        let value = self.read(env, a);
        if matches!(value, Value::Nan { .. }) || self.is_fixed() || self.shares_exponent() {
            return self.encode_result(env, value);
        }
        if self.is_posit() {
            return Rounded { bits: self.posit_neighbour(a, up), flags: Flags::NONE };
        }
        if self.is_p3109() {
            return Rounded { bits: self.p3109_neighbour(a, value, up), flags: Flags::NONE };
        }
        let body = self.body(a);
        let bits = match value {
            Value::Finite(u) if u.significand == W::ZERO => self.assemble(!up, self.least()),
            Value::Finite(u) if u.sign == up => self.inward(body, u.sign),
            Value::Finite(u) if body == self.body(self.max_code(false)) => {
                self.exact_infinity(u.sign)
            }
            Value::Finite(u) => self.assemble(u.sign, body.plus(W::ONE)),
            Value::Infinite { sign } if sign == up => self.max_code(sign),
            Value::Infinite { sign } => self.infinity_code(sign),
            Value::Nan { .. } => a,
        };
        Rounded { bits, flags: Flags::NONE }
    }

    /// The fields of the least positive number.
    fn least<W: Bits>(&self) -> W {
        match self.kind.0 {
            Rule::Hidden | Rule::Explicit if self.zeroless() => W::ZERO,
            Rule::Hidden | Rule::Explicit if self.subnormal => W::ONE,
            Rule::Hidden | Rule::Explicit => W::ONE << self.man_bits,
            Rule::Fixed { .. } | Rule::Posit { .. } | Rule::P3109 { .. } => W::ONE,
            Rule::Wide { .. } => W::ONE,
        }
    }

    /// The number next to a finite one toward zero. Where there is no zero, the least stays.
    fn inward<W: Bits>(&self, body: W, sign: bool) -> W {
        if body == self.least() {
            self.zero_code(sign)
        } else {
            self.assemble(sign, body.minus(W::ONE))
        }
    }

    /// Exponent and fraction of a code.
    fn body<W: Bits>(&self, a: W) -> W {
        (a >> self.pad) & W::mask(self.exp_bits + self.man_bits)
    }

    /// What stands for an infinity that arises exactly: NaN where there is none, where there is
    /// neither the largest number.
    pub(crate) fn exact_infinity<W: Bits>(&self, sign: bool) -> W {
        if self.has_infinity() {
            self.infinity_code(sign)
        } else if self.has_nan() {
            self.nan_code(sign)
        } else {
            self.max_code(sign)
        }
    }

    /// How many numbers lie from one finite code to another, of formats whose numbers are not at equal
    /// distances; where codes share an exponent only under the same.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// assert_eq!(half.distance(0x3c00, 0x3c02), Some(2));
    /// // From -2^-24 by way of 0, which is one number.
    /// assert_eq!(half.distance(0x8001, 0x0001), Some(2));
    /// assert_eq!((half.distance(0x7c00, 0), Int8::FORMAT.distance(1, 2)), (None, None));
    /// ```
    #[must_use]
    pub fn distance(&self, a: u64, b: u64) -> Option<u64> {
        if self.is_fixed() {
            return None;
        }
        if self.is_posit() {
            let both =
                [a, b].map(|code| (code != self.nan_code(true)).then(|| self.posit_place(code)));
            return Some(both[0]?.abs_diff(both[1]?));
        }
        let place = |code: u64| -> Option<(u64, i128)> {
            let Value::Finite(u) = self.decode(code) else { return None };
            let magnitude: u64 = self.body(code);
            let (common, steps) = if self.shares_exponent() {
                (magnitude >> self.man_bits, magnitude & u64::mask(self.man_bits))
            } else {
                // 1 for the smallest number.
                (0, (magnitude + 1).saturating_sub(self.least()))
            };
            Some((common, if u.sign { -i128::from(steps) } else { steps.into() }))
        };
        let ((ea, a), (eb, b)) = (place(a)?, place(b)?);
        (ea == eb).then(|| u64::try_from((a - b).unsigned_abs()).ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use crate::StaticFormat;
    use crate::format::{MnBfPseudoSingle, MnSingle, Uint64};

    #[test]
    fn distances_count_numbers() {
        let f = MnSingle::FORMAT;
        assert_eq!(f.distance(0x3f80_0000, 0x3f80_0001), Some(1));
        assert_eq!(f.distance(0x3fff_ffff, 0x4000_0001), Some(2));
        // 0 and -0 are one number, next to the smallest of either sign.
        assert_eq!(f.distance(0x8000_0000, 0x0000_0001), Some(0));
        assert_eq!(f.distance(0x8080_0000, 0x0080_0000), Some(2));
        assert_eq!(f.distance(0xff7f_ffff, 0x7f7f_ffff), Some(2 * 0x7eff_ffff + 2));
        assert_eq!(f.distance(0x7f80_0000, 0x3f80_0000), None);
        assert_eq!(Uint64::FORMAT.distance(1, 2), None);
        let b = MnBfPseudoSingle::FORMAT;
        assert_eq!(b.distance(0x3f80_0020, 0xbf80_0040), Some(3));
        assert_eq!(b.distance(0x3f80_0020, 0x4000_0020), None);
    }
}
