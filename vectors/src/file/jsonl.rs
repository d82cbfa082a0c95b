//! JSON lines: an object a line, with the columns' names. An operand or result of one element is a
//! string, of several an array of strings; several results are an array of those. Members `file` and
//! `end` are [`Mark`]s.

use super::Mark;
use super::error::{Fault, What};
use super::field::{Field, lower};
use super::reading::{Marks, Parsed, Reading};
use crate::registry::Shape;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// A line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a case")]
struct Line<'a> {
    #[serde(borrow)]
    op: Text<'a>,
    #[serde(borrow, default)]
    opts: Text<'a>,
    #[serde(borrow)]
    in0: Option<Elements<'a>>,
    #[serde(borrow)]
    in1: Option<Elements<'a>>,
    #[serde(borrow)]
    in2: Option<Elements<'a>>,
    #[serde(borrow)]
    in3: Option<Elements<'a>>,
    #[serde(borrow)]
    in4: Option<Elements<'a>>,
    #[serde(borrow)]
    in5: Option<Elements<'a>>,
    #[serde(borrow)]
    out: Elements<'a>,
    #[serde(borrow, default)]
    flags: Text<'a>,
    #[serde(borrow, default)]
    class: Text<'a>,
    #[serde(borrow, default)]
    unspecified: Text<'a>,
    #[serde(borrow)]
    file: Option<Text<'a>>,
    #[serde(borrow)]
    end: Option<Text<'a>>,
}

/// A string, borrowed from the line where it holds no escapes.
#[derive(Default)]
struct Text<'a>(Cow<'a, str>);

/// One element, or several of what they may be.
enum Elements<'a> {
    One(Text<'a>),
    Several(Vec<Elements<'a>>),
}

impl Elements<'_> {
    /// The first text.
    fn head(&self) -> &str {
        match self {
            Self::One(text) => &text.0,
            Self::Several(all) => all.first().map_or("", Elements::head),
        }
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}

struct ElementsVisitor;

impl<'de> Visitor<'de> for ElementsVisitor {
    type Value = Elements<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of hex digits, or an array of such strings")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        TextVisitor.visit_borrowed_str(text).map(Elements::One)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        TextVisitor.visit_str(text).map(Elements::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = seq.next_element()? {
            texts.push(text);
        }
        Ok(Elements::Several(texts))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_str(TextVisitor)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Elements<'a> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(ElementsVisitor)
    }
}

/// A field of the line: where it stands is told from the text's address.
fn field<'a>(line: &str, name: impl Into<Cow<'static, str>>, text: &'a str) -> Field<'a> {
    let offset = text.as_ptr().addr().checked_sub(line.as_ptr().addr());
    let offset = offset.filter(|o| o + text.len() <= line.len());
    Field { name: name.into(), text: Cow::Borrowed(text), offset }
}

/// A field that the line does not have.
fn absent(name: String) -> Field<'static> {
    Field { name: name.into(), text: "".into(), offset: None }
}

