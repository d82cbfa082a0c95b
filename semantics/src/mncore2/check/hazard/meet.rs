//! Where a statement reads too early behind one of the last steps.

use super::distance::Met;
use super::past::{Past, Written};
use super::{memory, transfer};
use crate::mncore2::check::uses::{all_dests, all_inputs};
use crate::mncore2::isa::{Dest, Expr, Input, Mv, Statement, Target};
use std::cmp::Reverse;

/// What reads in an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader<'a> {
    /// The expression itself.
    Whole,
    /// An input.
    Input(&'a Input),
    /// An output, by its address.
    Dest(&'a Dest),
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
    /// The expression that reads; none: an MV statement.
    pub(super) reader: Option<(usize, Reader<'a>)>,
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
        self.reader.map(|(i, _)| i)
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
            for (n, (.., write)) in past.transfers.iter().enumerate() {
                if let Some(met) = transfer::mv(write, mv, steps) {
                    found(Clash { met, past, written: Written::Transfer(n), reader: None });
                }
            }
        }
        _ => {}
    }
}

fn memories<'a>(past: &'a Past, steps: u32, exprs: &'a [Expr], found: &mut impl FnMut(Clash<'a>)) {
    for (n, (dest, cycles)) in past.dests.iter().enumerate() {
        let mut tell = |met: Option<Met>, i, reader| {
            if let Some(met) = met {
                let (written, reader) = (Written::Dest(n), Some((i, reader)));
                found(Clash { met, past, written, reader });
            }
        };
        for (i, input) in all_inputs(exprs) {
            let met = memory::read(&dest.target, *cycles, &input.source, steps);
            tell(met, i, Reader::Input(input));
        }
        if memory::moves(&dest.target) {
            for (i, output) in all_dests(exprs) {
                if let Target::Memory(access) = &output.target {
                    let met = memory::address(&dest.target, *cycles, access, steps);
                    tell(met, i, Reader::Dest(output));
                }
            }
        }
    }
}

fn transfers<'a>(past: &'a Past, steps: u32, exprs: &'a [Expr], found: &mut impl FnMut(Clash<'a>)) {
    for (n, (_, kind, write)) in past.transfers.iter().enumerate() {
        for (i, expr) in exprs.iter().enumerate() {
            if let Some(met) = transfer::read(*kind, write, expr, steps) {
                let (written, reader) = (Written::Transfer(n), Some((i, Reader::Whole)));
                found(Clash { met, past, written, reader });
            }
        }
    }
}
