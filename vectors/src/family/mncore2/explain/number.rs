//! Codes of MN-Core 2 taken apart and put together (s. 1.3, 4.4), and rounding to nearest even with
//! what it keeps and loses.

use crate::explain::exact::{Dyadic, shorten_runs};
use num_bigint::BigUint;
use softfloat::Format;

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
        sign(self.negative)
    }
}

/// The weight of the last place under an exponent field: `e - bias - m`, for block-float elements
/// `e - bias + 1 - m`.
pub(crate) fn unit(format: &Format, field: i64) -> i64 {
    let written = i64::from(format.shares_exponent());
    field - i64::from(format.bias) + written - i64::from(format.man_bits)
}

pub(crate) fn sign(negative: bool) -> char {
    if negative { '-' } else { '+' }
}

/// The code of these fields.
pub(crate) fn assemble(format: &Format, negative: bool, field: i64, mantissa: u64) -> u64 {
    u64::from(negative) << (format.width - 1)
        | (field as u64) << (format.man_bits + format.pad)
        | mantissa << format.pad
}

pub(crate) fn infinity(format: &Format, negative: bool) -> u64 {
    assemble(format, negative, format.top().into(), 0)
}

/// "half", "single", "double".
pub(crate) fn name(format: &Format) -> &'static str {
    match format.width {
        16 => "half",
        32 => "single",
        _ => "double",
    }
}

/// Hex digits of an integer, filled up to `digits`, long runs shortened.
pub(crate) fn hex(n: &BigUint, digits: usize) -> String {
    shorten_runs(&format!("{n:0digits$x}"))
}

/// `n / 2^drop` to nearest even.
#[derive(Clone, Debug)]
pub(crate) struct Rounding {
    /// The bits above the cut.
    pub(crate) kept: BigUint,
    /// `kept`, or the next integer.
    pub(crate) rounded: BigUint,
    /// The bits below the cut in binary, the guard bit first.
    pub(crate) lost: String,
    /// The same for a table: only whether anything is there beyond the 16th.
    pub(crate) lost_short: String,
    /// Why up or down.
    pub(crate) verdict: &'static str,
    /// The same in one word.
    pub(crate) direction: &'static str,
}

impl Rounding {
    pub(crate) fn of(n: &BigUint, drop: u64) -> Self {
        let kept = n >> drop;
        let rest = n - (&kept << drop);
        let twice = &rest << 1u8;
        let half = BigUint::from(1u8) << drop;
        let (up, direction, verdict) = if rest.bits() == 0 {
            (false, "exact", "nothing is lost")
        } else if twice < half {
            (false, "down", "less than half is lost: down")
        } else if twice > half {
            (true, "up", "more than half is lost: up")
        } else if kept.bit(0) {
            (true, "tie up", "exactly half is lost: to even, up")
        } else {
            (false, "tie down", "exactly half is lost: to even, down")
        };
        Self {
            rounded: &kept + u8::from(up),
            kept,
            lost: binary(&rest, drop, 24, " then zeros"),
            lost_short: binary(&rest, drop, 16, ""),
            verdict,
            direction,
        }
    }

    pub(crate) fn rounded_u64(&self) -> u64 {
        self.rounded.iter_u64_digits().next().unwrap_or(0)
    }
}

/// `rest` as `places` binary digits; beyond the first `shown` only whether anything is there.
fn binary(rest: &BigUint, places: u64, shown: u64, nothing: &str) -> String {
    let digits = |low: u64| -> String {
        (low..places).rev().map(|i| if rest.bit(i) { '1' } else { '0' }).collect()
    };
    let hidden = places.saturating_sub(shown);
    if hidden == 0 {
        return digits(0);
    }
    let more = rest.trailing_zeros().is_some_and(|z| z < hidden);
    digits(hidden) + if more { "..." } else { nothing }
}
