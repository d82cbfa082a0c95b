//! One instruction of one warp.

use super::settings::{Moving, Settings};
use super::{Shared, Warp};
use crate::tile::error::Fault;
use crate::tile::exec::control::{self, Progress};
use crate::tile::exec::{atomic, barrier, copy, memory, moves, operate};
use crate::tile::isa::{Action, Field, Instruction};
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
        let text = format!("{} belongs to the extension, which ext=1 switches on", i.row().mnemonic);
        return Err(Fault::illegal(text));
    }
    let thread = &mut warp.thread;
    match action {
        Action::Product(kind) => operate::product(i, kind, settings.profile, thread)?,
        Action::Convert { from, to } => operate::convert(i, from, to, thread)?,
        Action::Function { function, element } => operate::function(i, function, element, thread)?,
        Action::Transpose(transpose) => operate::transpose(i, transpose, thread),
        Action::Arithmetic { operation, element } => {
            operate::arithmetic(i, operation, element, thread)?;
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
    let transfer = match i.action() {
        Action::Load { space, addressing } => {
            let size = cta.memory(space).len() as u64;
            memory::slices(i, space, addressing, true, thread, size)?
        }
        Action::Store { space, addressing } => {
            let size = cta.memory(space).len() as u64;
            memory::slices(i, space, addressing, false, thread, size)?
        }
        Action::LoadBlock { space, kind } => {
            let size = cta.memory(space).len() as u64;
            memory::blocks(i, space, kind, true, thread, size)?
        }
        Action::StoreBlock { space, kind } => {
            let size = cta.memory(space).len() as u64;
            memory::blocks(i, space, kind, false, thread, size)?
        }
        Action::Copy(kind) => copy::copy(i, kind, thread, cta)?,
        Action::Atomic { space, operation, kind } if i.flag(Field::Tiled) => {
            atomic::tile(i, space, operation, kind, thread, cta)?;
            return Ok(Progress::Done);
        }
        Action::Atomic { space, operation, kind } => {
            atomic::scalar(i, space, operation, kind, thread, cta)?;
            return Ok(Progress::Done);
        }
        Action::Arrive { drop } => {
            barrier::arrive(i, drop, thread, cta)?;
            return Ok(Progress::Done);
        }
        _ => {
            thread.queue.commit();
            return Ok(Progress::Done);
        }
    };
    issue(transfer, warp, shared, settings)
}

/// Moves a transfer, or leaves it for later (TILE-D69).
fn issue(
    transfer: Transfer,
    warp: &mut Warp,
    shared: &mut Shared,
    settings: &Settings,
) -> Result<Progress, Fault> {
    match settings.moving {
        Moving::AtOnce => transfer.run(&mut warp.thread, &mut shared.cta)?,
        Moving::Late | Moving::Random(_) => {
            warp.thread.queue.push(transfer);
            warp.issuers.push(warp.at);
        }
    }
    Ok(Progress::Done)
}
