//! Numbers that are drawn, the same for the same seed and round.

/// SplitMix64.
pub(super) struct Random(u64);

impl Random {
    /// Of a round of a run.
    pub(super) fn of(seed: u64, round: u64) -> Self {
        let mut own = Self(seed);
        let first = own.next();
        Self(first ^ round.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below another.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// One of these.
    ///
    /// # Panics
    /// Where there are none.
    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap_or(0)]
    }

    /// One time in so many.
    pub(super) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_round_is_drawn_again() {
        let drawn = |seed, round| {
            let mut random = Random::of(seed, round);
            [0; 8].map(|_| random.below(1000))
        };
        assert_eq!(drawn(3, 7), drawn(3, 7));
        assert_ne!(drawn(3, 7), drawn(3, 8));
        assert_ne!(drawn(3, 7), drawn(4, 7));
    }
}
