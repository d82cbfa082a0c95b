//! Statements of a program, and its canonical text.

use super::print::print;
use super::read::{instruction, wrong};
use super::registers::number;
use super::token::{Line, Part, lines};
use crate::source::near;
use crate::source::{Errors, MAX_DIAGNOSTICS, Res};
use crate::tile::exec::barrier::BarrierWord;
use crate::tile::isa::Instruction;
use crate::tile::run::WARPS;
use std::fmt::Write as _;

/// What a line says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Statement<'a> {
    /// Nothing.
    Empty,
    /// An instruction.
    Instruction(Instruction),
    /// `.quad`, `.mbar`: a word.
    Word(u64),
    /// `.warp N`: what follows is the program of another warp.
    Warp(usize),
    /// `.set NAME=VALUE`: a parameter of the model.
    Set(Part<'a>, &'a str),
    /// `.init TARGET=VALUE`: a part of the state before the run.
    Init(Part<'a>, Part<'a>),
}

const DIRECTIVES: [&str; 5] = [".quad", ".mbar", ".warp", ".set", ".init"];

/// What a line says.
pub(crate) fn statement<'a>(line: &Line<'a>) -> Res<Statement<'a>> {
    if line.code.is_empty() {
        return Ok(Statement::Empty);
    }
    let name = line.name();
    if !name.text.starts_with('.') {
        return Ok(Statement::Instruction(instruction(line)?));
    }
    let operands = line.operands();
    let right = match name.text {
        ".quad" => ".quad 0x2000405bf: a word of 64 bits",
        ".mbar" => ".mbar 2: the word of a barrier of so many, at most 1048575",
        ".warp" => ".warp 1: the number of a warp, below 32",
        ".set" => ".set profile=chain",
        ".init" => ".init x10=0x1000",
        other => {
            let right =
                near(other, DIRECTIVES.into_iter()).unwrap_or_else(|| DIRECTIVES.join(", "));
            return Err(wrong(name.span, format!("there is no directive `{other}`"), right));
        }
    };
    let bad = || wrong(line.span(), format!("`{}` is not right", line.code), right);
    let [operand] = operands[..] else { return Err(bad()) };
    let value = number(operand.text);
    match name.text {
        ".quad" => value.map(Statement::Word).ok_or_else(bad),
        ".mbar" => {
            let count = value.filter(|n| *n < 1 << 20).ok_or_else(bad)? as u32;
            let word =
                BarrierWord { phase: 0, expected: count, pending: count, transactions: 0 }.word();
            Ok(Statement::Word(word))
        }
        ".warp" => {
            let warp = value.filter(|n| *n < WARPS as u64).ok_or_else(bad)?;
            Ok(Statement::Warp(warp as usize))
        }
        _ => {
            let (before, after) = operand.text.split_once('=').ok_or_else(bad)?;
            let at = operand.span.start;
            let part = |text: &'a str, start: usize| Part {
                text,
                span: crate::source::Span::new(start, start + text.len()),
            };
            let behind = at + before.len() + 1;
            let (first, second) = (part(before, at), part(after, behind));
            if name.text == ".set" {
                return Ok(Statement::Set(first, after));
            }
            Ok(Statement::Init(first, second))
        }
    }
}

/// A source in canonical text; comments stay.
pub(crate) fn format(source: &str) -> Result<String, Errors> {
    let (mut out, mut errors) = (String::new(), Errors { diagnostics: Vec::new(), more: 0 });
    for line in lines(source) {
        match statement(&line) {
            Ok(statement) => {
                let text = match statement {
                    Statement::Empty => String::new(),
                    Statement::Instruction(i) => print(&i),
                    Statement::Word(word) => super::word(word),
                    Statement::Warp(warp) => format!(".warp {warp}"),
                    Statement::Set(name, value) => format!(".set {}={value}", name.text),
                    Statement::Init(target, value) => {
                        format!(".init {}={}", target.text, value.text)
                    }
                };
                let gap = if text.is_empty() || line.comment.is_empty() { "" } else { "  " };
                // Writing to a string does not fail.
                let _ = writeln!(out, "{text}{gap}{}", line.comment);
            }
            Err(fault) if errors.diagnostics.len() < MAX_DIAGNOSTICS => {
                errors.diagnostics.push(fault.place(line.number, line.text));
            }
            Err(_) => errors.more += 1,
        }
    }
    if errors.diagnostics.is_empty() { Ok(out) } else { Err(errors) }
}
