//! In which cycles a masked write can write (MN-D80).

use semantics::mncore2::isa::{Bank, Dest, MaskSetting, MaskWidth, Step, Target};

/// Cycles, one flag each.
pub(super) type InCycle = [bool; 4];

/// The cycles in which the MSB-side long word can be written, and those of the LSB-side one.
pub(super) type Written = [InCycle; 2];

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

    /// Width and entry of the mask of a destination. A mask on any destination of the step switches
    /// the setting off for all of them (MN-D45).
    fn mask(&self, step: &Step, dest: &Dest) -> (MaskWidth, u8) {
        let anyone = step.exprs.iter().flat_map(|e| e.dests()).any(|dest| dest.mask.is_some());
        match dest.mask {
            Some(mask) => (mask.width, mask.entry),
            None if !anyone && self.is_set_for(&dest.target) => {
                (self.setting.width, self.setting.entry)
            }
            None => (MaskWidth::Long, 0),
        }
    }

    /// In which cycles a destination of the step can be written. A mask one long word wide leaves
    /// the LSB-side long word alone, which is always written (s. 3.6.2).
    pub(super) fn written(&self, step: &Step, dest: &Dest) -> Written {
        let (width, entry) = self.mask(step, dest);
        let cycles = self.of_entry(entry);
        match width {
            MaskWidth::Double => [cycles, cycles],
            MaskWidth::Long => [cycles, [true; 4]],
        }
    }

    /// Whether the mask of a destination is a fixed one.
    pub(super) fn is_fixed(&self, step: &Step, dest: &Dest) -> bool {
        self.mask(step, dest).1 >= 16
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

    /// Behind a write of flags an entry has a 1 only where its mask has (s. 3.6.2.1: a logical AND).
    pub(super) fn behind_step(&mut self, step: &Step) {
        let mut entries = self.entries;
        for dest in step.exprs.iter().flat_map(|e| e.dests()) {
            if let Target::Mask(entry) = dest.target {
                entries[usize::from(entry)] = self.of_entry(self.mask(step, dest).1);
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
