//! An operand or result: what its codes are worth, and which numbers it has.

use super::exact::Real;
use super::palette::Palette;
use crate::draw::code::{Float, Value};
use softfloat::format::Kind;
use softfloat::{Category, Format, Rounding};

/// An operand or result.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    pub(crate) format: Format,
    /// The fields without the low bits that are ignored; `None` for integers and scales.
    pub(crate) float: Option<Float>,
    pub(crate) palette: Palette,
}

impl Port {
    pub(crate) fn of(format: &Format) -> Self {
        let narrow = |f: Float| f.without(format.pad);
        let float = Float::rounded(format).map(narrow);
        Self { format: *format, float, palette: Palette::of(format) }
    }

    /// Significant bits.
    pub(crate) fn precision(&self) -> i64 {
        self.format.precision().into()
    }

    /// The smallest exponent of a normal number.
    pub(crate) fn emin(&self) -> i64 {
        i64::from(self.format.min_field() - self.format.bias)
    }

    /// The largest exponent of a number.
    pub(crate) fn emax(&self) -> i64 {
        i64::from(self.format.max_field() - self.format.bias)
    }

    /// Whether a result becomes an integer.
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self.format.kind, Kind::Fixed { .. })
    }

    /// The exponent of the last place that a number of this exponent is rounded to.
    #[inline]
    pub(crate) fn last(&self, exponent: i64) -> i64 {
        match self.format.kind {
            Kind::Fixed { frac, .. } => -i64::from(frac),
            _ if self.format.zeroless() => exponent,
            _ => exponent.max(self.emin()) - (self.precision() - 1),
        }
    }

    /// The value of a code; 0 has no bits. `None` of what is no finite number.
    #[inline]
    pub(crate) fn value(&self, code: u64) -> Option<Value> {
        let f = &self.format;
        match f.kind {
            Kind::Fixed { frac, .. } => {
                let sign = f.sign && code >> (f.width - 1) & 1 == 1;
                let ones = u64::MAX >> (64 - f.width);
                let significand = if sign { code.wrapping_neg() & ones } else { code };
                Some(Value { sign, exponent: -i64::from(frac), significand: significand.into() })
            }
            Kind::Hidden if f.zeroless() => {
                let field = (code >> f.pad) as i32;
                let exponent = i64::from(field - f.bias);
                (field != f.top()).then_some(Value { sign: false, exponent, significand: 1 })
            }
            Kind::Hidden => {
                let finite = !matches!(
                    f.classify(code).category,
                    Category::Infinite | Category::QuietNan | Category::SignallingNan
                );
                let float = self.float.as_ref()?;
                finite.then(|| float.value(code >> f.pad))
            }
            Kind::Explicit => {
                let float = self.float.as_ref()?;
                let code = code >> f.pad;
                (float.field(code) != float.top).then(|| float.value(code))
            }
        }
    }

    /// The exponent of the last bit that any number has, 0 that of the smallest number.
    pub(crate) fn unit(&self) -> i64 {
        match self.format.kind {
            Kind::Fixed { frac, .. } => -i64::from(frac),
            _ => self.emin() - (self.precision() - 1),
        }
    }

    /// The smallest exponent of a number.
    pub(crate) fn least(&self) -> i64 {
        if self.format.subnormal { self.unit() } else { self.emin() }
    }

    /// The largest number.
    pub(crate) fn largest(&self) -> Option<Real> {
        self.value(self.format.max_finite()).and_then(Real::of)
    }

    /// The code of the nearest number toward zero.
    pub(crate) fn toward_zero(&self, v: Value) -> u64 {
        match (&self.float, self.format.kind) {
            (Some(float), _) => float.toward_zero(v) << self.format.pad,
            (None, Kind::Fixed { frac, .. }) => {
                let shift = v.exponent + i64::from(frac);
                let whole = match shift {
                    0..64 => v.significand.checked_shl(shift as u32).unwrap_or(u128::MAX),
                    64.. => u128::MAX,
                    _ => {
                        v.significand.checked_shr(shift.unsigned_abs().min(200) as u32).unwrap_or(0)
                    }
                };
                let most = u128::from(u64::MAX >> (64 - self.format.width));
                let most = if self.format.sign { most >> 1 } else { most };
                let whole = whole.min(most) as u64;
                let ones = u64::MAX >> (64 - self.format.width);
                if v.sign && self.format.sign { whole.wrapping_neg() & ones } else { whole }
            }
            (None, _) => {
                let lead = 127 - i64::from(v.significand.leading_zeros().min(127));
                let field = (v.exponent + lead + i64::from(self.format.bias))
                    .clamp(0, i64::from(self.format.max_field()));
                (field as u64) << self.format.pad
            }
        }
    }

    /// The code so many codes further from 0.
    pub(crate) fn stepped(&self, code: u64, steps: i64) -> u64 {
        let top = 1u64 << (self.format.width - 1);
        let step = (steps << self.format.pad) as u64;
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
