//! Tile: words.

use crate::tile::words::judge;

/// The bytes as words: what decodes is legal under the plain interpreter, and made of its fields again.
///
/// # Panics
/// Where it is not.
pub fn words(bytes: &[u8]) {
    for chunk in bytes.chunks_exact(8) {
        let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let _ = judge(word);
        // Any bytes behind the prefix, too.
        let _ = judge(word & !0x7f | 0x3f);
    }
}
