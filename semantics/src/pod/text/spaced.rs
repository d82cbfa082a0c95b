//! An instruction as it is written, with its names, in canonical spelling and spacing.

use super::lexer::{Token, mnemonic, tokens};
use super::line::canonical;
use crate::source::Span;

/// The text of an instruction; `expression` writes what stands in parentheses.
pub(crate) fn spaced(text: &str, expression: impl Fn(Span) -> String) -> String {
    let whole = Span::new(0, text.len());
    let word = mnemonic(text, whole);
    let operands = tokens(text, Span::new(word.end, whole.end));
    let xmm =
        matches!(operands.first().map(|p| p.token), Some(Token::Word(w)) if w.starts_with("xmm"));
    let mut out = match &text[word.start..word.end] {
        // POD-D42; a register's other name says nothing here.
        "not" if xmm => "pintnot".to_owned(),
        name => canonical(name).to_owned(),
    };
    // Whether a number follows its sign.
    let mut signed = false;
    for (at, placed) in operands.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| operands[at].token);
        let value = matches!(before, Some(Token::Word(_) | Token::Expression(_)));
        let blank = if signed { "" } else { " " };
        signed = false;
        match placed.token {
            Token::Sign(sign @ ("," | "[")) => out.push_str(sign),
            // `[ r2 - 4 ]` is `[ r2 + -4 ]`.
            Token::Sign("-") if value => {
                out.push_str(" + -");
                signed = true;
            }
            Token::Sign("-") => {
                out.push_str(" -");
                signed = true;
            }
            // A sign that says nothing.
            Token::Sign("+") if !value => {}
            Token::Sign(sign) => {
                out.push(' ');
                out.push_str(sign);
            }
            Token::Expression(span) => {
                out.push_str(&format!("{blank}({})", expression(span)));
            }
            Token::Word(_) | Token::Strange(_) => {
                out.push_str(blank);
                out.push_str(&text[placed.span.start..placed.span.end]);
            }
        }
    }
    out
}
