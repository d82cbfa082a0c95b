//! Integers of up to 80000 bits without allocation: just enough for one exact decimal conversion,
//! in either direction.

use core::cmp::Ordering;

use crate::Bits;

/// 2^80000 > 2 * 10^23350 * 5^60, and > 2 * 5^(23350 + 10000): see the limits in `decimal`.
const LIMBS: usize = 1250;

/// An unsigned integer, its least significant limb first; limbs from `len` on are 0.
#[derive(Clone)]
pub(super) struct BigUint {
    limbs: [u64; LIMBS],
    len: usize,
}

impl BigUint {
    pub(super) fn new(value: u64) -> Self {
        let mut limbs = [0; LIMBS];
        limbs[0] = value;
        Self { limbs, len: 1 }
    }

    /// The same of two limbs.
    pub(super) fn long(value: u128) -> Self {
        let mut long = Self::new(value as u64);
        long.extend((value >> 64) as u64);
        long
    }

    fn used(&self) -> &[u64] {
        &self.limbs[..self.len]
    }

    /// `self * factor + addend`.
    pub(super) fn multiply_add(&mut self, factor: u64, addend: u64) {
        let mut carry = addend;
        for limb in &mut self.limbs[..self.len] {
            let x = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            (*limb, carry) = (x as u64, (x >> 64) as u64);
        }
        self.extend(carry);
    }

    /// `self * 5^n`.
    pub(super) fn multiply_power_of_5(&mut self, n: u32) {
        // 5^27 is the largest power of 5 in a limb.
        for _ in 0..n / 27 {
            self.multiply_add(5u64.pow(27), 0);
        }
        self.multiply_add(5u64.pow(n % 27), 0);
    }

    /// One more limb at the top, if it is not 0.
    fn extend(&mut self, limb: u64) {
        assert!(limb == 0 || self.len < LIMBS, "a decimal outgrew its integer");
        if limb != 0 && self.len < LIMBS {
            self.limbs[self.len] = limb;
            self.len += 1;
        }
    }

    /// The bits without leading zeros.
    fn bits(&self) -> u32 {
        let top = self.used().iter().rposition(|&limb| limb != 0);
        top.map_or(0, |i| 64 * (i as u32 + 1) - self.limbs[i].leading_zeros())
    }

    /// `self * 2^n`.
    pub(super) fn shift_left(&mut self, n: u32) {
        let whole = (n / 64) as usize;
        if whole > 0 {
            let len = (self.len + whole).min(LIMBS);
            self.limbs.copy_within(..len - whole, whole);
            self.limbs[..whole].fill(0);
            self.len = len;
        }
        self.multiply_add(1 << (n % 64), 0);
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let len = self.len.max(other.len);
        self.limbs[..len].iter().rev().cmp(other.limbs[..len].iter().rev())
    }

    /// `self + other`.
    pub(super) fn add(&mut self, other: &Self) {
        self.len = self.len.max(other.len);
        let mut carry = false;
        for (limb, &addend) in self.limbs[..self.len].iter_mut().zip(&other.limbs) {
            let (x, over) = limb.overflowing_add(addend);
            let (x, over_again) = x.overflowing_add(u64::from(carry));
            (*limb, carry) = (x, over || over_again);
        }
        self.extend(carry.into());
    }

    /// `self / divisor`; hands back the remainder.
    pub(super) fn divide(&mut self, divisor: u64) -> u64 {
        let mut remainder = 0;
        for limb in self.limbs[..self.len].iter_mut().rev() {
            let x = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (x / u128::from(divisor)) as u64;
            remainder = (x % u128::from(divisor)) as u64;
        }
        while self.len > 0 && self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
        remainder
    }

    pub(super) fn is_zero(&self) -> bool {
        self.used().iter().all(|&limb| limb == 0)
    }

    /// `self - other`, for `self >= other`.
    pub(super) fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (limb, &subtrahend) in self.limbs[..self.len].iter_mut().zip(&other.limbs) {
            let (x, under) = limb.overflowing_sub(subtrahend);
            let (x, under_again) = x.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (x, under || under_again);
        }
    }
}

/// `n / d = (q + x) * 2^scale` with q of exactly `W::BITS` bits and 0 <= x < 1: q, the scale, and
/// whether x > 0; n, d > 0.
pub(super) fn quotient<W: Bits>(mut n: BigUint, mut d: BigUint) -> (W, i32, bool) {
    let longer = n.bits() as i32 - d.bits() as i32;
    let shorter = if longer < 0 { &mut n } else { &mut d };
    shorter.shift_left(longer.unsigned_abs());

    // Now n < 2 d: the first quotient bit is 1 or 0, the second is 1 if the first is 0.
    let (mut q, mut scale) = (W::ZERO, longer + 1);
    while !q.bit(W::BITS - 1) {
        let one = n.compare(&d) != Ordering::Less;
        if one {
            n.subtract(&d);
        }
        q = q << 1 | if one { W::ONE } else { W::ZERO };
        n.shift_left(1);
        scale -= 1;
    }
    (q, scale, n.bits() > 0)
}
