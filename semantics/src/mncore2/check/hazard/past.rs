//! What the last steps have written, as it was written: text is made of it only for messages.

use super::rule::Kind;
use crate::mncore2::account::{Masking, Traffic, dests};
use crate::mncore2::check::Earlier;
use crate::mncore2::check::place::{Here, Spot};
use crate::mncore2::isa::{Dest, Expr, L2bm, MaskSetting, MaskWidth, Target, Up};

/// The cycles of a write, bit `c` for cycle `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycles {
    /// Of the long word on the most significant side, or of what is narrower.
    pub(super) first: u8,
    /// Of the other long word, which a mask of one long word does not hold back (MN-D46).
    pub(super) second: u8,
    /// Whether the mask is a fixed entry.
    pub(super) fixed: bool,
}

/// All four cycles.
const ALL: u8 = 0b1111;

/// In which cycles each mask entry can hold a 1 (MN-D80).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    variable: [u8; 16],
}

impl Masks {
    fn possible(&self, entry: u8) -> u8 {
        match entry {
            0 => ALL,
            1..=15 => self.variable[usize::from(entry)],
            // The pattern of entry 16 + k has cycle 0 first.
            _ => (entry & 15).reverse_bits() >> 4,
        }
    }

    /// The cycles in which a destination is written.
    fn cycles(&self, dest: &Dest, masking: Masking<'_>) -> Cycles {
        let Some(mask) = masking.on(dest) else {
            return Cycles { first: ALL, second: ALL, fixed: false };
        };
        let first = self.possible(mask.entry);
        let second = if mask.width == MaskWidth::Long { ALL } else { first };
        Cycles { first, second, fixed: mask.entry > 15 }
    }
}

/// A transfer that wrote L1BM or L2BM.
#[derive(Clone, Copy, Debug)]
pub(super) enum Carrier {
    /// Between L2BM and L1BM.
    L2bm(L2bm),
    /// From the PEs.
    Up(Up),
}

/// What a step has written.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// The number of the step.
    pub(super) step: u64,
    /// PE memories, T, base address registers.
    pub(super) dests: Vec<(Dest, Cycles, Spot)>,
    /// L1BM, L2BM.
    pub(super) transfers: Vec<(Carrier, Kind, Traffic, Spot)>,
}

impl Past {
    /// The step's writes take the place of what was here. Nothing is allocated once the lists have
    /// had their length.
    pub(super) fn record(
        &mut self,
        (step, here): (u64, Here<'_>),
        exprs: &[Expr],
        setting: &MaskSetting,
        masks: &mut Masks,
    ) {
        self.step = step;
        self.dests.clear();
        self.transfers.clear();
        // Written mask entries are read from the next step on.
        let before = *masks;
        let masking = Masking::of(exprs, setting);
        for (place, dest) in dests(exprs) {
            match dest.target {
                Target::Memory(_) | Target::T(_) | Target::Bar(..) => {
                    let spot = here.operand(Some(place));
                    self.dests.push((*dest, before.cycles(dest, masking), spot));
                }
                Target::Mask(entry) => {
                    masks.variable[usize::from(entry & 15)] = before.cycles(dest, masking).first;
                }
                Target::Nowrite => {}
            }
        }
        for (i, expr) in exprs.iter().enumerate() {
            let carrier = match expr {
                Expr::L2bm(l2bm) => Carrier::L2bm(*l2bm),
                Expr::Up(up) => Carrier::Up(*up),
                _ => continue,
            };
            if let Some(kind) = Kind::of(expr) {
                self.transfers.push((carrier, kind, Traffic::of(expr), here.expr(i)));
            }
        }
    }

    /// A place of this step.
    pub(super) fn place(&self, what: Written) -> Earlier {
        match what {
            Written::Dest(n) => {
                let (dest, _, spot) = self.dests[n];
                spot.says(dest)
            }
            Written::Transfer(n) => match self.transfers[n] {
                (Carrier::L2bm(l2bm), .., spot) => spot.says(l2bm),
                (Carrier::Up(up), .., spot) => spot.says(up),
            },
        }
    }
}

/// Which of a step's writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// By its place among the destinations.
    Dest(usize),
    /// By its place among the transfers.
    Transfer(usize),
}
