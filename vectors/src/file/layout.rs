//! Where the words of a case stand in its record.

use super::record::{Field, Fields, bytes, results};
use crate::registry::{FlagKind, Plan, Ran, Shape};

/// Bytes of a step in which words are read and written.
const STEP: usize = 8;

/// Bytes of a record that is made in one piece.
const SHORT: usize = 64;

/// Where the words of a plan's cases stand in a record.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Bytes of a record.
    pub(super) record: usize,
    operands: Vec<Place>,
    results: Vec<Place>,
    pub(super) flags: Option<Place>,
    pub(super) open: Option<Place>,
}

/// Where a word of an operand or result stands in a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    at: usize,
    size: usize,
    little: bool,
    /// What the format does not hold.
    beyond: u64,
}

impl Place {
    fn of(field: &Field, element: usize, beyond: u64) -> Self {
        let Field { at, size, little, .. } = *field;
        Self { at: at + element * size, size, little, beyond }
    }

    /// The word of a record, behind which others may stand.
    #[inline(always)]
    pub(super) fn code(&self, record: &[u8]) -> u64 {
        if self.little
            && let Some(own) = record.get(self.at..self.at + STEP)
            && let Some(own) = own.first_chunk()
        {
            return u64::from_le_bytes(*own) & u64::MAX >> (64 - 8 * self.size);
        }
        let own = &record[self.at..self.at + self.size];
        let code = match *own {
            [a] => return a.into(),
            [a, b] => u16::from_le_bytes([a, b]).into(),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => 0,
        };
        if self.little { code } else { code.swap_bytes() >> (64 - 8 * self.size) }
    }

    /// Puts a word there, and what follows in a step's bytes is no longer what it was.
    #[inline(always)]
    fn put(&self, record: &mut [u8], code: u64) {
        record[self.at..self.at + STEP].copy_from_slice(&code.to_le_bytes());
    }
}

impl Layout {
    /// That of an array with these fields, which must be a plan's: in any order and byte order, without flags and open
    /// decisions or with them.
    pub(super) fn read(fields: &Fields, plan: &Plan) -> Result<Self, String> {
        let layout = Self {
            record: fields.record,
            operands: places(fields, operand_names(plan), &plan.operands)?,
            results: places(fields, results(plan), &plan.results)?,
            flags: flags(fields, plan)?,
            open: optional(fields, "unspecified", 4)?,
        };
        let known = plan.operands.len() + plan.results.len();
        let beside = usize::from(layout.flags.is_some()) + usize::from(layout.open.is_some());
        if known + beside == fields.all.len() {
            return Ok(layout);
        }
        let own = Fields::of(plan);
        let other = fields.all.iter().find(|field| own.named(&field.name).is_none());
        let name = other.map_or_else(String::new, |field| field.name.escape_debug().to_string());
        let names: Vec<&str> = own.all.iter().map(|field| &*field.name).collect();
        Err(format!("it has a field `{name}`, right are {}", names.join(", ")))
    }

    /// That in which the cases of a plan are written.
    pub(super) fn of(plan: &Plan) -> Self {
        let Fields { all, record } = Fields::of(plan);
        let mut fields = all.iter();
        let mut places = |shapes: &[Shape]| -> Vec<Place> {
            shapes.iter().zip(fields.by_ref()).flat_map(|(own, field)| words(field, own)).collect()
        };
        let (operands, results) = (places(&plan.operands), places(&plan.results));
        let mut single = || fields.next().map(|field| Place::of(field, 0, 0));
        let flags = if plan.op.flags == FlagKind::None { None } else { single() };
        Self { record, operands, results, flags, open: single() }
    }

    /// Appends the record of a case, with the bits of its open decisions.
    #[inline]
    pub(super) fn push(&self, x: &[u64], ran: Ran<'_>, open: u32, out: &mut Vec<u8>) {
        let start = out.len();
        if self.record + STEP > SHORT {
            out.resize(start + self.record + STEP, 0);
            self.fill(&mut out[start..], x, ran, open);
        } else {
            let mut record = [0; SHORT];
            self.fill(&mut record, x, ran, open);
            out.extend_from_slice(&record);
        }
        out.truncate(start + self.record);
    }

    /// Puts the words of a case there, from the first to the last.
    #[inline(always)]
    fn fill(&self, record: &mut [u8], x: &[u64], ran: Ran<'_>, open: u32) {
        self.operands.iter().zip(x).for_each(|(place, code)| place.put(record, *code));
        self.results.iter().zip(ran.out).for_each(|(place, code)| place.put(record, *code));
        self.flags.iter().for_each(|place| place.put(record, ran.flag.unwrap_or(0).into()));
        self.open.iter().for_each(|place| place.put(record, open.into()));
    }

    /// Reads the codes of operands and results of a record, behind which others may stand; whether their formats hold them.
    #[inline]
    pub(super) fn codes(&self, record: &[u8], x: &mut [u64], out: &mut [u64]) -> bool {
        fill(&self.operands, record, x) && fill(&self.results, record, out)
    }
}

/// The codes at these places; whether the formats hold them all.
#[inline(always)]
fn fill(places: &[Place], record: &[u8], codes: &mut [u64]) -> bool {
    let mut beyond = 0;
    for (place, to) in places.iter().zip(codes) {
        *to = place.code(record);
        beyond |= *to & place.beyond;
    }
    beyond == 0
}

pub(super) fn operand_names(plan: &Plan) -> Vec<String> {
    (0..plan.operands.len()).map(|i| format!("in{i}")).collect()
}

/// Where the words of operands or results stand, all of which must be there.
fn places(fields: &Fields, names: Vec<String>, shapes: &[Shape]) -> Result<Vec<Place>, String> {
    let mut all = Vec::new();
    for (name, shape) in names.into_iter().zip(shapes) {
        let field = fields.named(&name).ok_or_else(|| format!("it has no field `{name}`"))?;
        fits(field, bytes(shape.format.width), shape.words())?;
        all.extend(words(field, shape));
    }
    Ok(all)
}

/// Where the words of an operand or result stand. The last of an element holds what is left of its bits.
fn words<'a>(field: &'a Field, shape: &'a Shape) -> impl Iterator<Item = Place> + 'a {
    let words = shape.words_per_element();
    let top = shape.format.width - 64 * (words as u32 - 1);
    (0..shape.words()).map(move |word| {
        let ends = (word + 1).is_multiple_of(words) && top < 64;
        Place::of(field, word, if ends { u64::MAX << top } else { 0 })
    })
}

fn flags(fields: &Fields, plan: &Plan) -> Result<Option<Place>, String> {
    let flags = optional(fields, "flags", 1)?;
    if flags.is_some() && plan.op.flags == FlagKind::None {
        return Err(format!("it has a field `flags`, and {} has none", plan.op.id));
    }
    Ok(flags)
}

fn optional(fields: &Fields, name: &str, size: usize) -> Result<Option<Place>, String> {
    let Some(field) = fields.named(name) else { return Ok(None) };
    fits(field, size, 1)?;
    Ok(Some(Place::of(field, 0, 0)))
}

fn fits(field: &Field, size: usize, elements: usize) -> Result<(), String> {
    if (field.size, field.elements) == (size, elements) {
        return Ok(());
    }
    let right = Field { size, elements, little: true, ..field.clone() };
    let told = |field: &Field| match field.elements {
        1 => field.dtype(),
        n => format!("{} x {n}", field.dtype()),
    };
    Err(format!("its field `{}` is {}, right is {}", field.name, told(field), told(&right)))
}
