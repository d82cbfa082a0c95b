//! Decimal digits -> value: `digits * 10^exponent`, through one exact division of integers:
//!
//! ```text
//! N * 10^e = (N * 5^e / 1)  * 2^e   for e >= 0
//!          = (N / 5^-e)     * 2^e   for e <  0
//! ```

use super::ParseNumberError;
use super::bignum::{BigUint, quotient};
use super::cursor::Cursor;

use crate::{Bits, Unrounded};

/// Values from 10^LIMIT up and below 10^-LIMIT = 2^-33219 lie beyond every format: exponent fields
/// have 16 bits at most.
const LIMIT: i64 = 10_000;

/// The digits that count. The numbers of 128 significant bits above 10^-LIMIT are integers times
/// 2^-33347, so none of them has more than log10(2^128 * 5^33347) < 23348 digits: the digits
/// that follow these can only tell whether the value lies above such a number, not above which.
const DIGITS: u32 = 23_350;

/// The leading digits of a number, without leading zeros, and its scale.
struct Digits {
    integer: BigUint,
    count: u32,
    /// The value is the integer times 10^exponent ...
    exponent: i64,
    /// ... and something more below.
    lost: bool,
    /// Digits that wait: `integer * 10^waiting + chunk`.
    chunk: u64,
    waiting: u32,
}

impl Digits {
    fn new() -> Self {
        let integer = BigUint::new(0);
        Self { integer, count: 0, exponent: 0, lost: false, chunk: 0, waiting: 0 }
    }

    fn push(&mut self, digit: u32, fraction: bool) {
        let leading_zero = digit == 0 && self.count == 0;
        let counts = !leading_zero && self.count < DIGITS;
        if counts {
            self.chunk = 10 * self.chunk + u64::from(digit);
            self.count += 1;
            self.waiting += 1;
            if self.waiting == 19 {
                self.flush();
            }
        } else {
            self.lost |= digit != 0;
        }
        let dropped = !counts && !leading_zero;
        self.exponent += i64::from(dropped) - i64::from(fraction);
    }

    fn flush(&mut self) {
        self.integer.multiply_add(10u64.pow(self.waiting), self.chunk);
        (self.chunk, self.waiting) = (0, 0);
    }
}

/// The number that starts here.
pub(super) fn number<W: Bits>(
    c: &mut Cursor<'_>,
    sign: bool,
) -> Result<Unrounded<W>, ParseNumberError> {
    let mut digits = Digits::new();
    c.digits(10, |digit, fraction| digits.push(digit, fraction))?;
    digits.flush();
    let Digits { integer: mut numerator, count, lost, .. } = digits;
    let exponent = c.exponent(b"e")?.saturating_add(digits.exponent);
    let point = exponent.saturating_add(count.into());
    if count == 0 {
        return Ok(Unrounded::exact(sign, 0, W::ZERO));
    }
    if point.saturating_abs() > LIMIT {
        return Ok(far(sign, point < 0));
    }

    let mut denominator = BigUint::new(1);
    let power = exponent.unsigned_abs() as u32;
    if exponent < 0 {
        denominator.multiply_power_of_5(power);
    } else {
        numerator.multiply_power_of_5(power);
    }
    let (significand, scale, remainder) = quotient(numerator, denominator);
    let sticky = remainder || lost;
    Ok(Unrounded { sign, exponent: exponent as i32 + scale, significand, sticky })
}

// Values that no format reaches.

/// Magnitudes from 2^FAR up, and below 2^-FAR, lie beyond every format (exponent fields have 16
/// bits at most); any such value may stand for any other.
pub(super) const FAR: i32 = 1 << 17;

/// A value above (or, with `small`, below) every finite magnitude of every format.
pub(super) fn far<W: Bits>(sign: bool, small: bool) -> Unrounded<W> {
    let exponent = if small { -FAR - W::BITS as i32 } else { FAR };
    Unrounded { sign, exponent, significand: W::ONE << (W::BITS - 1), sticky: true }
}
