//! Bytes of the Unity domain, and elements of units in them (XDSA-D01, D18).

use semantics::xdsa::isa::Unit;
use std::collections::BTreeMap;

/// A memory; what is not there is 0.
#[derive(Clone, Debug, Default)]
pub struct Memory(BTreeMap<u64, u8>);

/// Bits of a byte that an instruction writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub(super) address: u64,
    pub(super) mask: u8,
    pub(super) value: u8,
}

impl Memory {
    /// A byte.
    #[must_use]
    pub fn byte(&self, address: u64) -> u8 {
        self.0.get(&address).copied().unwrap_or(0)
    }

    /// Sets a byte.
    pub fn set(&mut self, address: u64, byte: u8) {
        self.0.insert(address, byte);
    }

    /// Writes bytes from an address on; those beyond the last address are lost.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        for (i, byte) in bytes.iter().enumerate() {
            if let Some(at) = address.checked_add(i as u64) {
                self.set(at, *byte);
            }
        }
    }

    /// Every byte that was ever written.
    pub fn bytes(&self) -> impl Iterator<Item = (u64, u8)> {
        self.0.iter().map(|(address, byte)| (*address, *byte))
    }

    /// Element `index` of a tensor that starts at a byte.
    pub(super) fn element(&self, address: u64, unit: Unit, index: u64) -> u64 {
        if unit.bits() == 4 {
            let byte = self.byte(address.wrapping_add(index / 2));
            return u64::from(if index.is_multiple_of(2) { byte & 15 } else { byte >> 4 });
        }
        let size = u64::from(unit.bits() / 8);
        let start = address.wrapping_add(index.wrapping_mul(size));
        (0..size)
            .map(|i| u64::from(self.byte(start.wrapping_add(i))) << (8 * i))
            .fold(0, |all, byte| all | byte)
    }

    pub(super) fn apply(&mut self, write: Write) {
        let old = self.byte(write.address);
        self.set(write.address, old & !write.mask | write.value & write.mask);
    }
}

/// The writes of an element.
pub(super) fn writes(address: u64, unit: Unit, index: u64, element: u64) -> Vec<Write> {
    if unit.bits() == 4 {
        let (low, value) = (index.is_multiple_of(2), element as u8 & 15);
        let (mask, value) = if low { (0x0f, value) } else { (0xf0, value << 4) };
        return vec![Write { address: address.wrapping_add(index / 2), mask, value }];
    }
    let size = u64::from(unit.bits() / 8);
    let start = address.wrapping_add(index.wrapping_mul(size));
    (0..size)
        .map(|i| Write {
            address: start.wrapping_add(i),
            mask: 0xff,
            value: (element >> (8 * i)) as u8,
        })
        .collect()
}
