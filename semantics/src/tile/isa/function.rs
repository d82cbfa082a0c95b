//! What TALU computes (Tile, s. 2.2; TILE-D52 to D57).

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// SGMD: `1 / (1 + e^-x)`.
    Sigmoid,
    /// SIN, in radians.
    Sine,
    /// COS.
    Cosine,
    /// EXP2: `2^x`.
    Exp2,
    /// LOG2.
    Log2,
    /// EXP: `e^x`.
    Exp,
    /// RCP: `1 / x`.
    Reciprocal,
    /// SQRT.
    SquareRoot,
    /// RSQRT: `1 / sqrt(x)`.
    ReciprocalRoot,
    /// TANH.
    Tanh,
}

impl Special {
    /// All, by their rows in the code table.
    pub const ALL: [Self; 10] = [
        Self::Sigmoid,
        Self::Sine,
        Self::Cosine,
        Self::Exp2,
        Self::Log2,
        Self::Exp,
        Self::Reciprocal,
        Self::SquareRoot,
        Self::ReciprocalRoot,
        Self::Tanh,
    ];
}

/// Arithmetic of two or three sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `a + b`.
    Add,
    /// `a b`.
    Multiply,
    /// The lesser number (TILE-D55).
    Minimum,
    /// The greater number.
    Maximum,
    /// `a b + c`, rounded once.
    Fused,
}

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
