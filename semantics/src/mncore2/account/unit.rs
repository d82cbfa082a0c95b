//! What a unit touches beside the operands of the PE.

use super::{Entry, Extent, Operand, Rows, Stretch, Traffic, Way};
use crate::mncore2::isa::{
    Expr, Forward, L1bmOperand, L1bmPlace, L2bm, Mau, Mread, Mwrite, Pair, Width,
};
use crate::mncore2::memory::Store;

/// The unit that an expression keeps busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Between L2BM and L1BM, among L1BMs, and to the DAR.
    L2bm,
    /// From L1BM to PEs.
    Down,
    /// From PEs to L1BM.
    Up,
    /// MAU operations.
    Mau,
    /// Matrix register writes.
    Mwrite,
    /// Transposed matrix register reads.
    Mread,
    /// The ALU.
    Alu,
}

impl Unit {
    /// The unit of an expression; `nop`, `noforward` and `wait` have none.
    pub(crate) const fn of(expr: &Expr) -> Option<Self> {
        Some(match expr {
            Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => return None,
            Expr::L2bm(_) => Self::L2bm,
            Expr::Down(_) => Self::Down,
            Expr::Up(_) => Self::Up,
            Expr::Mau(_) => Self::Mau,
            Expr::Mwrite(_) => Self::Mwrite,
            Expr::Mread(_) => Self::Mread,
            Expr::Alu(_) => Self::Alu,
        })
    }

    /// The forwarding register that it renews (s. 3.6.1.15 to 3.6.1.18).
    pub(crate) const fn forward(self) -> Option<Forward> {
        match self {
            Self::Mau => Some(Forward::Mau),
            Self::Alu => Some(Forward::Alu),
            Self::Mread => Some(Forward::Mread),
            Self::Down => Some(Forward::L1bm),
            Self::L2bm | Self::Up | Self::Mwrite => None,
        }
    }
}

/// What the unit of an expression touches beside inputs, outputs and masks, reads first. Forwarding
/// and turnaround registers are written where the step does not hold them ([`super::holds`]).
pub(super) fn entries(expr: &Expr) -> impl Iterator<Item = Entry<'_>> {
    let matrix = match expr {
        Expr::Mau(mau) => factors(mau),
        Expr::Mwrite(write) => Some(rows(write)),
        Expr::Mread(read) => Some(columns(read)),
        _ => None,
    };
    let [read, written, buffer] = match expr {
        Expr::Down(_) | Expr::Up(_) | Expr::L2bm(_) => moved(expr),
        _ => [None; 3],
    };
    let register = match (Unit::of(expr), expr) {
        (_, Expr::Up(_)) => Some(Store::Turnaround),
        (Some(unit), _) => unit.forward().map(Store::Forward),
        (None, _) => None,
    };
    let renewed = register.map(|s| Entry::new(Way::Written, s, Operand::Unit, Width::Double));
    [matrix, read, written, buffer, renewed].into_iter().flatten()
}

/// The rows that a product takes: in double precision two of the four (s. 3.6.9.2).
fn factors(mau: &Mau) -> Option<Entry<'static>> {
    let side = mau.matrix?;
    let all = mau.precision.matrix_rows();
    let (first, count) = match mau.pair {
        Some(Pair::Upper) => (0, 2),
        Some(Pair::Lower) => (2, 2),
        None => (0, all),
    };
    let entry = Entry::new(Way::Read, Store::Matrix(side), Operand::Side(side), Width::Long);
    Some(entry.with(Extent::Rows(Rows { precision: mau.precision, first, count })))
}

/// The rows that a step writes, one or two a cycle (s. 3.6.1.14).
const fn rows(write: &Mwrite) -> Entry<'static> {
    let count = if matches!(write.to.width, Width::Double) { 8 } else { 4 };
    let rows = Rows { precision: write.precision, first: write.to.index, count };
    let store = Store::Matrix(write.to.side);
    Entry::new(Way::Written, store, Operand::Matrix(write.to), write.to.width)
        .with(Extent::Rows(rows))
}

/// The columns that a step reads, one or two a cycle.
const fn columns(read: &Mread) -> Entry<'static> {
    let count = if matches!(read.from.width, Width::Double) { 8 } else { 4 };
    let columns = Rows { precision: read.precision, first: read.from.index, count };
    let store = Store::Matrix(read.from.side);
    Entry::new(Way::Read, store, Operand::Matrix(read.from), read.from.width)
        .with(Extent::Columns(columns))
}

/// What a transfer reads, what it writes, and of a transfer to the DAR the other register.
fn moved(expr: &Expr) -> [Option<Entry<'static>>; 3] {
    let traffic = Traffic::of(expr);
    let l1bm = |way, stretch: Stretch, l1bs| {
        let operand = match expr {
            Expr::Up(up) => up.to,
            Expr::Down(down) => down.from,
            _ => {
                let place = L1bmPlace::At(stretch.whole().0 as u16);
                L1bmOperand { double: false, place }
            }
        };
        let width = if operand.double { Width::Double } else { Width::Long };
        let entry = Entry::new(way, Store::L1bm, Operand::L1bm(operand), width);
        entry.with(Extent::Words(stretch, l1bs))
    };
    let l2bm = |way, stretch: Stretch| {
        let operand = Operand::L2bm(stretch.whole().0 as u16);
        let entry = Entry::new(way, Store::L2bm, operand, Width::Long);
        entry.with(Extent::Words(stretch, traffic.l2bms))
    };
    let unit = |way, store| Some(Entry::new(way, store, Operand::Unit, Width::Single));
    let (read, written, other) = match expr {
        Expr::Down(down) if down.from.place == L1bmPlace::Turnaround => {
            let operand = Operand::L1bm(down.from);
            let width = if down.from.double { Width::Double } else { Width::Long };
            (Some(Entry::new(Way::Read, Store::Turnaround, operand, width)), None, None)
        }
        Expr::L2bm(L2bm::Dars { .. }) => (None, None, unit(Way::Written, Store::Darbuf)),
        Expr::L2bm(L2bm::Darw) => {
            (unit(Way::Read, Store::Darbuf), None, unit(Way::Written, Store::Dar))
        }
        _ => (None, None, None),
    };
    let above = traffic.l2bm_read.map(|s| l2bm(Way::Read, s));
    let below = || traffic.l1bm_read.map(|s| l1bm(Way::Read, s, traffic.l1bs_read));
    let read = read.or(above).or_else(below);
    let above = || traffic.l2bm_written.map(|s| l2bm(Way::Written, s));
    let below = || traffic.l1bm_written.map(|s| l1bm(Way::Written, s, traffic.l1bs_written));
    [read, written.or_else(above).or_else(below), other]
}
