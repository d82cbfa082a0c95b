//! Machine words <-> steps, as far as the encoding is known (MN-D96).
//!
//! The [`Table`] has all that is known: fields, codes, and whether each was observed in the official
//! assembler's output or is inferred. What it has not is refused with the reason, never guessed.
//! A word does not hold everything that a text has: [`canonical`] is the statement of a word.
//!
//! ```
//! use semantics::mncore2::isa::Statement;
//! use semantics::mncore2::text::{decode, parse_line};
//! use semantics::mncore2::code::{Trust, encode};
//! let step = |text: &str| match parse_line(text) {
//!     Ok(Some(Statement::Step(step))) => step,
//!     _ => unreachable!(),
//! };
//! let add = step("fvadd $lr0v $ls0v $lr8v");
//! assert_eq!(decode(&encode(&add, Trust::Observed).unwrap()), Ok(add));
//! let refused = encode(&step("iadd $lr0v $ls0v $lr8v"), Trust::Observed).unwrap_err();
//! assert_eq!(refused.to_string(), "alu_opcode of `add` was never seen");
//! ```

pub(super) mod canonical;
mod decode;
mod encode;
mod field;
mod learn;
pub(super) mod setting;
mod table;
mod word;

pub use canonical::canonical;
pub use decode::{Decoded, Undecoded};
pub use encode::{Uncovered, Why, encode};
pub use field::Field;
pub use learn::{Contradiction, Lesson};
pub use table::{Code, Entry, Range, Standing, Table};
pub use word::{BITS, DIGITS, Word, WordError};

use super::isa::table::{Class, Form, rows};
use super::isa::{AluOp, MaskFit, MaskWidth, Target, Width};

/// How much of the table counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trust {
    /// Only what was observed.
    #[default]
    Observed,
    /// What is inferred by analogy too.
    Inferred,
}

/// The name of an ALU operation without letters.
fn name_of(op: AluOp) -> &'static str {
    let of = |form: &Form| match form {
        Form::Alu { op: known, name, .. } if *known == op => Some(*name),
        _ => None,
    };
    rows().filter(|r| r.class == Class::Alu).find_map(|r| of(&r.form)).unwrap_or_default()
}

/// The suffix that a mask of this width needs at a target (s. 3.6.2.1).
pub(super) fn fit(mask: MaskWidth, target: &Target) -> Option<MaskFit> {
    let width = match target {
        Target::Memory(access) => access.width,
        Target::Bar(_, width) | Target::T(width) => *width,
        Target::Mask(_) | Target::Nowrite => return None,
    };
    match (mask, width) {
        (MaskWidth::Double, Width::Single | Width::Long) => Some(MaskFit::Truncate),
        (MaskWidth::Long, Width::Double) => Some(MaskFit::Pad),
        _ => None,
    }
}
