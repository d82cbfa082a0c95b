//! Faults of a line, as the parser makes them.

pub(super) use crate::source::{Fault, Res, Span};

impl Fault {
    pub(super) fn syntax(span: Span, message: impl Into<String>) -> Self {
        Self::error("MN-E-SYNTAX", "3", span, message)
    }
}
