//! SplitMix64 (Steele, Lea, Flood 2014): a stream for every case, the same in every version.

use std::ops::Range;

/// One step's scrambling.
#[inline(always)]
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The key of an operation's stream: seed and FNV-1a of the id.
pub(crate) fn key(seed: u64, id: &str) -> u64 {
    let fnv = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
    mix(seed.wrapping_add(STEP)) ^ id.bytes().fold(0xcbf2_9ce4_8422_2325, fnv)
}

/// The streams of some cases under a key.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    pub(crate) key: u64,
    pub(crate) cases: Range<u64>,
}

impl Iterator for Streams {
    type Item = Rng;

    #[inline(always)]
    fn next(&mut self) -> Option<Rng> {
        self.cases.next().map(|index| Rng::new(self.key, index))
    }
}

/// The numbers of one case.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The stream of case `index` under a key.
    #[inline(always)]
    pub(crate) const fn new(key: u64, index: u64) -> Self {
        Self(mix(key ^ mix(index.wrapping_add(STEP))))
    }

    /// 64 bits.
    #[inline(always)]
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Below `n`, at most 2^32; 0 for 0.
    #[inline(always)]
    pub(crate) const fn below(&mut self, n: u64) -> u64 {
        ((self.next() >> 32) * n) >> 32
    }

    /// From `-reach` to `reach`.
    #[inline(always)]
    pub(crate) const fn around(&mut self, reach: i64) -> i64 {
        self.below(2 * reach as u64 + 1) as i64 - reach
    }

    /// One in `n`.
    #[inline(always)]
    pub(crate) const fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}
