//! Operands: codes of E4M3 as Table 29 of the source has it, or blocks of MXFP4. Numbers that look random, the same in every run.

/// Rows and columns of all matrices.
pub const SIZE: usize = 256;

/// Elements that share a scale, and the elements of a slice that is rounded once.
pub const BLOCK: usize = 32;

/// What the operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// FP8 E4M3, a byte each.
    Fp8,
    /// E2M1, two in a byte, with an E8M0 scale for 32 of a row.
    Mxfp4,
}

/// A matrix of 256 rows, along which sums go: A as it is, B transposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// A code for each element, row by row.
    pub codes: Vec<u8>,
    /// A scale for each 32 elements of a row; none in FP8.
    pub scales: Vec<u8>,
}

impl Matrix {
    /// The matrix of a seed. FP8 has every code but the NaN 80, MXFP4 every code with scales of 2^-4 to 2^4.
    #[must_use]
    pub fn of(format: Format, seed: u64) -> Self {
        let mut state = seed;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        match format {
            Format::Fp8 => {
                let number = |code| if code == 0x80 { 0 } else { code };
                let codes = (0..SIZE * SIZE).map(|_| number(below(256) as u8)).collect();
                Self { codes, scales: Vec::new() }
            }
            Format::Mxfp4 => {
                let codes = (0..SIZE * SIZE).map(|_| below(16) as u8).collect();
                let scales = (0..SIZE * SIZE / BLOCK).map(|_| 123 + below(9) as u8).collect();
                Self { codes, scales }
            }
        }
    }

    /// The codes of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[u8] {
        &self.codes[row * SIZE..][..SIZE]
    }

    /// The scales of a row.
    #[must_use]
    pub fn row_scales(&self, row: usize) -> &[u8] {
        let blocks = self.scales.len() / SIZE;
        &self.scales[row * blocks..][..blocks]
    }
}
