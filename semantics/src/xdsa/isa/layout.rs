//! Layouts of operand tables: fields as ranges of bits, with the width of addresses as a variable.
//!
//! A layout is written from bit 0 upwards as `name:bits` with A for an address, M for `max(32, A)`, a number, or `A-4`; `_` is a gap
//! that must be 0. `fc.8:4` are bits 11:8 of a field whose lower part, `fc.0:8`, stands elsewhere (XDSA-D12).

use super::Width;

/// A place in a table or a width, in bits: `a A + m M + k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// How often A.
    pub a: i32,
    /// How often M.
    pub m: i32,
    /// Bits more.
    pub k: i32,
}

impl Position {
    /// In bits.
    #[must_use]
    pub const fn at(self, width: Width) -> u32 {
        let (a, m) = (width.bits() as i32, width.value_bits() as i32);
        (self.a * a + self.m * m + self.k) as u32
    }

    const fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, m: self.m + other.m, k: self.k + other.k }
    }

    /// `A`, `M`, `12`, `A-4`
    fn read(text: &str) -> Self {
        let (name, rest) = match text.as_bytes() {
            [b'A' | b'M', ..] => text.split_at(1),
            _ => ("", text),
        };
        let k = if rest.is_empty() { 0 } else { rest.parse().unwrap_or(0) };
        Self { a: i32::from(name == "A"), m: i32::from(name == "M"), k }
    }
}

/// A range of bits of a table that holds bits of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it begins in the table.
    pub start: Position,
    /// Its bits.
    pub bits: Position,
    /// The first bit of the field that stands there.
    pub shift: u32,
}

/// A field of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in texts.
    pub name: &'static str,
    /// Its parts, the lowest bits of the field first.
    pub parts: Vec<Part>,
}

impl Field {
    /// Its bits.
    #[must_use]
    pub fn bits(&self, width: Width) -> u32 {
        self.parts.iter().map(|part| part.bits.at(width)).sum()
    }

    /// Whether it is as wide as an address.
    #[must_use]
    pub fn is_address(&self) -> bool {
        matches!(self.parts[..], [Part { bits: Position { a: 1, m: 0, k: 0 }, .. }])
            && self.name != "len"
    }

    /// Whether it holds the code of a unit.
    #[must_use]
    pub fn is_unit(&self) -> bool {
        self.name.ends_with("unit")
            || matches!(self.name, "src" | "src0" | "src1" | "src2" | "des" | "unit2")
    }
}

/// A layout of operand tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its name in the guide to the fields: `L-UN`.
    pub name: &'static str,
    /// Its fields, in the order of their first bits.
    pub fields: Vec<Field>,
    /// What must be 0.
    pub gaps: Vec<Part>,
    /// Its bits in all.
    pub size: Position,
}

impl Layout {
    /// Reads the parts of a layout.
    ///
    /// ```
    /// use semantics::xdsa::isa::{Layout, Width};
    /// let layout = Layout::read("MINE", &["s:A d:A", "len:A src_unit:4"]);
    /// assert_eq!((layout.bytes(Width::A16), layout.bytes(Width::A64)), (10, 28));
    /// ```
    #[must_use]
    pub fn read(name: &'static str, parts: &[&'static str]) -> Self {
        let (mut fields, mut gaps, mut start) =
            (Vec::<Field>::new(), Vec::new(), Position::default());
        for token in parts.iter().flat_map(|part| part.split_whitespace()) {
            let (name, bits) = token.split_once(':').unwrap_or((token, "0"));
            let bits = Position::read(bits);
            let (name, shift) = name.split_once('.').unwrap_or((name, "0"));
            let part = Part { start, bits, shift: shift.parse().unwrap_or(0) };
            start = start.add(bits);
            if name == "_" {
                gaps.push(part);
            } else if let Some(field) = fields.iter_mut().find(|field| field.name == name) {
                field.parts.push(part);
                field.parts.sort_by_key(|part| part.shift);
            } else {
                fields.push(Field { name, parts: vec![part] });
            }
        }
        // Tables are whole words behind the addresses.
        let rest = -start.k & 31;
        if rest > 0 {
            gaps.push(Part { start, bits: Position { k: rest, ..Position::default() }, shift: 0 });
        }
        Self { name, fields, gaps, size: start.add(Position { k: rest, ..Position::default() }) }
    }

    /// The table's bytes.
    #[must_use]
    pub const fn bytes(&self, width: Width) -> usize {
        self.size.at(width) as usize / 8
    }

    /// The field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
