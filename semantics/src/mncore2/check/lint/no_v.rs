//! `MN-W-NO-V`: one address in four cycles where the others stride (MN-D53).
//!
//! A destination is judged at once: only the last cycle's result stays. An input at one address is
//! often meant, as a constant for all cycles. It is judged by what becomes of the data
//! ([`super::ledger`]): a vector of four cycles of which nothing but the first word is ever read.

use super::touch::Gate;
use crate::mncore2::account::{Masking, OperandRef, Role};
use crate::mncore2::check::Violation;
use crate::mncore2::isa::{Access, Cycles, Dest, Expr, MaskSetting, Modifier, Step};

/// Whether the address changes over the cycles, as far as the program says.
pub(super) fn strides(access: &Access) -> bool {
    access.modifier == Modifier::Indirect
        || (1..4).any(|c| access.cycles.at(c) != access.cycles.at(0))
}

/// Whether what an expression takes in changes from cycle to cycle.
pub(super) fn takes_stride(expr: &Expr) -> bool {
    match expr {
        Expr::Down(_) | Expr::Mread(_) => true,
        _ => expr.inputs().iter().filter_map(|x| x.source.access()).any(strides),
    }
}

/// Destinations. A variable mask may choose one cycle, a fixed one of a single cycle does.
pub(super) fn dests(step: &Step, setting: &MaskSetting, found: &mut Vec<Violation>) {
    let masks = Masking::of(&step.exprs, setting);
    for (i, expr) in step.exprs.iter().enumerate().filter(|(_, e)| takes_stride(e)) {
        for (n, dest) in expr.dests().iter().enumerate() {
            let Some(access) = dest.target.access().filter(|a| !strides(a)) else { continue };
            let cycles = match Gate::of(dest, masks) {
                None => 4,
                Some(Gate::Fixed(pattern)) => pattern.count_ones(),
                Some(Gate::Variable(_)) => 0,
            };
            if cycles > 1 {
                let place = OperandRef::new(i, Role::Dest, n);
                found.push(overwritten(place, dest, access, cycles));
            }
        }
    }
}

fn overwritten(place: OperandRef, dest: &Dest, access: &Access, cycles: u32) -> Violation {
    let message = format!(
        "{dest} is written in {cycles} cycles at one address while the input strides; only the last \
         result stays"
    );
    let mut right = *access;
    if let Cycles::Stride { increment, .. } = &mut right.cycles {
        *increment = access.width.words();
    }
    let help = match access.cycles {
        Cycles::Stride { .. } => {
            format!("write {right}, or choose the cycle that is meant with a mask, as /1000")
        }
        Cycles::Flat(_) => "write four addresses, or choose the cycle with a mask".to_owned(),
    };
    Violation::warning("MN-W-NO-V", "3.6.1.6", [place.expr], message).at(place).help(help)
}
