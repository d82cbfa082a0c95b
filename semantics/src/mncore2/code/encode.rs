//! Steps -> words.

use super::field::Field;
use super::setting::{Setting, Settings};
use super::table::{Standing, Table};
use super::{Trust, Word, canonical};
use crate::mncore2::isa::Step;
use core::fmt::{self, Display, Formatter};

/// Why no word of a step is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// The table has no code for it.
    NeverSeen,
    /// It is only inferred.
    Inferred,
    /// Nobody knows which field says it.
    NoField,
    /// Two expressions want different values of one field.
    Conflict,
}

/// What keeps a step from having a known word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uncovered {
    /// The field, where one is known.
    pub field: Option<Field>,
    /// What it would have to say.
    pub value: String,
    /// Why that is not known.
    pub why: Why,
}

impl Display for Uncovered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { field, value, why } = self;
        let field = field.map_or("no field", Field::name);
        match why {
            Why::NeverSeen => write!(f, "{field} of `{value}` was never seen"),
            Why::Inferred => write!(f, "{field} of `{value}` is only inferred"),
            Why::NoField => write!(f, "no field is known for {value}"),
            Why::Conflict => write!(f, "{field} would have two values: {value}"),
        }
    }
}

impl core::error::Error for Uncovered {}

/// A value of a field and how it is known.
pub(in crate::mncore2) struct Value {
    pub(in crate::mncore2) field: Field,
    pub(in crate::mncore2) value: u32,
    pub(in crate::mncore2) name: String,
    pub(in crate::mncore2) standing: Standing,
}

/// The word of a step; of `nop/n` the word of each of its steps.
///
/// # Errors
/// What is not known of it; of several things the first.
pub fn encode(step: &Step, trust: Trust) -> Result<Word, Uncovered> {
    Table::known().encode(step, trust)
}

impl Table {
    /// The word of a step by this table.
    ///
    /// # Errors
    /// What is not known of it; of several things the first.
    pub fn encode(&self, step: &Step, trust: Trust) -> Result<Word, Uncovered> {
        let (word, inferred) = self.settled(step)?;
        match inferred.into_iter().next() {
            Some((field, value)) if trust == Trust::Observed => {
                Err(Uncovered { field: Some(field), value, why: Why::Inferred })
            }
            _ => Ok(word),
        }
    }

    /// The word of a step, and the fields that are only inferred, with their values.
    pub(super) fn settled(&self, step: &Step) -> Result<(Word, Vec<(Field, String)>), Uncovered> {
        let mut set: Vec<Option<u32>> = vec![None; Field::ALL.len()];
        let (mut word, mut inferred) = (self.idle(), Vec::new());
        for setting in &Settings::of(&canonical::spelled(step)).list {
            for Value { field, value, name, standing } in self.values(setting)? {
                // What is unknown weighs more than what is only inferred.
                if standing == Standing::Inferred {
                    inferred.push((field, name));
                }
                if let Some(before) = set[field as usize].replace(value).filter(|v| *v != value) {
                    let value = format!("{before} and {value}");
                    return Err(Uncovered { field: Some(field), value, why: Why::Conflict });
                }
                let range = self.entry(field).range;
                word = word.with(range.offset, range.width, value);
            }
        }
        Ok((word, inferred))
    }

    /// The word of `nop`.
    #[must_use]
    pub fn idle(&self) -> Word {
        let fields = Field::ALL.iter().map(|f| (self.entry(*f).range, self.entry(*f).idle));
        fields
            .chain(self.fixed.iter().copied())
            .fold(Word::default(), |word, (r, value)| word.with(r.offset, r.width, value))
    }

    /// The fields of a setting with their values.
    pub(in crate::mncore2) fn values(&self, setting: &Setting) -> Result<Vec<Value>, Uncovered> {
        match setting {
            Setting::Code(field, context, code) => {
                let value = code.to_string();
                let Some(known) = self.code(*field, context, code) else {
                    return Err(Uncovered { field: Some(*field), value, why: Why::NeverSeen });
                };
                let (standing, number) = (known.standing, known.value);
                Ok(vec![Value { field: *field, value: number, name: value, standing }])
            }
            Setting::Number(field, value) => Ok(vec![self.number(*field, *value)?]),
            Setting::Payload(payload) => Ok(self.payload(*payload)),
            Setting::Nowhere(what) => {
                let value = what.to_string();
                Err(Uncovered { field: None, value, why: Why::NoField })
            }
        }
    }

    /// A number is observed where a bit as high as its highest was seen as 1: the digits lie side by
    /// side, so the ones below that one have their places.
    fn number(&self, field: Field, value: u32) -> Result<Value, Uncovered> {
        let entry = self.entry(field);
        let name = value.to_string();
        let (Some(seen), 0) = (entry.number, u64::from(value) >> entry.range.width) else {
            return Err(Uncovered { field: Some(field), value: name, why: Why::NeverSeen });
        };
        let shown = value.leading_zeros() >= seen.leading_zeros();
        let standing = if shown { Standing::Observed } else { Standing::Inferred };
        Ok(Value { field, value, name, standing })
    }

    /// An immediate lies over fields that its step does not use.
    fn payload(&self, payload: u32) -> Vec<Value> {
        let carries = |field: &Field| Some((*field, self.entry(*field).immediate?));
        let part = |(field, low): (Field, u32)| {
            let width = self.entry(field).range.width;
            let value = payload >> low & ((1u64 << width) - 1) as u32;
            let name = format!("{value}");
            Value { field, value, name, standing: Standing::Observed }
        };
        Field::ALL.iter().filter_map(carries).map(part).collect()
    }
}
