//! Decimal digits of a value: all of them, or rounded to a place.

use crate::round::Loss;
use crate::text::bignum::BigUint;
use crate::{Rounding, Unrounded};

/// More digits than any value has. `m * 2^-q` is `m * 5^q * 10^-q`: with m < 2^113 and q <= 2^14 + 110 (binary128) of at most 35 + 11529
/// digits, with m < 2 and q <= 2^15 (`binary16p1ue`) of at most 22904; and 2^32767 has 9864.
const CAPACITY: usize = 23_000;

/// The largest power of ten in a limb.
const CHUNK: u32 = 19;

/// Decimal digits `0.d1 d2 d3 ... * 10^point` without zeros at either end; none for zero.
pub(super) struct Digits {
    buffer: [u8; CAPACITY],
    len: usize,
    point: i32,
}

impl Digits {
    /// No digits yet, of a number below 10^point.
    pub(super) fn new(point: i32) -> Self {
        Self { buffer: [b'0'; CAPACITY], len: 0, point }
    }

    /// Every digit of a magnitude.
    pub(super) fn exact(u: &Unrounded<u128>) -> Self {
        let (n, scale) = integer(u);
        let mut digits = Self::new(0);
        digits.append_integer(n);
        digits.point = digits.len as i32 + scale;
        digits.trim();
        digits
    }

    fn append_integer(&mut self, mut n: BigUint) {
        let mut first = CAPACITY;
        while !n.is_zero() {
            let mut chunk = n.divide(10u64.pow(CHUNK));
            for _ in 0..CHUNK.min(first as u32) {
                first -= 1;
                self.buffer[first] = b'0' + (chunk % 10) as u8;
                chunk /= 10;
            }
        }
        first += self.buffer[first..].iter().take_while(|&&digit| digit == b'0').count();
        self.buffer.copy_within(first.., 0);
        self.len = CAPACITY - first;
    }

    /// One more digit behind the last.
    pub(super) fn push(&mut self, digit: u8) {
        if self.len < CAPACITY {
            self.buffer[self.len] = b'0' + digit;
            self.len += 1;
        }
    }

    /// The last digit; it may be 10 if it is also the first.
    pub(super) fn push_last(&mut self, digit: u8) {
        if digit == 10 {
            self.point += 1;
            self.push(1);
        } else {
            self.push(digit);
        }
    }

    fn trim(&mut self) {
        while self.len > 0 && self.buffer[self.len - 1] == b'0' {
            self.len -= 1;
        }
        if self.len == 0 {
            self.point = 1;
        }
    }

    /// The digits, as ASCII.
    pub(super) fn text(&self) -> &str {
        core::str::from_utf8(&self.buffer[..self.len]).unwrap_or_default()
    }

    /// The number lies below 10^point, and not below 10^(point - 1); 1 for zero, whose first digit
    /// is taken to be a 0 before the point.
    pub(super) fn point(&self) -> i32 {
        self.point
    }

    /// Keeps the first `count` digits (with `count <= 0`, a place above them), rounded in the
    /// direction given; whether anything was lost.
    pub(super) fn round(&mut self, count: i64, rounding: Rounding, sign: bool) -> bool {
        if count >= self.len as i64 {
            return false;
        }
        let kept = usize::try_from(count).unwrap_or(0);
        // The digits that go, next to one half: no zeros end them, so a lone 5 is one half.
        let cut = &self.buffer[kept..self.len];
        let half = if count < 0 { false } else { cut[0] >= b'5' };
        let loss = Loss::of(half, !half || cut != b"5");
        let odd = kept > 0 && self.buffer[kept - 1] & 1 == 1;
        self.len = kept;
        if rounding.up(loss, sign, odd) {
            self.increment(count);
        }
        self.trim();
        true
    }

    /// Adds one at the place of digit `count`, which is the last.
    fn increment(&mut self, count: i64) {
        while self.len > 0 && self.buffer[self.len - 1] == b'9' {
            self.len -= 1;
        }
        if self.len > 0 {
            self.buffer[self.len - 1] += 1;
        } else {
            (self.buffer[0], self.len) = (b'1', 1);
            self.point += 1 - count.min(0) as i32;
        }
    }
}

/// The magnitude as an integer and a power of ten.
fn integer(u: &Unrounded<u128>) -> (BigUint, i32) {
    // A fraction of as few bits as can be.
    let zeros = u.significand.trailing_zeros().min(u.exponent.min(0).unsigned_abs()).min(127);
    let exponent = u.exponent + zeros as i32;
    let mut n = BigUint::long(u.significand >> zeros);
    if exponent < 0 {
        n.multiply_power_of_5(exponent.unsigned_abs());
    } else {
        n.shift_left(exponent.unsigned_abs());
    }
    (n, exponent.min(0))
}
