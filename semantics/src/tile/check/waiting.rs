//! What was issued and has not been waited for, of each warp (TILE-D10, D69, D73, D77, D78).

use super::touch::{Touched, common};
use crate::tile::isa::{Action, Field as F, Instruction, SemaphoreAction, Wait};
use crate::tile::state::{Class, Completion, Thread, Transfer};

/// A load, a store or a copy that nobody has waited for.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Where it was issued.
    pub(super) index: usize,
    pub(super) class: Class,
    completion: Completion,
    /// The copy group, of copies that complete on nothing else.
    group: Option<u64>,
    touched: Touched,
}

/// What a warp has issued.
#[derive(Debug, Default)]
pub(super) struct Issued {
    all: Vec<Waiting>,
    open: u64,
}

impl Issued {
    pub(super) fn push(&mut self, index: usize, transfer: &Transfer, touched: Touched) {
        let (class, completion) = (transfer.class, transfer.completion);
        let bulk = class == Class::Copy && completion == Completion::Counted;
        let group = bulk.then_some(self.open);
        self.all.push(Waiting { index, class, completion, group, touched });
    }

    pub(super) fn commit(&mut self) {
        self.open += 1;
    }

    /// TCTRL.twait: the oldest of a class are done first.
    pub(super) fn wait(&mut self, i: &Instruction, wait: Wait) {
        match wait {
            Wait::Memory => {
                for (flag, count, class) in [
                    (F::Tgld, F::TgldCnt, Class::GlobalLoad),
                    (F::Tgst, F::TgstCnt, Class::GlobalStore),
                    (F::Tsld, F::TsldCnt, Class::SharedLoad),
                    (F::Tsst, F::TsstCnt, Class::SharedStore),
                ] {
                    let own = self.all.iter().filter(|w| w.class == class).count();
                    let mut done = own.saturating_sub(i.field(count) as usize);
                    self.all.retain(|w| {
                        let now = i.flag(flag) && w.class == class && done > 0;
                        done -= usize::from(now);
                        !now
                    });
                }
            }
            Wait::Copies => {
                let closed = |w: &Waiting| w.group.filter(|group| *group < self.open);
                let mut groups: Vec<u64> = self.all.iter().filter_map(closed).collect();
                groups.dedup();
                let done = groups.len().saturating_sub(i.field(F::TgldCnt) as usize);
                let done = &groups[..done];
                self.all.retain(|w| w.group.is_none_or(|group| !done.contains(&group)));
            }
            Wait::Products | Wait::BarrierWord => {}
        }
    }

    /// Copies that complete on a barrier word or a semaphore that was waited for.
    pub(super) fn completed(&mut self, i: &Instruction, thread: &Thread) {
        let done: Box<dyn Fn(&Completion) -> bool> = match i.action() {
            Action::Wait(Wait::BarrierWord) => {
                let word = thread.x(i.field(F::TgldCnt));
                Box::new(
                    move |c| matches!(c, Completion::Barrier { address, .. } if *address == word),
                )
            }
            Action::Semaphore(SemaphoreAction::Wait) => {
                let number = i.field(F::SemId) as u8;
                Box::new(move |c| *c == Completion::Semaphore(number))
            }
            _ => return,
        };
        self.all.retain(|w| !done(&w.completion));
    }

    /// The first that conflicts with an instruction, which is forgotten, and what is wrong.
    pub(super) fn conflict(&mut self, ours: &Touched, memory: bool) -> Option<(Waiting, String)> {
        let (at, what) = self.all.iter().enumerate().find_map(|(at, w)| {
            let kind = w.kind();
            let one = |ours: &[_], theirs: &[_]| {
                common(ours, theirs).filter(|p| memory || p.room == super::touch::Room::Registers)
            };
            let read = one(&ours.reads, &w.touched.writes).map(|p| {
                format!("{} is read before {kind} that fills it was waited for", p.name())
            });
            let written = || {
                one(&ours.writes, &w.touched.writes)
                    .map(|p| format!("{} is written while {kind} may still fill it", p.name()))
            };
            let taken = || {
                one(&ours.writes, &w.touched.reads)
                    .map(|p| format!("{} is written while {kind} may still read it", p.name()))
            };
            read.or_else(written).or_else(taken).map(|what| (at, what))
        })?;
        Some((self.all.remove(at), what))
    }
}

impl Waiting {
    const fn kind(&self) -> &'static str {
        match self.class {
            Class::GlobalLoad | Class::SharedLoad => "the load",
            Class::GlobalStore | Class::SharedStore => "the store",
            Class::Copy => "the copy",
        }
    }

    /// What would wait for it.
    pub(super) const fn help(&self) -> &'static str {
        match (self.class, self.completion) {
            (Class::GlobalLoad, _) => "`tctrl.twait.mem tgld=0` before it",
            (Class::GlobalStore, _) => "`tctrl.twait.mem tgst=0` before it",
            (Class::SharedLoad, _) => "`tctrl.twait.mem tsld=0` before it",
            (Class::SharedStore, _) => "`tctrl.twait.mem tsst=0` before it",
            (Class::Copy, Completion::Counted) => {
                "the group's commit and `tctrl.twait.acp 0` before it"
            }
            (Class::Copy, Completion::Barrier { .. }) => "`tctrl.twait.mbar` on its word before it",
            (Class::Copy, Completion::Semaphore(_)) => "a wait for its semaphore before it",
        }
    }
}
