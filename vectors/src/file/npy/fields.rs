//! The fields of a record, and the head of a file.

use super::literal::Literal;
use crate::registry::{FlagKind, Plan, Shape};
use std::fmt::Write;

/// What NPY files begin with.
pub(super) const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The most bytes of a head.
pub(super) const MOST_HEAD: usize = 1 << 16;

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
            fields.push(name, bytes(shape.format.width), shape.len);
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

    fn push(&mut self, name: String, size: usize, elements: usize) {
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

    /// The fields and records that the dictionary of a head tells.
    pub(super) fn read(text: &str) -> Result<(Self, u64), String> {
        let head = Literal::read(text.trim_end_matches('\0'))
            .map_err(|at| format!("its head is no dictionary at byte {}", at + 1))?;
        let right = "right is an array of records, as `assay gen --format npy` writes it";
        if head.of("fortran_order") != Some(&Literal::Name("False".to_owned())) {
            return Err("its fortran_order is not False".to_owned());
        }
        let shape = head.of("shape").and_then(Literal::list).unwrap_or_default();
        let [Literal::Number(cases)] = shape else {
            return Err(format!("its shape has {} axes, right is one", shape.len()));
        };
        let descr = head.of("descr").and_then(Literal::list);
        let descr = descr.ok_or_else(|| format!("its type has no fields, {right}"))?;
        let mut fields = Self { all: Vec::new(), record: 0 };
        for own in descr {
            fields.one(own)?;
        }
        Ok((fields, *cases))
    }

    fn one(&mut self, own: &Literal) -> Result<(), String> {
        let (name, dtype, elements) = match own.list() {
            Some([name, dtype]) => (name.text(), dtype.text(), Some(1)),
            Some([name, dtype, shape]) => (name.text(), dtype.text(), shape.number()),
            _ => (None, None, None),
        };
        let (Some(name), Some(dtype), Some(elements)) = (name, dtype, elements) else {
            return Err("a field of its type is none of name, type and one axis".to_owned());
        };
        let (little, size) = match dtype {
            "|u1" | "<u1" | ">u1" => (true, 1),
            "<u2" => (true, 2),
            ">u2" => (false, 2),
            "<u4" => (true, 4),
            ">u4" => (false, 4),
            "<u8" => (true, 8),
            ">u8" => (false, 8),
            _ => {
                let text = dtype.escape_debug();
                return Err(format!("its field `{name}` is {text}, right are unsigned integers"));
            }
        };
        let elements = usize::try_from(elements).ok().filter(|n| *n <= 1 << 16);
        let elements =
            elements.ok_or_else(|| format!("its field `{name}` has too many elements"))?;
        if self.named(name).is_some() {
            return Err(format!("its field `{name}` stands twice"));
        }
        self.push(name.to_owned(), size, elements);
        if let Some(last) = self.all.last_mut() {
            last.little = little;
        }
        Ok(())
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

    /// An element of a record.
    #[inline]
    pub(super) fn code(&self, record: &[u8], element: usize) -> u64 {
        let mut image = [0; 8];
        let own = &record[self.at + element * self.size..][..self.size];
        image[..self.size].copy_from_slice(own);
        if !self.little {
            image[..self.size].reverse();
        }
        u64::from_le_bytes(image)
    }
}
