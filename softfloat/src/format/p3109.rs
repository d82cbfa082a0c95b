//! P3109's formats: so many bits K and so much precision P, with a sign or without, with infinities ("extended") or without
//! ("finite"). A code is sign, exponent field and P - 1 fraction bits below a hidden one, bias 2^(K-P-1), without a sign
//! 2^(K-P). Field 0 is 0 and the subnormal numbers: with one bit of precision 0 alone. There is one zero, and one NaN: the
//! code of a negative zero, without a sign the last code. Infinities are the last codes of their signs, without a sign the
//! last but one. All other codes are numbers.
//!
//! Source: IEEE P3109 Interim Report 4.0, 4.7, 4.16 (P3109-D01).

use super::{ALL, Declaration, Format, Kind, Nonfinite, Rule};
use crate::round::round_off;
use crate::{Bits, Env, Flags, Overflow, Rounded, Rounding, Unrounded, Value};

/// Which of P3109's formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct P3109 {
    /// The bits of a code, K: 3 to 16.
    pub width: u32,
    /// The bits of a significand, P: from 1 to 15, at most K, and less than K where there is a sign.
    pub precision: u32,
    /// Whether there is a sign.
    pub signed: bool,
    /// Whether there are infinities.
    pub extended: bool,
}

/// Why there is no such format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P3109Error(P3109);

impl core::fmt::Display for P3109Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let P3109 { width, precision, .. } = self.0;
        write!(
            f,
            "no format of P3109 has {width} bits and {precision} of precision: 3 to 16 bits, a precision of 1 to 15, \
             no more than the bits, with a sign fewer"
        )
    }
}

impl core::error::Error for P3109Error {}

impl P3109 {
    /// The format; those of the table under their names.
    ///
    /// ```
    /// use softfloat::{format::{Binary8p3se, P3109}, StaticFormat};
    /// let p3 = P3109 { width: 8, precision: 3, signed: true, extended: true };
    /// assert_eq!(p3.format(), Ok(Binary8p3se::FORMAT));
    /// // Beside a sign and eight bits there is no room for an exponent.
    /// assert!(P3109 { precision: 8, ..p3 }.format().is_err());
    /// ```
    ///
    /// # Errors
    /// Where there is none.
    pub fn format(self) -> Result<Format, P3109Error> {
        let Self { width, precision, signed, extended } = self;
        let signs = u32::from(signed);
        let fits = (3..=16).contains(&width)
            && (1..=15).contains(&precision)
            && precision <= width - signs;
        if !fits {
            return Err(P3109Error(self));
        }
        let exp_bits = width - u32::from(signed) - (precision - 1);
        let own = Format::declare(Declaration {
            name: "p3109",
            width,
            sign: signed,
            exp_bits,
            man_bits: precision - 1,
            pad: 0,
            bias: 1 << (exp_bits - 1),
            kind: Kind::p3109(extended),
            nonfinite: if signed { Nonfinite::NegativeZero } else { Nonfinite::AllOnes },
            neg_zero: false,
            subnormal: true,
        });
        Ok(*ALL.iter().find(|listed| listed.named(own.name) == own).unwrap_or(&own))
    }
}

impl Format {
    /// Which of P3109's formats this is; `None` where it is none.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Binary8p3uf, P3109}, StaticFormat};
    /// let p3 = P3109 { width: 8, precision: 3, signed: false, extended: false };
    /// assert_eq!(Binary8p3uf::FORMAT.p3109(), Some(p3));
    /// assert_eq!(Binary16::FORMAT.p3109(), None);
    /// ```
    #[must_use]
    pub const fn p3109(&self) -> Option<P3109> {
        match self.0.kind.0 {
            Rule::P3109 { extended } => Some(P3109 {
                width: self.0.width,
                precision: self.0.man_bits + 1,
                signed: self.0.sign,
                extended,
            }),
            Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => None,
            Rule::Posit { .. } | Rule::Wide { .. } => None,
        }
    }

