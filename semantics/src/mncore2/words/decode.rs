//! Words -> steps.

mod alu;
mod l1bm;
mod mau;
mod read;

use super::field::Field;
use super::table::{Range, Standing, Table};
use super::{Trust, Word};
use crate::mncore2::isa::{Expr, Step};
use crate::mncore2::valid;
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

/// The step of a word, by all that is known, inferred codes included.
///
/// # Errors
/// The field that says something unknown.
pub fn decode(word: &Word) -> Result<Step, Undecoded> {
    Table::known().decode(word).map(|decoded| decoded.step)
}

impl Table {
    /// The step of a word by this table, and which of its fields are only inferred.
    ///
    /// # Errors
    /// The field that says something unknown.
    pub fn decode(&self, word: &Word) -> Result<Decoded, Undecoded> {
        self.fixed.iter().try_for_each(|fixed| as_ever(word, *fixed))?;
        if *word == self.idle() {
            let step = Step { exprs: vec![Expr::Nop(1)] };
            return Ok(Decoded { step, inferred: Vec::new() });
        }
        let exprs = read::Reader { table: self, word }.expressions()?;
        let step = Step { exprs };
        self.agrees(word, &step)?;
        let inferred = self.inferred(&step);
        Ok(Decoded { step, inferred })
    }

    /// The value of a field in a word.
    #[must_use]
    pub fn get(&self, word: &Word, field: Field) -> u32 {
        let Range { offset, width } = self.entry(field).range;
        word.get(offset, width)
    }

    /// The step has this word and no other, and the language has the step.
    fn agrees(&self, word: &Word, step: &Step) -> Result<(), Undecoded> {
        let again = self.encode(step, Trust::Inferred).map_err(|uncovered| {
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
        if valid::step(step) {
            return Ok(());
        }
        Err(self.odd(word, Field::StepActive, format!("the language has no `{step}`")))
    }

    pub(super) fn odd(&self, word: &Word, field: Field, reason: String) -> Undecoded {
        let (name, range) = (field.name().to_owned(), self.entry(field).range);
        Undecoded { field: name, range, value: self.get(word, field), reason }
    }

    /// The fields of a step that are only inferred.
    fn inferred(&self, step: &Step) -> Vec<Field> {
        let settings = super::setting::Settings::of(step);
        let mut fields: Vec<Field> = settings
            .list
            .iter()
            .filter_map(|setting| self.values(setting).ok())
            .flatten()
            .filter(|value| value.standing == Standing::Inferred)
            .map(|value| value.field)
            .collect();
        fields.sort_unstable();
        fields.dedup();
        fields
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
