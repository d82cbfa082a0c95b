//! TCTRL (Tile, s. 2.1, 2.2; TILE-D02, D03).

use super::super::form::{Field as F, Form};
use super::super::row::{Row, Standing};
use super::super::{Action, CsrAccess, Scope, SemaphoreAction, Wait};

pub(super) fn rows() -> Vec<Row> {
    let mut rows = accesses();
    rows.extend(barriers());
    rows.extend(waits());
    rows.extend(semaphores());
    let fence = made("tfence", Form::Tfence, Action::Fence, 4);
    rows.push(fence.standing(Standing::Decided).decided(&[2, 3, 80, 95]));
    rows
}

fn made(name: &str, form: Form, action: Action, ctrluop: u64) -> Row {
    Row::new(format!("tctrl.{name}"), form, 2, action).with(F::CtrlUop, ctrluop)
}

fn accesses() -> Vec<Row> {
    let row = |name: &str, access, csruop| {
        made(name, Form::Tcsr, Action::Csr(access), 0).with(F::CsrUop, csruop)
    };
    let rows = [
        row("tcsr.w", CsrAccess::Write, 0).with(F::Imm, 0),
        row("tcsr.wi", CsrAccess::WriteImmediate, 1).without(&[F::Rs0, F::Num]),
        row("tcsr.r", CsrAccess::Read, 2).with(F::Imm, 0),
    ];
    rows.into_iter().map(|row| row.decided(&[2, 3, 15, 85, 86])).collect()
}

fn barriers() -> impl Iterator<Item = Row> {
    let scopes = [("tsync.cta", Scope::Cta, 0), ("tsync.cluster", Scope::Cluster, 1)];
    scopes.into_iter().map(|(name, scope, code)| {
        let row = made(name, Form::Tsync, Action::Sync(scope), 1).with(F::Scope, code);
        row.decided(&[2, 3, 79, 94])
    })
}

fn waits() -> Vec<Row> {
    let row = |name: &str, wait, waitop| {
        made(name, Form::Twait, Action::Wait(wait), 2).with(F::WaitOp, waitop)
    };
    let flags = [F::Tgld, F::Tgst, F::Tsld, F::Tsst];
    let others = [F::TgstCnt, F::TsldCnt, F::TsstCnt];
    vec![
        row("twait.mem", Wait::Memory, 0).decided(&[2, 3, 10, 69, 95]),
        row("twait.acp", Wait::Copies, 1)
            .without(&flags)
            .without(&others)
            .decided(&[2, 3, 10, 69, 73, 95]),
        row("twait.mma", Wait::Products, 2)
            .without(&flags)
            .without(&others)
            .standing(Standing::Decided)
            .decided(&[2, 3, 10, 11, 95]),
        row("twait.mbar", Wait::BarrierWord, 2)
            .with(F::Tgld, 1)
            .without(&[F::Tgst, F::Tsld, F::Tsst, F::TsldCnt, F::TsstCnt])
            .standing(Standing::Decided)
            .decided(&[2, 3, 10, 77, 95]),
    ]
}

fn semaphores() -> impl Iterator<Item = Row> {
    let row = |name: &str, action, semop| {
        made(name, Form::Tsem, Action::Semaphore(action), 3).with(F::SemOp, semop)
    };
    let rows = [
        row("tsem.set", SemaphoreAction::Set, 0).with(F::Rd, 0),
        row("tsem.arrive", SemaphoreAction::Arrive, 1).with(F::Rd, 0),
        row("tsem.wait", SemaphoreAction::Wait, 2).with(F::Rd, 0),
        row("tsem.read", SemaphoreAction::Read, 3).without(&[F::Rs0, F::Imm, F::ImmSrc0]),
    ];
    rows.into_iter().map(|row| row.standing(Standing::Decided).decided(&[2, 3, 78, 94]))
}
