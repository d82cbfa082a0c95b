//! An operand or result: what its codes are worth, and which numbers it has.

use super::exact::Real;
use super::palette::Palette;
use crate::draw::code::{Float, Value};
use softfloat::{Env, Format, Rounding, Unrounded};

/// An operand or result.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub(crate) format: Format,
    /// The fields without the low bits that are ignored; `None` for integers, scales and posits.
    pub(crate) float: Option<Float>,
    pub(crate) palette: Palette,
}

impl Port {
    pub(crate) fn of(format: &Format) -> Self {
        let narrow = |f: Float| f.without(format.pad);
        let float = Float::rounded(format).map(narrow).or(Float::of_p3109(format));
        Self { format: *format, float, palette: Palette::of(format) }
    }

    /// Significant bits.
    pub(crate) fn precision(&self) -> i64 {
        self.format.precision().into()
    }

    /// The smallest exponent of a normal number.
    pub(crate) fn emin(&self) -> i64 {
        if self.is_fixed() { 1 } else { self.format.exponents().0.into() }
    }

    /// The largest exponent of a number.
    pub(crate) fn emax(&self) -> i64 {
        if self.is_fixed() { 0 } else { self.format.exponents().1.into() }
    }

    /// Whether a result becomes an integer.
    pub(crate) fn is_fixed(&self) -> bool {
        self.format.is_fixed()
    }

    /// The exponent of the last place that a number of this exponent is rounded to.
    #[inline]
    pub(crate) fn last(&self, exponent: i64) -> i64 {
        self.format.last_place(exponent)
    }

    /// The value of a code; 0 has no bits. `None` of what is no finite number.
    #[inline]
    pub(crate) fn value(&self, code: u64) -> Option<Value> {
        let softfloat::Value::Finite(u) = self.format.decode(code) else { return None };
        let Unrounded { sign, exponent, significand, .. } = u;
        Some(Value { sign, exponent: exponent.into(), significand: significand.into() })
    }

    /// The exponent of the last bit that any number has, 0 that of the smallest number.
    pub(crate) fn unit(&self) -> i64 {
        self.format.lowest_place().into()
    }

    /// The smallest exponent of a number.
    pub(crate) fn least(&self) -> i64 {
        if self.format.subnormal { self.unit() } else { self.emin() }
    }

    /// Whether a code is a sign, an exponent and a fraction of at least a bit behind a hidden one.
    pub(crate) fn has_fraction(&self) -> bool {
        let f = &self.format;
        self.float.is_some() && self.precision() > 1 && (f.has_hidden_bit() || f.is_p3109())
    }

    /// Whether there are numbers below the smallest normal one.
    pub(crate) fn has_subnormal(&self) -> bool {
        self.format.subnormal && self.precision() > 1
    }

    /// The largest number.
    pub(crate) fn largest(&self) -> Option<Real> {
        self.value(self.format.max_finite()).and_then(Real::of)
    }

    /// The code of the nearest number toward zero.
    pub(crate) fn toward_zero(&self, v: Value) -> u64 {
        if let Some(float) = self.float.as_ref().filter(|_| self.format.has_fields()) {
            return float.toward_zero(v) << self.format.pad;
        }
        let Some(unit) = self.format.unit() else {
            let exponent = i32::try_from(v.exponent).unwrap_or(0);
            let exact = Unrounded::exact(v.sign && self.format.sign, exponent, v.significand);
            return self.format.round_pack(&Env::IEEE.rounding(Rounding::TowardZero), exact).bits
                as u64;
        };
        let shift = v.exponent - i64::from(unit);
        let whole = match shift {
            0..64 => v.significand.checked_shl(shift as u32).unwrap_or(u128::MAX),
            64.. => u128::MAX,
            _ => v.significand.checked_shr(shift.unsigned_abs().min(200) as u32).unwrap_or(0),
        };
        let ones = u64::MAX >> (64 - self.format.width);
        let most = if self.format.sign { ones >> 1 } else { ones };
        let whole = whole.min(most.into()) as u64;
        if v.sign && self.format.sign { whole.wrapping_neg() & ones } else { whole }
    }

    /// The code of the opposite number, or the code itself; of what has no opposite itself.
    pub(crate) fn turned(&self, code: u64, turn: bool) -> u64 {
        let f = &self.format;
        let top = 1 << (f.width - 1);
        match turn && f.sign {
            true if f.is_posit() => code.wrapping_neg() & (top | (top - 1)),
            true if code == 0 && !f.neg_zero => 0,
            true => code ^ top,
            false => code,
        }
    }

    /// The code so many codes further from 0.
    pub(crate) fn stepped(&self, code: u64, steps: i64) -> u64 {
        let top = 1u64 << (self.format.width - 1);
        let step = (steps << self.format.pad) as u64;
        if self.format.is_posit() {
            let outward = if code & top == 0 { step } else { step.wrapping_neg() };
            return code.wrapping_add(outward) & (top | (top - 1));
        }
        match self.format.sign {
            true => code & top | code.wrapping_add(step) & (top - 1),
            false => code.wrapping_add(step) & (top | (top - 1)),
        }
    }

    /// A number rounded to this format's places, with exponents without an upper end; `None` where that
    /// is 0.
    pub(crate) fn rounded(&self, real: &Real, rounding: Rounding) -> Option<Real> {
        real.rounded(self.last(real.exponent), rounding)
    }
}
