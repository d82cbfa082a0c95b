//! In which cycles a masked write can write (MN-D80).

use semantics::mncore2::isa::{Bank, Dest, Mask, MaskSetting, Step, Target};

/// Cycles, one flag each.
pub(super) type InCycle = [bool; 4];

/// The `mask` setting, and the cycles in which each entry can hold a 1.
pub(super) struct Masks {
    pub(super) setting: MaskSetting,
    entries: [InCycle; 16],
}

impl Masks {
    /// No entry holds a 1 at the start but entry 0, which is all ones.
    pub(super) fn new() -> Self {
        let mut entries = [[false; 4]; 16];
        entries[0] = [true; 4];
        Self { setting: MaskSetting::NONE, entries }
    }

    fn of_entry(&self, entry: u8) -> InCycle {
        match entry {
            0..16 => self.entries[usize::from(entry)],
            fixed => [0, 1, 2, 3].map(|cycle| fixed & 8 >> cycle != 0),
        }
    }

    /// The cycles in which a destination of the step can be written. A mask on any destination
    /// switches the setting off for all of them (MN-D45).
    pub(super) fn written(&self, step: &Step, dest: &Dest) -> InCycle {
        let own = |dest: &Dest| dest.mask.map(|Mask { entry, .. }| entry);
        let anyone = step.exprs.iter().flat_map(|e| e.dests()).any(|dest| own(dest).is_some());
        match own(dest) {
            Some(entry) => self.of_entry(entry),
            None if !anyone && self.is_set_for(&dest.target) => self.of_entry(self.setting.entry),
            None => [true; 4],
        }
    }

    fn is_set_for(&self, target: &Target) -> bool {
        let MaskSetting { grf0, grf1, t, lm0, lm1, masks, .. } = self.setting;
        match target {
            Target::Memory(access) => [lm0, lm1, grf0, grf1][bank_number(access.bank)],
            Target::Bar(bank, _) => [lm0, lm1, false, false][bank_number(*bank)],
            Target::T(_) => t,
            Target::Mask(_) => masks,
            Target::Nowrite => false,
        }
    }

    /// Flags that are written can be 1; those that are not stay what they were.
    pub(super) fn behind_step(&mut self, step: &Step) {
        let mut entries = self.entries;
        for dest in step.exprs.iter().flat_map(|e| e.dests()) {
            let Target::Mask(entry) = dest.target else { continue };
            for (cycle, written) in self.written(step, dest).into_iter().enumerate() {
                entries[usize::from(entry)][cycle] |= written;
            }
        }
        self.entries = entries;
    }
}

/// LM0, LM1, GRF0, GRF1.
pub(super) fn bank_number(bank: Bank) -> usize {
    match bank {
        Bank::Lm0 => 0,
        Bank::Lm1 => 1,
        Bank::Grf0 => 2,
        Bank::Grf1 => 3,
    }
}