/// Reads a line.
pub(super) fn read(p: &mut Reading, text: &str) -> Result<Parsed, Box<Fault>> {
    let line = object(text)?;
    let opts = field(text, "opts", &line.opts.0);
    let head = [line.op.0.as_bytes(), b"\n", opts.text.as_bytes()].concat();
    p.plans.read(&head, &field(text, "op", &line.op.0), &opts)?;
    let Some(entry) = p.plans.last() else {
        return Err(Box::new(What::NoOperation.at(0)));
    };
    let plan = &entry.plan;
    p.scratch.clear();
    let mut filled = 0;
    let operands = [line.in0, line.in1, line.in2, line.in3, line.in4, line.in5];
    for (i, operand) in operands.iter().enumerate() {
        let name = format!("in{i}");
        match (plan.operands.get(i), operand) {
            (Some(shape), Some(operand)) => {
                if i > 0 {
                    p.scratch.push(b',');
                }
                let codes = &mut p.x[filled..filled + shape.words()];
                elements(text, &name, operand, shape, codes, &mut p.scratch)?;
                filled += shape.words();
            }
            (Some(shape), None) => absent(name).elements(shape, &mut [])?,
            (None, Some(Elements::One(t))) => field(text, name, &t.0).empty(plan)?,
            (None, Some(Elements::Several(_))) => {
                Field { text: "[...]".into(), ..absent(name) }.empty(plan)?;
            }
            (None, None) => {}
        }
    }
    results(text, &line.out, &plan.results, &mut p.out)?;
    let flag = field(text, "flags", &line.flags.0).flag(plan)?;
    let mark = |words: &Option<Text<'_>>| {
        let words = words.as_ref().map(|w| field(text, "", &w.0));
        words.map(|w| Mark::read(&w.text, w.offset.unwrap_or(0))).transpose()
    };
    let marked = line.file.is_some() || line.end.is_some();
    if marked {
        p.marks = Marks { before: mark(&line.file)?, behind: mark(&line.end)? };
    }
    Ok(Parsed { marked, ..p.finish(flag, &line.class.0, &line.unspecified.0) })
}

/// Where the flags of a line begin, if they stand there.
pub(super) fn flags(line: &str) -> Option<usize> {
    field(line, "flags", &object(line).ok()?.flags.0).offset
}

/// The object; what else is there is told in the words of the JSON reader.
fn object(text: &str) -> Result<Line<'_>, Box<Fault>> {
    if !text.starts_with('{') {
        let found = text.chars().next().unwrap_or(' ');
        let what = What::Json(format!("`{found}` where an object begins, right is `{{`"));
        return Err(Box::new(what.at(0)));
    }
    serde_json::from_str(text).map_err(|e| {
        let message = e.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        Box::new(Fault { column: Some(e.column()), what: What::Json(message[..end].to_owned()) })
    })
}

/// Reads the elements of an operand or result, and appends their text joined by `_`.
fn elements(
    line: &str,
    name: &str,
    elements: &Elements<'_>,
    shape: &Shape,
    codes: &mut [u64],
    joined: &mut Vec<u8>,
) -> Result<(), Box<Fault>> {
    let texts = match elements {
        Elements::One(_) => std::slice::from_ref(elements),
        Elements::Several(texts) => texts,
    };
    if texts.len() != shape.len {
        let field = field(line, name.to_owned(), elements.head());
        return Err(field.fault(0, field.count(texts.len(), shape.len)));
    }
    let words = codes.chunks_exact_mut(shape.words_per_element());
    for (i, (text, words)) in texts.iter().zip(words).enumerate() {
        let Elements::One(text) = text else {
            let what = What::Json(format!("element {i} of {name} is an array, right is a string"));
            return Err(field(line, name.to_owned(), text.head()).fault(0, what));
        };
        field(line, name.to_owned(), &text.0).element((i, 0), &text.0, shape, words)?;
        if i > 0 {
            joined.push(b'_');
        }
        joined.extend_from_slice(lower(&text.0).as_bytes());
    }
    Ok(())
}

/// Reads the only result, or the array of several.
fn results(
    line: &str,
    out: &Elements<'_>,
    shapes: &[Shape],
    codes: &mut [u64],
) -> Result<(), Box<Fault>> {
    let all = match out {
        Elements::Several(all) if shapes.len() > 1 => all,
        _ => std::slice::from_ref(out),
    };
    if all.len() != shapes.len() {
        let (field, right) = (field(line, "out", out.head()), shapes.len());
        let found = all.len();
        return Err(field.fault(0, What::Results { field: "out".to_owned(), found, right }));
    }
    let mut filled = 0;
    for (own, shape) in all.iter().zip(shapes) {
        let codes = &mut codes[filled..filled + shape.words()];
        elements(line, "out", own, shape, codes, &mut Vec::new())?;
        filled += shape.words();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_operation_fits() {
        let widest = crate::operations().all().map(|op| op.operands.len()).max();
        assert!(widest <= Some(6));
    }
}
