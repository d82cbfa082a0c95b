//! Which units and ports a step uses.

use super::lanes::{Use, Uses};
use crate::mncore2::check::listed;
use crate::mncore2::isa::{
    Access, AluForm, Bank, Dest, Expr, Input, L1bmPlace, L2bm, MaskSetting, Modifier, Side, Source,
    Step, Target,
};

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
    let mut used = Uses::NONE;
    for expr in &step.exprs {
        unit_of(expr, &mut used);
        for input in expr.inputs() {
            read(input, &mut used);
        }
        for dest in expr.dests() {
            written(dest, &mut used);
        }
        if expr.flush().is_some() {
            used.add(Use::MaskRead);
        }
    }
    if masked(step, setting) {
        used.add(Use::MaskRead);
    }
    used
}

/// Whether a mask is applied to a write; one on a destination switches the setting off (MN-D45).
fn masked(step: &Step, setting: &MaskSetting) -> bool {
    let dests = || step.exprs.iter().flat_map(Expr::dests);
    dests().any(|d| d.mask.is_some())
        || setting.entry != 0 && dests().any(|d| listed(setting, &d.target))
}

/// The unit of an expression, and the ports that no operand of a PE names.
fn unit_of(expr: &Expr, used: &mut Uses) {
    match expr {
        Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => {}
        Expr::L2bm(l2bm) => l2bm_uses(l2bm).iter().for_each(|u| used.add(*u)),
        Expr::Down(down) => match down.from.place {
            L1bmPlace::At(_) => {
                used.add(Use::L1bmDown);
                used.add(Use::L1bmPeRead);
            }
            L1bmPlace::Turnaround => used.add(Use::Turnaround),
        },
        Expr::Up(up) => {
            used.add(Use::L1bmUp);
            if let L1bmPlace::At(_) = up.to.place {
                used.add(Use::L1bmPeWrite);
            }
        }
        Expr::Mau(mau) => {
            used.add(Use::Mau);
            if let Some(side) = mau.matrix {
                used.add(matrix(side)[0]);
            }
        }
        Expr::Mwrite(write) => {
            used.add(Use::Mwrite);
            used.add(matrix(write.to.side)[1]);
        }
        Expr::Mread(read) => {
            used.add(Use::Mread);
            used.add(matrix(read.from.side)[0]);
        }
        Expr::Alu(alu) => {
            used.add(Use::Alu);
            if let AluForm::Imm { .. } = alu.form {
                used.add(Use::Lm0Immediate);
            }
        }
    }
}

const fn l2bm_uses(l2bm: &L2bm) -> &'static [Use] {
    match l2bm {
        L2bm::Broadcast { .. } | L2bm::Broadcast2 { .. } | L2bm::Distribute { .. } => {
            &[Use::L2bmDown, Use::L2bmRead, Use::L1bmL2bmWrite]
        }
        L2bm::Transfer { .. }
        | L2bm::Reduce { .. }
        | L2bm::Reduce2 { .. }
        | L2bm::Gather { .. } => &[Use::L2bmUp, Use::L1bmL2bmRead, Use::L2bmWrite],
        // Only the ports towards L2BM, of the L1BM that sends and of those that receive (s. 3.6.1.4).
        L2bm::Multicast { .. } => &[Use::Multicast, Use::L1bmL2bmRead, Use::L1bmL2bmWrite],
        L2bm::Dars { .. } => &[Use::Dars, Use::L2bmRead],
        L2bm::Darw => &[Use::Darw],
    }
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

/// T is read for the address.
fn address(access: &Access, used: &mut Uses) {
    if access.modifier == Modifier::Indirect {
        used.add(Use::TRead);
    }
}

fn read(input: &Input, used: &mut Uses) {
    match &input.source {
        Source::Memory(access) => {
            used.add(bank(access.bank)[0]);
            address(access, used);
        }
        Source::T(_) => used.add(Use::TRead),
        Source::Forward(_) | Source::Constant(_) => {}
    }
}

fn written(dest: &Dest, used: &mut Uses) {
    match &dest.target {
        Target::Memory(access) => {
            used.add(bank(access.bank)[1]);
            address(access, used);
        }
        Target::Bar(Bank::Lm1, _) => used.add(Use::Bar1Write),
        Target::Bar(..) => used.add(Use::Bar0Write),
        Target::T(_) => used.add(Use::TWrite),
        Target::Mask(_) => used.add(Use::MaskWrite),
        Target::Nowrite => {}
    }
}
