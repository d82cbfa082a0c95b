//! Where operands stand in their line.

use super::Earlier;
use crate::mncore2::account::{OperandRef, Role};
use crate::source::Span;

/// How many roles there are.
const ROLES: usize = Role::Tag as usize + 1;

/// Where the parts of a statement stand in its line. The parser fills it; it is used again for the
/// next line, so that a line costs no allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    whole: Span,
    exprs: Vec<Span>,
    /// By roles, each with its expression, in the order of the text.
    operands: [Vec<(usize, Span)>; ROLES],
}

impl Places {
    /// Nothing is known.
    pub(crate) const NONE: Self =
        Self { whole: Span::new(0, 0), exprs: Vec::new(), operands: [const { Vec::new() }; ROLES] };

    /// For another statement, which stands here.
    pub(crate) fn begin(&mut self, whole: Span) {
        self.whole = whole;
        self.exprs.clear();
        self.operands.iter_mut().for_each(Vec::clear);
    }

    /// An expression, behind its operands; or an MV statement.
    pub(crate) fn push(&mut self, expr: Span) {
        self.exprs.push(expr);
    }

    /// An operand of the expression that is being read.
    pub(crate) fn operand(&mut self, role: Role, span: Span) {
        self.operands[role as usize].push((self.exprs.len(), span));
    }

    /// An expression of the step.
    pub(crate) fn expr(&self, i: usize) -> Option<Span> {
        self.exprs.get(i).copied()
    }

    /// An operand.
    pub(crate) fn of(&self, place: OperandRef) -> Option<Span> {
        let all = &self.operands[place.role as usize];
        let first = all.partition_point(|(expr, _)| *expr < place.expr);
        let (expr, span) = all.get(first + place.number)?;
        (*expr == place.expr).then_some(*span)
    }
}

/// The line that is being walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'a> {
    pub(super) line: u32,
    pub(super) places: &'a Places,
}

impl Here<'_> {
    fn spot(&self, span: Option<Span>) -> Spot {
        // What can be read has nothing but ASCII before its comment: bytes are characters.
        let Span { start, end } = span.unwrap_or(self.places.whole);
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Spot { line: self.line, column: clip(start + 1), length: clip((end - start).max(1)) }
    }

    /// An operand; the statement where its place is not known.
    pub(super) fn operand(&self, place: Option<OperandRef>) -> Spot {
        self.spot(place.and_then(|place| self.places.of(place)))
    }

    /// An expression, or an MV statement.
    pub(super) fn expr(&self, i: usize) -> Spot {
        self.spot(self.places.expr(i))
    }
}

/// A place to come back to from later lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: u32,
    column: u32,
    length: u32,
}

impl Spot {
    /// What stands there.
    pub(super) fn says(self, text: impl ToString) -> Earlier {
        let Self { line, column, length } = self;
        Earlier { line, column, length, text: text.to_string() }
    }
}
