//! Fragments: which element of a matrix stands where in a warp's registers, by the PTX ISA's section on each shape.

use crate::instruction::{Layout, Mma};

/// Threads of a warp.
pub const LANES: usize = 32;

/// A matrix of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// Rows by products.
    A,
    /// Products by columns.
    B,
    /// Rows by columns, to be added.
    C,
    /// The result.
    D,
}

/// Codes of all matrices that one instruction takes: copies, one behind the other, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Of A.
    pub a: Vec<u64>,
    /// Of B.
    pub b: Vec<u64>,
    /// Of C.
    pub c: Vec<u64>,
    /// Scales of each row.
    pub row_scales: Vec<u64>,
    /// Scales of each column.
    pub column_scales: Vec<u64>,
}

impl Tile {
    /// Zeros; scales of 1.
    #[must_use]
    pub fn empty(mma: &Mma) -> Self {
        let (m, n, k) = mma.shape;
        let zeros = |n: usize| vec![0; mma.copies() * n];
        let ones = |n: usize| match &mma.scales {
            Some(scales) => vec![crate::trial::integer(1, &scales.format); n * scales.count],
            None => Vec::new(),
        };
        let (a, b, c) = (zeros(m * k), zeros(k * n), zeros(m * n));
        Self { a, b, c, row_scales: ones(m), column_scales: ones(n) }
    }
}

impl Mma {
    /// Rows and columns of a matrix.
    #[must_use]
    pub const fn sides(&self, matrix: Matrix) -> (usize, usize) {
        let (m, n, k) = self.shape;
        match matrix {
            Matrix::A => (m, k),
            Matrix::B => (k, n),
            Matrix::C | Matrix::D => (m, n),
        }
    }

    /// Bits that a register of a matrix has, and how many a thread has of them.
    #[must_use]
    pub fn registers(&self, matrix: Matrix) -> (u32, usize) {
        let bits = self.elements[matrix as usize].container;
        let register = bits.max(32);
        (register, self.held(matrix) * bits as usize / register as usize)
    }

    /// Elements that a thread holds.
    fn held(&self, matrix: Matrix) -> usize {
        let (rows, columns) = self.sides(matrix);
        rows * columns * self.copies() / LANES
    }

    /// Where the element `i` of a thread belongs: in the matrices' codes.
    fn place(&self, matrix: Matrix, lane: usize, i: usize) -> usize {
        let (copy, row, column) = match self.layout {
            Layout::QuadPairs => self.in_quad_pair(matrix, lane, i),
            Layout::Quads => self.in_quad(matrix, lane, i),
        };
        let (rows, columns) = self.sides(matrix);
        (copy * rows + row) * columns + column
    }

    /// m8n8k4: threads 0 to 3 and 16 to 19 make the first product, 4 to 7 and 20 to 23 the second.
    fn in_quad_pair(&self, matrix: Matrix, lane: usize, i: usize) -> (usize, usize, usize) {
        let (copy, upper) = (lane / 4 % 4, lane / 16 * 4);
        let own = lane % 4 + upper;
        let (row, column) = match matrix {
            Matrix::A => (own, i),
            Matrix::B => (i, own),
            Matrix::C | Matrix::D if self.elements[matrix as usize].container == 16 => (own, i),
            Matrix::C | Matrix::D => (lane % 2 + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)),
        };
        (copy, row, column)
    }

    /// The other shapes: four threads have a row of A and C (its eighth next, too) and a column of B; neighbours along K share a register.
    fn in_quad(&self, matrix: Matrix, lane: usize, i: usize) -> (usize, usize, usize) {
        let (group, thread) = (lane / 4, lane % 4);
        let each = (32 / self.elements[matrix as usize].container).max(1) as usize;
        let (register, own) = (i / each, thread * each + i % each);
        match matrix {
            Matrix::A if self.shape.0 == 8 => (0, group, own),
            Matrix::A => (0, group + register % 2 * 8, own + register / 2 * 4 * each),
            Matrix::B => (0, own + register * 4 * each, group),
            Matrix::C | Matrix::D => (0, group + i / 2 * 8, 2 * thread + i % 2),
        }
    }

    /// The registers of all threads, thread by thread, as words of 32 bits.
    #[must_use]
    pub fn pack(&self, matrix: Matrix, codes: &[u64]) -> Vec<u32> {
        let element = &self.elements[matrix as usize];
        let (register, count) = self.registers(matrix);
        let words = register as usize / 32 * count;
        let mut packed = vec![0; LANES * words];
        for (lane, own) in packed.chunks_exact_mut(words).enumerate() {
            for i in 0..self.held(matrix) {
                let code = codes[self.place(matrix, lane, i)] << element.shift;
                let at = i * element.container as usize;
                own[at / 32] |= (code << (at % 32)) as u32;
                if element.container == 64 {
                    own[at / 32 + 1] |= (code >> 32) as u32;
                }
            }
        }
        packed
    }

    /// The codes of D.
    #[must_use]
    pub fn unpack(&self, packed: &[u32]) -> Vec<u64> {
        let (container, matrix) = (self.elements[3].container as usize, Matrix::D);
        let (register, count) = self.registers(matrix);
        let words = register as usize / 32 * count;
        let (rows, columns) = self.sides(matrix);
        let mut codes = vec![0; self.copies() * rows * columns];
        for (lane, own) in packed.chunks_exact(words).enumerate() {
            for i in 0..self.held(matrix) {
                let at = i * container;
                let upper = if container == 64 { own[at / 32 + 1] } else { 0 };
                let code = u64::from(upper) << 32 | u64::from(own[at / 32] >> (at % 32));
                codes[self.place(matrix, lane, i)] = code & u64::MAX >> (64 - container);
            }
        }
        codes
    }

    /// A register of scales a thread. Every thread of a quad has those of its column; of its two rows the even threads have the
    /// first, the odd ones the second: whatever thread of them is looked at, it is right.
    #[must_use]
    pub fn pack_scales(&self, matrix: Matrix, codes: &[u64]) -> Vec<u32> {
        let count = self.scales.as_ref().map_or(1, |scales| scales.count);
        let register = |lane: usize| {
            let side = lane / 4 + if matrix == Matrix::A { lane % 2 * 8 } else { 0 };
            let own = codes.get(side * count..).unwrap_or_default();
            let byte = |i: usize| own.get(i % count).map_or(0, |code| *code as u8);
            u32::from_le_bytes(std::array::from_fn(byte))
        };
        (0..LANES).map(register).collect()
    }
}
