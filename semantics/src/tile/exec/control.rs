//! TCTRL: CSRs, waits, barriers, semaphores, fences (Tile, s. 2.1, 2.3).
//!
//! What may have to wait says so with [`Progress::Blocked`], and has changed nothing then; it is tried again when
//! something else has moved.

use crate::tile::error::{Fault, Kind};
use crate::tile::exec::barrier::{BarrierWord, word, word_at};
use crate::tile::isa::{CsrAccess, Field as F, Instruction, Scope, SemaphoreAction, Space, Wait};
use crate::tile::state::{Class, Cta, Thread};

/// Whether an instruction is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Progress {
    /// It is.
    Done,
    /// It waits for another warp, or for what was issued.
    Blocked,
}

// TCTRL.tsync (TILE-D79, D94): barriers of a CTA and of a cluster.

/// A barrier: the warps of its round, and how many there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Barrier {
    /// How many meet in this round; 0 before the first arrives.
    count: u32,
    /// How many have arrived.
    arrived: u32,
    /// Rounds that are complete.
    rounds: u64,
}

/// The barriers of both scopes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Barriers([[Barrier; 32]; 2]);

/// Where a warp waits: scope, number and round.
pub(crate) type Parked = (usize, usize, u64);

impl Barriers {
    /// Whether the round that a warp waits in is complete.
    pub(crate) fn passed(&self, (scope, number, round): Parked) -> bool {
        self.0[scope][number].rounds > round
    }

    /// Barriers that some have arrived at: scope, number, how many have and how many must.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (usize, usize, u32, u32)> {
        let numbered = (0..2).flat_map(|scope| (0..32).map(move |number| (scope, number)));
        numbered.filter_map(|(scope, number)| {
            let barrier = self.0[scope][number];
            (barrier.arrived > 0).then_some((scope, number, barrier.arrived, barrier.count))
        })
    }
}

/// Arrives, and waits unless it is told not to: what is waited for is left in `parked`, and the warp goes on when that round
/// is complete.
///
/// # Errors
/// `BarrierCount`.
pub(crate) fn sync(
    i: &Instruction,
    scope: Scope,
    thread: &Thread,
    barriers: &mut Barriers,
    parked: &mut Option<Parked>,
) -> Result<Progress, Fault> {
    if let Some(place) = *parked {
        if !barriers.passed(place) {
            return Ok(Progress::Blocked);
        }
        *parked = None;
        return Ok(Progress::Done);
    }
    let register = thread.x(i.field(F::Rs0));
    let number = if i.flag(F::DirectId) { register & 31 } else { i.field(F::SyncId) } as usize;
    // Bits 31 to 8.
    let count = if i.flag(F::Imm) { i.field(F::ImmSrc0) } else { register >> 8 & 0xff_ffff } as u32;
    let wrong = |text: String| Fault::new(Kind::BarrierCount, text);
    if count == 0 {
        return Err(wrong(format!("barrier {number} is of 0 warps; right is 1 at least")));
    }
    let scope = usize::from(scope == Scope::Cluster);
    let barrier = &mut barriers.0[scope][number];
    if barrier.arrived > 0 && barrier.count != count {
        let other = barrier.count;
        return Err(wrong(format!("barrier {number} is of {count} warps here, of {other} before")));
    }
    (barrier.count, barrier.arrived) = (count, barrier.arrived + 1);
    if barrier.arrived == count {
        *barrier = Barrier { rounds: barrier.rounds + 1, ..Barrier::default() };
        return Ok(Progress::Done);
    }
    if i.flag(F::NonBlk) {
        return Ok(Progress::Done);
    }
    *parked = Some((scope, number, barrier.rounds));
    Ok(Progress::Blocked)
}

// TCTRL.tcsr (TILE-D15, D85, D86).

/// Reads or writes CSRs; `extended` is whether the extension is on.
///
/// # Errors
/// `Illegal` where `trlenb` has no value; no register is written then.
pub(crate) fn access(
    i: &Instruction,
    access: CsrAccess,
    extended: bool,
    thread: &mut Thread,
) -> Result<(), Fault> {
    let (csr, register, count) = (i.field(F::Rd), i.field(F::Rs0), i.field(F::Num) + 1);
    match access {
        CsrAccess::WriteImmediate => {
            thread.csrs.set(csr, i.field(F::Imm));
        }
        CsrAccess::Write => {
            for n in 0..count {
                let value = thread.x(register + n);
                thread.csrs.set(csr + n, value);
            }
        }
        CsrAccess::Read => {
            let value = |n| {
                thread.csrs.get(csr + n, extended).ok_or_else(|| {
                    Fault::illegal(format!("CSR {} has no value: tcsr.shape is 3", csr + n))
                })
            };
            let values: Vec<u64> = (0..count).map(value).collect::<Result<_, _>>()?;
            for (n, value) in (0..).zip(values) {
                thread.set_x(register + n, value);
            }
        }
    }
    Ok(())
}

/// TCTRL.tsemaphore (TILE-D78, D81, D94).
pub(crate) fn semaphore(
    i: &Instruction,
    action: SemaphoreAction,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<Progress, Fault> {
    let number = i.field(F::SemId) as u8;
    let value = if i.flag(F::Imm) { i.field(F::ImmSrc0) } else { thread.x(i.field(F::Rs0)) };
    let old = cta.semaphore(number);
    match action {
        SemaphoreAction::Set => {
            let new = u32::try_from(value).map_err(|_| {
                let text = format!("semaphore {number} would be {value}; right is 2^32-1 at most");
                Fault::new(Kind::SemaphoreRange, text)
            })?;
            cta.set_semaphore(number, new);
        }
        SemaphoreAction::Arrive => cta.arrive_semaphore(number, value)?,
        SemaphoreAction::Wait => match u64::from(old).checked_sub(value) {
            Some(rest) => cta.set_semaphore(number, rest as u32),
            None => return Ok(Progress::Blocked),
        },
        SemaphoreAction::Read => thread.set_x(i.field(F::Rd), old.into()),
    }
    Ok(Progress::Done)
}

// TCTRL.twait (TILE-D10, D69, D77, D95).

/// Whether what is waited for has come.
///
/// # Errors
/// The address of a barrier word.
pub(crate) fn wait(
    i: &Instruction,
    wait: Wait,
    thread: &Thread,
    cta: &Cta,
) -> Result<Progress, Fault> {
    let most = |field| i.field(field) as usize;
    let done = match wait {
        Wait::Memory => {
            let classes = [
                (F::Tgld, F::TgldCnt, Class::GlobalLoad),
                (F::Tgst, F::TgstCnt, Class::GlobalStore),
                (F::Tsld, F::TsldCnt, Class::SharedLoad),
                (F::Tsst, F::TsstCnt, Class::SharedStore),
            ];
            let mut asked = classes.iter().filter(|(flag, ..)| i.flag(*flag));
            asked.all(|(_, count, class)| thread.queue.outstanding(*class) <= most(*count))
        }
        Wait::Copies => thread.queue.groups() <= most(F::TgldCnt),
        // Products are done when they are issued.
        Wait::Products => true,
        Wait::BarrierWord => {
            let memory = cta.memory(Space::Shared);
            let begin = i128::from(thread.x(i.field(F::TgldCnt)));
            let at = word(begin).judge(memory.len() as u64)? as usize;
            let phase = BarrierWord::of(word_at(memory, at)).phase;
            u64::from(phase) != thread.x(i.field(F::TgstCnt)) % 8
        }
    };
    Ok(if done { Progress::Done } else { Progress::Blocked })
}
