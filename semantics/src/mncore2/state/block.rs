//! An L1B: its L1BM and its 16 MABs of 4 PEs.

use super::{
    CYCLES, Flags, GRF_WORDS, L1BM_WORDS, L1bmWords, LANES, LM_WORDS, MASK_ENTRIES, MATRIX_ROWS,
    ONES, Path, Row, Rows,
};
use crate::mncore2::isa::{Bank, Forward, Side};

/// One side of the matrix registers of 16 MABs: physical rows of four long words a MAB, long word j
/// of MAB m in lane `4*m + j` (s. 3.6.1.14).
pub(crate) type Matrix = [Row; MATRIX_ROWS];

/// What the last PE-to-L1BM transfer sent, in the order of L1BM addresses: up to 64 long words a
/// cycle (s. 3.6.8.2).
pub(crate) type Turnaround = [[u64; LANES]; CYCLES];

/// The state of an L1B.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// LM0, LM1, GRF0, GRF1, in the order of [`Bank::ALL`].
    pub(crate) banks: [Rows; 4],
    pub(crate) t: Box<Path>,
    /// Entry 0 is all ones; 1 to 15 are variable.
    pub(crate) masks: Box<[Flags; MASK_ENTRIES]>,
    /// Base address registers of LM0 and LM1, 12 bits.
    pub(crate) bar: [[u16; LANES]; 2],
    /// MAU, ALU, transposed read, L1BM.
    pub(crate) forward: [Box<Path>; 4],
    /// Sides x and y.
    pub(crate) matrix: Box<[Matrix; 2]>,
    pub(crate) l1bm: L1bmWords,
    pub(crate) turnaround: Box<Turnaround>,
}

impl Block {
    /// All zero.
    pub(crate) fn new() -> Self {
        let mut masks = Box::new([[[0; LANES]; CYCLES]; MASK_ENTRIES]);
        masks[0] = ONES;
        Self {
            banks: [LM_WORDS, LM_WORDS, GRF_WORDS, GRF_WORDS].map(Rows::new),
            t: Box::new(Path::ZERO),
            masks,
            bar: [[0; LANES]; 2],
            forward: [(); 4].map(|()| Box::new(Path::ZERO)),
            matrix: Box::new([[[0; LANES]; MATRIX_ROWS]; 2]),
            l1bm: L1bmWords::new(L1BM_WORDS, 0),
            turnaround: Box::new([[0; LANES]; CYCLES]),
        }
    }

    /// A PE memory.
    pub(crate) fn bank(&self, bank: Bank) -> &Rows {
        &self.banks[bank as usize]
    }

    /// A PE memory to write to.
    pub(crate) fn bank_mut(&mut self, bank: Bank) -> &mut Rows {
        &mut self.banks[bank as usize]
    }

    /// A forwarding register.
    pub(crate) fn forward(&self, unit: Forward) -> &Path {
        &self.forward[unit as usize]
    }

    /// A side of the matrix registers.
    pub(crate) fn side(&self, side: Side) -> &Matrix {
        &self.matrix[side as usize]
    }
}
