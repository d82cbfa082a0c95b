//! The accumulator of an adder: 128 bits while they suffice, else [`Exact`].

use super::Exact;
use crate::{Bits, Rounding, Unrounded};

/// Bits kept free above the first term's leading one.
const ROOM: u32 = 56;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Empty,
    /// The sum is `small * 2^base`.
    Small,
    Large,
}

/// A sum, exact.
#[derive(Debug)]
pub(super) struct Accumulator<const LIMBS: usize> {
    state: State,
    small: i128,
    base: i32,
    large: Exact<LIMBS>,
}

impl<const LIMBS: usize> Accumulator<LIMBS> {
    pub(super) const fn new() -> Self {
        Self { state: State::Empty, small: 0, base: 0, large: Exact::new() }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.state = State::Empty;
        self.small = 0;
    }

    #[inline(always)]
    pub(super) fn add(&mut self, u: Unrounded<u128>) {
        if u.significand == 0 {
            return;
        }
        if self.state == State::Empty {
            let length = 128 - u.significand.lead();
            self.base = u.exponent - (128 - ROOM).saturating_sub(length) as i32;
            self.state = State::Small;
        }
        if self.state == State::Large || !self.add_small(&u) {
            self.add_large(u);
        }
    }

    /// Adds to the small sum, if both the term and the sum fit.
    #[inline(always)]
    fn add_small(&mut self, u: &Unrounded<u128>) -> bool {
        let up = u.exponent - self.base;
        let magnitude = if up >= 0 {
            if u.significand.lead() as i32 <= up {
                return false;
            }
            u.significand << up as u32
        } else {
            let down = up.unsigned_abs();
            if u.significand.trailing_zeros() < down {
                return false;
            }
            u.significand >> down
        };
        let Ok(magnitude) = i128::try_from(magnitude) else { return false };
        let term = if u.sign { -magnitude } else { magnitude };
        let Some(sum) = self.small.checked_add(term) else { return false };
        self.small = sum;
        true
    }

    #[cold]
    fn add_large(&mut self, u: Unrounded<u128>) {
        self.large().add(u);
    }

    /// The sum in its large form.
    fn large(&mut self) -> &mut Exact<LIMBS> {
        if self.state != State::Large {
            self.large.clear();
            self.large.add(self.small_sum());
            self.state = State::Large;
        }
        &mut self.large
    }

    #[inline(always)]
    fn small_sum(&self) -> Unrounded<u128> {
        Unrounded::exact(self.small < 0, self.base, self.small.unsigned_abs())
    }

    /// The sum as it waits for rounding; exact, or of 128 leading bits and the sticky bit.
    #[inline(always)]
    pub(super) fn sum(&self) -> Unrounded<u128> {
        match self.state {
            State::Large => self.large.unrounded(),
            _ => self.small_sum(),
        }
    }

    /// The sum as it waits for rounding into a fixed-point format, its last bit at `2^exponent`.
    pub(super) fn sum_fixed(&mut self, exponent: i32) -> Unrounded<u128> {
        self.large().unrounded_fixed(exponent)
    }

    /// Rounds the sum to a multiple of `2^place`; whether anything was lost.
    pub(super) fn round_to(&mut self, place: i32, rounding: Rounding) -> bool {
        self.state != State::Empty && self.large().round_to(place, rounding)
    }

    /// Limits the sum to `bits` bits of two's complement from `2^place` on; whether it was beyond.
    pub(super) fn limit(&mut self, place: i32, bits: u32, saturate: bool) -> bool {
        self.state != State::Empty && self.large().limit(place, bits, saturate)
    }
}
