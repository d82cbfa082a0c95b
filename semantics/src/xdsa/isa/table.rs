//! Operand tables: the values of a layout's fields, and the bytes that hold them.

use super::{Layout, Part, Unit, Width};
use std::sync::Arc;

/// An operand table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    layout: Arc<Layout>,
    width: Width,
    /// One for each field of the layout.
    values: Vec<u64>,
    /// The table's bytes with only the bits of gaps, where one is set.
    reserved: Option<Vec<u8>>,
}

/// Why a field does not take a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// There is no such field.
    Unknown,
    /// The field has so many bits.
    TooWide(u32),
}

impl Table {
    /// All zeros.
    #[must_use]
    pub fn new(layout: &Arc<Layout>, width: Width) -> Self {
        Self { values: vec![0; layout.fields.len()], layout: layout.clone(), width, reserved: None }
    }

    /// From its bytes; those that are missing are 0.
    #[must_use]
    pub fn read(layout: &Arc<Layout>, width: Width, bytes: &[u8]) -> Self {
        let value = |parts: &[Part]| {
            parts.iter().fold(0, |value, part| value | take(bytes, *part, width) << part.shift)
        };
        let values = layout.fields.iter().map(|field| value(&field.parts)).collect();
        let mut reserved = vec![0; layout.bytes(width)];
        for gap in &layout.gaps {
            put(&mut reserved, *gap, width, take(bytes, *gap, width));
        }
        let reserved = reserved.iter().any(|byte| *byte != 0).then_some(reserved);
        Self { layout: layout.clone(), width, values, reserved }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes =
            self.reserved.clone().unwrap_or_else(|| vec![0; self.layout.bytes(self.width)]);
        for (field, value) in self.layout.fields.iter().zip(&self.values) {
            for part in &field.parts {
                put(&mut bytes, *part, self.width, value >> part.shift);
            }
        }
        bytes
    }

    /// Its layout.
    #[must_use]
    pub const fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The width of addresses.
    #[must_use]
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Whether a bit that is reserved is set.
    #[must_use]
    pub const fn has_reserved(&self) -> bool {
        self.reserved.is_some()
    }

    /// The value of a field; 0 where the layout has no such field.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.find(name).map_or(0, |at| self.values[at])
    }

    /// The unit that a field holds; none where its code is reserved.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<Unit> {
        Unit::of_code(self.get(name))
    }

    /// Every field with its value.
    pub fn fields(&self) -> impl Iterator<Item = (&super::Field, u64)> {
        self.layout.fields.iter().zip(self.values.iter().copied())
    }

    /// Sets a field.
    ///
    /// # Errors
    /// A field that is not there, or a value with more bits.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), TableError> {
        let at = self.find(name).ok_or(TableError::Unknown)?;
        let bits = self.layout.fields[at].bits(self.width);
        if bits < 64 && value >> bits != 0 {
            return Err(TableError::TooWide(bits));
        }
        self.values[at] = value;
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.layout.fields.iter().position(|field| field.name == name)
    }
}

/// At most 64 bits of a table.
fn take(bytes: &[u8], part: Part, width: Width) -> u64 {
    let (start, bits) = (part.start.at(width) as usize, part.bits.at(width));
    let mut window = [0; 16];
    for (to, from) in window.iter_mut().zip(bytes.get(start / 8..).unwrap_or_default()) {
        *to = *from;
    }
    let value = u128::from_le_bytes(window) >> (start % 8);
    if bits == 0 { 0 } else { value as u64 & u64::MAX >> (64 - bits) }
}

fn put(bytes: &mut [u8], part: Part, width: Width, value: u64) {
    let (start, bits) = (part.start.at(width) as usize, part.bits.at(width) as usize);
    for at in 0..bits {
        if let Some(byte) = bytes.get_mut((start + at) / 8) {
            let bit = 1 << ((start + at) % 8);
            *byte = if value >> at & 1 == 1 { *byte | bit } else { *byte & !bit };
        }
    }
}
