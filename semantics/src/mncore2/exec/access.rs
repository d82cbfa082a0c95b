//! Reading and writing PE memories (s. 3.6.1.6 to 3.6.1.12): addresses of each PE and cycle, widths,
//! write masks.

use crate::mncore2::isa::{Access, Bank, MaskWidth, Modifier, Width};
use crate::mncore2::state::{Block, CYCLES, Flags, LANES, ONES, PES, Path};

/// Where the lanes of an access lie in one cycle, in single words.
enum Lanes {
    /// All at one address.
    Same(usize),
    /// Each at its own.
    Own(Box<[u16; LANES]>),
}

/// The address sum of s. 3.6.1.6, wrapped and with the low bits of the width cleared (MN-D50).
fn lanes(block: &Block, access: &Access, cycle: usize) -> Lanes {
    let words = u32::from(access.bank.words());
    let width = u32::from(access.width.words());
    let base = access.cycles.at(cycle);
    let place = |sum: u32| (sum & (words - 1) & !(width - 1)) as usize;
    let bar = bar(block, access.bank);
    if access.modifier == Modifier::None && bar.is_none() {
        return Lanes::Same(place(base));
    }
    let own = |lane: usize| {
        let bar = bar.map_or(0, |bar| u32::from(bar[lane]));
        let extra = match access.modifier {
            Modifier::None => 0,
            Modifier::Within(last) => width * u32::from(lane % PES <= usize::from(last)),
            Modifier::Indirect => (block.t.hi[cycle][lane] & u64::from(words - 1)) as u32,
        };
        place(base + bar + extra) as u16
    };
    Lanes::Own(Box::new(std::array::from_fn(own)))
}

/// The address of one lane, in single words.
pub(crate) fn address(block: &Block, access: &Access, cycle: usize, lane: usize) -> usize {
    match lanes(block, access, cycle) {
        Lanes::Same(at) => at,
        Lanes::Own(at) => at[lane].into(),
    }
}

/// The base address register of a bank, where it has one that is not zero everywhere.
fn bar(block: &Block, bank: Bank) -> Option<&[u16; LANES]> {
    let bar = bank.is_lm().then(|| &block.bar[bank as usize])?;
    // No early end, so that it is a few vectors.
    (bar.iter().fold(0, |all, &b| all | b) != 0).then_some(bar)
}

/// Reads an operand: the word on the most significant side, the rest zero (MN-D41).
pub(super) fn read(block: &Block, access: &Access, out: &mut Path) {
    let memory = block.bank(access.bank);
    for c in 0..CYCLES {
        let (hi, lo) = (&mut out.hi[c], &mut out.lo[c]);
        match lanes(block, access, c) {
            Lanes::Same(at) => {
                *hi = *memory.row(at / 2);
                match access.width {
                    Width::Single if at % 2 == 0 => hi.iter_mut().for_each(|w| *w &= !0 << 32),
                    Width::Single => hi.iter_mut().for_each(|w| *w <<= 32),
                    Width::Long => {}
                    Width::Double => *lo = *memory.row(at / 2 + 1),
                }
                if access.width != Width::Double {
                    *lo = [0; LANES];
                }
            }
            Lanes::Own(at) => {
                for lane in 0..LANES {
                    let at = usize::from(at[lane]);
                    let word = memory.get(at / 2, lane);
                    (hi[lane], lo[lane]) = match access.width {
                        Width::Single => (word << (32 * (at % 2)) & !0 << 32, 0),
                        Width::Long => (word, 0),
                        Width::Double => (word, memory.get(at / 2 + 1, lane)),
                    };
                }
            }
        }
    }
}

/// A write mask: the flags of its entry and the width at which they act.
#[derive(Clone, Copy)]
pub(crate) struct Gate<'a> {
    pub(crate) flags: &'a Flags,
    pub(crate) width: MaskWidth,
}

impl Gate<'static> {
    /// Everything is written.
    pub(super) const OPEN: Self = Gate { flags: &ONES, width: MaskWidth::Long };
}

