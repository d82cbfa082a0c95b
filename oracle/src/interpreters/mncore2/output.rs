//! What a step changes: outputs of units, their masks, and when they become visible (s. 3.6.2).

use super::machine::{Machine, forward_index, side_index};
use super::number::{Path, element, merged, passing};
use super::operand::At;
use super::{Stop, illegal};
use semantics::mncore2::isa::{Bank, Dest, Forward, Mask, MaskWidth, Side, Target, Width};

/// A change that takes effect at the end of a step. Later ones overwrite earlier ones.
#[derive(Debug)]
pub(super) enum Effect {
    /// Single words from `address` on, bit by bit where `passing` is 1.
    Bank { at: At, bank: Bank, address: usize, words: usize, value: Path, passing: Path },
    /// T of the cycle.
    T { at: At, value: Path, passing: Path },
    /// A base address register.
    Bar { at: At, bank: Bank, value: u64, passing: u64 },
    /// Flags of a mask entry.
    Flags { at: At, entry: usize, flags: u8 },
    /// A forwarding register.
    Forward { at: At, unit: Forward, value: Path },
    /// A physical row of a matrix register.
    Row { mab: u16, side: Side, row: usize, value: [u64; 4] },
    /// A long word of an L1BM.
    L1bm { l1b: u8, address: u32, value: u64 },
    /// The turnaround register in a cycle.
    Turnaround { l1b: u8, cycle: usize, sent: Vec<u64> },
    /// A long word of an L2BM.
    L2bm { l2b: u8, address: u32, value: u64 },
}

/// What a step is, for all of its expressions.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Some destination has a mask of its own: the setting is off (s. 3.6.2.1).
    pub(super) one_line: bool,
    /// `noforward`.
    pub(super) keeps_forwards: bool,
}

/// Where the output of a unit goes.
pub(super) struct Output<'a> {
    pub(super) unit: Forward,
    pub(super) flush: Option<&'a Mask>,
    pub(super) dests: &'a [Dest],
}

impl Machine {
    /// The flags of an entry, variable or fixed (s. 3.6.2).
    fn entry(&self, at: At, entry: u8) -> Result<u8, Stop> {
        match entry {
            0 => Ok(15),
            1..=15 => Ok(self.mab(at.mab)?.pes[at.pe].masks[usize::from(entry)][at.cycle]),
            16..=31 if entry >> (3 - at.cycle) & 1 == 1 => Ok(15),
            16..=31 => Ok(0),
            _ => illegal(format!("mask entry {entry}")),
        }
    }

    /// Sends what a unit puts out in a PE and a cycle through zero flush and masks. `flags` are those
    /// the unit generates, if it generates any.
    pub(super) fn output(
        &self,
        at: At,
        output: &Output<'_>,
        rules: Rules,
        (value, flags): (Path, Option<u8>),
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        let mut value = value;
        if let Some(flush) = output.flush {
            let kept = passing(flush.width, self.entry(at, flush.entry)?);
            value = [value[0] & kept[0], value[1] & kept[1]];
        }
        if !rules.keeps_forwards {
            // MN-D44
            effects.push(Effect::Forward { at, unit: output.unit, value });
        }
        for dest in output.dests {
            self.write(at, dest, rules, (value, flags), effects)?;
        }
        Ok(())
    }

    /// The mask of a write: width and entry.
    fn mask(&self, dest: &Dest, rules: Rules) -> (MaskWidth, u8) {
        let setting = &self.setting;
        let covered = match dest.target {
            Target::Memory(access) => match access.bank {
                Bank::Lm0 => setting.lm0,
                Bank::Lm1 => setting.lm1,
                Bank::Grf0 => setting.grf0,
                Bank::Grf1 => setting.grf1,
            },
            Target::Bar(Bank::Lm0, _) => setting.lm0,
            Target::Bar(..) => setting.lm1,
            Target::T(_) => setting.t,
            Target::Mask(_) => setting.masks,
            Target::Nowrite => false,
        };
        match dest.mask {
            Some(mask) => (mask.width, mask.entry),
            None if covered && !rules.one_line => (setting.width, setting.entry),
            None => (MaskWidth::Long, 0),
        }
    }

