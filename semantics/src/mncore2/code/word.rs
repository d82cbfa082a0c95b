//! The word of a step: 292 bits, written most significant first.

use core::fmt::{self, Display, Formatter, LowerHex};
use core::str::FromStr;

/// Bits of a word.
pub const BITS: usize = 292;
/// Hexadecimal digits of a word.
pub const DIGITS: usize = BITS / 4;
const LIMBS: usize = BITS.div_ceil(64);

/// A machine word of a PE step in auto-stride mode. Offset 0 is the leftmost digit of its text.
///
/// ```
/// use semantics::mncore2::code::Word;
/// let word: Word = format!("i {}1", "0".repeat(291)).parse().unwrap();
/// assert_eq!(word.get(288, 4), 1);
/// assert_eq!(format!("{word:x}"), format!("{:073x}", 1));
/// assert_eq!(format!("{word:x}").parse(), Ok(word));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Word([u64; LIMBS]);

impl Word {
    /// The bits from `offset` on, at most 32; what lies behind the end is 0.
    #[must_use]
    pub fn get(&self, offset: usize, width: usize) -> u32 {
        (offset..offset + width.min(32)).fold(0, |value, at| value << 1 | u32::from(self.bit(at)))
    }

    /// The word with these bits from `offset` on.
    #[must_use]
    pub fn with(mut self, offset: usize, width: usize, value: u32) -> Self {
        for (i, at) in (offset..offset + width.min(32)).rev().enumerate() {
            self.set(at, value >> i & 1 == 1);
        }
        self
    }

    /// The bit at an offset.
    #[must_use]
    pub fn bit(&self, offset: usize) -> bool {
        offset < BITS && self.0[(BITS - 1 - offset) / 64] >> ((BITS - 1 - offset) % 64) & 1 == 1
    }

    /// The word with the bit at an offset inverted.
    #[must_use]
    pub fn flipped(mut self, offset: usize) -> Self {
        self.set(offset, !self.bit(offset));
        self
    }

    /// The offsets at which two words differ.
    pub fn differences(self, other: Self) -> impl Iterator<Item = usize> {
        (0..BITS).filter(move |&at| self.bit(at) != other.bit(at))
    }

    fn set(&mut self, offset: usize, on: bool) {
        if offset < BITS {
            let bit = 1 << ((BITS - 1 - offset) % 64);
            let limb = &mut self.0[(BITS - 1 - offset) / 64];
            *limb = if on { *limb | bit } else { *limb & !bit };
        }
    }
}

/// `i ` and 292 binary digits: the line of assembled text.
impl Display for Word {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut digits = [b'0'; BITS];
        for (at, digit) in digits.iter_mut().enumerate() {
            *digit += u8::from(self.bit(at));
        }
        write!(f, "i {}", core::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Word({self:x})")
    }
}

/// 73 hexadecimal digits.
impl LowerHex for Word {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (0..DIGITS).try_for_each(|i| write!(f, "{:x}", self.get(4 * i, 4)))
    }
}

/// Why a text is no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordError {
    /// A character that is no digit, counted from 0 in the digits.
    #[error("character {} of the word is no digit", .0 + 1)]
    Digit(usize),
    /// So many digits.
    #[error("the word has {0} digits; right are {BITS} binary or {DIGITS} hexadecimal ones")]
    Length(usize),
}

impl FromStr for Word {
    type Err = WordError;

    /// 292 binary digits, with or without `i ` before them, or 73 hexadecimal ones.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let text = text.strip_prefix("i ").unwrap_or(text);
        let length = text.chars().count();
        let bits = if length == DIGITS { 4 } else { 1 };
        let mut word = Self::default();
        for (i, c) in text.chars().enumerate() {
            let digit = c.to_digit(1 << bits).ok_or(WordError::Digit(i))?;
            word = word.with(i * bits, bits, digit);
        }
        if length * bits == BITS { Ok(word) } else { Err(WordError::Length(length)) }
    }
}