impl Gate<'_> {
    /// Whether nothing is held back.
    pub(crate) fn is_open(self) -> bool {
        std::ptr::eq(self.flags, &raw const ONES) || *self.flags == ONES
    }

    /// The bits of the two long words that are let through.
    #[inline]
    pub(crate) fn bits(self, cycle: usize, lane: usize) -> (u64, u64) {
        let flags = self.flags[cycle][lane];
        let bit = |n: u8| 0u64.wrapping_sub(u64::from(flags >> n & 1));
        match self.width {
            MaskWidth::Long => {
                let halves = (0..4).map(|n| (bit(n) & 0xffff) << (16 * n)).sum();
                (halves, !0)
            }
            MaskWidth::Double => {
                let single = |n: u8| bit(n) & 0xffff_ffff;
                (single(3) << 32 | single(2), single(1) << 32 | single(0))
            }
        }
    }
}

/// Writes the most significant part of the path, cycle after cycle (MN-D53, MN-D54).
pub(super) fn write(block: &mut Block, access: &Access, path: &Path, gate: Gate<'_>) {
    let open = gate.is_open();
    for c in 0..CYCLES {
        let lanes = lanes(block, access, c);
        let memory = block.bank_mut(access.bank);
        if let (Lanes::Same(at), true, false) = (&lanes, open, access.width == Width::Single) {
            *memory.row_mut(at / 2) = path.hi[c];
            if access.width == Width::Double {
                *memory.row_mut(at / 2 + 1) = path.lo[c];
            }
            continue;
        }
        for lane in 0..LANES {
            let at = match &lanes {
                Lanes::Same(at) => *at,
                Lanes::Own(at) => usize::from(at[lane]),
            };
            let (mut hi, lo) = gate.bits(c, lane);
            let mut word = path.hi[c][lane];
            if access.width == Width::Single {
                hi = (hi & !0 << 32) >> (32 * (at % 2));
                word >>= 32 * (at % 2);
            }
            if hi != 0 {
                let old = &mut memory.row_mut(at / 2)[lane];
                *old = *old & !hi | word & hi;
            }
            if access.width == Width::Double && lo != 0 {
                let old = &mut memory.row_mut(at / 2 + 1)[lane];
                *old = *old & !lo | path.lo[c][lane] & lo;
            }
        }
    }
}

/// Writes T: two long words a cycle, whatever is written in the operand (s. 3.6.1.12).
pub(super) fn write_t(block: &mut Block, path: &Path, gate: Gate<'_>) {
    blend(&mut block.t, path, gate);
}

/// `old` where the gate is closed, `new` where it is open.
fn blend(old: &mut Path, new: &Path, gate: Gate<'_>) {
    for c in 0..CYCLES {
        for lane in 0..LANES {
            let (hi, lo) = gate.bits(c, lane);
            old.hi[c][lane] = old.hi[c][lane] & !hi | new.hi[c][lane] & hi;
            old.lo[c][lane] = old.lo[c][lane] & !lo | new.lo[c][lane] & lo;
        }
    }
}

/// Zero flush: the unit's output where the gate is open, else zero (s. 3.6.2.2).
pub(super) fn flush(path: &mut Path, gate: Gate<'_>) {
    for c in 0..CYCLES {
        for lane in 0..LANES {
            let (hi, lo) = gate.bits(c, lane);
            path.hi[c][lane] &= hi;
            path.lo[c][lane] &= lo;
        }
    }
}

/// Writes a base address register: the low 12 bits of the word written (MN-D49). Cycle after cycle,
/// so the last one that its mask lets through remains.
pub(super) fn write_bar(block: &mut Block, bank: Bank, width: Width, path: &Path, gate: Gate<'_>) {
    let shift = if width == Width::Single { 32 } else { 0 };
    for c in 0..CYCLES {
        for lane in 0..LANES {
            let hi = (gate.bits(c, lane).0 >> shift & 0xfff) as u16;
            let word = (path.hi[c][lane] >> shift & 0xfff) as u16;
            let old = &mut block.bar[bank as usize][lane];
            *old = *old & !hi | word & hi;
        }
    }
}
