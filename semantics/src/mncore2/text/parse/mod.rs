//! One line -> one statement.

mod access;
mod alu;
mod control;
mod l1bm;
mod l2bm;
mod mask;
mod mau;
mod memref;
mod mv;
mod opcode;
mod operand;
mod payload;
mod scan;
mod step;
pub(crate) mod word;

use super::fault::{Fault, Res, Span};
use crate::mncore2::isa::table::{Opcode, lookup};
use crate::mncore2::isa::{Mv, Statement};
pub(super) use scan::Scanner;
use step::Head;

/// Reads the statement of a line; nothing for a blank or comment line. With errors in the scanner
/// the statement does not count. `spans` get the places of a step's expressions.
pub(super) fn line(s: &mut Scanner<'_>, spans: &mut Vec<Span>) -> Option<Statement> {
    match statement(s, spans) {
        Ok(statement) => statement,
        Err(fault) => {
            s.report(*fault);
            None
        }
    }
}

fn statement(s: &mut Scanner<'_>, spans: &mut Vec<Span>) -> Res<Option<Statement>> {
    s.blanks();
    match s.peek() {
        None => return Ok(None),
        Some(b'!') => {
            let message = "a line that starts with ! is taken as a comment";
            let span = Span::new(s.at, s.at + 1);
            s.report(Fault::warning("MN-W-BANG", "3.4.1", span, message).help("write #"));
            return Ok(None);
        }
        Some(_) => (),
    }
    let span = opcode::word(s);
    let word = s.slice(span);
    let statement = match lookup(word) {
        Some(Opcode::Quit) => {
            s.at = span.end;
            Statement::Quit
        }
        Some(Opcode::MvNop) => {
            s.at = span.end;
            Head { word: span }.end(s)?;
            Statement::Mv(Mv::Nop)
        }
        Some(Opcode::Mv(op)) => {
            s.at = span.end;
            Statement::Mv(mv::transfer(s, &Head { word: span }, op)?)
        }
        Some(_) => return Ok(Some(step::step(s, spans))),
        None => match own(s, word, span, spans)? {
            Some(statement) => statement,
            None => return Ok(Some(step::step(s, spans))),
        },
    };
    end(s)?;
    Ok(Some(statement))
}

/// Statements whose first word is no opcode.
fn own(
    s: &mut Scanner<'_>,
    word: &str,
    span: Span,
    spans: &mut Vec<Span>,
) -> Res<Option<Statement>> {
    let blank = matches!(s.text.as_bytes().get(span.end), None | Some(b' ' | b'\t'));
    let start = s.at;
    s.at = span.end;
    match word {
        "d" if blank => control::debug(s).map(Some),
        "r" if blank => payload::load(s).map(Some),
        "c" if blank => {
            let text = s.rest().trim_matches([' ', '\t', '\r']);
            s.at = s.text.len();
            Ok(Some(Statement::Host(text.into())))
        }
        "i" | "j" | "m" if blank => machine(s, word, span, spans).map(Some),
        _ if word.starts_with("mask") => {
            s.at = start + "mask".len();
            control::mask(s).map(Some)
        }
        _ => {
            s.at = start;
            Ok(None)
        }
    }
}

/// Assembled instructions: words as far as they are known, or our own form `j vsm STATEMENT`
/// (MN-D96).
fn machine(s: &mut Scanner<'_>, word: &str, span: Span, spans: &mut Vec<Span>) -> Res<Statement> {
    s.blanks();
    let vsm = s.take("vsm") && matches!(s.peek(), Some(b' ' | b'\t'));
    if !vsm && word == "i" {
        return word::step(s, spans);
    }
    if !vsm {
        let message = format!("nobody knows the machine words of {word} lines");
        let help = format!("write the statement, or {word} vsm and the statement");
        return Fault::error("MN-E-WORD", "2.3", span, message).help(help).err();
    }
    s.blanks();
    let start = s.at;
    let inner = match s.slice(opcode::word(s)) {
        // Host lines do not nest.
        "c" | "d" | "i" | "j" | "m" | "r" => None,
        _ => statement(s, spans)?,
    };
    match inner {
        Some(statement @ Statement::Step(_)) if word != "m" => Ok(statement),
        Some(statement @ Statement::Mv(_)) if word == "m" => Ok(statement),
        _ => {
            let kind = if word == "m" { "an MV statement" } else { "a PE statement" };
            let message = format!("expected {kind} behind {word} vsm");
            Fault::syntax(Span::new(start, s.text.len()), message).err()
        }
    }
}

/// Nothing may follow but blanks and one `;`.
fn end(s: &mut Scanner<'_>) -> Res<()> {
    s.blanks();
    s.eat(b';');
    s.blanks();
    match s.peek() {
        None => Ok(()),
        Some(_) => {
            let rest = Span::new(s.at, s.text.trim_end_matches([' ', '\t']).len());
            let message = format!("unexpected {} behind the statement", s.found());
            Fault::syntax(rest, message).err()
        }
    }
}