    fn write(
        &self,
        at: At,
        dest: &Dest,
        rules: Rules,
        (value, flags): (Path, Option<u8>),
        effects: &mut Vec<Effect>,
    ) -> Result<(), Stop> {
        let (width, entry) = self.mask(dest, rules);
        let open = self.entry(at, entry)?;
        let passing = passing(width, open);
        effects.push(match dest.target {
            Target::Nowrite => return Ok(()),
            Target::T(_) => Effect::T { at, value, passing },
            Target::Memory(access) => {
                let address = self.mab(at.mab)?.pes[at.pe].address(at, &access)?;
                let words = usize::from(access.width.words());
                Effect::Bank { at, bank: access.bank, address, words, value, passing }
            }
            Target::Bar(bank, width) if bank.is_lm() => {
                // MN-D49: the low end of the word that an access of this width writes.
                let low = |path: Path| match width {
                    Width::Single => path[0] >> 32 & 0xfff,
                    _ => path[0] & 0xfff,
                };
                Effect::Bar { at, bank, value: low(value), passing: low(passing) }
            }
            Target::Bar(..) => return illegal("a base address register of a GRF"),
            Target::Mask(entry) => match flags {
                // MN-D47
                Some(flags) if (1..16).contains(&entry) => {
                    Effect::Flags { at, entry: entry.into(), flags: flags & open }
                }
                _ => return illegal(format!("$omr{entry} here")),
            },
        });
        Ok(())
    }

    /// Lets a change happen.
    pub(super) fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::L1bm { l1b, address, value } => {
                if let Some(l1b) = self.l1bs.get_mut(&l1b) {
                    l1b.memory.insert(u64::from(address % super::machine::L1BM), value);
                }
            }
            Effect::L2bm { l2b, address, value } => {
                if let Some(memory) = self.l2bs.get_mut(&l2b) {
                    memory.insert(u64::from(address % super::machine::L2BM), value);
                }
            }
            Effect::Turnaround { l1b, cycle, sent } => {
                if let Some(l1b) = self.l1bs.get_mut(&l1b) {
                    l1b.turnaround[cycle] = sent;
                }
            }
            Effect::Row { mab, side, row, value } => {
                if let Some(mab) = self.mabs.get_mut(&mab) {
                    mab.matrix[side_index(side)][row] = value;
                }
            }
            Effect::Bank { at, .. }
            | Effect::T { at, .. }
            | Effect::Bar { at, .. }
            | Effect::Flags { at, .. }
            | Effect::Forward { at, .. } => self.apply_to_pe(at, effect),
        }
    }

    fn apply_to_pe(&mut self, at: At, effect: Effect) {
        let Some(mab) = self.mabs.get_mut(&at.mab) else { return };
        let pe = &mut mab.pes[at.pe];
        match effect {
            Effect::Bank { bank, address, words, value, passing, .. } => {
                for w in 0..words {
                    let old = &mut pe.banks[bank as usize][address + w];
                    let [new, passing] = [value, passing].map(|path| element(path, 32, w));
                    *old = merged(u64::from(*old), new, passing) as u32;
                }
            }
            Effect::T { value, passing, .. } => {
                let old = pe.t[at.cycle];
                pe.t[at.cycle] = [0, 1].map(|w| merged(old[w], value[w], passing[w]));
            }
            Effect::Bar { bank, value, passing, .. } => {
                let old = &mut pe.bars[bank as usize];
                *old = merged(u64::from(*old), value, passing) as u16;
            }
            Effect::Flags { entry, flags, .. } => pe.masks[entry][at.cycle] = flags,
            Effect::Forward { unit, value, .. } => {
                pe.forwards[forward_index(unit)][at.cycle] = value;
            }
            _ => {}
        }
    }
}
