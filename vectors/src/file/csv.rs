//! CSV lines: comma-separated, quoted as in RFC 4180 where a field holds a comma or a quote.
//!
//! [`read`] defines what a line may be. The usual ones, sealed cases in the writer's form, are read [quickly](super::quick).

use super::error::{Fault, What};
use super::field::{Field, lower};
use super::format::header_of;
use super::reading::{Parsed, Reading};
use std::borrow::Cow;

/// Where the flags of a line begin.
pub(super) fn flags(line: &str) -> Option<usize> {
    let fields = split(line).ok()?;
    fields.get(fields.len().checked_sub(3)?)?.offset
}

/// Reads any line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let mut fields = split(line)?;
    let names = header_of(p.plans.columns);
    for (field, name) in fields.iter_mut().zip(names.split(',')) {
        field.name = name.to_owned().into();
    }
    let [op, opts, operands @ .., out, flags, class, unspecified] = &fields[..] else {
        return Err(count(line, &fields, names));
    };
    if operands.len() != p.plans.columns {
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
        field.elements(shape, &mut p.x[filled..filled + shape.words()])?;
        filled += shape.words();
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
