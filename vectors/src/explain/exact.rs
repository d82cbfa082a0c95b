//! Exact numbers: a sign, an integer of any size, a power of two.

use num_bigint::BigUint;

/// `(-1)^negative * magnitude * 2^exponent`, exactly. A zero keeps its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dyadic {
    pub(crate) negative: bool,
    pub(crate) magnitude: BigUint,
    pub(crate) exponent: i64,
}

impl Dyadic {
    pub(crate) fn new(negative: bool, magnitude: impl Into<BigUint>, exponent: i64) -> Self {
        Self { negative, magnitude: magnitude.into(), exponent }
    }

    /// +0, in units of a power of two.
    pub(crate) fn zero(exponent: i64) -> Self {
        Self::new(false, 0u8, exponent)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.magnitude.bits() == 0
    }

    /// The weight of the leading one is 2 to this power; of a zero, that of its last place.
    pub(crate) fn lead(&self) -> i64 {
        self.exponent + (self.magnitude.bits().max(1) - 1) as i64
    }

    /// The magnitude in units of `2^unit`, which must not be coarser than the number's own.
    pub(crate) fn in_units(&self, unit: i64) -> BigUint {
        &self.magnitude << (self.exponent - unit).max(0) as u64
    }

    /// The exact sum, in the finer unit of the two (of a zero: in the other's); a sum of 0 is +0.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Self::zero(self.exponent.min(other.exponent)),
            (true, false) => return other.clone(),
            (false, true) => return self.clone(),
            (false, false) => {}
        }
        let unit = self.exponent.min(other.exponent);
        let (a, b) = (self.in_units(unit), other.in_units(unit));
        let (negative, magnitude) = if self.negative == other.negative {
            (self.negative, a + b)
        } else if a >= b {
            (self.negative, a - b)
        } else {
            (other.negative, b - a)
        };
        let negative = negative && magnitude.bits() != 0;
        Self { negative, magnitude, exponent: unit }
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    /// As C's `%a`, with the leading bit before the point: `-0x1.8p+3`.
    pub(crate) fn hex_float(&self) -> String {
        if self.is_zero() {
            return format!("{}0x0p+0", self.sign());
        }
        // The fraction, filled up to whole hex digits.
        let places = self.magnitude.bits() - 1;
        let digits = places.div_ceil(4);
        let fraction = &self.magnitude << (4 * digits - places);
        let text = format!("{fraction:x}");
        let fraction = text[1..].trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{}0x1{point}{}p{:+}", self.sign(), shorten_runs(fraction), self.lead())
    }

    /// The decimal value: exact where it has at most 17 or `digits` digits, else its first `digits`
    /// digits and `...`.
    pub(crate) fn decimal(&self, digits: usize) -> String {
        if self.is_zero() {
            return format!("{}0", self.sign());
        }
        let (all, below) = if self.exponent >= 0 {
            (self.in_units(0).to_string(), 0)
        } else {
            // n / 2^k = n * 5^k / 10^k, with k no larger than needed.
            let spare = self.magnitude.trailing_zeros().unwrap_or(0).min(-self.exponent as u64);
            let k = (-self.exponent) as u64 - spare;
            let power = BigUint::from(5u8).pow(u32::try_from(k).unwrap_or(u32::MAX));
            (((&self.magnitude >> spare) * power).to_string(), k as i64)
        };
        let point = all.len() as i64 - below;
        let whole = all.trim_end_matches('0');
        let exact = whole.len() <= digits.max(17);
        let shown = if exact { whole } else { &whole[..digits.min(whole.len())] };
        format!("{}{}", self.sign(), placed(shown, point, if exact { "" } else { "..." }))
    }
}

/// Digits with the decimal point behind the first `point` of them.
fn placed(digits: &str, point: i64, more: &str) -> String {
    let len = digits.len() as i64;
    match point {
        1..=21 if point >= len && (more.is_empty() || point == len) => {
            format!("{digits}{}{more}", "0".repeat((point - len) as usize))
        }
        1..=21 if point < len => {
            let (whole, fraction) = digits.split_at(point as usize);
            format!("{whole}.{fraction}{more}")
        }
        -4..=0 => format!("0.{}{digits}{more}", "0".repeat(-point as usize)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}{more}e{:+}", point - 1)
        }
    }
}

/// Hex digits in which a long run of `0` or `f` is written as `0{27}`: 27 digits 0.
pub(crate) fn shorten_runs(digits: &str) -> String {
    const LONG: usize = 20;
    let mut text = String::new();
    let mut rest = digits;
    while let Some(c) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches(c).len();
        if run >= LONG {
            text.push_str(&format!("{c}{{{run}}}"));
        } else {
            text.extend(std::iter::repeat_n(c, run));
        }
        rest = &rest[run..];
    }
    text
}
