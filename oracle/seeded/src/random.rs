//! The seeded stream.

use crate::Draw;

/// SplitMix64 (Steele, Lea, Flood 2014). A panic while it lives prints the seed that it came from.
#[derive(Debug)]
pub struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    /// The stream of this run: of `ASSAY_SEED`, or of 1.
    #[must_use]
    pub fn of_run() -> Self {
        Self::new(crate::seed())
    }

    /// The stream of this run for one of many subjects: another one for each name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let fnv = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        Self::new(name.bytes().fold(crate::seed() ^ 0xcbf2_9ce4_8422_2325, fnv))
    }

    /// Number `n` of the stream of a seed, without those before it.
    #[must_use]
    pub fn at(seed: u64, n: u64) -> u64 {
        mix(seed.wrapping_add(n.wrapping_add(1).wrapping_mul(STEP)))
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Draw for Random {
    #[inline]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        self.next().checked_rem(n).unwrap_or(0)
    }
}

impl Drop for Random {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let drawn = self.state.wrapping_sub(self.seed).wrapping_mul(INVERSE);
            eprintln!("drawn from seed {:#x}, {drawn} numbers so far", self.seed);
        }
    }
}

/// `STEP * INVERSE` is 1 modulo 2^64.
const INVERSE: u64 = {
    let mut x = STEP;
    let mut i = 0;
    while i < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(STEP.wrapping_mul(x)));
        i += 1;
    }
    x
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of Vigna's `splitmix64.c` for the seed 1234567.
    #[test]
    fn published_numbers() {
        let mut random = Random::new(1_234_567);
        let first: [u64; 5] = std::array::from_fn(|_| random.next());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, published);
        assert_eq!(std::array::from_fn(|n| Random::at(1_234_567, n as u64)), published);
    }

    #[test]
    fn the_step_has_its_inverse() {
        assert_eq!(STEP.wrapping_mul(INVERSE), 1);
    }
}
