//! Datapaths as files: fields and values in TOML or JSON.

use super::Own;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::fmt;

/// How a file's fields are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `name = "value"`, a line each.
    Toml,
    /// `{"name": "value", ...}`.
    Json,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Line and column, both from 1, where something stands there.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// Reads a datapath from the text of a file.
///
/// # Errors
/// Text that is not of the notation; fields that are no datapath.
pub fn read(text: &str, notation: Notation) -> Result<Own, FileError> {
    let pairs = match notation {
        Notation::Toml => toml::from_str::<Pairs>(text).map_err(|e| FileError {
            place: e.span().map(|span| place(text, span.start)),
            what: format!("{}\n  right: FIELD = \"VALUE\", a line each", e.message()),
        }),
        Notation::Json => serde_json::from_str::<Pairs>(text).map_err(|e| {
            let message = e.to_string();
            // The place stands before it already.
            let what = message.rsplit_once(" at line ").map_or(&*message, |(what, _)| what);
            FileError {
                place: (e.line() > 0).then(|| (e.line(), e.column())),
                what: format!("{what}\n  right: {{\"FIELD\": \"VALUE\", ...}}"),
            }
        }),
    }?;
    let borrowed: Vec<(&str, &str)> = pairs.0.iter().map(|(n, v)| (&**n, &**v)).collect();
    Own::read(&borrowed).map_err(|e| FileError {
        place: key(text, &e.name, notation).map(|at| place(text, at)),
        what: e.to_string(),
    })
}

/// Line and column of a byte.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Where a field's name stands: the last time, for of one that is given twice that is wrong.
fn key(text: &str, name: &str, notation: Notation) -> Option<usize> {
    let follows = if notation == Notation::Toml { '=' } else { ':' };
    let is_key = |&(at, _): &(usize, &str)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let bare = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let after = after.strip_prefix(['"', '\'']).unwrap_or(after);
        !before.ends_with(bare) && after.trim_start().starts_with(follows)
    };
    let found = text.match_indices(name).filter(is_key).last();
    found.map(|(at, _)| at).filter(|_| !name.is_empty())
}

/// Names and values as they stand; numbers and truth values as text.
struct Pairs(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;
        impl<'de> Visitor<'de> for Table {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, Text(value))) = map.next_entry::<String, Text>()? {
                    if pairs.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom(format_args!("{name} is given twice")));
                    }
                    pairs.push((name, value));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Table)
    }
}

/// A value as text.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, a number, true or false")
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }

            fn visit_bool<E>(self, on: bool) -> Result<Text, E> {
                Ok(Text(u8::from(on).to_string()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::{Notation, read};

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let toml = |text: &str| read(text, Notation::Toml).unwrap_err();
        let e = toml("x = \"f16\"\n  order = \"chunks.0\"\n");
        assert_eq!(e.place, Some((2, 3)));
        assert!(e.what.starts_with("order: a chunk, group or block has"), "{}", e.what);
        let e = toml("x = \"f16\"\n  order = \"chunk.4\"\n");
        assert_eq!(e.place, Some((2, 3)));
        assert!(e.what.starts_with("order does not take `chunk.4`"), "{}", e.what);
        assert_eq!(toml("x = \"f16\"\nfoo = 1\n").place, Some((2, 1)));
        assert_eq!(toml("x = \"f16\"\ny = [1]\n").place.map(|p| p.0), Some(2));
        assert_eq!(toml("x = \"f16\"\ny\n").place.map(|p| p.0), Some(2));
        let json = |text: &str| read(text, Notation::Json).unwrap_err();
        assert_eq!(json("{\"x\": \"f16\",\n \"terms\": 0}").place, Some((2, 3)));
        assert_eq!(json("{\"x\": \"f16\",\n \"x\": \"f16\"}").place.map(|p| p.0), Some(2));
        assert_eq!(json("{\"x\": null}").place.map(|p| p.0), Some(1));
        assert_eq!(json("[]").place.map(|p| p.0), Some(1));
    }
}
