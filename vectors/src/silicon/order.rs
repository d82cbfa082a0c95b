//! In which order partial sums meet.

use std::ops::Range;

/// Where C comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addend {
    /// It is the addend of the first instruction.
    #[default]
    First,
    /// It is added to the finished sum, to nearest even in the result's format: what libraries do behind their loop.
    Last,
}

impl Addend {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

impl std::str::FromStr for Addend {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::First, Self::Last];
        let found = all.into_iter().find(|addend| addend.word() == text);
        found.ok_or_else(|| "right is first or last".to_owned())
    }
}

/// What is done beside going upwards through k. Chains of instructions begin with +0, the first perhaps with C; what they
/// give is added in order, to nearest even in the result's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Parts into which k is split, as even as instructions allow, the last perhaps shorter (split-K).
    pub split: usize,
    /// Products after which a chain ends, and its sum is added to that of the chains before it in its part.
    pub promote: Option<usize>,
    /// Where C comes in.
    pub addend: Addend,
}

impl Default for Order {
    /// One chain, which begins with C.
    fn default() -> Self {
        Self { split: 1, promote: None, addend: Addend::First }
    }
}

impl Order {
    /// The products of each part of `k`, of which an instruction takes `step`. Parts of nothing are left out.
    pub(super) fn parts(self, k: usize, step: usize) -> impl Iterator<Item = Range<usize>> {
        let size = (k / step).div_ceil(self.split.max(1)) * step;
        pieces(0..k, size)
    }

    /// The chains of a part.
    pub(super) fn chains(self, part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let size = self.promote.unwrap_or(part.len());
        pieces(part, size)
    }
}

fn pieces(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let Range { start, end } = range;
    (start..end).step_by(size.max(1)).map(move |at| at..(at + size).min(end))
}
