//! Many steps in one pass over the L1Bs, which share the cores. Between the steps in which L1Bs talk to
//! each other each runs by itself, so that its state stays in cache; these steps stay within an L2B, so that
//! L2Bs run side by side.

use super::l2bm::{self, Among};
use super::step::{Outputs, Place, commit, compute};
use crate::mncore2::isa::{Constant, Expr, L2bm, MaskSetting, Source, Step};
use crate::mncore2::state::{BLOCKS, Block, L1BS, L2bmWords, State};
use rayon::prelude::*;

/// Who takes part in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Each L1B by itself.
    Local,
    /// The L1Bs of an L2B, and nothing else happens.
    Transfer,
    /// They too, while PEs do something.
    Joint,
    /// DRAM address registers.
    Dar,
}

/// Whether it does nothing.
fn is_idle(e: &Expr) -> bool {
    matches!(e, Expr::Nop(_) | Expr::Wait(_) | Expr::Noforward)
}

/// Whether it is about DRAM address registers.
fn is_dar(e: &Expr) -> bool {
    matches!(e, Expr::L2bm(L2bm::Dars { .. } | L2bm::Darw))
}

/// A step that does something.
pub(super) struct Work<'a> {
    step: &'a Step,
    setting: MaskSetting,
    kind: Kind,
}

impl<'a> Work<'a> {
    /// What a step does, if anything.
    pub(super) fn of(step: &'a Step, setting: MaskSetting) -> Option<Self> {
        let is_transfer = |e: &Expr| matches!(e, Expr::L2bm(_));
        let mut busy = step.exprs.iter().filter(|e| !is_idle(e));
        let kind = if busy.clone().any(is_dar) {
            Kind::Dar
        } else if !busy.clone().any(is_transfer) {
            Kind::Local
        } else if busy.clone().all(is_transfer) {
            Kind::Transfer
        } else {
            Kind::Joint
        };
        busy.next().map(|_| Self { step, setting, kind })
    }

    /// Whether L1Bs that are equal can differ after it.
    fn tells_apart(&self) -> bool {
        let constant =
            |source: &Source| matches!(source, Source::Constant(Constant::L1bid | Constant::L2bid));
        let inputs = self.step.exprs.iter().flat_map(Expr::inputs);
        self.kind != Kind::Transfer && inputs.into_iter().any(|input| constant(&input.source))
    }
}

/// Room for the outputs of steps in which L1Bs talk to each other.
#[derive(Default)]
pub(super) struct Pass {
    outputs: Vec<Box<Outputs>>,
}

impl Pass {
    /// Executes steps in order.
    pub(super) fn run(&mut self, state: &mut State, steps: &[Work<'_>]) {
        for steps in steps.chunk_by(|a, b| (a.kind == Kind::Dar) == (b.kind == Kind::Dar)) {
            let local = steps.iter().all(|work| work.kind == Kind::Local);
            if steps[0].kind == Kind::Dar {
                steps.iter().for_each(|work| self.dar(state, work));
            } else if local || state.blocks.are_apart() {
                self.together(state, steps, local);
            } else {
                for steps in steps.chunk_by(|a, b| a.kind == b.kind) {
                    self.shared(state, steps);
                }
            }
        }
    }

    /// Steps of one kind, where some L1Bs stand for others.
    fn shared(&mut self, state: &mut State, steps: &[Work<'_>]) {
        match steps[0].kind {
            Kind::Local => self.together(state, steps, true),
            Kind::Transfer => {
                let State { l2bms, blocks, .. } = state;
                for expr in steps.iter().flat_map(|work| &work.step.exprs) {
                    let Expr::L2bm(op) = expr else { continue };
                    for (n, l2bm) in l2bms.iter_mut().enumerate() {
                        l2bm::transfer(op, l2bm, &mut Among { blocks, first: n * L1BS });
                    }
                }
            }
            Kind::Joint | Kind::Dar => {
                state.blocks.all();
                self.together(state, steps, false);
            }
        }
    }

    /// Steps without DRAM address registers: by L1Bs where they are local, else by L2Bs.
    fn together(&mut self, state: &mut State, steps: &[Work<'_>], local: bool) {
        if steps.iter().any(Work::tells_apart) {
            state.blocks.all();
        }
        let State { l2bms, blocks, .. } = state;
        if local {
            blocks.each().for_each_init(Outputs::new, |out, (number, block)| {
                alone(steps, number, block, out);
            });
            return;
        }
        self.outputs.resize_with(BLOCKS, Outputs::new);
        let blocks = blocks.all().par_chunks_mut(L1BS);
        let outputs = self.outputs.par_chunks_mut(L1BS);
        l2bms.par_iter_mut().zip(blocks).zip(outputs).enumerate().for_each(
            |(n, ((l2bm, blocks), outputs))| within(steps, n * L1BS, l2bm, blocks, outputs),
        );
    }

    /// A step with DRAM address registers; nothing else that it can do writes to an L2BM.
    fn dar(&mut self, state: &mut State, work: &Work<'_>) {
        if !work.step.exprs.iter().all(|e| is_idle(e) || is_dar(e)) {
            self.together(state, std::slice::from_ref(work), false);
        }
        l2bm::dar(work.step, &mut state.groups, &state.l2bms);
    }
}

/// Steps of an L1B.
fn alone(steps: &[Work<'_>], number: usize, block: &mut Block, out: &mut Outputs) {
    let place = Place::of(number);
    out.begin();
    for Work { step, setting, .. } in steps {
        compute(block, place, step, out);
        commit(block, place, step, setting, out);
    }
}

/// Steps of the L1Bs of an L2B, the first of which has the number `first`. Everything reads before anything
/// is written. Where both sides write the same word of an L1BM, the PE side is last (MN-D81).
fn within(
    steps: &[Work<'_>],
    first: usize,
    l2bm: &mut L2bmWords,
    blocks: &mut [Block],
    outputs: &mut [Box<Outputs>],
) {
    for steps in steps.chunk_by(|a, b| a.kind == Kind::Local && b.kind == Kind::Local) {
        let work = &steps[0];
        if work.kind == Kind::Local {
            for (n, block) in blocks.iter_mut().enumerate() {
                alone(steps, first + n, block, &mut outputs[0]);
            }
            continue;
        }
        let speak = work.kind != Kind::Transfer;
        let places = first..first + blocks.len();
        if speak {
            for ((block, out), n) in blocks.iter().zip(&mut *outputs).zip(places.clone()) {
                out.begin();
                compute(block, Place::of(n), work.step, out);
            }
        }
        for expr in &work.step.exprs {
            if let Expr::L2bm(op) = expr {
                l2bm::transfer(op, l2bm, blocks);
            }
        }
        if speak {
            for ((block, out), n) in blocks.iter_mut().zip(&mut *outputs).zip(places) {
                commit(block, Place::of(n), work.step, &work.setting, out);
            }
        }
    }
}
