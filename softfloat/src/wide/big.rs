//! Magnitudes of 512 bits: what a product of two significands of 113 bits and an addend need, with room to shift.

use core::cmp::Ordering;

const LIMBS: usize = 8;

/// An unsigned integer, least significant limb first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Big([u64; LIMBS]);

impl Big {
    pub(super) const ZERO: Self = Self([0; LIMBS]);
    pub(super) const BITS: u32 = 64 * LIMBS as u32;

    pub(super) const fn of(x: u128) -> Self {
        let mut limbs = [0; LIMBS];
        (limbs[0], limbs[1]) = (x as u64, (x >> 64) as u64);
        Self(limbs)
    }

    /// The low 128 bits.
    pub(super) fn low(&self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }

    /// The number of bits up to the leading one.
    pub(super) fn length(&self) -> u32 {
        let high = self.0.iter().rposition(|&limb| limb != 0);
        high.map_or(0, |i| 64 * i as u32 + 64 - self.0[i].leading_zeros())
    }

    pub(super) fn bit(&self, i: u32) -> bool {
        self.0.get(i as usize / 64).is_some_and(|limb| limb >> (i % 64) & 1 == 1)
    }

    /// `self * 2^n`; what leaves the top is lost.
    pub(super) fn up(&self, n: u32) -> Self {
        let (limbs, bits) = (n as usize / 64, n % 64);
        let mut out = Self::ZERO;
        for i in limbs..LIMBS {
            let low = |k: usize| i.checked_sub(limbs + k).map_or(0, |j| self.0[j]);
            out.0[i] = low(0) << bits | low(1) >> 1 >> (63 - bits);
        }
        out
    }

    /// `self / 2^n`, and whether anything was lost.
    pub(super) fn down(&self, n: u32) -> (Self, bool) {
        if n >= Self::BITS {
            return (Self::ZERO, !self.is_zero());
        }
        let (limbs, bits) = (n as usize / 64, n % 64);
        let mut out = Self::ZERO;
        for i in 0..LIMBS - limbs {
            let high = |k: usize| self.0.get(i + limbs + k).copied().unwrap_or(0);
            out.0[i] = high(0) >> bits | high(1) << 1 << (63 - bits);
        }
        let lost = self.0[..limbs].iter().any(|&limb| limb != 0);
        (out, lost || self.0[limbs] & ((1 << bits) - 1) != 0)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let (mut out, mut carry) = (Self::ZERO, false);
        for (i, limb) in out.0.iter_mut().enumerate() {
            let (sum, over) = self.0[i].overflowing_add(other.0[i]);
            let (sum, again) = sum.overflowing_add(carry.into());
            (*limb, carry) = (sum, over | again);
        }
        out
    }

    /// The difference from what is not larger.
    pub(super) fn minus(&self, other: &Self) -> Self {
        let (mut out, mut borrow) = (Self::ZERO, false);
        for (i, limb) in out.0.iter_mut().enumerate() {
            let (rest, under) = self.0[i].overflowing_sub(other.0[i]);
            let (rest, again) = rest.overflowing_sub(borrow.into());
            (*limb, borrow) = (rest, under | again);
        }
        out
    }

    /// The product of two integers of 128 bits.
    pub(super) fn product(x: u128, y: u128) -> Self {
        let mut out = Self::ZERO;
        for (i, a) in [x as u64, (x >> 64) as u64].into_iter().enumerate() {
            for (j, b) in [y as u64, (y >> 64) as u64].into_iter().enumerate() {
                let part = Self::of(u128::from(a) * u128::from(b));
                out = out.plus(&part.up(64 * (i + j) as u32));
            }
        }
        out
    }

    /// `self / by` of `bits` bits at most, and whether there is a rest; bit by bit.
    pub(super) fn quotient(&self, by: &Self, bits: u32) -> (Self, bool) {
        let (mut rest, mut out) = (*self, Self::ZERO);
        for i in (0..bits).rev() {
            let part = by.up(i);
            if part <= rest {
                rest = rest.minus(&part);
                out.0[i as usize / 64] |= 1 << (i % 64);
            }
        }
        (out, !rest.is_zero())
    }

    /// The square root of `2 bits` bits at most, and whether there is a rest.
    pub(super) fn root(&self, bits: u32) -> (Self, bool) {
        let (mut rest, mut out) = (*self, Self::ZERO);
        for i in (0..bits).rev() {
            // (out + 2^i)^2 - out^2 = out 2^(i+1) + 2^(2i)
            let part = out.up(i + 1).plus(&Self::of(1).up(2 * i));
            if part <= rest {
                rest = rest.minus(&part);
                out.0[i as usize / 64] |= 1 << (i % 64);
            }
        }
        (out, !rest.is_zero())
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}
