//! Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011): words that a key and a counter
//! decide, so that no word depends on how many are drawn (XDSA-D67).

/// Multipliers of the rounds.
const FACTORS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];

/// What the key grows by from round to round.
const STEPS: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];

/// The four words of a counter.
pub(super) fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut counter, mut key) = (counter, key);
    for _ in 0..10 {
        let [c0, c1, c2, c3] = counter;
        let (high0, low0) = product(FACTORS[0], c0);
        let (high1, low1) = product(FACTORS[1], c2);
        counter = [high1 ^ c1 ^ key[0], low1, high0 ^ c3 ^ key[1], low0];
        key = [key[0].wrapping_add(STEPS[0]), key[1].wrapping_add(STEPS[1])];
    }
    counter
}

const fn product(a: u32, b: u32) -> (u32, u32) {
    let product = a as u64 * b as u64;
    ((product >> 32) as u32, product as u32)
}

/// The words of one instruction: element `i` has word `i mod 4` of the counter `(i div 4, s)`, where `s` random instructions came before.
#[derive(Clone, Copy, Debug)]
pub(in crate::xdsa::exec) struct Words {
    /// The key.
    pub(in crate::xdsa::exec) seed: u64,
    /// Random instructions that came before.
    pub(in crate::xdsa::exec) drawn: u64,
}

impl Words {
    /// Words 4 n to 4 n + 3.
    pub(in crate::xdsa::exec) fn four(&self, n: u64) -> [u32; 4] {
        let halves = |x: u64| [x as u32, (x >> 32) as u32];
        let ([n0, n1], [s0, s1]) = (halves(n), halves(self.drawn));
        philox([n0, n1, s0, s1], halves(self.seed))
    }

    /// The first words.
    pub(in crate::xdsa::exec) fn first(self, count: u64) -> impl Iterator<Item = u32> {
        (0..count.div_ceil(4)).flat_map(move |n| self.four(n)).take(count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Published words: Random123, kat_vectors, philox4x32 with 10 rounds.
    #[rstest]
    #[case([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8])]
    #[case([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd])]
    #[case(
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
    )]
    fn published_words(#[case] counter: [u32; 4], #[case] key: [u32; 2], #[case] words: [u32; 4]) {
        assert_eq!(philox(counter, key), words);
    }

    #[test]
    fn a_word_has_its_place_in_the_counter() {
        let words = Words { seed: 0x299f_31d0_a409_3822, drawn: 0x0370_7344_1319_8a2e };
        assert_eq!(
            words.four(0x85a3_08d3_243f_6a88),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
        let words = Words { seed: 0, drawn: 0 };
        let six: Vec<u32> = words.first(6).collect();
        assert_eq!(six[..4], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(six[4..], philox([1, 0, 0, 0], [0; 2])[..2]);
    }
}
