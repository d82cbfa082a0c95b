//! A layout as it is written, not yet checked.

use super::error::Span;
use super::{Along, Element, Factor, Memory};
use crate::mncore2::memory::Level;

/// A factor and where it stands.
pub(super) type Spanned = (Factor, Span);

/// What a text says.
#[derive(Debug)]
pub(super) enum Text<'a> {
    /// An array somewhere in a memory.
    Array(Written<'a>),
    /// The whole of a memory.
    Whole(Whole<'a>),
}

/// The whole of a memory.
#[derive(Debug)]
pub(super) struct Whole<'a> {
    pub(super) text: &'a str,
    pub(super) memory: Memory,
    pub(super) element: Option<Element>,
    pub(super) element_span: Span,
}

/// An array somewhere in a memory.
#[derive(Debug)]
pub(super) struct Written<'a> {
    pub(super) text: &'a str,
    pub(super) axes: Vec<Vec<Spanned>>,
    pub(super) copied: Vec<(Level, Span)>,
    pub(super) memory: Memory,
    pub(super) memory_span: Span,
    pub(super) address: u64,
    pub(super) address_span: Span,
    pub(super) element: Option<Element>,
    pub(super) element_span: Span,
}

impl Written<'_> {
    /// The factors of all axes.
    pub(super) fn factors(&self) -> impl Iterator<Item = Spanned> + '_ {
        self.axes.iter().flatten().copied()
    }

    /// The factors along a coordinate.
    pub(super) fn along(&self, along: Along) -> impl Iterator<Item = Spanned> + '_ {
        self.factors().filter(move |(factor, _)| factor.along == along)
    }
}
