//! Regions of memory: runs of elements at regular distances.

use crate::xdsa::Memory;
use crate::xdsa::isa::{Unit, Width};

/// Elements in memory: `run` of them one behind the other from a byte on, and such runs at the distances of `steps`, the outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The field of the operand table that says where it is.
    pub field: &'static str,
    /// The first byte.
    pub address: u64,
    /// The unit of its elements.
    pub unit: Unit,
    /// Elements that follow each other.
    pub run: u64,
    /// How often, and how many bytes apart; every run begins at a byte.
    pub steps: Vec<(u64, u64)>,
}

impl Region {
    /// Elements that follow each other.
    #[must_use]
    pub const fn dense(field: &'static str, address: u64, unit: Unit, count: u64) -> Self {
        Self { field, address, unit, run: count, steps: Vec::new() }
    }

    /// How many elements.
    #[must_use]
    pub fn count(&self) -> u128 {
        let runs = self.steps.iter().map(|(count, _)| u128::from(*count));
        runs.fold(self.run.into(), u128::saturating_mul)
    }

    /// Bytes of a run, the last of them perhaps half used.
    #[must_use]
    pub const fn run_bytes(&self) -> u128 {
        (self.run as u128 * self.unit.bits() as u128).div_ceil(8)
    }

    /// The byte behind the last one; the same as the address where there are no elements.
    #[must_use]
    pub fn end(&self) -> u128 {
        if self.count() == 0 {
            return self.address.into();
        }
        let far = |(count, stride): &(u64, u64)| (u128::from(*count) - 1) * u128::from(*stride);
        let last = self.steps.iter().map(far).fold(0, u128::saturating_add);
        last.saturating_add(self.address.into()).saturating_add(self.run_bytes())
    }

    /// Whether every byte lies in the address space.
    #[must_use]
    pub fn fits(&self, width: Width) -> bool {
        self.end() <= width.space()
    }

    /// The first byte of each run.
    pub fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        let count: u64 = self.steps.iter().map(|(count, _)| count).product();
        (0..count).map(|n| {
            let step = |(rest, at): (u64, u64), (count, stride): &(u64, u64)| {
                (rest / count, at.wrapping_add((rest % count).wrapping_mul(*stride)))
            };
            self.steps.iter().rev().fold((n, self.address), step).1
        })
    }

    /// Reads its elements.
    #[must_use]
    pub fn read(&self, memory: &Memory) -> Vec<u64> {
        let mut elements = Vec::with_capacity(self.count() as usize);
        let mut bytes = vec![0; self.run_bytes() as usize];
        for run in self.runs() {
            memory.read(run, &mut bytes);
            unpack(self.unit, self.run as usize, &bytes, &mut elements);
        }
        elements
    }

    /// Writes its elements, run by run; a half byte behind the last element of a run keeps what it holds (XDSA-D18).
    pub fn write(&self, memory: &mut Memory, elements: &[u64]) {
        if self.run == 0 {
            return;
        }
        let mut bytes = vec![0; self.run_bytes() as usize];
        for (run, elements) in self.runs().zip(elements.chunks(self.run as usize)) {
            if self.unit.bits() == 4 {
                memory.read(run, &mut bytes);
            }
            pack(self.unit, elements, &mut bytes);
            memory.write(run, &bytes);
        }
    }
}

/// Elements of packed bytes: int4 the low half of a byte first.
fn unpack(unit: Unit, count: usize, bytes: &[u8], elements: &mut Vec<u64>) {
    match unit.bits() {
        4 => elements.extend((0..count).map(|i| u64::from(bytes[i / 2] >> (i % 2 * 4) & 0xf))),
        8 => elements.extend(bytes.iter().map(|byte| u64::from(*byte))),
        16 => {
            elements.extend(bytes.as_chunks().0.iter().map(|b| u64::from(u16::from_le_bytes(*b))))
        }
        32 => {
            elements.extend(bytes.as_chunks().0.iter().map(|b| u64::from(u32::from_le_bytes(*b))))
        }
        _ => elements.extend(bytes.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b))),
    }
}

fn pack(unit: Unit, elements: &[u64], bytes: &mut [u8]) {
    match unit.bits() {
        4 => {
            for (i, element) in elements.iter().enumerate() {
                let shift = i % 2 * 4;
                bytes[i / 2] = bytes[i / 2] & !(0xf << shift) | (*element as u8 & 0xf) << shift;
            }
        }
        8 => bytes.iter_mut().zip(elements).for_each(|(to, from)| *to = *from as u8),
        16 => {
            for (to, from) in bytes.as_chunks_mut().0.iter_mut().zip(elements) {
                *to = (*from as u16).to_le_bytes();
            }
        }
        32 => {
            for (to, from) in bytes.as_chunks_mut().0.iter_mut().zip(elements) {
                *to = (*from as u32).to_le_bytes();
            }
        }
        _ => {
            for (to, from) in bytes.as_chunks_mut().0.iter_mut().zip(elements) {
                *to = from.to_le_bytes();
            }
        }
    }
}
