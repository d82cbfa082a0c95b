//! Words -> steps.

mod alu;
mod l1bm;
mod mau;
mod read;

use super::Word;
use super::field::Field;
use super::table::{Range, Table};
use crate::mncore2::isa::{Expr, Step};
use core::fmt::{self, Display, Formatter};

/// What keeps a word from having a known statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecoded {
    /// The field, or the bits without a known meaning.
    pub field: String,
    /// Where it lies.
    pub range: Range,
    /// Its value.
    pub value: u32,
    /// Why that says nothing.
    pub reason: String,
}

impl Display for Undecoded {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { field, value, reason, .. } = self;
        write!(f, "{field} is {value}: {reason}")
    }
}

impl core::error::Error for Undecoded {}

/// The statement of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The statement, as [`super::canonical`] has it.
    pub step: Step,
    /// The fields whose values are only inferred.
    pub inferred: Vec<Field>,
}

impl Table {
    /// The step that has this word and no other, and which of its fields are only inferred.
    ///
    /// # Errors
    /// The field that says something unknown.
    pub fn decode(&self, word: &Word) -> Result<Decoded, Undecoded> {
        self.fixed.iter().try_for_each(|fixed| as_ever(word, *fixed))?;
        if *word == self.idle() {
            let step = Step { exprs: vec![Expr::Nop(1)] };
            return Ok(Decoded { step, inferred: Vec::new() });
        }
        let step = Step { exprs: read::Reader { table: self, word }.expressions()? };
        let (again, inferred) = self.settled(&step).map_err(|uncovered| {
            let field = uncovered.field.unwrap_or(Field::StepActive);
            self.odd(word, field, uncovered.to_string())
        })?;
        if let Some(offset) = word.differences(again).next() {
            let holds = |f: &&Field| {
                let range = self.entry(**f).range;
                (range.offset..range.offset + range.width).contains(&offset)
            };
            let field = Field::ALL.iter().find(holds).copied().unwrap_or(Field::StepActive);
            return Err(self.odd(word, field, format!("no part of `{step}` says so")));
        }
        let mut inferred: Vec<Field> = inferred.into_iter().map(|(field, _)| field).collect();
        inferred.sort_unstable();
        inferred.dedup();
        Ok(Decoded { step, inferred })
    }

    /// The value of a field in a word.
    #[must_use]
    pub fn get(&self, word: &Word, field: Field) -> u32 {
        let Range { offset, width } = self.entry(field).range;
        word.get(offset, width)
    }

    pub(in crate::mncore2) fn odd(&self, word: &Word, field: Field, reason: String) -> Undecoded {
        let (name, range) = (field.name().to_owned(), self.entry(field).range);
        Undecoded { field: name, range, value: self.get(word, field), reason }
    }
}

/// Bits without a known meaning have their known value.
fn as_ever(word: &Word, (range, known): (Range, u32)) -> Result<(), Undecoded> {
    let value = word.get(range.offset, range.width);
    if value == known {
        return Ok(());
    }
    let reason = format!("it was {known} in every word that was seen");
    Err(Undecoded { field: format!("unknown {range}"), range, value, reason })
}
