//! Instruction to text: the operands of its form, with its registers and its constant.

use crate::pod::isa::{Field, Form, Immediate, Instruction, Part};
use std::fmt;

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.form(), self, None)
    }
}

/// Writes an instruction; `constant` stands for its constant where that is not known yet.
pub(crate) fn write(
    f: &mut impl fmt::Write,
    form: &Form,
    instruction: &Instruction,
    constant: Option<&str>,
) -> fmt::Result {
    f.write_str(&form.mnemonic)?;
    let mut blank = true;
    for part in &form.parts {
        if blank && *part != Part::Literal(",") && *part != Part::Literal("[")
            || *part == Part::Literal("]")
        {
            f.write_char(' ')?;
        }
        blank = true;
        match part {
            Part::Literal(literal) => f.write_str(literal)?,
            Part::Register(kind, field) => {
                let number = match field {
                    Field::D => instruction.d,
                    Field::A => instruction.a,
                    Field::B => instruction.b_register(),
                };
                write!(f, "{}{number}", kind.prefix())?;
            }
            Part::Immediate(range) => match (constant, range) {
                (Some(constant), _) => write!(f, "({constant})")?,
                (None, Immediate::Long) => write!(f, "{:#x}", instruction.immediate())?,
                (None, _) => write!(f, "{}", instruction.immediate())?,
            },
        }
    }
    Ok(())
}
