//! Operands above the PEs: matrix registers, L1BM.

use crate::mncore2::isa::{L1bmOperand, L1bmPlace, MatrixAccess, Side, Width};

/// Rows of one long word of the matrix register: `$lx3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row(pub(super) MatrixAccess);

/// Rows of two long words: `$llx2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub(super) MatrixAccess);

impl From<Row> for MatrixAccess {
    fn from(row: Row) -> Self {
        row.0
    }
}

impl From<Rows> for MatrixAccess {
    fn from(rows: Rows) -> Self {
        rows.0
    }
}

names! {
    /// `$lx0`: rows from this one on.
    lx(index: u8) -> Row = Row(MatrixAccess { side: Side::X, width: Width::Long, index });
    /// `$ly0`: rows from this one on.
    ly(index: u8) -> Row = Row(MatrixAccess { side: Side::Y, width: Width::Long, index });
    /// `$llx0`: rows from this one on.
    llx(index: u8) -> Rows = Rows(MatrixAccess { side: Side::X, width: Width::Double, index });
    /// `$lly0`: rows from this one on.
    lly(index: u8) -> Rows = Rows(MatrixAccess { side: Side::Y, width: Width::Double, index });
}

/// L1BM, one long word a PE and cycle: `$lb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lb(pub(super) u16);

/// L1BM, two long words a PE and cycle: `$llb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Llb(pub(super) u16);

names! {
    /// `$lb0`
    lb(address: u16) -> Lb = Lb(address);
    /// `$llb0`
    llb(address: u16) -> Llb = Llb(address);
}

/// An address of L1BM, not the turnaround register.
pub trait L1bmAddress: Into<L1bmOperand> {}

impl L1bmAddress for Lb {}
impl L1bmAddress for Llb {}

/// The turnaround register of an L1B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turnaround(pub(super) bool);

names! {
    /// `$lbi`
    lbi() -> Turnaround = Turnaround(false);
    /// `$llbi`: two long words a PE and cycle.
    llbi() -> Turnaround = Turnaround(true);
}

impl From<Lb> for L1bmOperand {
    fn from(Lb(address): Lb) -> Self {
        Self { double: false, place: L1bmPlace::At(address) }
    }
}

impl From<Llb> for L1bmOperand {
    fn from(Llb(address): Llb) -> Self {
        Self { double: true, place: L1bmPlace::At(address) }
    }
}

impl From<Turnaround> for L1bmOperand {
    fn from(Turnaround(double): Turnaround) -> Self {
        Self { double, place: L1bmPlace::Turnaround }
    }
}
