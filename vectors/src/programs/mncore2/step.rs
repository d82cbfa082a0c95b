//! A step: several expressions, drawn so that they fit together, and repaired where they do not.

use super::ports::Ports;
use super::state::State;
use super::{Settings, Units, alu, l1bm, mau};
use crate::programs::choices::{Choices, chance, pick, small, weighted};
use semantics::mncore2::check::Violation;
use semantics::mncore2::isa::{Dest, Expr, L2bm, Mask, Statement, Step};

/// The groups that are drawn by weight, in the order of their weights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Alu,
    Mau,
    Mwrite,
    Mread,
    L1bm,
    Turnaround,
    L2bm,
    Darw,
}

const GROUPS: [Group; 8] = [
    Group::Alu,
    Group::Mau,
    Group::Mwrite,
    Group::Mread,
    Group::L1bm,
    Group::Turnaround,
    Group::L2bm,
    Group::Darw,
];

impl Group {
    /// The least of the machine that it needs.
    const fn units(self) -> Units {
        match self {
            Self::Alu | Self::Mau | Self::Mwrite | Self::Mread => Units::Pe,
            Self::L1bm | Self::Turnaround => Units::L1bm,
            Self::L2bm | Self::Darw => Units::L2bm,
        }
    }
}

/// A step that keeps all rules where the program stands.
pub(super) fn step(c: &mut dyn Choices, settings: &Settings, state: &State) -> Statement {
    let mut exprs = if chance(c, 1, 24) {
        vec![Expr::Nop(1 + u32::from(small(c, 3)))]
    } else {
        drawn(c, settings, state)
    };
    if !state.tags().is_empty() && chance(c, 1, 3) {
        exprs.push(Expr::Wait(pick(c, state.tags())));
    }
    repaired(exprs, state)
}

fn drawn(c: &mut dyn Choices, settings: &Settings, state: &State) -> Vec<Expr> {
    let mut ports = Ports::new(c, state.setting());
    let mut exprs = Vec::new();
    let mut weights = settings.weights.groups;
    for (weight, group) in weights.iter_mut().zip(GROUPS) {
        if group.units() > settings.units {
            *weight = 0;
        }
    }
    loop {
        let g = weighted(c, &weights);
        weights[g] = 0;
        exprs.extend(expr(c, GROUPS[g], &mut ports, state));
        if weights.iter().all(|w| *w == 0) || !chance(c, 3, 5) {
            break;
        }
    }
    if chance(c, 1, 12) {
        exprs.push(Expr::Noforward);
    }
    exprs
}

fn expr(c: &mut dyn Choices, group: Group, ports: &mut Ports, state: &State) -> Option<Expr> {
    match group {
        Group::Alu => Some(alu::alu(c, ports)),
        Group::Mau => mau::mau(c, ports, state),
        Group::Mwrite => mau::mwrite(c, ports),
        Group::Mread => mau::mread(c, ports),
        Group::L1bm if ports.loads || chance(c, 1, 2) => Some(l1bm::up(c, ports)),
        Group::L1bm => Some(l1bm::down(c, ports, None)),
        Group::Turnaround if ports.loads => None,
        Group::Turnaround => state.turnaround().map(|kind| l1bm::down(c, ports, Some(kind))),
        Group::L2bm => Some(l1bm::l2bm(c)),
        Group::Darw => Some(Expr::L2bm(L2bm::Darw)),
    }
}

/// Takes away what breaks a rule, until nothing does.
fn repaired(mut exprs: Vec<Expr>, state: &State) -> Statement {
    loop {
        if exprs.iter().all(|e| matches!(e, Expr::Wait(_))) {
            exprs.push(Expr::Nop(1));
        }
        let statement = Statement::Step(Step { exprs });
        let errors = state.errors(&statement);
        let (Some(first), Statement::Step(step)) = (errors.first(), &statement) else {
            return statement;
        };
        exprs = without(step.exprs.clone(), first);
    }
}

/// The expressions without what a violation is about: a mask if it is about masks, else the
/// expression at its place.
fn without(mut exprs: Vec<Expr>, violation: &Violation) -> Vec<Expr> {
    let place = violation.exprs.first().copied().unwrap_or_default();
    let masked = violation.code == "MN-E-MASK-MIX"
        && exprs.get_mut(place).is_some_and(|expr| {
            let (flush, dests) = masks(expr);
            let had = flush.as_ref().is_some_and(|f| f.is_some())
                || dests.iter().any(|d| d.mask.is_some());
            flush.into_iter().for_each(|f| *f = None);
            dests.iter_mut().for_each(|d| d.mask = None);
            had
        });
    if !masked && place < exprs.len() {
        exprs.remove(place);
    }
    exprs
}

/// Where an expression can have masks.
fn masks(expr: &mut Expr) -> (Option<&mut Option<Mask>>, &mut [Dest]) {
    match expr {
        Expr::Down(down) => (Some(&mut down.flush), &mut down.dests),
        Expr::Mau(mau) => (Some(&mut mau.flush), &mut mau.dests),
        Expr::Mread(read) => (Some(&mut read.flush), &mut read.dests),
        Expr::Alu(alu) => (Some(&mut alu.flush), &mut alu.dests),
        _ => (None, &mut []),
    }
}
