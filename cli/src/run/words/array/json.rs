//! Arrays as JSON: an object of `layout`, `dtype`, `shape`, and the elements as nested lists, `data`
//! their values and `hex` their codes.
//!
//! Infinities are the texts "inf" and "-inf", which JSON has no numbers for. Read are `data` and `hex`,
//! one of which may be left out; `dtype` and `shape`, where they stand, are those of the layout;
//! `layout` is a remark, so that an array can go to another place.

use super::bound::{Bound, MOST, Piece, agreed, bits, index, value};
use crate::printable::{line, piece};
use semantics::machine::{Board, Layout};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::{self, Formatter};
use std::io::{self, Read, Write};

pub(super) fn write(
    board: &dyn Board,
    layout: &dyn Layout,
    out: &mut impl Write,
) -> io::Result<()> {
    let (element, shape) = (layout.element(), layout.shape());
    let text = |code| {
        let text = element.text(code);
        // JSON has no such number.
        if text.ends_with("inf") { format!("\"{text}\"") } else { text }
    };
    writeln!(out, "{{\n  \"layout\": \"{layout}\",\n  \"dtype\": \"{element}\",")?;
    writeln!(out, "  \"shape\": {shape:?},")?;
    nested(board, layout, "data", &text, out)?;
    out.write_all(b",\n")?;
    nested(board, layout, "hex", &|code| format!("\"{}\"", element.hex(code)), out)?;
    out.write_all(b"\n}\n")
}

/// A nested list, a line for each of the innermost lists.
fn nested(
    board: &dyn Board,
    layout: &dyn Layout,
    name: &str,
    text: &dyn Fn(u64) -> String,
    out: &mut impl Write,
) -> io::Result<()> {
    // How many elements a list of each axis has inside, the innermost first.
    let shape = layout.shape();
    let sizes = shape.iter().rev().scan(1, |all, size| {
        *all *= size;
        Some(*all)
    });
    let sizes: Vec<u64> = sizes.collect();
    write!(out, "  \"{name}\":")?;
    let mut n = 0_u64;
    layout.each(board, &mut |code, _| {
        let opened = sizes.iter().filter(|size| n.is_multiple_of(**size)).count();
        let comma = if n == 0 { "" } else { "," };
        let space = if opened == 0 { " " } else { "\n    " };
        write!(out, "{comma}{space}{}", "[".repeat(opened))?;
        out.write_all(text(code).as_bytes())?;
        n += 1;
        let mut ended = sizes.iter().filter(|size| n.is_multiple_of(**size));
        ended.try_for_each(|_| out.write_all(b"]"))
    })
}

const FIELDS: &[&str] = &["layout", "dtype", "shape", "data", "hex"];

/// Reads a file element by element; of the texts nothing is kept.
pub(super) fn read(
    input: impl Read,
    layout: &dyn Layout,
    round: bool,
    board: &mut dyn Board,
) -> Result<(), String> {
    let (input, piece) = Bound::new(input);
    let mut document = Document { layout, round, piece, data: None, hex: None, wrong: None };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = json.deserialize_map(&mut document).and_then(|()| json.end());
    read.map_err(|e| document.told(&e))?;
    let Document { data, hex, .. } = document;
    if data.is_none() && hex.is_none() {
        return Err(": it has neither `data` nor `hex`; right: one of them".into());
    }
    let lists = [hex.unwrap_or_default(), data.unwrap_or_default()];
    layout.fill(board, &mut |n, put| {
        let [hex, value] = lists.each_ref().map(|list| list.at(n as usize));
        let code = hex.and_then(|hex| agreed(hex, value?, layout));
        code.and_then(put).map_err(|why| format!(": index {:?}: {why}", index(layout, n)))
    })
}

/// The codes of a list, up to the first that is none.
#[derive(Default)]
struct Codes {
    codes: Vec<u64>,
    wrong: Option<String>,
}

impl Codes {
    fn push(&mut self, code: Result<u64, String>) {
        match code {
            _ if self.wrong.is_some() => {}
            Ok(code) => self.codes.push(code),
            Err(why) => self.wrong = Some(why),
        }
    }

    /// The element of this number; none of a list that the file does not have.
    fn at(&self, n: usize) -> Result<Option<u64>, String> {
        match &self.wrong {
            Some(why) if n == self.codes.len() => Err(why.clone()),
            _ => Ok(self.codes.get(n).copied()),
        }
    }
}

/// The object of a file, as far as it is read.
struct Document<'a> {
    layout: &'a dyn Layout,
    round: bool,
    piece: Piece,
    data: Option<Codes>,
    hex: Option<Codes>,
    /// What is wrong beyond the rules of JSON.
    wrong: Option<String>,
}

