//! Assembly text <-> instructions: one instruction a line, as appendix E writes them (POD-D42, D88).

mod lexer;
mod line;
mod spaced;

pub(crate) use line::{Names, NoNames, own_register, read_line};
pub(crate) use spaced::spaced;

use crate::pod::isa::{Field, Immediate, Instruction, Part};
use crate::source::{Diagnostic, Span};
use std::fmt;

/// Reads a line that is one instruction; a constant may stand in parentheses (POD-D88); expressions are
/// for scripts and case files, whose texts the script's reader takes.
///
/// ```
/// use semantics::pod::text::parse_line;
/// let add = parse_line("add4zx r1=r2 , 7")?;
/// assert_eq!(add.to_string(), "add4zx r1 = r2, 7");
/// assert_eq!(parse_line("ld4.sxt r5 = local[ r0 - 4 ]")?.to_string(), "ld4.sxt r5 = local[ r0 + -4 ]");
/// assert!(parse_line("add4zx r1 = r2, 64").unwrap_err().to_string().contains("immediate-range"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Whatever is no instruction, with its column and what would be right.
pub fn parse_line(text: &str) -> Result<Instruction, Box<Diagnostic>> {
    let whole = Span::new(0, text.len());
    let parsed = read_line(text, whole, &NoNames);
    parsed
        .and_then(|parsed| parsed.constant_instruction(text))
        .map_err(|fault| Box::new(fault.place(1, text)))
}

// Instruction to text: the operands of its form, with its registers and its constant.

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form();
        f.write_str(&form.mnemonic)?;
        for part in &form.parts {
            if ![Part::Literal(","), Part::Literal("[")].contains(part) {
                f.write_str(" ")?;
            }
            match part {
                Part::Literal(literal) => f.write_str(literal)?,
                Part::Register(kind, field) => {
                    let number = match field {
                        Field::D => self.d,
                        Field::A => self.a,
                        Field::B => self.b_register(),
                    };
                    write!(f, "{}{number}", kind.prefix())?;
                }
                Part::Immediate(Immediate::Long) => write!(f, "{:#x}", self.immediate())?,
                Part::Immediate(_) => write!(f, "{}", self.immediate())?,
            }
        }
        Ok(())
    }
}
