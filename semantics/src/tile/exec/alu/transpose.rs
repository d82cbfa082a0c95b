//! Transposes of whole tiles: bits move, nothing is read as a number (TILE-D57).

use crate::tile::isa::Transpose;

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
