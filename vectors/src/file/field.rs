//! The text of a field -> codes, flags; with the place and reason where it is none.

use super::error::{Fault, MAX_LINE, What};
use super::hex;
use crate::registry::{FlagKind, Plan, Shape};
use std::borrow::Cow;

/// A field's text, and where in the line it begins, if it stands there as it is.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) name: Cow<'static, str>,
    pub(super) text: Cow<'a, str>,
    pub(super) offset: Option<usize>,
}

impl Field<'_> {
    /// Something wrong at this byte of the text.
    pub(super) fn fault(&self, at: usize, what: What) -> Box<Fault> {
        Box::new(Fault { column: self.offset.map(|o| o + at + 1), what })
    }

    /// The results of a case, joined by `;`.
    pub(super) fn results(&self, shapes: &[Shape], codes: &mut [u64]) -> Result<(), Box<Fault>> {
        if let [only] = shapes {
            return self.elements(only, &mut codes[..only.words()]);
        }
        let found = self.text.split(';').count();
        if found != shapes.len() {
            let field = self.name.to_string();
            return Err(self.fault(0, What::Results { field, found, right: shapes.len() }));
        }
        let (mut at, mut filled) = (0, 0);
        for (text, shape) in self.text.split(';').zip(shapes) {
            let offset = self.offset.map(|o| o + at);
            let own = Field { name: self.name.clone(), text: text.into(), offset };
            own.elements(shape, &mut codes[filled..filled + shape.words()])?;
            at += text.len() + 1;
            filled += shape.words();
        }
        Ok(())
    }

    /// The elements of one operand or result, joined by `_`.
    pub(super) fn elements(&self, shape: &Shape, codes: &mut [u64]) -> Result<(), Box<Fault>> {
        self.not_empty(shape)?;
        let found = self.text.split('_').count();
        if let Some(at) = self.text.find(|c: char| c != '_' && !c.is_ascii_hexdigit()) {
            return Err(self.fault(at, self.digit(at)));
        }
        if found != shape.len {
            return Err(self.fault(0, self.count(found, shape.len)));
        }
        let mut at = 0;
        let words = codes.chunks_exact_mut(shape.words_per_element());
        for (i, (element, words)) in self.text.split('_').zip(words).enumerate() {
            self.element((i, at), element, shape, words)?;
            at += element.len() + 1;
        }
        Ok(())
    }

    /// The words of one element; `at` is where it begins.
    pub(super) fn element(
        &self,
        (i, at): (usize, usize),
        text: &str,
        shape: &Shape,
        words: &mut [u64],
    ) -> Result<(), Box<Fault>> {
        if let Some(bad) = text.find(|c: char| !c.is_ascii_hexdigit()) {
            return Err(self.fault(at + bad, self.digit_of(text, bad)));
        }
        let field = || {
            let which = if shape.len > 1 { format!("element {i} of ") } else { String::new() };
            format!("{which}{}", self.name)
        };
        if text.len() != shape.digits() {
            let (found, right) = (text.len(), shape.digits());
            return Err(self.fault(at, What::Width { field: field(), found, right }));
        }
        // Digits of 16 each from the end on.
        let digits = lower(text);
        let mut rest = digits.as_bytes();
        for word in &mut *words {
            let (higher, own) = rest.split_at(rest.len().saturating_sub(16));
            *word = hex::take(own, own.len()).unwrap_or(0);
            rest = higher;
        }
        match shape.check(0, words) {
            Ok(()) => Ok(()),
            Err(_) => {
                let (found, bits) = (text.to_owned(), shape.format.width);
                Err(self.fault(at, What::Wide { field: field(), found, bits }))
            }
        }
    }

    fn not_empty(&self, shape: &Shape) -> Result<(), Box<Fault>> {
        if !self.text.is_empty() {
            return Ok(());
        }
        let right = match shape.len {
            1 => format!("{} hex digits", shape.digits()),
            n => format!("{n} elements of {} hex digits", shape.digits()),
        };
        Err(self.fault(0, What::Missing { field: self.name.to_string(), right }))
    }

    fn digit(&self, at: usize) -> What {
        self.digit_of(&self.text, at)
    }

    fn digit_of(&self, text: &str, at: usize) -> What {
        let found = text.get(at..).and_then(|rest| rest.chars().next());
        What::Digit { field: self.name.to_string(), found: found.unwrap_or(' ') }
    }

    /// Not the right number of elements.
    pub(super) fn count(&self, found: usize, right: usize) -> What {
        What::Elements { field: self.name.to_string(), found, right }
    }

    /// The flags; nothing where they were not recorded.
    pub(super) fn flag(&self, plan: &Plan) -> Result<Option<u8>, Box<Fault>> {
        let kind = plan.op.flags;
        match &*self.text {
            "" => Ok(None),
            _ if kind == FlagKind::None => Err(self.superfluous(plan, "no mask flag".to_owned())),
            text => hex::take(lower(text).as_bytes(), kind.digits())
                .filter(|flags| text.len() == kind.digits() && *flags <= kind.most().into())
                .map(|flags| Some(flags as u8))
                .ok_or_else(|| self.not_flags(kind)),
        }
    }

    /// The flags of an operation that has them, recorded.
    pub(super) fn required_flag(&self, plan: &Plan) -> Result<u8, Box<Fault>> {
        self.flag(plan)?.ok_or_else(|| self.not_flags(plan.op.flags))
    }

    fn not_flags(&self, kind: FlagKind) -> Box<Fault> {
        self.fault(0, What::Flag { found: self.text.to_string(), right: kind.syntax() })
    }

    /// An operand column that the operation leaves empty.
    pub(super) fn empty(&self, plan: &Plan) -> Result<(), Box<Fault>> {
        if self.text.is_empty() {
            return Ok(());
        }
        let count = plan.operands.len();
        let operands = format!("{count} operand{}", if count == 1 { "" } else { "s" });
        Err(self.superfluous(plan, operands))
    }

    fn superfluous(&self, plan: &Plan, operands: String) -> Box<Fault> {
        let (field, op) = (self.name.to_string(), plan.op.id.clone());
        self.fault(0, What::Superfluous { field, found: self.text.to_string(), op, operands })
    }
}

