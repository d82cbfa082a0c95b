//! TCTRL.twait (TILE-D10, D69, D77, D95).

use super::Progress;
use crate::tile::error::Fault;
use crate::tile::exec::barrier::{BarrierWord, word, word_at};
use crate::tile::isa::{Field as F, Instruction, Space, Wait};
use crate::tile::state::{Class, Cta, Thread};

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
