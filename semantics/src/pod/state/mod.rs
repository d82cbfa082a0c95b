//! What the array remembers (s. 1.2): a structure of arrays, so that one instruction is a pass over contiguous memory.

mod registers;
mod scratch;

use crate::pod::lane::Mxcsr;
use std::collections::HashMap;
use thiserror::Error;

pub(in crate::pod) use registers::words;
pub(in crate::pod) use scratch::{Lanes, Scratch, Side, Transfer};

/// Words of 32 bits in an xmm register.
pub(in crate::pod) const XMM_WORDS: usize = 4;

/// The PEs of a torus, and what they share.
///
/// A register of all PEs is a row of its file: general register n of PE p stands at `n * pes + p`, word w of xmm register
/// n at `(n * pes + p) * 4 + w`, the least significant first.
#[derive(Clone, Debug)]
pub struct Array {
    pub(in crate::pod) shape: Shape,
    pub(in crate::pod) general: Vec<u64>,
    pub(in crate::pod) xmm: Vec<u32>,
    /// Those of mask, flags and MXCSR are not used: they stand below.
    pub(in crate::pod) ar: Vec<u64>,
    pub(in crate::pod) masks: Vec<u64>,
    pub(in crate::pod) flags: Vec<u32>,
    pub(in crate::pod) mxcsr: Vec<Mxcsr>,
    /// The SRAM of PE 0, of PE 1, and so on.
    pub(in crate::pod) sram: Vec<u8>,
    pub(in crate::pod) system: System,
    pub(in crate::pod) buffer: u64,
    /// How many masks were pushed and not popped (POD-D24). Mask instructions run in every PE, so it is one number.
    pub(in crate::pod) depth: i64,
    /// What execution works in, but while it works.
    pub(in crate::pod) scratch: Option<Box<Scratch>>,
}

impl Array {
    /// An array after reset (POD-D02, POD-D10).
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let pes = shape.pes();
        let rows = crate::pod::isa::REGISTERS;
        let mut array = Self {
            shape,
            general: vec![0; rows * pes],
            xmm: vec![0; rows * pes * XMM_WORDS],
            ar: vec![0; rows * pes],
            masks: vec![u64::MAX; pes],
            flags: vec![0; pes],
            mxcsr: vec![Mxcsr::RESET; pes],
            sram: vec![0; pes * shape.sram as usize],
            system: System::default(),
            buffer: 0,
            depth: 0,
            scratch: None,
        };
        for pe in 0..pes {
            let identity = shape.identity(pe);
            array.sram_mut(pe)[..identity.len()].copy_from_slice(&identity);
        }
        array
    }
}

// System memory: 2^64 bytes, of which only those exist that were written (POD-D77).

/// Bytes of a page.
pub(in crate::pod) const PAGE: usize = 4096;
/// The most pages that are simulated: 1 GiB.
pub(in crate::pod) const MOST_PAGES: u64 = 1 << 18;

/// Byte-addressed memory; addresses are taken modulo 2^64 (POD-D76), bytes that nobody wrote are 0.
#[derive(Clone, Debug, Default)]
pub struct System {
    pages: HashMap<u64, Box<[u8; PAGE]>>,
}

impl System {
    /// The bytes from an address on.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (page, at) = split(address.wrapping_add(done as u64));
            let here = (PAGE - at).min(bytes.len() - done);
            let to = &mut bytes[done..done + here];
            match self.pages.get(&page) {
                Some(page) => to.copy_from_slice(&page[at..at + here]),
                None => to.fill(0),
            }
            done += here;
        }
    }

    /// Writes bytes from an address on.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (page, at) = split(address.wrapping_add(done as u64));
            let here = (PAGE - at).min(bytes.len() - done);
            let page = self.pages.entry(page).or_insert_with(|| Box::new([0; PAGE]));
            page[at..at + here].copy_from_slice(&bytes[done..done + here]);
            done += here;
        }
    }

    /// How many pages of 4096 bytes were written.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The pages that were written, with their addresses, in order.
    #[must_use]
    pub fn written(&self) -> Vec<(u64, &[u8])> {
        let mut pages: Vec<_> =
            self.pages.iter().map(|(page, bytes)| (page * PAGE as u64, &bytes[..])).collect();
        pages.sort_unstable_by_key(|(address, _)| *address);
        pages
    }
}

/// The number of an address's page, and the place in it.
const fn split(address: u64) -> (u64, usize) {
    (address / PAGE as u64, (address % PAGE as u64) as usize)
}

// The size of an array (s. 1.1).

/// How many PEs there are, and how much memory each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// npeX.
    pub columns: u32,
    /// npeY.
    pub rows: u32,
    /// Bytes of SRAM of a PE.
    pub sram: u32,
}

/// A size that no array has.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate has four bits.
    #[error("an array of {0} x {1} PEs: 1 to 16 columns and 1 to 16 rows")]
    Side(u32, u32),
    /// The identity words (POD-D10) must fit, and the whole memory be simulated.
    #[error("{0} bytes of SRAM a PE: {least} to {most} bytes, and at most {total} in all PEs",
        least = Shape::LEAST, most = Shape::MOST, total = Shape::TOTAL)]
    Sram(u32),
}

impl Shape {
    /// What a PE has where nothing else is said.
    pub const SRAM: u32 = 131_072;
    /// The smallest SRAM: what is reserved at its beginning (POD-D10).
    pub const LEAST: u32 = 16;
    /// The largest SRAM.
    pub const MOST: u32 = 1 << 28;
    /// The largest SRAM of all PEs together.
    pub const TOTAL: u64 = 1 << 30;

    /// An array of this size.
    ///
    /// # Errors
    /// Where there is none.
    pub fn new(columns: u32, rows: u32, sram: u32) -> Result<Self, ShapeError> {
        if !(1..=16).contains(&columns) || !(1..=16).contains(&rows) {
            return Err(ShapeError::Side(columns, rows));
        }
        let total = u64::from(columns * rows) * u64::from(sram);
        if !(Self::LEAST..=Self::MOST).contains(&sram) || total > Self::TOTAL {
            return Err(ShapeError::Sram(sram));
        }
        Ok(Self { columns, rows, sram })
    }

    /// How many PEs.
    #[must_use]
    pub const fn pes(self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// Column and row of a PE.
    #[must_use]
    pub const fn place(self, pe: usize) -> (usize, usize) {
        (pe % self.columns as usize, pe / self.columns as usize)
    }

    /// The PE at a column and a row (POD-D01).
    #[must_use]
    pub const fn pe(self, column: usize, row: usize) -> usize {
        row * self.columns as usize + column
    }

    /// What a PE finds about itself at the beginning of its SRAM (POD-D10).
    #[must_use]
    pub const fn identity(self, pe: usize) -> [u8; 8] {
        let (column, row) = self.place(pe);
        let [npe, id] = [(self.pes() as u16).to_le_bytes(), (pe as u16).to_le_bytes()];
        let [x, y] = [self.columns as u8, self.rows as u8];
        [npe[0], npe[1], id[0], id[1], x, y, column as u8, row as u8]
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self { columns: 1, rows: 1, sram: Self::SRAM }
    }
}
