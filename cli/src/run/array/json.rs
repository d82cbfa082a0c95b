//! Arrays as JSON: an object of `layout`, `dtype`, `shape`, and the elements as nested lists, `data`
//! their values and `hex` their codes.
//!
//! Infinities are the texts "inf" and "-inf", which JSON has no numbers for. Read are `data` and `hex`,
//! one of which may be left out; `dtype` and `shape`, where they stand, are those of the layout;
//! `layout` is a remark, so that an array can go to another place.

use super::{Put, code, told};
use semantics::mncore2::Board;
use semantics::mncore2::layout::{Element, Layout};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{self, Read, Write};

pub(super) fn write(board: &Board, layout: &Layout, out: &mut impl Write) -> io::Result<()> {
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
    board: &Board,
    layout: &Layout,
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
    for (n, spot) in layout.spots().enumerate() {
        let n = n as u64;
        let opened = sizes.iter().filter(|size| n.is_multiple_of(**size)).count();
        let comma = if n == 0 { "" } else { "," };
        let space = if opened == 0 { " " } else { "\n    " };
        write!(out, "{comma}{space}{}", "[".repeat(opened))?;
        out.write_all(text(code(board, &spot)?).as_bytes())?;
        for _ in sizes.iter().filter(|size| (n + 1).is_multiple_of(**size)) {
            out.write_all(b"]")?;
        }
    }
    Ok(())
}

/// The object of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    #[serde(rename = "layout")]
    _layout: Option<String>,
    dtype: Option<String>,
    shape: Option<Vec<u64>>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    hex: Option<&'a RawValue>,
}

pub(super) fn read(
    mut input: impl Read,
    layout: &Layout,
    round: bool,
    put: &mut Put<'_>,
) -> Result<(), String> {
    let mut text = String::new();
    input.read_to_string(&mut text).map_err(|e| format!(": cannot read: {e}"))?;
    let document: Document<'_> = serde_json::from_str(&text).map_err(|e| {
        let (line, column, text) = (e.line(), e.column(), e.to_string());
        let why = text.split(" at line ").next().unwrap_or_default();
        format!(":{line}:{column}: {why}; right: {{\"data\": [..]}} or {{\"hex\": [..]}}, as --export writes")
    })?;
    document.suits(layout).map_err(|why| format!(": {why}"))?;
    let data = leaves(document.data, "data", layout).map_err(|why| format!(": {why}"))?;
    let hex = leaves(document.hex, "hex", layout).map_err(|why| format!(": {why}"))?;
    for (n, spot) in layout.spots().enumerate() {
        let (hex, value) = (hex.as_ref().map(|h| &*h[n]), data.as_ref().map(|d| &*d[n]));
        let code = told(hex, value, layout, round);
        let done = code.and_then(|code| put(&spot, code));
        done.map_err(|why| format!(": index {:?}: {why}", layout.index(n as u64)))?;
    }
    Ok(())
}

impl Document<'_> {
    /// Whether what it says of itself is what the layout says.
    fn suits(&self, layout: &Layout) -> Result<(), String> {
        let (element, shape) = (layout.element(), layout.shape());
        if let Some(dtype) = self.dtype.as_ref().filter(|d| Element::parse(d) != Some(element)) {
            return Err(format!("its dtype is `{dtype}`; right: `{element}`"));
        }
        if let Some(own) = self.shape.as_ref().filter(|own| **own != shape) {
            return Err(format!("its shape is {own:?}; right: {shape:?}"));
        }
        if self.data.or(self.hex).is_none() {
            return Err("it has neither `data` nor `hex`; right: one of them".into());
        }
        Ok(())
    }
}

type Leaves<'a> = Vec<Cow<'a, str>>;

/// The texts of the elements in C order.
fn leaves<'a>(
    raw: Option<&'a RawValue>,
    name: &str,
    layout: &Layout,
) -> Result<Option<Leaves<'a>>, String> {
    let Some(raw) = raw else { return Ok(None) };
    let mut leaves = Vec::new();
    flatten(raw, name, &layout.shape(), &mut Vec::new(), &mut leaves)?;
    Ok(Some(leaves))
}

/// Adds the leaves of nested lists of a shape.
fn flatten<'a>(
    raw: &'a RawValue,
    name: &str,
    shape: &[u64],
    index: &mut Vec<usize>,
    leaves: &mut Leaves<'a>,
) -> Result<(), String> {
    let here = |index: &[usize]| {
        let index: String = index.iter().map(|n| format!("[{n}]")).collect();
        format!("{name}{index}")
    };
    let text = raw.get();
    let Some((&size, inner)) = shape.split_first() else {
        let leaf = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str(text).ok().map(Cow::Owned),
            Some(b'-' | b'0'..=b'9') => Some(Cow::Borrowed(text)),
            _ => None,
        };
        let wrong = || format!("{} is no number: {}", here(index), excerpt(text));
        leaves.push(leaf.ok_or_else(wrong)?);
        return Ok(());
    };
    let list: Vec<&'a RawValue> = serde_json::from_str(text)
        .map_err(|_| format!("{} is no list of {size}: {}", here(index), excerpt(text)))?;
    if list.len() as u64 != size {
        return Err(format!("{} has {} elements; right: {size}", here(index), list.len()));
    }
    for (n, raw) in list.into_iter().enumerate() {
        index.push(n);
        flatten(raw, name, inner, index, leaves)?;
        index.pop();
    }
    Ok(())
}

/// The beginning of a text.
fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(20).collect();
    if start.len() < text.len() { format!("`{start}...`") } else { format!("`{start}`") }
}
