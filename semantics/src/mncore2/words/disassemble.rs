//! Assembled text as a program.

use super::{Decoded, Table};
use crate::mncore2::check::Rules;
use crate::mncore2::isa::{Expr, Statement, Step};
use crate::mncore2::text::parse::word;
use crate::mncore2::text::{Diagnostic, Errors, MAX_DIAGNOSTICS, parse_with};
use core::fmt::Write;

/// How assembled text is read.
#[derive(Clone, Copy, Debug)]
pub struct Disassembler<'a> {
    /// What is known of the words.
    pub table: &'a Table,
}

/// A program from assembled text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disassembled {
    /// Its canonical text.
    pub text: String,
    /// How many of its words rest on inferred codes.
    pub inferred: u64,
}

impl Disassembler<'_> {
    /// The program of an assembled text, a statement a line, words of `nop` in a row as one.
    ///
    /// ```
    /// use semantics::mncore2::text::parse;
    /// use semantics::mncore2::words::{Assembler, Disassembler, Table};
    /// let program = parse("nop/2\nimm i\"5\" $ls0v\nlinc $lm0v $ln0v\n").unwrap();
    /// let mut text = Vec::new();
    /// Assembler::default().assemble(&program, &mut text).unwrap();
    /// let text = String::from_utf8(text).unwrap();
    /// let again = Disassembler { table: Table::known() }.disassemble(&text).unwrap();
    /// assert_eq!(again.text, "nop/2\nimm ui\"0x00000005\" $ls0v\nlinc $lm0v $ln0v\n");
    /// ```
    ///
    /// # Errors
    /// The words whose statements are not known, and the lines that cannot be read.
    pub fn disassemble(&self, source: &str) -> Result<Disassembled, Errors> {
        let mut found = Disassembled::default();
        let mut wrong = Vec::new();
        let mut lines = String::with_capacity(source.len() / 4);
        for (number, line) in (1u32..).zip(source.lines()) {
            let code = line.split('#').next().unwrap_or_default();
            match word::of_line(number, code, self.table) {
                None => lines.push_str(line),
                Some(Ok(Decoded { step, inferred })) => {
                    found.inferred += u64::from(!inferred.is_empty());
                    // Writing to a string does not fail.
                    let _ = write!(lines, "{step}");
                }
                Some(Err(diagnostic)) => wrong.push(*diagnostic),
            }
            lines.push('\n');
        }
        match parse_with(Rules::NONE, &lines) {
            Ok(program) if wrong.is_empty() => {
                let mut nops = Nops(0);
                for line in program.lines() {
                    nops.statement(&line.statement, &mut found.text);
                }
                nops.end(&mut found.text);
                Ok(found)
            }
            Ok(_) => Err(merged(wrong, 0)),
            Err(errors) => {
                wrong.extend(errors.diagnostics);
                Err(merged(wrong, errors.more))
            }
        }
    }
}

/// Diagnostics in the order of their lines, the first thousand.
fn merged(mut diagnostics: Vec<Diagnostic>, more: u64) -> Errors {
    diagnostics.sort_by_key(|d| d.line);
    let rest = diagnostics.len().saturating_sub(MAX_DIAGNOSTICS) as u64;
    diagnostics.truncate(MAX_DIAGNOSTICS);
    Errors { diagnostics, more: more + rest }
}

/// Steps of `nop` that are not written yet.
struct Nops(u32);

impl Nops {
    fn statement(&mut self, statement: &Statement, text: &mut String) {
        if let Statement::Step(Step { exprs }) = statement
            && let [Expr::Nop(steps)] = exprs[..]
            && let Some(sum) = self.0.checked_add(steps)
        {
            self.0 = sum;
            return;
        }
        self.end(text);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{statement}");
    }

    fn end(&mut self, text: &mut String) {
        if self.0 > 0 {
            let _ = writeln!(text, "{}", Expr::Nop(std::mem::take(&mut self.0)));
        }
    }
}