/// Hex digits as they are written: a reader takes them in upper case, too.
pub(super) fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|b| b.is_ascii_uppercase()) {
        true => text.to_ascii_lowercase().into(),
        false => text.into(),
    }
}

/// Whether a text begins with the byte order mark of UTF-16, which no UTF-8 has.
pub(super) fn is_utf16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

/// The text of a line, which holds no control character and is not too long. Of a line that is, the
/// reader may have kept the beginning alone.
pub(super) fn whole(line: &[u8]) -> Result<&str, Box<Fault>> {
    if line.is_empty() {
        return Err(Box::new(What::Blank.at(0)));
    }
    let read = line.get(..MAX_LINE).unwrap_or(line);
    let is_cut = read.len() < line.len();
    let control = read.iter().position(|b| b.is_ascii_control());
    let what = match (std::str::from_utf8(read), control) {
        (Ok(text), None) if !is_cut => return Ok(text),
        (Ok(_), None) => What::TooLong.at(MAX_LINE),
        (Err(e), None) if is_cut && e.error_len().is_none() => What::TooLong.at(MAX_LINE),
        (Err(e), at) if at.is_none_or(|at| e.valid_up_to() < at) => {
            let at = e.valid_up_to();
            if is_utf16(line) { What::Utf16.at(0) } else { What::NotUtf8(line[at]).at(at) }
        }
        (_, at) => {
            let at = at.unwrap_or(0);
            let is_end = line[at] == b'\r' && at + 1 == line.len();
            if is_end { What::CarriageReturn.at(at) } else { What::Stray(line[at]).at(at) }
        }
    };
    Err(Box::new(what))
}
