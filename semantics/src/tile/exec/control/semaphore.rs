//! TCTRL.tsemaphore (TILE-D78, D81, D94).

use super::Progress;
use crate::tile::error::{Fault, Kind};
use crate::tile::isa::{Field as F, Instruction, SemaphoreAction};
use crate::tile::state::{Cta, Thread};

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
