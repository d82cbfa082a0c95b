//! The shapes of matrix views (Tile, s. 1.3).

/// The shape of a matrix view, which `tcsr` has: rows of A, m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// 32 rows of 256 bits.
    S32,
    /// 16 rows of 512 bits.
    S16,
    /// 8 rows of 1024 bits.
    S8,
}

impl Shape {
    /// Every shape, by its number in `tcsr`.
    pub const ALL: [Self; 3] = [Self::S32, Self::S16, Self::S8];

    /// The shape of a number; 3 is reserved (TILE-D85).
    #[must_use]
    pub const fn of(number: u64) -> Option<Self> {
        match number {
            0 => Some(Self::S32),
            1 => Some(Self::S16),
            2 => Some(Self::S8),
            _ => None,
        }
    }

    /// Rows of a tile.
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Self::S32 => 32,
            Self::S16 => 16,
            Self::S8 => 8,
        }
    }

    /// Bytes of a row.
    #[must_use]
    pub const fn row_bytes(self) -> usize {
        1024 / self.rows()
    }
}
