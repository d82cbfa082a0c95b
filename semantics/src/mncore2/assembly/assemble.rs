//! A program as assembled text (MN-D96): one line an instruction, machine words where they are known.

use super::mask::{Masks, folded};
use crate::mncore2::Mode;
use crate::mncore2::account::{OperandRef, accesses};
use crate::mncore2::code::{Table, Trust, canonical};
use crate::mncore2::isa::{Access, Expr, Statement, Step};
use crate::mncore2::text::{MAX_STATEMENTS, Program};
use std::io::{self, Write};

/// How a program is assembled.
#[derive(Clone, Copy, Debug)]
pub struct Assembler<'a> {
    /// What is known of the words.
    pub table: &'a Table,
    /// How much of it counts.
    pub trust: Trust,
    /// Auto-stride or flat.
    pub mode: Mode,
}

impl Default for Assembler<'_> {
    fn default() -> Self {
        Self { table: Table::known(), trust: Trust::Observed, mode: Mode::AutoStride }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// Lines of PE and MV instructions.
    pub lines: u64,
    /// How many of them are in a form of our own, since their words are not known.
    pub own: u64,
    /// How many of the words rest on inferred codes.
    pub inferred: u64,
}

/// Why a program cannot be assembled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleError {
    /// A list of addresses in auto-stride mode, with its line.
    #[error("line {line}: error MN-E-FLAT-MODE: `{operand}` has no stride")]
    List {
        /// The line.
        line: u32,
        /// The operand.
        operand: String,
    },
    /// Too many lines.
    #[error("line {line}: error MN-E-LIMIT: more than {MAX_STATEMENTS} lines of assembled text")]
    Limit {
        /// The line of the statement that is too much.
        line: u32,
    },
    /// The output does not take more.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl Assembler<'_> {
    /// Writes the assembled text of a program. What `mask` settings say stands with every output
    /// that they act on, as it does in a word; no line is written for them.
    ///
    /// ```
    /// use semantics::mncore2::text::parse;
    /// use semantics::mncore2::assembly::Assembler;
    /// let program = parse("nop/2  # wait\nmasks 24\nlinc $lm0v $ls0v\nd get $t 1\n").unwrap();
    /// let mut text = Vec::new();
    /// let assembled = Assembler::default().assemble(&program, &mut text).unwrap();
    /// assert_eq!((assembled.lines, assembled.own), (3, 1));
    /// let text = String::from_utf8(text).unwrap();
    /// let lines: Vec<&str> = text.lines().collect();
    /// assert_eq!((lines[0], &lines[1][..10], lines[1].len()), (lines[1], "i 00000000", 294));
    /// assert_eq!(lines[2..], ["i vsm linc $lm0v $ls0v/1000", "d get $lt 1"]);
    /// ```
    ///
    /// # Errors
    /// If a list of addresses stands in auto-stride mode, or the output fails.
    pub fn assemble(
        &self,
        program: &Program,
        out: &mut impl Write,
    ) -> Result<Assembled, AssembleError> {
        let mut masks = Masks::default();
        let mut done = Assembled::default();
        for line in program.lines() {
            match line.statement() {
                Statement::Mask(setting) => masks = Masks::of(*setting),
                Statement::Step(step) => {
                    self.step(line.number, &folded(step, &masks), &mut done, out)?;
                }
                Statement::Mv(mv) => {
                    done.lines += 1;
                    done.own += 1;
                    writeln!(out, "m vsm {mv}")?;
                }
                Statement::Quit => break,
                Statement::Get(_) | Statement::Set(_) | Statement::Load(_) | Statement::Host(_) => {
                    writeln!(out, "{}", line.statement())?;
                }
            }
            if done.lines > MAX_STATEMENTS as u64 {
                return Err(AssembleError::Limit { line: line.number });
            }
        }
        Ok(done)
    }

    fn step(
        &self,
        line: u32,
        step: &Step,
        done: &mut Assembled,
        out: &mut impl Write,
    ) -> Result<(), AssembleError> {
        let steps = nops(step);
        if done.lines + u64::from(steps) > MAX_STATEMENTS as u64 {
            return Err(AssembleError::Limit { line });
        }
        let mut one = step.clone();
        for expr in &mut one.exprs {
            if let Expr::Nop(steps) = expr {
                *steps = 1;
            }
        }
        self.line(line, &one, done, out)?;
        // What stands beside `nop/n` belongs to the first of them.
        let nop = Step { exprs: vec![Expr::Nop(1)] };
        (1..steps).try_for_each(|_| self.line(line, &nop, done, out))
    }

    fn line(
        &self,
        line: u32,
        step: &Step,
        done: &mut Assembled,
        out: &mut impl Write,
    ) -> Result<(), AssembleError> {
        done.lines += 1;
        if self.mode == Mode::Flat {
            done.own += 1;
            writeln!(out, "j vsm {step}")?;
            return Ok(());
        }
        if let Some(operand) = list(step) {
            return Err(AssembleError::List { line, operand });
        }
        let Ok(word) = self.table.encode(step, self.trust) else {
            done.own += 1;
            writeln!(out, "i vsm {}", strides(step))?;
            return Ok(());
        };
        let inferred = self.trust == Trust::Inferred;
        let rests = inferred && self.table.encode(step, Trust::Observed).is_err();
        done.inferred += u64::from(rests);
        writeln!(out, "{word}")?;
        Ok(())
    }
}

/// How many steps a statement has.
pub(super) fn nops(step: &Step) -> u32 {
    let of = |expr: &Expr| if let Expr::Nop(n) = expr { Some(*n) } else { None };
    step.exprs.iter().find_map(of).unwrap_or(1)
}

/// The step with strides instead of even lists, as it was written otherwise.
fn strides(step: &Step) -> Step {
    let mut step = step.clone();
    step.exprs.iter_mut().for_each(canonical::strides);
    step
}

/// An operand that is a list of addresses without a stride.
pub(super) fn list(step: &Step) -> Option<String> {
    let uneven = |(_, access): (OperandRef, &Access)| access.stride().is_none().then_some(*access);
    accesses(&step.exprs).find_map(uneven).map(|access| access.to_string())
}
