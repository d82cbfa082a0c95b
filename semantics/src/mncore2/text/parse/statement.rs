//! A statement by its first word.

use super::opcode::Head;
use super::scan::Scanner;
use super::{control, foreign, host, mv, opcode, step, word};
use crate::mncore2::isa::table::{Opcode, lookup};
use crate::mncore2::isa::{Mv, Statement};
use crate::mncore2::text::{Fault, Res, Span};

/// The statement of a line, with nothing said about what could be meant instead.
pub(super) fn bare(s: &mut Scanner<'_>) -> Option<Statement> {
    match statement(s) {
        Ok(statement) => statement,
        Err(fault) => {
            s.report(*fault);
            None
        }
    }
}

fn statement(s: &mut Scanner<'_>) -> Res<Option<Statement>> {
    s.blanks();
    match s.peek() {
        None => return Ok(None),
        Some(b'!') => {
            let message = "a line that starts with ! is taken as a comment";
            let span = Span::new(s.at, s.at + 1);
            s.report(Fault::warning("MN-W-BANG", "3.4.1", span, message).help("write #"));
            return Ok(None);
        }
        Some(b';') => return s.unexpected("an opcode").err(),
        Some(_) => (),
    }
    let host_line = opcode::word(s).end - s.at == 1 && s.peek() == Some(b'c');
    if !host_line && foreign::foreign(s) {
        return Ok(None);
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
        Some(_) => return Ok(Some(step::step(s))),
        None => match own(s, word, span)? {
            Some(statement) => statement,
            None => return Ok(Some(step::step(s))),
        },
    };
    s.end_of_statement()?;
    Ok(Some(statement))
}

/// Statements whose first word is no opcode.
fn own(s: &mut Scanner<'_>, word: &str, span: Span) -> Res<Option<Statement>> {
    let blank = matches!(s.text.as_bytes().get(span.end), None | Some(b' ' | b'\t'));
    let start = s.at;
    s.at = span.end;
    match word {
        "d" if blank => control::debug(s).map(Some),
        "r" if blank => host::load(s).map(Some),
        "c" if blank => host::copy(s).map(Some),
        "i" | "j" | "m" if blank => machine(s, word, span).map(Some),
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
fn machine(s: &mut Scanner<'_>, word: &str, span: Span) -> Res<Statement> {
    s.blanks();
    let vsm = s.take("vsm") && matches!(s.peek(), Some(b' ' | b'\t'));
    if !vsm && word == "i" {
        return word::step(s);
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
        _ => statement(s)?,
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
