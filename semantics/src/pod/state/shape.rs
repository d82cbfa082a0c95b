//! The size of an array (s. 1.1).

use thiserror::Error;

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
