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

macro_rules! matrix {
    ($($name:ident $of:ident $side:ident $width:ident)*) => {$(
        #[doc = concat!("`$", stringify!($name), "0`: rows from this one on.")]
        #[must_use]
        pub const fn $name(index: u8) -> $of {
            $of(MatrixAccess { side: Side::$side, width: Width::$width, index })
        }
    )*};
}

matrix! {
    lx Row X Long
    ly Row Y Long
    llx Rows X Double
    lly Rows Y Double
}

/// L1BM, one long word a PE and cycle: `$lb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lb(pub(super) u16);

/// L1BM, two long words a PE and cycle: `$llb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Llb(pub(super) u16);

/// `$lb0`
#[must_use]
pub const fn lb(address: u16) -> Lb {
    Lb(address)
}

/// `$llb0`
#[must_use]
pub const fn llb(address: u16) -> Llb {
    Llb(address)
}

/// An address of L1BM, not the turnaround register.
pub trait L1bmAddress: Into<L1bmOperand> {}

impl L1bmAddress for Lb {}
impl L1bmAddress for Llb {}

/// The turnaround register of an L1B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turnaround(pub(super) bool);

/// `$lbi`
#[must_use]
pub const fn lbi() -> Turnaround {
    Turnaround(false)
}

/// `$llbi`: two long words a PE and cycle.
#[must_use]
pub const fn llbi() -> Turnaround {
    Turnaround(true)
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
