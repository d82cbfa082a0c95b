//! Text: an instruction a line, operands behind commas, `#` before a comment.

use super::isa::{FORMAT, Instruction, Part, REGISTERS, Row, TABLE};
use crate::machine;
use crate::source::near;
use crate::source::{Diagnostic, Errors, Fault, MAX_DIAGNOSTICS, Res, Span};
use std::fmt;

/// A program: instructions with their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Line, from 1, and instruction.
    pub code: Vec<(u32, Instruction)>,
}

impl machine::Program for Program {
    fn statements(&self) -> u64 {
        self.code.len() as u64
    }

    fn warnings(&self) -> (&[Diagnostic], u64) {
        (&[], 0)
    }
}

impl Program {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong in its lines.
    pub fn read(source: &str) -> Result<Self, Errors> {
        let (mut code, mut wrong) = (Vec::new(), Errors { diagnostics: Vec::new(), more: 0 });
        for (number, text) in (1..).zip(source.lines()) {
            match line(text) {
                Ok(found) => code.extend(found.map(|instruction| (number, instruction))),
                Err(_) if wrong.diagnostics.len() >= MAX_DIAGNOSTICS => wrong.more += 1,
                Err(fault) => wrong.diagnostics.push(fault.place(number, text)),
            }
        }
        if wrong.diagnostics.is_empty() { Ok(Self { code }) } else { Err(wrong) }
    }
}

/// The source with each instruction written in one way.
pub(super) fn format(source: &str) -> Result<String, Errors> {
    let Program { code } = Program::read(source)?;
    let mut code = code.into_iter().peekable();
    let mut lines = String::new();
    for (number, text) in (1..).zip(source.lines()) {
        let comment = text.find('#').map_or("", |at| text[at..].trim_end());
        let statement = code.next_if(|(line, _)| *line == number).map(|(_, i)| i.to_string());
        let parts: Vec<&str> = statement.as_deref().into_iter().chain([comment]).collect();
        lines += parts.join(" ").trim_end();
        lines.push('\n');
    }
    Ok(lines)
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)?;
        for (n, part) in self.row().operands.iter().enumerate() {
            f.write_str(if n == 0 { " " } else { ", " })?;
            match part {
                Part::Written => write!(f, "r{}", self.written)?,
                Part::Read(n) => write!(f, "r{}", self.read[*n])?,
                Part::Code => write!(f, "{:03x}", self.code)?,
            }
        }
        Ok(())
    }
}

/// The instruction of a line, where it has one.
fn line(text: &str) -> Res<Option<Instruction>> {
    let statement = &text[..text.find('#').unwrap_or(text.len())];
    let body = statement.trim();
    if body.is_empty() {
        return Ok(None);
    }
    let start = statement.len() - statement.trim_start().len();
    let length = body.find(char::is_whitespace).unwrap_or(body.len());
    let (name, rest) = body.split_at(length);
    let row = row(name, Span::new(start, start + length))?;
    let mut operands = Vec::new();
    let mut at = start + length;
    if !rest.is_empty() {
        for word in rest.split(',') {
            let from = at + word.len() - word.trim_start().len();
            operands.push((word.trim(), Span::new(from, from + word.trim().len())));
            at += word.len() + 1;
        }
    }
    if operands.len() != row.operands.len() {
        let (found, right) = (operands.len(), row.operands.len());
        let message = format!("`{name}` has {found} operands, right is {right}");
        return Fault::error("operands", "", Span::new(start, start + body.len()), message).err();
    }
    let plain = Instruction { operation: row.operation, written: 0, read: [0; 2], code: 0 };
    let mut both = row.operands.iter().zip(operands);
    both.try_fold(plain, |i, (part, (word, span))| operand(i, *part, word, span)).map(Some)
}

fn row(name: &str, span: Span) -> Res<&'static Row> {
    let unknown = || {
        let names = || TABLE.iter().map(|row| row.name);
        let right = near(name, names()).unwrap_or_else(|| names().collect::<Vec<_>>().join(", "));
        Fault::error("mnemonic", "", span, format!("there is no instruction `{name}`")).help(right)
    };
    TABLE.iter().find(|row| row.name == name).ok_or_else(|| Box::new(unknown()))
}

fn operand(i: Instruction, part: Part, word: &str, span: Span) -> Res<Instruction> {
    let wrong = |what: &str, right: &str| {
        Fault::error("operand", "", span, format!("`{word}` is no {what}")).help(right).err()
    };
    let register = word.strip_prefix('r').filter(|n| n.len() == 1).and_then(|n| n.parse().ok());
    let register = register.filter(|n| *n < REGISTERS);
    let plain = (1..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit());
    let code = u16::from_str_radix(word, 16).ok().filter(|_| plain);
    match (part, register, code.filter(|code| FORMAT.holds((*code).into()))) {
        (Part::Written, Some(written), _) => Ok(Instruction { written, ..i }),
        (Part::Read(n), Some(register), _) => {
            let mut read = i.read;
            read[n] = register;
            Ok(Instruction { read, ..i })
        }
        (Part::Code, _, Some(code)) => Ok(Instruction { code, ..i }),
        (Part::Code, _, None) => wrong("number of 10 bits", "hexadecimal digits from 000 to 3ff"),
        (Part::Written | Part::Read(_), None, _) => wrong("register", "r0, r1, r2, r3"),
    }
}
