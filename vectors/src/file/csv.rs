//! CSV lines: comma-separated, quoted as in RFC 4180 where a field holds a comma or a quote.
//!
//! [`read`] defines what a line may be. [`fast`] reads the usual ones, a sealed case in the
//! writer's form, in one pass, and leaves every other line to it.

use super::error::{Fault, What};
use super::field::{Field, lower};
use super::format::header_of;
use super::hex;
use super::quick::{byte, elements, exceptions};
use super::reading::{Parsed, Reading};
use super::seal::Seal;
use crate::registry::FlagKind;
use std::borrow::Cow;

/// Reads a line of a known operation and options whose seal is whole; `None` for any other.
#[inline]
pub(super) fn fast(p: &mut Reading, line: &[u8]) -> Option<Parsed> {
    let head = match p.plans.last_head(line) {
        Some(head) => head,
        None => {
            let head = head(line)?;
            p.plans.select(&line[..head]).then_some(head)?
        }
    };
    let entry = p.plans.last()?;
    let plan = &entry.plan;
    if plan.operands.len() > p.columns {
        return None;
    }
    let mut at = head;
    let mut filled = 0;
    for shape in &plan.operands {
        let codes = p.x.get_mut(filled..filled + shape.len)?;
        at = elements(hex::take, line, at, shape, codes, b',')?;
        filled += shape.len;
    }
    let operands = &line[head..at - 1];
    for _ in plan.operands.len()..p.columns {
        at = byte(line, at, b',')?;
    }
    let mut filled = 0;
    for (i, shape) in plan.results.iter().enumerate() {
        let codes = p.out.get_mut(filled..filled + shape.len)?;
        let end = if i + 1 == plan.results.len() { b',' } else { b';' };
        at = elements(hex::take, line, at, shape, codes, end)?;
        filled += shape.len;
    }
    let flag = match line.get(at)? {
        b',' => None,
        bit @ (b'0' | b'1') if plan.op.flags == FlagKind::Mask => {
            at += 1;
            Some(bit - b'0')
        }
        _ => {
            let flags = exceptions(hex::take, plan, line.get(at..at + 2)?)?;
            at += 2;
            Some(flags)
        }
    };
    at = byte(line, at, b',')?;
    let rest = &line[at..];
    if rest.iter().fold(false, |bad, &b| bad | b.is_ascii_control() | (b == b'"')) {
        return None;
    }
    let end = memchr::memchr(b',', rest)?;
    let (class, unspecified) = (&rest[..end], &rest[end + 1..]);
    let mark = class.len().checked_sub(5)?;
    let (words, seal) = (&class[..mark], &class[mark + 1..]);
    let whole = class[mark] == b'#'
        && memchr::memchr(b',', unspecified).is_none()
        && entry.seal.seal(operands, words, unspecified) == seal;
    whole.then(|| Parsed {
        flag,
        class: at..at + end,
        unspecified: at + end + 1..line.len(),
        seal: Seal::Whole,
        marked: false,
    })
}

/// Where the flags of a line begin.
pub(super) fn flags(line: &str) -> Option<usize> {
    let fields = split(line).ok()?;
    fields.get(fields.len().checked_sub(3)?)?.offset
}

/// The end of `op,opts,`, for an operation that is not quoted.
fn head(line: &[u8]) -> Option<usize> {
    let op = memchr::memchr(b',', line)? + 1;
    let opts = match line.get(op)? {
        b'"' => op + 1 + memchr::memchr(b'"', &line[op + 1..])? + 1,
        _ => op + memchr::memchr(b',', &line[op..])?,
    };
    byte(line, opts, b',')
}

/// Reads any line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let mut fields = split(line)?;
    let names = header_of(p.columns);
    for (field, name) in fields.iter_mut().zip(names.split(',')) {
        field.name = name.to_owned().into();
    }
    let [op, opts, operands @ .., out, flags, class, unspecified] = &fields[..] else {
        return Err(count(line, &fields, names));
    };
    if operands.len() != p.columns {
        return Err(count(line, &fields, names));
    }
    // A quoted operand begins behind its quote: the head is cut at its comma.
    let head = operands.first().and_then(|f| f.offset).unwrap_or(0);
    let head = line[..head].trim_end_matches('"');
    p.plans.read(head.as_bytes(), op, opts)?;
    let Some(entry) = p.plans.last() else { return Err(op.fault(0, What::NoOperation)) };
    let plan = &entry.plan;
    p.scratch.clear();
    let mut filled = 0;
    for (i, field) in operands.iter().enumerate() {
        let Some(shape) = plan.operands.get(i) else {
            field.empty(plan)?;
            continue;
        };
        field.elements(shape, &mut p.x[filled..filled + shape.len])?;
        filled += shape.len;
        if i > 0 {
            p.scratch.push(b',');
        }
        p.scratch.extend_from_slice(lower(&field.text).as_bytes());
    }
    if let Some(shape) = plan.operands.get(operands.len()) {
        let (field, right) = (
            format!("in{}", operands.len()),
            format!("a column for it: {} hex digits", shape.digits()),
        );
        return Err(out.fault(0, What::Missing { field, right }));
    }
    out.results(&plan.results, &mut p.out)?;
    let flag = flags.flag(plan)?;
    Ok(p.finish(flag, &class.text, &unspecified.text))
}

/// Too many or too few fields: at the first too many, or at the end of the line.
fn count(line: &str, fields: &[Field<'_>], names: String) -> Box<Fault> {
    let right = names.split(',').count();
    let offset = fields.get(right).and_then(|f| f.offset).unwrap_or(line.len());
    Box::new(What::Fields { found: fields.len(), right, names }.at(offset))
}

/// The fields of a line, without names.
fn split(line: &str) -> Result<Vec<Field<'_>>, Box<Fault>> {
    let mut fields = Vec::new();
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let (field, length) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted, at)?,
            None => plain_field(rest, at)?,
        };
        fields.push(field);
        at += length;
        match line.as_bytes().get(at) {
            None => return Ok(fields),
            Some(b',') => at += 1,
            Some(_) => {
                let what = What::Quote("text behind a closing quote, right is a comma");
                return Err(Box::new(what.at(at)));
            }
        }
    }
}

fn plain_field(rest: &str, at: usize) -> Result<(Field<'_>, usize), Box<Fault>> {
    let text = &rest[..rest.find(',').unwrap_or(rest.len())];
    if let Some(quote) = text.find('"') {
        let what = What::Quote("a quote inside a field that does not begin with one");
        return Err(Box::new(what.at(at + quote)));
    }
    Ok((Field { name: "".into(), text: text.into(), offset: Some(at) }, text.len()))
}

/// A field behind its opening quote; its length includes both quotes.
fn quoted_field(quoted: &str, at: usize) -> Result<(Field<'_>, usize), Box<Fault>> {
    let mut end = 0;
    loop {
        let Some(quote) = quoted[end..].find('"') else {
            let what = What::Quote("a quoted field without its closing quote");
            return Err(Box::new(what.at(at)));
        };
        end += quote;
        if !quoted[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let text = match &quoted[..end] {
        text if text.contains('"') => Cow::Owned(text.replace("\"\"", "\"")),
        text => Cow::Borrowed(text),
    };
    Ok((Field { name: "".into(), text, offset: Some(at + 1) }, end + 2))
}
