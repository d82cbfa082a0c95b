//! Where a statement reads too early behind one of the last steps.

use super::distance::Met;
use super::memory;
use super::past::{Carrier, Past, Written};
use super::rule::{Kind, MV, Same, between};
use crate::mncore2::account::{
    self, L1BM_WORDS, L2BM_WORDS, Masking, OperandRef, Traffic, Way, dests, inputs, mv_reads_l2bm,
    shared,
};
use crate::mncore2::isa::{Expr, L2bm, Mv, MvOp, MvTransfer, Statement};
use std::cmp::Reverse;

/// What reads in a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    /// An expression.
    Whole(usize),
    /// An input; an output, by its address.
    Operand(OperandRef),
}

/// A read that comes too early, and both places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash<'a> {
    /// What is wrong.
    pub(super) met: Met,
    /// The step that wrote.
    pub(super) past: &'a Past,
    /// What it wrote.
    pub(super) written: Written,
    /// What reads; none: an MV statement.
    pub(super) reader: Option<Reader>,
}

impl Clash<'_> {
    /// How many `nop` are missing.
    pub(super) const fn nops(&self) -> u32 {
        self.met.rule.nops(self.met.has)
    }

    /// Whether it is the same rule and memory.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::ptr::eq(self.met.rule, other.met.rule) && self.met.warning == other.met.warning
    }

    /// The expression that reads.
    pub(super) fn expr(&self) -> Option<usize> {
        self.reader.map(|reader| match reader {
            Reader::Whole(i) => i,
            Reader::Operand(place) => place.expr,
        })
    }

    /// Less for what is worse; among equals for the later write and the first read.
    pub(super) fn badness(&self) -> impl Ord + use<> {
        (Reverse(self.nops()), self.met.has, self.met.steps, self.expr())
    }
}

/// The reads of a statement, `steps` behind a step.
pub(super) fn statement<'a>(
    past: &'a Past,
    steps: u32,
    statement: &'a Statement,
    found: &mut impl FnMut(Clash<'a>),
) {
    match statement {
        Statement::Step(step) => {
            if steps <= memory::WINDOW {
                memories(past, steps, &step.exprs, found);
            }
            transfers(past, steps, &step.exprs, found);
        }
        Statement::Mv(Mv::Transfer(mv)) => {
            for (n, (carrier, _, write, _)) in past.transfers.iter().enumerate() {
                if let Some(met) = transferred(carrier, write, mv, steps) {
                    found(Clash { met, past, written: Written::Transfer(n), reader: None });
                }
            }
        }
        _ => {}
    }
}

fn memories<'a>(past: &'a Past, steps: u32, exprs: &'a [Expr], found: &mut impl FnMut(Clash<'a>)) {
    for (n, (dest, cycles, _)) in past.dests.iter().enumerate() {
        let mut tell = |met: Option<Met>, place| {
            if let Some(met) = met {
                let (written, reader) = (Written::Dest(n), Some(Reader::Operand(place)));
                found(Clash { met, past, written, reader });
            }
        };
        for (place, input) in inputs(exprs) {
            for entry in account::input(place.number, input) {
                let met = memory::read(&dest.target, *cycles, &entry, steps);
                tell(met, place);
            }
        }
        if memory::moves(&dest.target) {
            for (place, output) in dests(exprs) {
                let entries = account::dest(place.number, output, Masking::OWN);
                for entry in entries.filter(|entry| entry.way == Way::Read) {
                    let met = memory::read(&dest.target, *cycles, &entry, steps);
                    tell(met, place);
                }
            }
        }
    }
}

fn transfers<'a>(past: &'a Past, steps: u32, exprs: &'a [Expr], found: &mut impl FnMut(Clash<'a>)) {
    for (n, (_, kind, write, _)) in past.transfers.iter().enumerate() {
        for (i, expr) in exprs.iter().enumerate() {
            if let Some(met) = read(*kind, write, expr, steps) {
                let (written, reader) = (Written::Transfer(n), Some(Reader::Whole(i)));
                found(Clash { met, past, written, reader });
            }
        }
    }
}

// Transfers behind transfers (s. 3.6.3.1 to 3.6.3.8).

/// An expression behind a transfer.
pub(super) fn read(first: Kind, write: &Traffic, expr: &Expr, steps: u32) -> Option<Met> {
    let (same, rule) = between(first, Kind::of(expr)?)?;
    let read = match expr {
        Expr::L2bm(_) | Expr::Down(_) => Traffic::of(expr),
        _ => return None,
    };
    let l1bs = write.l1bs_written & read.l1bs_read;
    match same {
        Same::Port => Met::by_steps(rule, steps),
        _ if l1bs == 0 => None,
        Same::L1b => Some(Met { place: l1bs.trailing_zeros(), ..Met::by_steps(rule, steps)? }),
        Same::Word => {
            let (write, read) = (write.l1bm_written?, read.l1bm_read?);
            shared(write.whole(), read.whole(), L1BM_WORDS)?;
            Met::by_cycles(rule, steps, |c1, c2| write.meets(c1, read, c2, L1BM_WORDS))
        }
    }
}

/// An MV statement that reads L2BM behind a transfer into it; these write every L2BM. It is an error
/// behind `l2bm@N` only, and not for a reduction by MV (MN-D102).
pub(super) fn transferred(
    carrier: &Carrier,
    write: &Traffic,
    mv: &MvTransfer,
    steps: u32,
) -> Option<Met> {
    let place = shared(write.l2bm_written?.whole(), mv_reads_l2bm(mv)?, L2BM_WORDS)?;
    let plain = matches!(carrier, Carrier::L2bm(L2bm::Transfer { .. }));
    let warning = !plain || matches!(mv.op, MvOp::R(_) | MvOp::R2(_) | MvOp::R4(_));
    Some(Met { place, warning, ..Met::by_steps(&MV, steps)? })
}