    /// Whether this is one of P3109's formats with infinities.
    pub(super) const fn is_p3109_extended(&self) -> bool {
        match self.p3109() {
            Some(format) => format.extended,
            None => false,
        }
    }

    /// Whether this is one of P3109's formats.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Binary8p3se}, StaticFormat};
    /// assert!(Binary8p3se::FORMAT.is_p3109() && !Binary16::FORMAT.is_p3109());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn is_p3109(&self) -> bool {
        self.p3109().is_some()
    }

    /// Exponent and fraction of the largest number.
    #[inline(always)]
    pub(super) const fn p3109_most(&self, extended: bool) -> u64 {
        let all = (1 << (self.0.exp_bits + self.0.man_bits)) - 1;
        all - extended as u64 - !self.0.sign as u64
    }

    /// The meaning of a code.
    #[inline(never)]
    pub(super) fn decode_p3109<W: Bits>(&self, code: W, extended: bool) -> Value<W> {
        let below = self.exp_bits + self.man_bits;
        let sign = self.sign && code.bit(self.width - 1);
        let magnitude = code & W::mask(below);
        let most = W::low(self.p3109_most(extended).into());
        if magnitude == W::ZERO && sign || magnitude == W::mask(below) && !self.sign {
            return Value::Nan { sign, signalling: false, payload: 0 };
        }
        if magnitude > most {
            return Value::Infinite { sign };
        }
        let field = (magnitude >> self.man_bits).wide() as i32;
        let fraction = magnitude & W::mask(self.man_bits);
        let significand = if field == 0 { fraction } else { fraction | W::ONE << self.man_bits };
        let exponent = field.max(1) - self.bias - self.man_bits as i32;
        Value::Finite(Unrounded::exact(sign, exponent, significand))
    }

    /// Rounds a number other than 0: to a code's bits, as if codes had no end, so that a tie goes to the even code.
    #[inline(never)]
    pub(super) fn pack_p3109<W: Bits>(
        &self,
        env: &Env,
        u: Unrounded<W>,
        extended: bool,
    ) -> Rounded<W> {
        let n = self.fold(u.cast::<u128>());
        let (low, cut) = n.top.shift_right_sticky((1 - n.field.min(1)) as u32);
        // The hidden one counts as the last bit of the exponent field.
        let string = u128::from(low) + ((n.field.max(1) as u128 - 1) << 63);
        let drop = 63 - self.man_bits;
        let (code, lost) = round_off(env.rounding, n.sign, string, drop, n.sticky || cut);
        if n.sign && !self.sign && code != 0 {
            return self.p3109_below(env);
        }
        if code > self.p3109_most(extended).into() {
            return self.p3109_beyond(env, n.sign, extended);
        }
        let tiny = lost && n.field < 1;
        Rounded {
            bits: self.with_sign(n.sign, W::low(code)),
            flags: Flags::INEXACT.when(lost) | Flags::UNDERFLOW.when(tiny),
        }
    }

    /// A negative number where there is no sign: the least number, 0, with saturation and in directions toward it; else NaN
    /// (report 4.0, 4.7.5).
    fn p3109_below<W: Bits>(&self, env: &Env) -> Rounded<W> {
        let saturates = matches!(env.overflow, Overflow::Saturate | Overflow::SaturateFinite);
        match saturates || env.rounding != Rounding::ToOdd && !env.rounding.outward(true) {
            true => Rounded { bits: W::ZERO, flags: Flags::OVERFLOW | Flags::INEXACT },
            false => Rounded { bits: self.nan_code(false), flags: Flags::INVALID },
        }
    }

    /// A number beyond the largest of its sign (report 4.0, 4.7.5): that with saturation, in directions toward it, and where there are no
    /// infinities, unless [`Overflow::Nan`] is asked for. To odd without a sign too, where the code of an infinity is even.
    fn p3109_beyond<W: Bits>(&self, env: &Env, sign: bool, extended: bool) -> Rounded<W> {
        let saturates = matches!(env.overflow, Overflow::Saturate | Overflow::SaturateFinite);
        let inward = match env.rounding {
            Rounding::ToOdd => extended && !self.sign,
            direction => !direction.outward(sign),
        };
        let bits = match extended {
            _ if saturates || inward => self.max_code(sign),
            true => self.p3109_infinity(sign),
            false if env.overflow == Overflow::Nan => self.nan_code(false),
            false => self.max_code(sign),
        };
        Rounded { bits, flags: Flags::OVERFLOW | Flags::INEXACT }
    }

    /// An infinity, projected: in no direction. [`Overflow::SaturateFinite`] keeps it where there is one (report 4.0: SatPropagate).
    pub(super) fn p3109_infinite<W: Bits>(
        &self,
        env: &Env,
        sign: bool,
        extended: bool,
    ) -> Rounded<W> {
        let saturates = matches!(env.overflow, Overflow::Saturate | Overflow::SaturateFinite);
        let held = extended && (self.sign || !sign);
        if held && env.overflow != Overflow::Saturate {
            return Rounded { bits: self.p3109_infinity(sign), flags: Flags::NONE };
        }
        let nan = Rounded { bits: self.nan_code(false), flags: Flags::INVALID };
        let bits = match sign && !self.sign {
            true if saturates => W::ZERO,
            true => return nan,
            false if env.overflow == Overflow::Nan => return nan,
            false => self.max_code(sign),
        };
        Rounded { bits, flags: Flags::OVERFLOW | Flags::INEXACT }
    }

    /// The code of an infinity.
    #[inline(always)]
    pub(super) fn p3109_infinity<W: Bits>(&self, sign: bool) -> W {
        match sign && !self.sign {
            true => self.nan_code(true),
            false => self.assemble(sign, W::low((self.p3109_most(true) + 1).into())),
        }
    }

    /// The number next to a finite one or an infinity: beyond the largest an infinity, or NaN where there is none; beyond an infinity, and
    /// below 0 without a sign, NaN (report 4.0, 4.16).
    pub(super) fn p3109_neighbour<W: Bits>(&self, code: W, value: Value<W>, up: bool) -> W {
        let u = match value {
            Value::Finite(u) => u,
            Value::Infinite { sign } if sign == up => return self.max_code(sign),
            Value::Infinite { .. } | Value::Nan { .. } => return self.nan_code(false),
        };
        let magnitude = code & W::mask(self.exp_bits + self.man_bits);
        match magnitude {
            zero if zero == W::ZERO && !up && !self.sign => self.nan_code(true),
            zero if zero == W::ZERO => self.assemble(!up, W::ONE),
            own if u.sign == up => self.with_sign(u.sign, own.minus(W::ONE)),
            own if own == self.max_code(false) => self.exact_infinity(u.sign),
            own => self.assemble(u.sign, own.plus(W::ONE)),
        }
    }

    /// Where the numbers next to a positive one begin to be read, below it and above, and whether its code is even; as if codes
    /// had no end.
    pub(crate) fn p3109_middles(
        &self,
        u: &Unrounded<u64>,
    ) -> (Unrounded<u64>, Unrounded<u64>, bool) {
        let place = self.last_place(i64::from(u.exponent) + i64::from(63 - u.significand.lead()));
        let place = place as i32;
        let own = u.significand << (u.exponent - place);
        let least = place == self.lowest_place();
        // The numbers below a power of two lie twice as close.
        let low = match own == 1 << self.man_bits && !least {
            true => Unrounded::exact(false, place - 2, 4 * own - 1),
            false => Unrounded::exact(false, place - 1, 2 * own - 1),
        };
        let binade = (place - self.lowest_place()) as u64;
        let even = ((binade << self.man_bits) + own) & 1 == 0;
        (low, Unrounded::exact(false, place - 1, 2 * own + 1), even)
    }
}
