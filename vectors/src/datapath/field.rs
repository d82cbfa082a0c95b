//! Fields of a datapath as text, in both directions.

use super::model::Own;
use super::table::{FIELDS, Field};
use softfloat::sum::DatapathError;

/// Why fields are no datapath.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}\n  right: {right}")]
pub struct FieldError {
    /// The field, where it is one.
    pub name: String,
    /// What was found.
    pub what: String,
    /// What would be right.
    pub right: String,
}

impl FieldError {
    fn new(name: &str, what: String, right: impl Into<String>) -> Self {
        Self { name: name.to_owned(), what, right: right.into() }
    }

    /// Not a name and a value.
    pub(super) fn form(found: &str) -> Self {
        Self::new("", format!("`{}` is no field", clipped(found)), "FIELD=VALUE, joined by `:`")
    }

    /// A value that a field does not take.
    fn value(field: &Field, value: &str) -> Self {
        let what = format!("{} does not take `{}`", field.name, clipped(value));
        Self::new(field.name, what, field.right)
    }
}

/// What makes fields meaningless together, at the field that is to blame.
fn meaningless(e: DatapathError) -> FieldError {
    let name = match e {
        DatapathError::Empty | DatapathError::FanIn(_) => "order",
        DatapathError::NoPrecision | DatapathError::Omitted(_) => "product",
        DatapathError::Unit(_) => "alignment",
        DatapathError::Width => "width",
        DatapathError::Normalise => "normalise",
        DatapathError::JoinAtEnd => "join",
    };
    let right = FIELDS.iter().find(|field| field.name == name).map_or("", |field| field.right);
    FieldError::new(name, format!("{name}: {e}"), right)
}

/// A text cut short.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl Own {
    /// The names of the fields, in the order in which they are written.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once("base").chain(FIELDS.iter().map(|field| field.name))
    }

    /// Reads fields, each a name and a value, in any order.
    ///
    /// # Errors
    /// An unknown field, one given twice, a value that it does not take, a datapath that means nothing.
    pub fn read(pairs: &[(&str, &str)]) -> Result<Self, FieldError> {
        for (at, (name, _)) in pairs.iter().enumerate() {
            if !Self::names().any(|own| own == *name) {
                let what = format!("there is no field `{}`", clipped(name));
                let names: Vec<&str> = Self::names().collect();
                return Err(FieldError::new(name, what, format!("one of {}", names.join(", "))));
            }
            if pairs[..at].iter().any(|(other, _)| other == name) {
                return Err(FieldError::new(name, format!("{name} is given twice"), "once"));
            }
        }
        let value = |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
        let mut own = match value("base") {
            Some(base) => Self::based(base).ok_or_else(|| no_preset(base))?,
            None => Self::plain(),
        };
        if value("base").is_none() && value("x").is_none() {
            let what = "nothing says what is added".to_owned();
            return Err(FieldError::new("x", what, "x=FORMAT, or base=PRESET"));
        }
        for field in FIELDS {
            if let Some(text) = value(field.name) {
                (field.read)(&mut own, text).ok_or_else(|| FieldError::value(field, text))?;
            }
        }
        match own.datapath.check() {
            Ok(()) => Ok(own),
            Err(e) => Err(meaningless(e)),
        }
    }

    /// The fields that are not as usual, in the order of the table.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut usual = Self::plain();
        let mut pairs = Vec::new();
        for field in FIELDS {
            let Some(text) = (field.write)(self) else { continue };
            if (field.write)(&usual).as_ref() != Some(&text) || field.name == "x" {
                // What a field brings with it is usual behind it.
                let _ = (field.read)(&mut usual, &text);
                pairs.push((field.name, text));
            }
        }
        pairs
    }
}

fn no_preset(base: &str) -> FieldError {
    let what = format!("there is no preset `{}`", clipped(base));
    FieldError::new("base", what, "the id of an operation sum.* behind `sum.`")
}
