//! Canonical text: a statement a line, four blanks a level, tokens with one blank between them where there is one; comments
//! and single empty lines stay.

use super::token::{Line, Piece, Token, lines, tokens};
use crate::pod::text;
use crate::source::Span;

/// A text that can be read, in canonical form.
pub(super) fn format(text: &str) -> String {
    let mut out = Out::default();
    for line in lines(text) {
        out.line(&line);
    }
    out.flush();
    out.text
}

/// Lines as they are written.
#[derive(Debug, Default)]
struct Out {
    text: String,
    /// Whether each open block is one of instructions.
    blocks: Vec<bool>,
    /// The line that is not ended yet: a brace or an `else` may follow.
    open: Option<String>,
    /// Whether nothing but a comment may follow on it.
    full: bool,
    /// Whether an empty line comes next.
    empty: bool,
}

impl Out {
    fn line(&mut self, line: &Line<'_>) {
        for piece in &line.pieces {
            match *piece {
                Piece::Text(span) => self.statement(line, span),
                Piece::Open(_) => self.brace(),
                Piece::Close(_) => {
                    self.flush();
                    self.blocks.pop();
                    self.begin("}");
                }
            }
        }
        if !line.comment.is_empty() {
            match &mut self.open {
                Some(open) if !line.pieces.is_empty() => {
                    *open = format!("{open}  {}", line.comment)
                }
                _ => {
                    self.flush();
                    self.begin(line.comment);
                }
            }
            self.flush();
        } else if line.pieces.is_empty() {
            self.flush();
            self.empty = true;
        }
    }

    fn brace(&mut self) {
        let asm = self.open.as_ref().is_some_and(|open| open.trim() == "asm");
        match &mut self.open {
            Some(open) if !self.full => open.push_str(" {"),
            _ => {
                self.flush();
                self.begin("{");
            }
        }
        self.full = true;
        self.blocks.push(asm || self.asm_before());
    }

    /// Whether the last line written is the head of a block of instructions, with a comment behind it.
    fn asm_before(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.trim() == "{")
            && self
                .text
                .lines()
                .last()
                .is_some_and(|line| crate::pod::host::code(line).trim() == "asm")
    }

    fn statement(&mut self, line: &Line<'_>, span: Span) {
        let whole = &line.text[span.start..span.end];
        if whole == "else"
            && !self.full
            && self.open.as_ref().is_some_and(|open| open.trim() == "}")
        {
            if let Some(open) = &mut self.open {
                open.push_str(" else");
            }
            return;
        }
        self.flush();
        let text = statement(line.text, span, self.blocks.last() == Some(&true));
        self.begin(&text);
    }

    fn begin(&mut self, text: &str) {
        self.open = Some(format!("{:width$}{text}", "", width = 4 * self.blocks.len()));
        self.full = false;
    }

    fn flush(&mut self) {
        if let Some(open) = self.open.take() {
            if self.empty && !self.text.is_empty() {
                self.text.push('\n');
            }
            self.empty = false;
            self.text.push_str(&open);
            self.text.push('\n');
        }
        self.full = false;
    }
}

/// A statement, or an instruction.
fn statement(text: &str, span: Span, asm: bool) -> String {
    let whole = &text[span.start..span.end];
    let instruction =
        whole.strip_prefix("$ASM").filter(|rest| rest.starts_with(char::is_whitespace));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match instruction {
        _ if asm => instruction_text(instruction.unwrap_or(whole)),
        Some(instruction) => format!("$ASM {}", instruction_text(instruction)),
        None if whole.starts_with("array") => words(whole),
        None => match whole.strip_prefix("init").or_else(|| whole.strip_prefix("expect")) {
            Some(pairs) if !pairs.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') => {
                let word = &whole[..whole.len() - pairs.len()];
                let pairs = words(&pairs.replace('=', " = ")).replace(" = ", "=");
                format!("{word} {pairs}")
            }
            _ => host(text, span),
        },
    }
}

fn instruction_text(text: &str) -> String {
    let text = text.trim();
    if text.starts_with(".packet") {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text::spaced(text, |constant| host(text, constant))
}

/// A statement of the host, token by token.
fn host(text: &str, span: Span) -> String {
    let Ok(found) = tokens(text, span) else { return text[span.start..span.end].to_owned() };
    let mut out = String::new();
    let mut before: Option<Token<'_>> = None;
    // Whether the last token wants no blank behind it.
    let mut tight = true;
    for placed in &found {
        let keyword = matches!(
            before,
            Some(Token::Name("while" | "if" | "in" | "step" | "nops" | "movl" | "let" | "for"))
        );
        let value = matches!(before, Some(Token::Name(_) | Token::Number(_) | Token::Sign(")")));
        let unary =
            matches!(placed.token, Token::Sign("-" | "+" | "!" | "~")) && (!value || keyword);
        let close = match placed.token {
            Token::Sign(")" | "," | ".") => true,
            Token::Sign("(") => matches!(before, Some(Token::Name(_))) && !keyword,
            _ => false,
        };
        if !tight && !close {
            out.push(' ');
        }
        out.push_str(&text[placed.span.start..placed.span.end]);
        tight = unary || matches!(placed.token, Token::Sign("(" | "."));
        before = Some(placed.token);
    }
    out
}
