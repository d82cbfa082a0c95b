//! Which units and ports a step uses.

use super::lanes::Use;
use crate::machine::steps::Uses;
use crate::mncore2::Store;
use crate::mncore2::account::{self, Entry, Masking, Way};
use crate::mncore2::isa::{AluForm, Bank, Expr, L1bmPlace, L2bmWay, MaskSetting, Side, Step};

/// What a step uses under the `mask` setting in force there.
///
/// ```
/// use semantics::mncore2::{isa::{MaskSetting, Statement}, steps::{Use, uses}, text::parse_line};
/// let Ok(Some(Statement::Step(step))) = parse_line("l1bmm $lb0 $lr0v; linc $lm0v $ln0v") else { panic!() };
/// let used = uses(&step, &MaskSetting::NONE);
/// for one in [Use::L1bmDown, Use::L1bmPeRead, Use::Grf0Write, Use::Alu, Use::Lm0Read, Use::Lm1Write] {
///     assert!(used.has(one));
/// }
/// assert!(!used.has(Use::Lm0Write));
/// ```
#[must_use]
pub fn uses(step: &Step, setting: &MaskSetting) -> Uses {
    let mut used = Uses::default();
    let masks = Masking::of(&step.exprs, setting);
    for expr in &step.exprs {
        let ports = account::of(expr, masks).filter_map(|entry| port(expr, &entry));
        unit(expr).into_iter().chain(immediate(expr)).chain(ports).for_each(|u| used.add(u));
    }
    used
}

/// The unit of an expression.
const fn unit(expr: &Expr) -> Option<Use> {
    Some(match expr {
        Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => return None,
        Expr::L2bm(l2bm) => match l2bm.way() {
            L2bmWay::Down => Use::L2bmDown,
            L2bmWay::Up => Use::L2bmUp,
            L2bmWay::Beside => Use::Multicast,
            L2bmWay::Dars => Use::Dars,
            L2bmWay::Darw => Use::Darw,
        },
        Expr::Down(down) => match down.from.place {
            L1bmPlace::At(_) => Use::L1bmDown,
            L1bmPlace::Turnaround => Use::Turnaround,
        },
        Expr::Up(_) => Use::L1bmUp,
        Expr::Mau(_) => Use::Mau,
        Expr::Mwrite(_) => Use::Mwrite,
        Expr::Mread(_) => Use::Mread,
        Expr::Alu(_) => Use::Alu,
    })
}

/// The way of an immediate, which is no memory.
const fn immediate(expr: &Expr) -> Option<Use> {
    match expr {
        Expr::Alu(alu) if matches!(alu.form, AluForm::Imm { .. }) => Some(Use::Lm0Immediate),
        _ => None,
    }
}

/// The port of an entry. L2BM expressions have only the ports of L1BM towards L2BM, a multicast too
/// (s. 3.6.1.4); the turnaround register is a unit of its own. Base address registers are not charted
/// where they enter an address, and forwarding registers not at all.
const fn port(expr: &Expr, entry: &Entry<'_>) -> Option<Use> {
    let [read, written] = match entry.store {
        Store::Bank(bank) => self::bank(bank),
        Store::T => [Use::TRead, Use::TWrite],
        Store::Mask => [Use::MaskRead, Use::MaskWrite],
        Store::Matrix(side) => matrix(side),
        Store::L1bm if matches!(expr, Expr::L2bm(_)) => [Use::L1bmL2bmRead, Use::L1bmL2bmWrite],
        Store::L1bm => [Use::L1bmPeRead, Use::L1bmPeWrite],
        Store::L2bm => [Use::L2bmRead, Use::L2bmWrite],
        Store::Bar(bank) => {
            return match (entry.way, bank) {
                (Way::Read, _) => None,
                (Way::Written, Bank::Lm1) => Some(Use::Bar1Write),
                (Way::Written, _) => Some(Use::Bar0Write),
            };
        }
        Store::Turnaround
        | Store::Forward(_)
        | Store::Dar
        | Store::Darbuf
        | Store::Pdm
        | Store::Dram => return None,
    };
    Some(match entry.way {
        Way::Read => read,
        Way::Written => written,
    })
}

/// Reading and writing a side of the matrix register.
const fn matrix(side: Side) -> [Use; 2] {
    match side {
        Side::X => [Use::XRead, Use::XWrite],
        Side::Y => [Use::YRead, Use::YWrite],
    }
}

/// Reading and writing an addressed memory.
const fn bank(bank: Bank) -> [Use; 2] {
    match bank {
        Bank::Lm0 => [Use::Lm0Read, Use::Lm0Write],
        Bank::Lm1 => [Use::Lm1Read, Use::Lm1Write],
        Bank::Grf0 => [Use::Grf0Read, Use::Grf0Write],
        Bank::Grf1 => [Use::Grf1Read, Use::Grf1Write],
    }
}