impl Document<'_> {
    /// What is wrong with the text, and where.
    fn told(&mut self, e: &serde_json::Error) -> String {
        if let Some(why) = self.wrong.take() {
            return format!(": {why}");
        }
        let (line, column, text) = (e.line(), e.column(), e.to_string());
        if self.piece.is_too_long() {
            return format!(":{line}: an element or a text of more than {MOST} bytes");
        }
        if e.is_io() {
            return format!(": cannot read: {e}");
        }
        let why = text.split(" at line ").next().unwrap_or_default();
        format!(
            ":{line}:{column}: {why}; right: {{\"data\": [..]}} or {{\"hex\": [..]}}, as --export writes"
        )
    }

    /// Notes what is wrong; the reader is told that something is.
    fn no<E: Error>(&mut self, why: String) -> E {
        let e = E::custom(&why);
        self.wrong = Some(why);
        e
    }

    /// Whether the file says the layout's type of itself.
    fn dtype<E: Error>(&mut self, dtype: &str) -> Result<(), E> {
        let element = self.layout.element();
        if dtype == element.to_string() {
            return Ok(());
        }
        Err(self.no(format!("its dtype is `{}`; right: `{element}`", piece(dtype))))
    }

    /// Whether the file says the layout's shape of itself.
    fn shape<E: Error>(&mut self, own: &[u64]) -> Result<(), E> {
        let shape = self.layout.shape();
        if own == shape {
            return Ok(());
        }
        Err(self.no(format!("its shape is {own:?}; right: {shape:?}")))
    }

    /// The codes of `data` or `hex`.
    fn list<'de, A: MapAccess<'de>>(
        &mut self,
        name: &'static str,
        map: &mut A,
    ) -> Result<Option<Codes>, A::Error> {
        let (shape, mut codes) = (self.layout.shape(), Codes::default());
        let (mut index, document) = (Vec::new(), self);
        let list = List { document, name, shape: &shape, index: &mut index, codes: &mut codes };
        map.next_value_seed(list)?;
        Ok(Some(codes))
    }
}

impl<'de> Visitor<'de> for &mut Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen: Vec<&str> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let Some(&name) = FIELDS.iter().find(|name| **name == key) else {
                return Err(A::Error::unknown_field(&piece(&key), FIELDS));
            };
            if seen.contains(&name) {
                return Err(A::Error::duplicate_field(name));
            }
            seen.push(name);
            self.piece.end();
            match name {
                "data" => self.data = self.list(name, &mut map)?,
                "hex" => self.hex = self.list(name, &mut map)?,
                // `null` is a field that is left out.
                "dtype" => {
                    map.next_value::<Option<String>>()?.map_or(Ok(()), |d| self.dtype(&d))?
                }
                "shape" => {
                    map.next_value::<Option<Vec<u64>>>()?.map_or(Ok(()), |s| self.shape(&s))?
                }
                _ => drop(map.next_value::<Option<String>>()?),
            }
            self.piece.end();
        }
        Ok(())
    }
}

/// Nested lists of a shape.
struct List<'a, 'b> {
    document: &'a mut Document<'b>,
    name: &'static str,
    shape: &'a [u64],
    /// Where in the outer lists this one stands.
    index: &'a mut Vec<usize>,
    codes: &'a mut Codes,
}

impl List<'_, '_> {
    /// The list in the words of a program.
    fn here(&self) -> String {
        let index: String = self.index.iter().map(|n| format!("[{n}]")).collect();
        format!("{}{index}", self.name)
    }

    /// An element.
    fn leaf<E: Error>(self, raw: &RawValue) -> Result<(), E> {
        let text = raw.get();
        let leaf = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str(text).ok().map(Cow::<str>::Owned),
            Some(b'-' | b'0'..=b'9') => Some(Cow::Borrowed(text)),
            _ => None,
        };
        let Some(leaf) = leaf else {
            let why = format!("{} is no number: `{}`", self.here(), excerpt(text));
            return Err(self.document.no(why));
        };
        let Document { layout, round, .. } = *self.document;
        self.codes.push(match self.name {
            "hex" => bits(&leaf, layout),
            _ => value(&leaf, layout, round),
        });
        self.document.piece.end();
        Ok(())
    }

    /// Something else than a list.
    fn other<E: Error>(self, found: &str) -> Result<(), E> {
        let size = self.shape.first().copied().unwrap_or_default();
        let why = format!("{} is no list of {size}: `{}`", self.here(), excerpt(found));
        Err(self.document.no(why))
    }
}

impl<'de> DeserializeSeed<'de> for List<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        if self.shape.is_empty() {
            let raw = <Box<RawValue> as serde::Deserialize>::deserialize(d)?;
            return self.leaf(&raw);
        }
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Self { document, name, shape, index, codes } = self;
        let Some((&size, inner)) = shape.split_first() else { return Ok(()) };
        let mut found = 0;
        while found < size {
            index.push(found as usize);
            let (document, codes) = (&mut *document, &mut *codes);
            let element = List { document, name, shape: inner, index, codes };
            let more = list.next_element_seed(element)?.is_some();
            index.pop();
            if !more {
                break;
            }
            found += 1;
        }
        let mut more = "";
        while found >= size {
            match list.next_element::<IgnoredAny>() {
                Ok(None) => break,
                Ok(Some(_)) => found += 1,
                // A list without end.
                Err(_) if document.piece.is_too_long() => {
                    more = "more than ";
                    break;
                }
                Err(e) => return Err(e),
            }
        }
        if found == size && more.is_empty() {
            return Ok(());
        }
        let here = List { document, name, shape, index, codes };
        let why = format!("{} has {more}{found} elements; right: {size}", here.here());
        Err(here.document.no(why))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        self.other("{")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.other(&format!("\"{text}\""))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<(), E> {
        self.other(&n.to_string())
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<(), E> {
        self.other(&n.to_string())
    }

    fn visit_f64<E: Error>(self, n: f64) -> Result<(), E> {
        self.other(&format!("{n:?}"))
    }

    fn visit_bool<E: Error>(self, found: bool) -> Result<(), E> {
        self.other(&found.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.other("null")
    }
}

/// The beginning of a text.
fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(20).collect();
    let cut = if start.len() < text.len() { "..." } else { "" };
    format!("{}{cut}", line(&start))
}
