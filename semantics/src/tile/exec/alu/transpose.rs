//! Transposes of whole tiles: bits move, nothing is read as a number (TILE-D57).

/// A transpose: the size of elements, and the matrix that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transpose {
    /// Bytes of an element.
    pub size: usize,
    /// Rows of the matrix that is read.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
}

/// The five transposes by their row in the code table.
pub const TRANSPOSES: [Transpose; 5] = [
    Transpose { size: 1, rows: 32, columns: 32 },
    Transpose { size: 2, rows: 16, columns: 32 },
    Transpose { size: 2, rows: 32, columns: 16 },
    Transpose { size: 4, rows: 8, columns: 32 },
    Transpose { size: 4, rows: 32, columns: 8 },
];

impl Transpose {
    /// The transposed tile.
    #[must_use]
    pub fn of(self, tile: &[u8; 1024]) -> [u8; 1024] {
        let mut out = [0; 1024];
        for (at, element) in tile.chunks_exact(self.size).enumerate() {
            let (row, column) = (at / self.columns, at % self.columns);
            let to = (column * self.rows + row) * self.size;
            out[to..to + self.size].copy_from_slice(element);
        }
        out
    }
}
