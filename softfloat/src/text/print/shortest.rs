//! The fewest decimal digits that read back as the same number, and of these the nearest to it
//! (G. L. Steele and J. L. White, 1990; R. G. Burger and R. K. Dybvig, 1996), with exact integers.
//!
//! The value, and the middles between it and its neighbours, are `r / s`, `(r - below) / s` and
//! `(r + above) / s`; digits are generated until what remains lies within the gap.

use core::cmp::Ordering;

use super::digits::Digits;
use super::spacing::Spacing;
use crate::text::bignum::BigUint;

/// The state of digit generation.
struct Gap {
    r: BigUint,
    s: BigUint,
    below: BigUint,
    above: BigUint,
    low_reads_back: bool,
    high_reads_back: bool,
}

impl Gap {
    /// All in the finest of their units.
    fn new(spacing: &Spacing) -> Self {
        let Spacing { significand, last_place, below, above, .. } = *spacing;
        let unit = last_place.min(below.1).min(above.1);
        let [mut r, mut below, mut above] = [(significand, last_place), below, above].map(|own| {
            let mut x = BigUint::long(own.0);
            x.shift_left((own.1 - unit).unsigned_abs());
            x
        });
        let mut s = BigUint::new(1);
        if unit < 0 {
            s.shift_left(unit.unsigned_abs());
        } else {
            for x in [&mut r, &mut below, &mut above] {
                x.shift_left(unit.unsigned_abs());
            }
        }
        let (low_reads_back, high_reads_back) = (spacing.low_reads_back, spacing.high_reads_back);
        Self { r, s, below, above, low_reads_back, high_reads_back }
    }

    /// Multiplies value and gaps by 10^-k.
    fn scale(&mut self, k: i32) {
        let power = k.unsigned_abs();
        let by_power_of_ten = |x: &mut BigUint| {
            x.multiply_power_of_5(power);
            x.shift_left(power);
        };
        if k >= 0 {
            by_power_of_ten(&mut self.s);
        } else {
            [&mut self.r, &mut self.below, &mut self.above].into_iter().for_each(by_power_of_ten);
        }
    }

    /// Whether 1 reads back, or something above.
    fn high_reaches_one(&mut self) -> bool {
        self.r.add(&self.above);
        let high = self.r.compare(&self.s);
        self.r.subtract(&self.above);
        match high {
            Ordering::Less => false,
            Ordering::Equal => self.high_reads_back,
            Ordering::Greater => true,
        }
    }

    /// Whether 0 reads back, or something below.
    fn low_reaches_zero(&self) -> bool {
        match self.r.compare(&self.below) {
            Ordering::Less => true,
            Ordering::Equal => self.low_reads_back,
            Ordering::Greater => false,
        }
    }

    /// Takes the next digit out of the value.
    fn digit(&mut self) -> u8 {
        for x in [&mut self.r, &mut self.below, &mut self.above] {
            x.multiply_add(10, 0);
        }
        let mut digit = 0;
        while self.r.compare(&self.s) != Ordering::Less {
            self.r.subtract(&self.s);
            digit += 1;
        }
        digit
    }

    /// The last digit: the nearer one of those that read back, the even one at a tie.
    fn last(&self, digit: u8, low: bool, high: bool) -> u8 {
        let mut twice = self.r.clone();
        twice.shift_left(1);
        let nearer = match twice.compare(&self.s) {
            Ordering::Less => false,
            Ordering::Equal => digit & 1 == 1,
            Ordering::Greater => true,
        };
        digit + u8::from(high && (!low || nearer))
    }
}

/// The digits, and whether they are the exact value.
pub(super) fn shortest(spacing: &Spacing) -> (Digits, bool) {
    let mut gap = Gap::new(spacing);
    let lead = spacing.last_place + 127 - spacing.significand.leading_zeros() as i32;
    // 10^k > the value >= 10^(k - 1): from floor(lead * log10(2)), never too large, upward.
    let mut k = ((i64::from(lead) * 78_913) >> 18) as i32;
    gap.scale(k);
    while gap.r.compare(&gap.s) != Ordering::Less {
        gap.s.multiply_add(10, 0);
        k += 1;
    }

    let mut digits = Digits::new(k);
    loop {
        let digit = gap.digit();
        let (low, high) = (gap.low_reaches_zero(), gap.high_reaches_one());
        if low || high {
            let last = gap.last(digit, low, high);
            digits.push_last(last);
            return (digits, last == digit && gap.r.is_zero());
        }
        digits.push(digit);
    }
}
