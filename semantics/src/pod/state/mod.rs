//! What the array remembers (s. 1.2): a structure of arrays, so that one instruction is a pass over contiguous memory.

mod registers;
mod scratch;
mod shape;
mod system;

use crate::pod::lane::Mxcsr;

pub(in crate::pod) use registers::words;
pub(in crate::pod) use scratch::{Lanes, Scratch, Side, Transfer};
pub use shape::{Shape, ShapeError};
pub use system::System;
pub(in crate::pod) use system::{MOST_PAGES, PAGE};

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
