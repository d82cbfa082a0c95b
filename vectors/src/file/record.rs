//! Cases as records of NumPy's arrays: fields, and the head of a file.

use crate::registry::{FlagKind, Plan, Shape};
use std::fmt::Write;

/// What NPY files begin with.
pub(super) const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    /// Bytes of an element.
    pub(super) size: usize,
    pub(super) elements: usize,
    pub(super) little: bool,
    /// Where it begins in the record.
    pub(super) at: usize,
}

/// All of them, and the bytes of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) all: Vec<Field>,
    pub(super) record: usize,
}

/// The narrowest of 1, 2, 4 and 8 bytes.
pub(super) const fn bytes(bits: u32) -> usize {
    match bits {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        _ => 8,
    }
}

/// The results' names: `out`; of several `out0` and so on.
pub(super) fn results(plan: &Plan) -> Vec<String> {
    match plan.results.len() {
        1 => vec!["out".to_owned()],
        n => (0..n).map(|i| format!("out{i}")).collect(),
    }
}

impl Fields {
    /// Those of a plan, as they are written.
    pub(super) fn of(plan: &Plan) -> Self {
        let mut fields = Self { all: Vec::new(), record: 0 };
        let shape = |fields: &mut Self, name: String, shape: &Shape| {
            fields.push(name, bytes(shape.format.width), shape.words());
        };
        for (i, own) in plan.operands.iter().enumerate() {
            shape(&mut fields, format!("in{i}"), own);
        }
        for (name, own) in results(plan).into_iter().zip(&plan.results) {
            shape(&mut fields, name, own);
        }
        if plan.op.flags != FlagKind::None {
            fields.push("flags".to_owned(), 1, 1);
        }
        fields.push("unspecified".to_owned(), 4, 1);
        fields
    }

    /// One more field, little-endian, behind the others.
    pub(super) fn push(&mut self, name: String, size: usize, elements: usize) {
        self.all.push(Field { name, size, elements, little: true, at: self.record });
        self.record += size * elements;
    }

    pub(super) fn named(&self, name: &str) -> Option<&Field> {
        self.all.iter().find(|field| field.name == name)
    }

    /// The head of a file of so many records.
    pub(super) fn head(&self, cases: u64) -> Vec<u8> {
        let mut text = "{'descr': [".to_owned();
        for (i, field) in self.all.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            // Writing to a string does not fail.
            let _ = write!(text, "{comma}('{}', '{}'", field.name, field.dtype());
            let _ = match field.elements {
                1 => write!(text, ")"),
                n => write!(text, ", ({n},))"),
            };
        }
        let _ = write!(text, "], 'fortran_order': False, 'shape': ({cases},), }}");
        // Numbers begin at a multiple of 64 bytes.
        let start = MAGIC.len() + 4;
        let len = (start + text.len() + 1).next_multiple_of(64) - start;
        let mut head = [&MAGIC[..], &[1, 0]].concat();
        head.extend_from_slice(&(len as u16).to_le_bytes());
        head.extend_from_slice(text.as_bytes());
        head.resize(start + len - 1, b' ');
        head.push(b'\n');
        head
    }
}

impl Field {
    pub(super) fn dtype(&self) -> String {
        match (self.size, self.little) {
            (1, _) => "|u1".to_owned(),
            (size, true) => format!("<u{size}"),
            (size, false) => format!(">u{size}"),
        }
    }
}

/// The head of a file of so many cases of a plan.
pub(crate) fn head(plan: &Plan, cases: u64) -> Vec<u8> {
    Fields::of(plan).head(cases)
}

/// The bits of open decisions.
pub(super) fn mask(plan: &Plan, open: &[&str]) -> u32 {
    let bit = |id: &&str| plan.op.decisions.iter().position(|own| own == id);
    open.iter().filter_map(bit).fold(0, |mask, bit| mask | 1 << bit)
}
