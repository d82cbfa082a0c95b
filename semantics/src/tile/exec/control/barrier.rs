//! TCTRL.tsync (TILE-D79, D94): barriers of a CTA and of a cluster.

use super::Progress;
use crate::tile::error::{Fault, Kind};
use crate::tile::isa::{Field as F, Instruction, Scope};
use crate::tile::state::Thread;

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
