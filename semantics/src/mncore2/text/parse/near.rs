//! The opcodes that a word could be a slip of.
//!
//! A source may hold hundreds of thousands of different words that are none, so the distance, which is
//! slow, is only taken of what could be near: letters that one word has and the other lacks are each a
//! change at least.

use crate::mncore2::isa::table::opcode_words;
use std::sync::LazyLock;

/// Classes of letters: more than there are small letters and digits, and a prime, so that few share one.
const CLASSES: u32 = 37;

/// Which letters a word has, and how often.
struct Letters {
    has: u64,
    count: [u8; 40],
}

impl Letters {
    fn of(text: &str) -> Self {
        let mut letters = Self { has: 0, count: [0; 40] };
        for class in text.chars().map(|c| u32::from(c) % CLASSES) {
            letters.has |= 1 << class;
            let count = &mut letters.count[class as usize];
            *count = count.saturating_add(1);
        }
        letters
    }

    /// Whether so many changes could make one word of the other.
    fn may_be_near(&self, other: &Self, changes: u32) -> bool {
        at_most(self.has & !other.has, changes)
            && at_most(other.has & !self.has, changes)
            && self.lacks(other) <= changes
            && other.lacks(self) <= changes
    }

    /// Letters of the other word that this one has not.
    fn lacks(&self, other: &Self) -> u32 {
        let pairs = self.count.iter().zip(&other.count);
        pairs.map(|(own, other)| u32::from(other.saturating_sub(*own))).sum()
    }
}

/// Whether no more than so many bits, 1 or 2, are set.
const fn at_most(bits: u64, most: u32) -> bool {
    let less = bits & bits.wrapping_sub(1);
    if most == 1 { less == 0 } else { less & less.wrapping_sub(1) == 0 }
}

static WORDS: LazyLock<Vec<(&str, Letters)>> = LazyLock::new(|| {
    let words = opcode_words().iter().copied().chain(["mask"]);
    words.map(|word| (word, Letters::of(word))).collect()
});

/// Up to three words at a small distance, the nearest first.
pub(super) fn nearest(text: &str) -> Vec<&'static str> {
    let far = match text.len() {
        0..3 => return Vec::new(),
        3..5 => 1,
        _ => 2,
    };
    let letters = Letters::of(text);
    let mut near: Vec<_> = WORDS
        .iter()
        .filter(|(word, _)| word.len().abs_diff(text.len()) <= far)
        .filter(|(_, own)| own.may_be_near(&letters, far as u32))
        .map(|(word, _)| (strsim::damerau_levenshtein(text, word), *word))
        .filter(|(distance, _)| *distance <= far)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is left out is farther than the changes allowed.
        #[test]
        fn letters_tell_no_more_changes_than_there_are(
            a in "[a-d0-2é]{0,8}", b in "[a-d0-2é]{0,8}", changes in 1..=2_u32
        ) {
            let distance = strsim::damerau_levenshtein(&a, &b);
            let near = Letters::of(&a).may_be_near(&Letters::of(&b), changes);
            prop_assert!(near || distance > changes as usize, "{distance}");
        }
    }

    #[test]
    fn slips_of_one_or_two_letters() {
        assert_eq!(nearest("dvad"), ["dvadd"]);
        assert_eq!(nearest("dvaddx"), ["dvadd", "dvaddr", "fvadd"]);
        assert_eq!(nearest("maks"), ["mask"]);
        assert!(nearest("qq").is_empty() && nearest("zzzzzz").is_empty());
    }
}
