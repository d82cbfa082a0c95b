//! The shapes of operands and results, and the result of a case.

use super::MAX_TERMS;
use functions::Undecided;
use softfloat::{Format, Misfit};
use std::slice::ChunksExact;

/// The most elements that the operands of an operation have together: two blocks.
pub const MAX_ELEMENTS: usize = 2 * MAX_TERMS as usize;

/// The most elements that the results of an operation have together: a block.
pub const MAX_RESULTS: usize = MAX_TERMS as usize;

/// Results of so many elements are kept in place; longer ones, of blocks, are not worth the time that
/// clearing and copying them would take from all others.
const FEW: usize = 16;

/// The format and number of elements of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Each element's format.
    pub format: Format,
    /// The number of elements.
    pub len: usize,
    /// Words of 64 bits that all elements take.
    words: usize,
}

impl Shape {
    /// A single element.
    #[must_use]
    pub const fn one(format: Format) -> Self {
        Self::many(format, 1)
    }

    /// A block or row.
    #[must_use]
    pub const fn many(format: Format, len: usize) -> Self {
        Self { format, len, words: len * format.words() }
    }

    /// Words of 64 bits that an element takes, the lowest first.
    #[must_use]
    pub const fn words_per_element(&self) -> usize {
        self.format.words()
    }

    /// Words that all elements take: so many belong to the operand or result in a case.
    #[must_use]
    #[inline(always)]
    pub const fn words(&self) -> usize {
        self.words
    }

    /// Hex digits of an element.
    #[must_use]
    pub const fn digits(&self) -> usize {
        self.format.declared().width.div_ceil(4) as usize
    }

    /// The elements, each of its words, the lowest first.
    pub fn each<'a>(&self, own: &'a [u64]) -> ChunksExact<'a, u64> {
        own.chunks_exact(self.words_per_element())
    }

    /// An element's words from the highest on, each with the hex digits that it has.
    pub(crate) fn pieces<'a>(&self, element: &'a [u64]) -> impl Iterator<Item = (u64, usize)> + 'a {
        let first = self.digits() - 16 * element.len().saturating_sub(1);
        let digits = std::iter::once(first).chain(std::iter::repeat(16));
        element.iter().rev().copied().zip(digits)
    }

    /// An element in hex.
    #[must_use]
    pub fn hex(&self, element: &[u64]) -> String {
        self.pieces(element).map(|(word, digits)| format!("{word:0digits$x}")).collect()
    }

    /// Elements in hex, joined by `_`.
    pub(crate) fn text(&self, own: &[u64]) -> String {
        self.each(own).map(|element| self.hex(element)).collect::<Vec<_>>().join("_")
    }

    /// Whether words are elements of the format: no bits are set above its width. `operand` is named where they are not.
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn check(&self, operand: usize, own: &[u64]) -> Result<(), Misfit> {
        if self.words_per_element() == 1 {
            return self.format.check(operand, own);
        }
        let high = self.format.width - 64 * (self.words_per_element() as u32 - 1);
        let tops = self.each(own).map(|element| element.last().copied().unwrap_or(0)).enumerate();
        let wrong = tops.into_iter().find(|(_, top)| top >> (high - 1) > 1);
        wrong.map_or(Ok(()), |(element, code)| {
            let (width, format) = (self.format.width, self.format.name);
            Err(Misfit::Code { operand, element, code, width, format })
        })
    }
}

/// The shapes of an operation's operands or results, in order, and how many words all take together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    all: Vec<Shape>,
    words: usize,
}

impl Shapes {
    /// Words of 64 bits of all together.
    #[must_use]
    #[inline(always)]
    pub const fn words(&self) -> usize {
        self.words
    }
}

impl From<Vec<Shape>> for Shapes {
    fn from(all: Vec<Shape>) -> Self {
        Self { words: all.iter().map(Shape::words).sum(), all }
    }
}

impl std::ops::Deref for Shapes {
    type Target = [Shape];

    #[inline(always)]
    fn deref(&self) -> &[Shape] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Shapes {
    type Item = &'a Shape;
    type IntoIter = std::slice::Iter<'a, Shape>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// Each operand or result with what is its own of the words of all; where words are missing, with what there is.
#[inline(always)]
pub fn split<'a>(
    shapes: &'a [Shape],
    words: &'a [u64],
) -> impl Iterator<Item = (&'a Shape, &'a [u64])> {
    let mut rest = words;
    shapes.iter().map(move |shape| {
        let (own, others) = rest.split_at(shape.words.min(rest.len()));
        rest = others;
        (shape, own)
    })
}

/// The words of an element of at most 128 bits as one number.
#[must_use]
pub fn joined(element: &[u64]) -> u128 {
    element.iter().rev().fold(0, |all, word| all << 64 | u128::from(*word))
}

/// Puts a number into the words of an element.
pub(crate) fn parted(code: u128, element: &mut [u64]) {
    element.iter_mut().zip([code as u64, (code >> 64) as u64]).for_each(|(to, word)| *to = word);
}

/// The result of one case.
#[derive(Clone, Debug)]
pub struct Outcome {
    few: [u64; FEW],
    many: Option<Box<[u64]>>,
    len: usize,
    /// The mask flag or the exceptions, where the operation has them.
    pub flag: Option<u8>,
    /// Why there is no result, where no enclosure decides it: then the elements are 0.
    pub undecided: Option<Undecided>,
}

impl Outcome {
    /// Results of at most [`MAX_RESULTS`] elements, and the flags.
    pub(crate) fn new(out: &[u64], flag: Option<u8>) -> Self {
        let len = out.len().min(MAX_RESULTS);
        let mut outcome = Self::blank(len);
        outcome.out_mut().copy_from_slice(&out[..len]);
        Self { flag, ..outcome }
    }

    /// Results of zeros.
    #[inline(always)]
    pub(super) fn blank(len: usize) -> Self {
        let many = if len > FEW { Some(vec![0; len].into()) } else { None };
        Self { few: [0; FEW], many, len, flag: None, undecided: None }
    }

    #[inline(always)]
    pub(super) fn out_mut(&mut self) -> &mut [u64] {
        match &mut self.many {
            None => &mut self.few[..self.len],
            Some(many) => many,
        }
    }

    /// The results' elements, in order.
    #[must_use]
    #[inline]
    pub fn out(&self) -> &[u64] {
        match &self.many {
            None => &self.few[..self.len],
            Some(many) => many,
        }
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.out() == other.out() && (self.flag, self.undecided) == (other.flag, other.undecided)
    }
}
