//! Matrices of codes.

/// Codes in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    codes: Vec<u64>,
}

/// A number of codes that is not that of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} codes are no {rows} x {columns} matrix")]
pub struct Uneven {
    rows: usize,
    columns: usize,
    found: usize,
}

impl Matrix {
    /// A matrix of these codes, row by row.
    ///
    /// # Errors
    /// Where there are more or fewer.
    pub fn new(rows: usize, columns: usize, codes: Vec<u64>) -> Result<Self, Uneven> {
        match rows.checked_mul(columns) == Some(codes.len()) {
            true => Ok(Self { rows, columns, codes }),
            false => Err(Uneven { rows, columns, found: codes.len() }),
        }
    }

    /// A matrix of as many codes as it has places.
    pub(super) fn of(rows: usize, columns: usize, codes: Vec<u64>) -> Self {
        assert_eq!(rows * columns, codes.len());
        Self { rows, columns, codes }
    }

    /// How many rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// All codes, row by row.
    #[must_use]
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// One row.
    ///
    /// # Panics
    /// Where there is no such row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[u64] {
        &self.codes[i * self.columns..][..self.columns]
    }

    /// One code.
    ///
    /// # Panics
    /// Where it lies outside.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> u64 {
        self.row(i)[j]
    }

    /// The first rows and columns.
    #[must_use]
    pub fn corner(&self, rows: usize, columns: usize) -> Self {
        let (rows, columns) = (rows.min(self.rows), columns.min(self.columns));
        let codes = (0..rows).flat_map(|i| &self.row(i)[..columns]).copied().collect();
        Self { rows, columns, codes }
    }

    /// Columns as rows.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut codes = Vec::with_capacity(self.codes.len());
        // Without a row there may be any number of columns.
        let columns = if self.codes.is_empty() { 0 } else { self.columns };
        for j in 0..columns {
            codes.extend((0..self.rows).map(|i| self.codes[i * self.columns + j]));
        }
        Self { rows: self.columns, columns: self.rows, codes }
    }
}
