//! Instruction to text: the operands of its form, with its registers and its constant.

use crate::pod::isa::{Field, Immediate, Instruction, Part};
use std::fmt;

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
