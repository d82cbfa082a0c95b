//! Codes made of sign, exponent and mantissa field.

use softfloat::Format;

/// The fields of a floating-point format; what `pad` ignores belongs to the mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Float {
    pub(crate) width: u32,
    /// Bits of the mantissa field.
    pub(crate) body: u32,
    pub(crate) top: i64,
    /// The largest field of a number.
    pub(crate) largest: i64,
    pub(crate) bias: i64,
    /// What counts of a mantissa under exponent field 0: all of it where there are subnormal numbers.
    below: u64,
    /// 1 where a hidden bit stands above the mantissa field.
    hidden: u64,
    /// Whether the top bit is a sign.
    signed: bool,
}

/// A finite value: `significand * 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) sign: bool,
    pub(crate) exponent: i64,
    pub(crate) significand: u128,
}

impl Float {
    /// `None` for integers, and for scales, whose codes are integers as well.
    pub(crate) const fn of(f: &Format) -> Option<Self> {
        if !f.has_fields() {
            return None;
        }
        let hidden = f.has_hidden_bit() as u64;
        let (top, largest) = (f.top() as i64, f.max_field() as i64);
        let body = f.declared().man_bits + f.declared().pad;
        let below = if f.declared().subnormal && hidden == 1 { (1 << body) - 1 } else { 0 };
        Some(Self {
            width: f.declared().width,
            body,
            top,
            largest,
            bias: f.declared().bias as i64,
            below,
            hidden,
            signed: f.declared().sign,
        })
    }

    /// The fields of one of P3109's formats: the last codes of the largest field may be no numbers, and a negative zero is none.
    pub(crate) const fn of_p3109(f: &Format) -> Option<Self> {
        if !f.is_p3109() {
            return None;
        }
        let body = f.declared().man_bits;
        Some(Self {
            width: f.declared().width,
            body,
            top: f.top() as i64,
            largest: f.max_field() as i64,
            bias: f.declared().bias as i64,
            below: (1 << body) - 1,
            hidden: 1,
            signed: f.declared().sign,
        })
    }

    /// The fields as rounding sees them: without the bits that are ignored.
    pub(crate) const fn rounded(f: &Format) -> Option<Self> {
        match Self::of(f) {
            Some(float) => Some(Self { body: f.declared().man_bits, ..float }),
            None => None,
        }
    }

    /// The same fields in a container without so many low bits, whose mantissa field is `body`.
    pub(crate) const fn without(self, pad: u32) -> Self {
        let below = self.below & ((1 << self.body) - 1);
        Self { width: self.width - pad, below, ..self }
    }

    /// All ones in the mantissa field.
    #[inline(always)]
    pub(crate) const fn ones(&self) -> u64 {
        (1 << self.body) - 1
    }

    /// Two significands whose product lies less than half a place below a power of two, with no bits
    /// among those that the MAU omits: `(2^p - 2^(k+1)) * (2^(p-1) + 2^k) = 2^(2p-1) - 2^(2k+1)`.
    pub(crate) const fn near_power(&self) -> (u64, u64) {
        let k = (self.body - 1) / 3;
        (self.ones() ^ ((2 << k) - 1), self.one() | 1 << k)
    }

    /// The mantissa of 1.
    pub(crate) const fn one(&self) -> u64 {
        if self.hidden == 1 { 0 } else { 1 << (self.body - 1) }
    }

    /// Mantissas of `1 + 2^-j`, `1 + 2^-k` and `1 + 3*2^-k` whose products lie halfway between
    /// results of `bits` mantissa bits, an even and an odd one below; `None` where there are none.
    pub(crate) fn tie_factors(&self, bits: u32) -> Option<(u64, [u64; 2])> {
        let j = bits.div_ceil(2);
        let top = self.body - u32::from(self.hidden == 0);
        let (a, b) = (1 << top.checked_sub(j)?, 1 << top.checked_sub(bits + 1 - j)?);
        Some((self.one() | a, [self.one() | b, self.one() | (3 * b)]))
    }

    /// The largest exponent of a finite number.
    pub(crate) const fn emax(&self) -> i64 {
        self.largest - self.bias
    }

    /// The smallest exponent of a normal number.
    pub(crate) const fn emin(&self) -> i64 {
        1 - self.bias
    }

    /// A code of these fields: an exponent field out of range becomes the nearest, a mantissa loses
    /// what is too high.
    #[inline(always)]
    pub(crate) fn code(&self, sign: bool, field: i64, mantissa: u64) -> u64 {
        let field = field.clamp(0, self.top) as u64;
        let sign = u64::from(sign & self.signed) << (self.width - 1);
        sign | field << self.body | mantissa & self.ones()
    }

    /// A number of this exponent; the nearest there is.
    #[inline(always)]
    pub(crate) fn at(&self, sign: bool, exponent: i64, mantissa: u64) -> u64 {
        self.code(sign, (exponent + self.bias).clamp(1, self.largest), mantissa)
    }

    #[inline(always)]
    pub(crate) const fn field(&self, code: u64) -> i64 {
        (code >> self.body) as i64 & self.top
    }

    #[inline(always)]
    pub(crate) const fn sign(&self, code: u64) -> bool {
        self.signed && code >> (self.width - 1) & 1 == 1
    }

    /// The value of a code; infinities and NaN are taken as numbers.
    #[inline(always)]
    pub(crate) fn value(&self, code: u64) -> Value {
        let field = self.field(code);
        let scale = if self.hidden == 1 { 0 } else { 1 };
        let mantissa = code & self.ones();
        let significand = match field {
            0 if self.below == 0 => 0,
            0 => return self.subnormal(code),
            _ => mantissa | self.hidden << self.body,
        };
        Value {
            sign: self.sign(code),
            exponent: field - self.bias - i64::from(self.body) + scale,
            significand: significand.into(),
        }
    }

    /// The value of a code of exponent field 0, in a format that has subnormal numbers.
    #[cold]
    fn subnormal(&self, code: u64) -> Value {
        let exponent = 1 - self.bias - i64::from(self.body);
        let significand = u128::from(code & self.below);
        Value { sign: self.sign(code), exponent, significand }
    }

    /// The code nearest to a value toward zero; out of range the nearest number, for 0 a zero. For
    /// formats with a hidden bit.
    #[inline(always)]
    pub(crate) fn toward_zero(&self, v: Value) -> u64 {
        if v.significand == 0 {
            return self.code(v.sign, 0, 0);
        }
        let zeros = v.significand.leading_zeros();
        let lead = 127 - i64::from(zeros);
        let mantissa = ((v.significand << zeros) >> (127 - self.body)) as u64;
        if self.below != 0 && v.exponent + lead < self.emin() {
            let below = (self.emin() - (v.exponent + lead)) as u32;
            let whole = mantissa & self.ones() | 1 << self.body;
            return self.code(v.sign, 0, whole.checked_shr(below).unwrap_or(0));
        }
        self.at(v.sign, v.exponent + lead, mantissa)
    }

    /// The code `steps` codes away in magnitude, a number still if possible.
    #[inline(always)]
    pub(crate) const fn stepped(&self, code: u64, steps: i64) -> u64 {
        let magnitude = 1 << (self.width - 1);
        code & magnitude | code.wrapping_add(steps as u64) & (magnitude - 1)
    }
}
