//! The opcode word of an expression, and what is wrong with what stands behind it.

use super::super::fault::{Fault, Res, Span};
use super::opcode;
use super::scan::{Scanner, quote};

/// The opcode word of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) word: Span,
}

impl Head {
    /// Another operand must stand here.
    pub(super) fn needs(&self, s: &mut Scanner<'_>, what: &str) -> Res<()> {
        let end = s.at;
        if !s.at_end_of_expression() {
            return Ok(());
        }
        let span = Span::new(self.word.start, end.max(self.word.end));
        let message = format!("`{}` lacks {what}", s.slice(self.word));
        self.operands(s, span, message).err()
    }

    /// The operand does not belong here.
    pub(super) fn wrong(&self, s: &Scanner<'_>, span: Span, what: &str) -> Fault {
        self.operands(s, span, format!("{} cannot be {what} here", quote(s.slice(span))))
    }

    /// A wrong number or kind of operands; the help shows the forms of the opcode.
    pub(super) fn operands(&self, s: &Scanner<'_>, span: Span, message: String) -> Fault {
        let word = s.slice(self.word);
        let section = opcode::section(word);
        Fault::error("MN-E-OPERANDS", section, span, message).help(opcode::forms(word))
    }

    /// Nothing may stand directly behind the opcode.
    pub(super) fn needless(&self, s: &Scanner<'_>) -> Res<()> {
        if s.at_end_of_token() {
            return Ok(());
        }
        let message = format!("`{}` takes no {}", s.slice(self.word), s.found());
        self.operands(s, s.token(), message).err()
    }

    /// The expression must end here.
    pub(super) fn end(&self, s: &mut Scanner<'_>) -> Res<()> {
        if s.at_end_of_expression() {
            return Ok(());
        }
        let message = format!("`{}` takes no further operand {}", s.slice(self.word), s.found());
        self.operands(s, s.token(), message).err()
    }
}
