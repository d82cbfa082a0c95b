//! One instruction of one warp.

use super::settings::{Moving, Settings};
use super::{Shared, Warp};
use crate::tile::error::Fault;
use crate::tile::exec::control::{self, Progress};
use crate::tile::exec::{alu, atomic, barrier, convert, moves, product, transfer};
use crate::tile::isa::{Action, Instruction};
use crate::tile::state::Transfer;

/// Executes an instruction, or finds that it has to wait.
///
/// # Errors
/// Why it cannot be executed; nothing is changed then.
pub(super) fn step(
    i: &Instruction,
    warp: &mut Warp,
    shared: &mut Shared,
    settings: &Settings,
) -> Result<Progress, Fault> {
    let (action, start) = (i.action(), warp.thread.csrs.start());
    if start != 0 && !matches!(action, Action::Csr(_)) {
        return Err(Fault::illegal(format!("trstart is {start}; right is 0 (TILE-D86)")));
    }
    if i.row().extension && !settings.extended {
        let text =
            format!("{} belongs to the extension, which ext=1 switches on", i.row().mnemonic);
        return Err(Fault::illegal(text));
    }
    let thread = &mut warp.thread;
    match action {
        Action::Product(kind) => product::product(thread, i, kind, settings.profile)?,
        Action::Convert { from, to } => convert::conversion(thread, i, from, to)?,
        Action::Function { function, element } => alu::function(thread, i, function, element)?,
        Action::Transpose(transpose) => alu::transposition(thread, i, transpose),
        Action::Arithmetic { operation, element } => {
            alu::computation(thread, i, operation, element)?;
        }
        Action::MoveIn => moves::move_in(i, thread)?,
        Action::MoveOut => moves::move_out(i, thread)?,
        Action::Csr(access) => control::access(i, access, settings.extended, thread)?,
        Action::Fence => {}
        Action::Sync(scope) => {
            return control::sync(i, scope, thread, &mut shared.barriers, &mut warp.parked);
        }
        Action::Wait(wait) => return control::wait(i, wait, thread, &shared.cta),
        Action::Semaphore(action) => {
            return control::semaphore(i, action, thread, &mut shared.cta);
        }
        _ => return access(i, warp, shared, settings),
    }
    Ok(Progress::Done)
}

/// TGMEM, TSMEM, TACP.
fn access(
    i: &Instruction,
    warp: &mut Warp,
    shared: &mut Shared,
    settings: &Settings,
) -> Result<Progress, Fault> {
    let (thread, cta) = (&mut warp.thread, &mut shared.cta);
    match i.action() {
        Action::Atomic { space, operation, kind } => {
            atomic::atomic(i, space, operation, kind, thread, cta)?;
        }
        Action::Arrive { drop } => barrier::arrive(i, drop, thread, cta)?,
        Action::CommitGroup => thread.queue.commit(),
        _ => {
            if let Some(transfer) = transfer::plan(i, thread, cta)? {
                issue(transfer, warp, shared, settings)?;
            }
        }
    }
    Ok(Progress::Done)
}

/// Moves a transfer, or leaves it for later (TILE-D69).
fn issue(
    transfer: Transfer,
    warp: &mut Warp,
    shared: &mut Shared,
    settings: &Settings,
) -> Result<(), Fault> {
    match settings.moving {
        Moving::AtOnce => transfer.run(&mut warp.thread, &mut shared.cta)?,
        Moving::Late | Moving::Random(_) => {
            warp.thread.queue.push(transfer);
            warp.issuers.push(warp.at);
        }
    }
    Ok(())
}
