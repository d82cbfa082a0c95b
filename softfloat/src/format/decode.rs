//! Code -> value, and code -> class, for every format.

use super::{Format, Nonfinite, Rule};
use crate::value::{Category, Class, Unrounded, Value};
use crate::{Bits, Env, NanRule};

/// The fields of a code, the exponent as an integer.
#[derive(Clone, Copy)]
struct Fields<W> {
    sign: bool,
    field: i32,
    significand: W,
}

impl Format {
    #[inline(always)]
    fn fields<W: Bits>(&self, bits: W) -> Fields<W> {
        let field = (bits >> self.pad) >> self.man_bits;
        Fields {
            sign: self.sign && bits.bit(self.width - 1),
            field: (field & W::mask(self.exp_bits)).wide() as i32,
            significand: (bits >> self.pad) & W::mask(self.man_bits),
        }
    }

    /// The meaning of a code in a container `W` at least as wide as the format. Bits above the
    /// format's width are ignored ([`Format::check`] finds them).
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat, Unrounded, Value};
    /// let value = Binary16::FORMAT.decode(0x3e00u64); // 1.5 = 0x600 * 2^-10
    /// assert_eq!(value, Value::Finite(Unrounded::exact(false, -10, 0x600)));
    /// assert_eq!(Binary16::FORMAT.decode(0xfc00u64), Value::Infinite { sign: true });
    /// ```
    #[inline(always)]
    pub fn decode<W: Bits>(&self, bits: W) -> Value<W> {
        match self.kind.0 {
            Rule::Fixed { frac, .. } => self.decode_fixed(bits, frac),
            Rule::Hidden | Rule::Explicit => self.decode_fields(bits),
            Rule::Posit { es } => self.decode_posit(bits, es),
            Rule::P3109 { extended } => self.decode_p3109(bits, extended),
            Rule::Wide { written } => self.decode_wide(bits, written),
        }
    }

    #[inline(always)]
    fn decode_fields<W: Bits>(&self, bits: W) -> Value<W> {
        let Fields { sign, field, significand } = self.fields(bits);
        if let Some(special) = self.special(sign, field, significand) {
            return special;
        }
        let hidden = self.has_hidden_bit();
        let zero_field = field == 0 && !self.zeroless();
        let kept = if !zero_field {
            if hidden { significand | W::ONE << self.man_bits } else { significand }
        } else if self.subnormal && hidden {
            significand
        } else {
            W::ZERO
        };
        let lead = self.precision() as i32 - 1;
        Value::Finite(Unrounded::exact(sign, field.max(self.min_field()) - self.bias - lead, kept))
    }

    #[inline(always)]
    fn decode_fixed<W: Bits>(&self, bits: W, frac: u32) -> Value<W> {
        let code = bits & W::mask(self.width);
        let sign = self.sign && code.bit(self.width - 1);
        let magnitude = if sign { W::ZERO.minus(code) & W::mask(self.width) } else { code };
        Value::Finite(Unrounded::exact(sign, -(frac as i32), magnitude))
    }

    #[inline(always)]
    fn special<W: Bits>(&self, sign: bool, field: i32, significand: W) -> Option<Value<W>> {
        let top = field == self.top();
        let nan = |signalling| Value::Nan {
            sign,
            signalling,
            payload: if self.man_bits == 0 {
                0
            } else {
                (significand.wide() as u64) << (64 - self.man_bits)
            },
        };
        match self.nonfinite {
            Nonfinite::Ieee if top && significand != W::ZERO => {
                Some(nan(!significand.bit(self.man_bits - 1)))
            }
            Nonfinite::Ieee | Nonfinite::Infinity if top => Some(Value::Infinite { sign }),
            Nonfinite::AllOnes if top && significand == W::mask(self.man_bits) => Some(nan(false)),
            Nonfinite::NegativeZero if sign && field == 0 && significand == W::ZERO => {
                Some(nan(false))
            }
            _ => None,
        }
    }

    /// The meaning of an operand: with `env.daz` a subnormal number is a zero of its sign, and a NaN of OFP8 is quiet where the rule
    /// says so.
    #[inline(always)]
    pub(crate) fn read<W: Bits>(&self, env: &Env, bits: W) -> Value<W> {
        let mut value = self.decode(bits);
        if env.daz
            && self.has_hidden_bit()
            && let Value::Finite(u) = &mut value
            && !u.significand.bit(self.man_bits)
        {
            u.significand = W::ZERO;
        }
        if self.is_ofp8()
            && env.nan == NanRule::Ofp8
            && let Value::Nan { signalling, .. } = &mut value
        {
            *signalling = false;
        }
        value
    }

    /// A code's sign and category.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Category, Class, StaticFormat};
    /// let class = Binary16::FORMAT.classify(0x8001u64); // -2^-24
    /// assert_eq!(class, Class { sign: true, category: Category::Subnormal });
    /// ```
    pub fn classify<W: Bits>(&self, bits: W) -> Class {
        let (sign, category) = match self.decode(bits) {
            Value::Nan { sign, signalling: true, .. } => (sign, Category::SignallingNan),
            Value::Nan { sign, .. } => (sign, Category::QuietNan),
            Value::Infinite { sign } => (sign, Category::Infinite),
            Value::Finite(u) if u.significand == W::ZERO => (u.sign, Category::Zero),
            Value::Finite(u) => {
                let top = u.exponent + (W::BITS - 1 - u.significand.lead()) as i32;
                let normal = match self.kind.0 {
                    Rule::Hidden | Rule::Explicit | Rule::P3109 { .. } | Rule::Wide { .. } => {
                        top >= self.min_field() - self.bias
                    }
                    Rule::Fixed { .. } | Rule::Posit { .. } => true,
                };
                (u.sign, if normal { Category::Normal } else { Category::Subnormal })
            }
        };
        Class { sign, category }
    }
}
