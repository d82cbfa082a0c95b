//! What an expression reads and writes, whatever its kind.

use crate::mncore2::isa::{Access, Dest, Expr, Input, L1bmPlace, Side, Source, Target};

/// The side of the matrix register.
pub(super) fn side(expr: &Expr) -> Option<Side> {
    match expr {
        Expr::Mau(mau) => mau.matrix,
        Expr::Mwrite(write) => Some(write.to.side),
        Expr::Mread(read) => Some(read.from.side),
        _ => None,
    }
}

/// The accessed memory of an input.
pub(super) fn read_access(input: &Input) -> Option<&Access> {
    match &input.source {
        Source::Memory(access) => Some(access),
        _ => None,
    }
}

/// The accessed memory of an output.
pub(super) fn written_access(dest: &Dest) -> Option<&Access> {
    match &dest.target {
        Target::Memory(access) => Some(access),
        _ => None,
    }
}

/// Every input of the step with the number of its expression.
pub(super) fn all_inputs(exprs: &[Expr]) -> impl Iterator<Item = (usize, &Input)> {
    exprs.iter().enumerate().flat_map(|(i, e)| e.inputs().iter().map(move |x| (i, x)))
}

/// Every output of the step with the number of its expression.
pub(super) fn all_dests(exprs: &[Expr]) -> impl Iterator<Item = (usize, &Dest)> {
    exprs.iter().enumerate().flat_map(|(i, e)| e.dests().iter().map(move |x| (i, x)))
}

/// Every access of a PE memory of the step with the number of its expression: inputs, then outputs.
pub(in super::super) fn accesses(exprs: &[Expr]) -> impl Iterator<Item = (usize, &Access)> {
    let read = all_inputs(exprs).filter_map(|(i, x)| Some((i, read_access(x)?)));
    read.chain(all_dests(exprs).filter_map(|(i, x)| Some((i, written_access(x)?))))
}

/// Whether two accesses touch the same words in every cycle of every PE, whatever T and the base
/// address register hold.
pub(super) fn same_region(a: &Access, b: &Access) -> bool {
    let words = u32::from(a.bank.words());
    a.bank == b.bank
        && a.width == b.width
        && a.modifier == b.modifier
        && (0..4).all(|c| a.cycles.at(c) % words == b.cycles.at(c) % words)
}

/// Whether two inputs read the same operand; the written width of T says nothing (s. 3.6.1.12).
pub(super) fn same_source(a: &Source, b: &Source) -> bool {
    match (a, b) {
        (Source::Memory(a), Source::Memory(b)) => same_region(a, b),
        (Source::T(_), Source::T(_)) => true,
        (a, b) => a == b,
    }
}

/// Whether forwarding and turnaround registers take new values (s. 3.6.6).
pub(super) fn counts(exprs: &[Expr]) -> bool {
    !exprs.iter().any(|e| matches!(e, Expr::Nop(_) | Expr::Noforward))
}

/// Whether it reads the turnaround register.
pub(super) fn reads_turnaround(expr: &Expr) -> bool {
    matches!(expr, Expr::Down(down) if down.from.place == L1bmPlace::Turnaround)
}
