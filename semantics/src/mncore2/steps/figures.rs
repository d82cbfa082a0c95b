//! The figures of the manual that scores and times rest on.

use crate::mncore2::isa::Precision;

/// Cycles of a PE step (s. 1.2).
pub const CYCLES_A_STEP: u64 = 4;

/// MAUs of a board, one a MAB (s. 1.4): 4 groups of 2 L2B of 8 L1B of 16 MAB.
pub const MAUS: u64 = 1024;

/// Operations of a multiply-add (s. 1.4).
pub(super) const FLOPS_OF_MULTIPLY_ADD: u32 = 2;

/// Rows and columns of the matrix of a product: `y = A x + c` of one MAU and cycle (s. 1.4).
pub(super) const fn matrix_shape(precision: Precision) -> (u32, u32) {
    match precision {
        Precision::D => (2, 4),
        Precision::F => (8, 4),
        Precision::G => (8, 8),
        Precision::H => (16, 16),
        Precision::L | Precision::I | Precision::S => (0, 0),
    }
}

/// Elements that a vector operation of one MAU adds in a cycle, and those that it multiplies: of four
/// doubles two (s. 1.4).
pub(super) const fn vector_shape(precision: Precision) -> (u32, u32) {
    match precision {
        Precision::D => (4, 2),
        Precision::F => (8, 8),
        Precision::H => (16, 16),
        // Pseudo-single is for matrices only.
        Precision::G | Precision::L | Precision::I | Precision::S => (0, 0),
    }
}

/// The peak of one MAU, in operations a cycle (s. 1.4): multiply-adds of a matrix or a vector.
///
/// ```
/// use semantics::mncore2::{isa::Precision, steps::peak};
/// assert_eq!(peak(Precision::H, true), 2 * 16 * 16);
/// assert_eq!(peak(Precision::D, false), 2 * 2);
/// ```
#[must_use]
pub const fn peak(precision: Precision, matrix: bool) -> u32 {
    if matrix {
        let (rows, columns) = matrix_shape(precision);
        FLOPS_OF_MULTIPLY_ADD * rows * columns
    } else {
        FLOPS_OF_MULTIPLY_ADD * vector_shape(precision).1
    }
}
