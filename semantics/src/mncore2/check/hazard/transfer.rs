//! Transfers behind transfers (s. 3.6.3.1 to 3.6.3.8).

use super::distance::Met;
use super::past::Carrier;
use super::rule::{Kind, MV, Same, between};
use crate::mncore2::account::{L1BM_WORDS, L2BM_WORDS, Traffic, mv_reads_l2bm, shared};
use crate::mncore2::isa::{Expr, L2bm, MvOp, MvTransfer};

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
pub(super) fn mv(carrier: &Carrier, write: &Traffic, mv: &MvTransfer, steps: u32) -> Option<Met> {
    let place = shared(write.l2bm_written?.whole(), mv_reads_l2bm(mv)?, L2BM_WORDS)?;
    let plain = matches!(carrier, Carrier::L2bm(L2bm::Transfer { .. }));
    let warning = !plain || matches!(mv.op, MvOp::R(_) | MvOp::R2(_) | MvOp::R4(_));
    Some(Met { place, warning, ..Met::by_steps(&MV, steps)? })
}
