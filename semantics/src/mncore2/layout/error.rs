//! What is wrong with a layout's text, and where.

use crate::source::{Diagnostic, Fault};

pub(super) use crate::source::Span;

/// An error in the text of a layout or a memory, which is one line.
pub(super) fn wrong(
    text: &str,
    span: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    Fault::error("MN-E-LAYOUT", "", span, message).help(help).place(1, text)
}
