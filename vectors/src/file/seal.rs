//! The seal: four hex digits behind the class, a CRC-16 (IBM 3740: polynomial 1021, initial value
//! ffff) over
//!
//! ```text
//! op,opts,in0,in1,...;class;unspecified
//! ```
//!
//! with the operation's own operands and the options unquoted. Results are checked by computing
//! them again; what is asked is not, for a changed operand may well give the same result. The seal
//! finds any single changed bit there: CRC-16 tells all single-bit changes of a text below 4096
//! bytes apart. What is missing or stands twice has no line to be sealed: see [`Mark`](super::Mark).

use super::digest;
use super::words::{class_words, push_operands};
use crate::registry::Plan;
use crc::{CRC_16_IBM_3740, Crc, Table};

static CRC: Crc<u16, Table<16>> = Crc::<u16, Table<16>>::new(&CRC_16_IBM_3740);

/// What the questions of an operation under a choice of options have in common: the CRC and the
/// hash up to the operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    crc: u16,
    hash: u64,
}

/// What a class says about its case's seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// There is none: the class is anybody's text.
    None,
    /// There is none, and the format has no place for one.
    Placeless,
    /// It is right.
    Whole,
    /// The question, the class, or the seal was altered.
    Broken,
}

impl Seal {
    /// Whether there is one, right or not.
    #[must_use]
    #[inline]
    pub const fn is_there(self) -> bool {
        matches!(self, Self::Whole | Self::Broken)
    }
}

impl State {
    /// Behind `op,opts,`.
    pub(super) fn of(op: &str, opts: &str) -> Self {
        let mut digest = CRC.digest();
        for part in [op, ",", opts, ","] {
            digest.update(part.as_bytes());
        }
        Self { crc: digest.finalize(), hash: digest::begun(op, opts) }
    }

    /// The CRC behind the operands, too.
    pub(super) fn behind(self, operands: &[u8]) -> u16 {
        let mut digest = CRC.digest_with_initial(self.crc);
        digest.update(operands);
        digest.finalize()
    }

    /// The hash of a question, for the file's digest.
    #[inline]
    pub(super) fn question(self, x: &[u64]) -> u64 {
        digest::question(self.hash, x)
    }

    /// The seal's digits.
    #[inline]
    pub(super) fn seal(self, operands: &[u8], words: &[u8], unspecified: &[u8]) -> [u8; 4] {
        let parts = [operands, b";", words, b";", unspecified];
        let crc = match self.padded(parts) {
            Some(crc) => crc,
            None => {
                let mut digest = CRC.digest_with_initial(self.crc);
                parts.iter().for_each(|p| digest.update(p));
                digest.finalize()
            }
        };
        let [.., a, b, c, d] = super::hex::digits8(crc.into());
        [a, b, c, d]
    }

    /// The CRC of a short text, in whole table steps of 16 bytes: zeros before the text change
    /// nothing if the CRC starts at 0, which it does once the state is put on the text's first bytes.
    #[inline]
    fn padded(self, parts: [&[u8]; 5]) -> Option<u16> {
        const ROOM: usize = 128;
        let start = ROOM.checked_sub(parts.iter().map(|p| p.len()).sum())?;
        let mut text = [0; ROOM];
        let mut at = start;
        for part in parts {
            text[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        let [high, low] = self.crc.to_be_bytes();
        text[start] ^= high;
        text[start + 1] ^= low;
        let mut digest = CRC.digest_with_initial(0);
        digest.update(&text[start & !15..]);
        Some(digest.finalize())
    }
}

/// The seal of a text: of a question, class words and open decisions included, or of a mark.
pub(crate) fn of_text(text: &[u8]) -> String {
    format!("{:04x}", CRC.checksum(text))
}

/// The words of a sealed class, and its seal.
#[inline]
pub(super) fn split(class: &[u8]) -> Option<(&[u8], &[u8])> {
    let mark = class.iter().rposition(|&b| b == b'#')?;
    Some((&class[..mark], &class[mark + 1..]))
}

/// The class of a case, with its seal; `open` are the open decisions it hangs on.
#[must_use]
pub fn sealed_class(plan: &Plan, x: &[u64], open: &[&str]) -> String {
    let words = class_words(plan, x);
    let mut operands = Vec::new();
    push_operands(&mut operands, plan, x, b',');
    let state = State::of(&plan.op.id, &plan.options.to_string());
    let seal = state.seal(&operands, words.as_bytes(), open.join(" ").as_bytes());
    format!("{words}#{}", String::from_utf8_lossy(&seal))
}

/// Whether a class without a seal had one whose mark was altered: words, one byte, four digits.
#[must_use]
pub fn lost_mark(plan: &Plan, x: &[u64], class: &[u8]) -> bool {
    let Some((head, _)) = class.len().checked_sub(5).and_then(|at| class.split_at_checked(at))
    else {
        return false;
    };
    !head.is_empty() && head == class_words(plan, x).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_texts_have_the_plain_crc() {
        for length in 0..300 {
            let text: Vec<u8> = (0..length).map(|i| (i * 7 + 3) as u8).collect();
            let (operands, words) = text.split_at(length / 2);
            let whole = [b"op,a=1,", operands, b";", words, b";MN-D12"].concat();
            let right = format!("{:04x}", Crc::<u16>::new(&CRC_16_IBM_3740).checksum(&whole));
            assert_eq!(State::of("op", "a=1").seal(operands, words, b"MN-D12"), right.as_bytes());
        }
    }
}
