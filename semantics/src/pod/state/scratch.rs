//! What execution works in: made once, so that a packet allocates nothing.

use super::XMM_WORDS;

/// What the slots of a packet leave to be written.
#[derive(Clone, Debug, Default)]
pub(in crate::pod) struct Scratch {
    /// The G slot's results, of each PE.
    pub(in crate::pod) general: Vec<u64>,
    /// The flags after it.
    pub(in crate::pod) flags: Vec<u32>,
    /// The X slot's results.
    pub(in crate::pod) xmm: Vec<u32>,
    /// The sticky bits that it sets.
    pub(in crate::pod) status: Vec<u32>,
    /// What the M slot loads or stores.
    pub(in crate::pod) moved: Vec<u64>,
    /// The same of xmm registers.
    pub(in crate::pod) moved_xmm: Vec<u32>,
    /// Where, counted from the first byte of the first PE's SRAM, or in system memory.
    pub(in crate::pod) address: Vec<u64>,
    /// The address registers afterwards.
    pub(in crate::pod) next: Vec<u64>,
    /// The order of stores, by the PEs that sent them.
    pub(in crate::pod) order: Vec<u16>,
    /// Block transfers, by PE.
    pub(in crate::pod) transfers: Vec<Transfer>,
    /// The bytes of those to neighbours.
    pub(in crate::pod) bytes: Vec<u8>,
    /// Messages in the order of their steps.
    pub(in crate::pod) keys: Vec<u32>,
    /// Single lanes.
    pub(in crate::pod) singles: Lanes<u32>,
    /// Double lanes.
    pub(in crate::pod) doubles: Lanes<u64>,
}

/// Lanes brought together, and their results.
#[derive(Clone, Debug, Default)]
pub(in crate::pod) struct Lanes<B> {
    pub(in crate::pod) d: Vec<B>,
    pub(in crate::pod) a: Vec<B>,
    pub(in crate::pod) b: Vec<B>,
    pub(in crate::pod) out: Vec<B>,
    /// What is made of the operands: left lanes of pairs, factors.
    pub(in crate::pod) left: Vec<B>,
    /// Right lanes of pairs, addends.
    pub(in crate::pod) right: Vec<B>,
}

impl Scratch {
    /// For so many PEs.
    pub(in crate::pod) fn new(pes: usize) -> Self {
        Self {
            general: vec![0; pes],
            flags: vec![0; pes],
            xmm: vec![0; pes * XMM_WORDS],
            status: vec![0; pes],
            moved: vec![0; pes],
            moved_xmm: vec![0; pes * XMM_WORDS],
            address: vec![0; pes],
            next: vec![0; pes],
            ..Self::default()
        }
    }
}

/// A PE's block transfer: blocks of one size, from one memory to another.
#[derive(Clone, Copy, Debug)]
pub(in crate::pod) struct Transfer {
    /// The PE that executes.
    pub(in crate::pod) pe: usize,
    /// Bytes of a block.
    pub(in crate::pod) bytes: u64,
    /// How many blocks.
    pub(in crate::pod) count: u64,
    /// What is written.
    pub(in crate::pod) left: Side,
    /// What is read.
    pub(in crate::pod) right: Side,
}

/// One side of a transfer.
#[derive(Clone, Copy, Debug)]
pub(in crate::pod) struct Side {
    /// The first block.
    pub(in crate::pod) base: u64,
    /// The distance of block starts.
    pub(in crate::pod) step: u64,
}

impl Side {
    /// The address of a block, modulo 2^64 (POD-D76).
    pub(in crate::pod) const fn block(self, at: u64) -> u64 {
        self.base.wrapping_add(self.step.wrapping_mul(at))
    }
}
