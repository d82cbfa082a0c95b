//! The packed stream of units: PE steps and an MV (s. 1.2).

use super::figures::CYCLES_A_STEP;
use crate::mncore2::Mode;

/// What has been issued.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stream {
    mode: Mode,
    /// Steps so far, of all kinds.
    pub(super) slots: u64,
    /// PE steps of the unit at hand.
    in_unit: u64,
    /// `nop` that packing inserted.
    pub(super) nops: u64,
    /// `mvnop` that packing inserted.
    pub(super) mvnops: u64,
    /// Steps that waits held.
    pub(super) held: u64,
}

impl Stream {
    pub(super) fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// The cycle at which the next step would be issued.
    pub(super) const fn now(&self) -> u64 {
        self.slots.saturating_mul(CYCLES_A_STEP)
    }

    /// Holds until a cycle; how many steps that takes.
    pub(super) fn hold(&mut self, until: u64) -> u64 {
        let steps = until.saturating_sub(self.now()).div_ceil(CYCLES_A_STEP);
        self.slots = self.slots.saturating_add(steps);
        self.held = self.held.saturating_add(steps);
        steps
    }

    /// Some PE steps, at least one.
    pub(super) fn steps(&mut self, steps: u64) {
        let (all, unit) = (self.in_unit + steps, self.mode.steps_a_unit());
        // A unit that another step follows goes without an MV.
        self.mvnops += (all - 1) / unit;
        self.in_unit = (all - 1) % unit + 1;
        self.slots = self.slots.saturating_add(steps);
    }

    /// An MV ends its unit; how many `nop` that takes.
    pub(super) fn mv(&mut self) -> u64 {
        let nops = self.mode.steps_a_unit() - self.in_unit;
        self.in_unit = 0;
        self.nops += nops;
        self.slots = self.slots.saturating_add(nops);
        nops
    }

    /// The last unit is filled.
    pub(super) fn finish(&mut self) {
        if self.in_unit > 0 {
            self.mv();
            self.mvnops += 1;
        }
    }
}
