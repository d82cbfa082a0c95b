//! Codes taken apart by their fields, where exponent field 0 means zero.

use super::exact::Dyadic;
use softfloat::Format;

/// How much lower an element without exponent field lies than its block's common exponent
/// (MN-Core 2, s. 4.4).
pub(crate) const EXTENDED: i64 = 6;

/// A code's fields. The mantissa stands without the bits that do not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) format: Format,
    pub(crate) negative: bool,
    pub(crate) field: i64,
    pub(crate) mantissa: u64,
}

impl Number {
    pub(crate) fn of(format: &Format, code: u64) -> Self {
        let body = format.man_bits + format.pad;
        Self {
            format: *format,
            negative: code >> (format.width - 1) & 1 == 1,
            field: (code >> body) as i64 & i64::from(format.top()),
            mantissa: (code >> format.pad) & ((1 << format.man_bits) - 1),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.field == 0
    }

    pub(crate) fn is_infinite(&self) -> bool {
        self.field == i64::from(self.format.top())
    }

    /// The mantissa with its hidden bit; of a block-float element the mantissa alone.
    pub(crate) fn significand(&self) -> u64 {
        let hidden = self.format.has_hidden_bit() && !self.is_zero();
        self.mantissa | if hidden { 1 << self.format.man_bits } else { 0 }
    }

    /// The weight of the significand's last place is 2 to this power.
    pub(crate) fn unit(&self) -> i64 {
        unit(&self.format, self.field)
    }

    /// The value of a finite code: 0 where the exponent field is 0.
    pub(crate) fn value(&self) -> Dyadic {
        let significand = if self.is_zero() { 0 } else { self.significand() };
        Dyadic::new(self.negative, significand, self.unit())
    }

    pub(crate) fn sign(&self) -> char {
        if self.negative { '-' } else { '+' }
    }
}

/// The weight of the last place under an exponent field: `e - bias - m`, for block-float elements
/// `e - bias + 1 - m`.
pub(crate) fn unit(format: &Format, field: i64) -> i64 {
    let written = i64::from(format.shares_exponent());
    field - i64::from(format.bias) + written - i64::from(format.man_bits)
}
