//! Programs <-> assembled text: an instruction a line, a machine word where its encoding is known (MN-D96), and the
//! programs whose official words would settle what is not.

mod assemble;
mod disassemble;
mod mask;
mod probe;

use crate::machine::Coverage;
use crate::mncore2::code::{Uncovered, Why};
use crate::mncore2::isa::Statement;
use crate::mncore2::text::Program;
pub use assemble::{AssembleError, Assembled, Assembler};
pub use disassemble::{Disassembled, Disassembler};
use mask::{Masks, folded};
pub use probe::Probe;

impl Assembler<'_> {
    /// How many PE and MV statements of a program have known auto-stride words; `nop/n` counts once.
    ///
    /// ```
    /// use semantics::mncore2::text::parse;
    /// use semantics::mncore2::assembly::Assembler;
    /// let program = parse("nop/2\nlinc $lm0v $ls0v\nmvnop\nd get $t 1\n").unwrap();
    /// let coverage = Assembler::default().coverage(&program);
    /// assert_eq!((coverage.statements, coverage.inside, coverage.outside()), (3, 1, 2));
    /// let reasons: Vec<String> = coverage.reasons.keys().map(|(kind, of)| format!("{kind}: {of}")).collect();
    /// assert_eq!(reasons, ["alu_opcode never seen: inc", "no field known: MV statements"]);
    /// ```
    #[must_use]
    pub fn coverage(&self, program: &Program) -> Coverage {
        let mut masks = Masks::default();
        let mut coverage = Coverage::default();
        for line in program.lines() {
            let known = match line.statement() {
                Statement::Mask(setting) => {
                    masks = Masks::of(*setting);
                    continue;
                }
                Statement::Step(step) => self.table.encode(&folded(step, &masks), self.trust),
                Statement::Mv(_) => {
                    let value = "MV statements".to_owned();
                    Err(Uncovered { field: None, value, why: Why::NoField })
                }
                _ => continue,
            };
            coverage.statements += 1;
            match known {
                Ok(_) => coverage.inside += 1,
                Err(reason) => *coverage.reasons.entry(told(reason)).or_default() += 1,
            }
        }
        coverage
    }
}

/// The kind of a reason, and what it is about.
fn told(Uncovered { field, value, why }: Uncovered) -> (String, String) {
    let field = field.map_or("no field", |f| f.name());
    let kind = match why {
        Why::NeverSeen => format!("{field} never seen"),
        Why::Inferred => format!("{field} only inferred"),
        Why::NoField => "no field known".to_owned(),
        Why::Conflict => format!("{field} with two values"),
    };
    (kind, value)
}
