//! Where a statement reads too early behind one of the last steps.

use super::distance::Met;
use super::past::{Past, Written};
use super::{memory, transfer};
use crate::mncore2::account::{self, Masking, OperandRef, Way, dests, inputs};
use crate::mncore2::isa::{Expr, Mv, Statement};
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
                if let Some(met) = transfer::mv(carrier, write, mv, steps) {
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
            if let Some(met) = transfer::read(*kind, write, expr, steps) {
                let (written, reader) = (Written::Transfer(n), Some(Reader::Whole(i)));
                found(Clash { met, past, written, reader });
            }
        }
    }
}
