//! Reading and writing PE memories (s. 3.6.1.6 to 3.6.1.12): addresses of each PE and cycle, widths,
//! write masks.

use super::view::View;
use crate::mncore2::isa::{Access, Bank, MaskWidth, Modifier, Width};
use crate::mncore2::state::{Block, CYCLES, Flags, LANES, ONES, PES, Path, Rows};

/// Where the lanes of an access lie in one cycle, in single words.
enum Lanes {
    /// All at one address.
    Same(usize),
    /// Each at its own.
    Own([u16; LANES]),
}

/// The addresses of an access, its base address register looked at once.
struct Addresses<'a> {
    access: &'a Access,
    bar: Option<&'a [u16; LANES]>,
    t: &'a Path,
}

impl<'a> Addresses<'a> {
    fn new(bars: &'a [[u16; LANES]; 2], t: &'a Path, access: &'a Access) -> Self {
        let bar = access.bank.is_lm().then(|| &bars[access.bank as usize]);
        // No early end, so that it is a few vectors.
        let bar = bar.filter(|bar| bar.iter().fold(0, |all, &b| all | b) != 0);
        Self { access, bar, t }
    }

    fn of(block: &'a Block, access: &'a Access) -> Self {
        Self::new(&block.bar, &block.t, access)
    }

    /// The address sum of s. 3.6.1.6, wrapped and with the low bits of the width cleared (MN-D50).
    fn lanes(&self, cycle: usize) -> Lanes {
        let access = self.access;
        let words = u32::from(access.bank.words());
        let width = u32::from(access.width.words());
        let base = access.cycles.at(cycle);
        let place = |sum: u32| (sum & (words - 1) & !(width - 1)) as usize;
        if access.modifier == Modifier::None && self.bar.is_none() {
            return Lanes::Same(place(base));
        }
        let own = |lane: usize| {
            let bar = self.bar.map_or(0, |bar| u32::from(bar[lane]));
            let extra = match access.modifier {
                Modifier::None => 0,
                Modifier::Within(last) => width * u32::from(lane % PES <= usize::from(last)),
                Modifier::Indirect => (self.t.hi[cycle][lane] & u64::from(words - 1)) as u32,
            };
            place(base + bar + extra) as u16
        };
        Lanes::Own(std::array::from_fn(own))
    }
}

/// The address of one lane, in single words.
pub(crate) fn address(block: &Block, access: &Access, cycle: usize, lane: usize) -> usize {
    match Addresses::of(block, access).lanes(cycle) {
        Lanes::Same(at) => at,
        Lanes::Own(at) => at[lane].into(),
    }
}

/// An operand where it lies, if it is whole rows of long words.
pub(super) fn view<'a>(block: &'a Block, access: &Access) -> Option<View<'a>> {
    if access.width == Width::Single || access.modifier != Modifier::None {
        return None;
    }
    let addresses = Addresses::of(block, access);
    let memory = block.bank(access.bank);
    let mut view = View::NOTHING;
    for c in 0..CYCLES {
        let Lanes::Same(at) = addresses.lanes(c) else { return None };
        view.hi[c] = memory.row(at / 2);
        if access.width == Width::Double {
            view.lo[c] = memory.row(at / 2 + 1);
        }
    }
    Some(view)
}

/// Reads an operand: the word on the most significant side, the rest zero (MN-D41).
pub(super) fn read(block: &Block, access: &Access, out: &mut Path) {
    let addresses = Addresses::of(block, access);
    let memory = block.bank(access.bank);
    for c in 0..CYCLES {
        let (hi, lo) = (&mut out.hi[c], &mut out.lo[c]);
        match addresses.lanes(c) {
            Lanes::Same(at) => {
                let row = memory.row(at / 2);
                match access.width {
                    Width::Single if at % 2 == 0 => *hi = row.map(|w| w & !0 << 32),
                    Width::Single => *hi = row.map(|w| w << 32),
                    Width::Long | Width::Double => *hi = *row,
                }
                *lo = match access.width {
                    Width::Double => *memory.row(at / 2 + 1),
                    Width::Single | Width::Long => [0; LANES],
                };
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
        let flags = usize::from(self.flags[cycle][lane] & 15);
        match self.width {
            MaskWidth::Long => (QUARTERS[flags], !0),
            MaskWidth::Double => (HALVES[flags >> 2], HALVES[flags & 3]),
        }
    }
}

/// Of four flags the quarters of a long word, the first flag's the uppermost.
const QUARTERS: [u64; 16] = {
    let mut words = [0; 16];
    let mut flags = 0;
    while flags < 64 {
        let (word, bit) = (flags / 4, flags % 4);
        words[word] |= ((word as u64 >> bit & 1) * 0xffff) << (16 * bit);
        flags += 1;
    }
    words
};

/// Of two flags the halves of a long word.
const HALVES: [u64; 4] = [0, 0xffff_ffff, 0xffff_ffff << 32, !0];

/// Writes the most significant part of the path, cycle after cycle (MN-D53, MN-D54).
pub(super) fn write(block: &mut Block, access: &Access, path: &Path, gate: Gate<'_>) {
    let open = gate.is_open();
    let Block { banks, bar, t, .. } = block;
    let addresses = Addresses::new(bar, t, access);
    let memory = &mut banks[access.bank as usize];
    for c in 0..CYCLES {
        match addresses.lanes(c) {
            Lanes::Same(at) if open => write_row(memory, at, access.width, path, c),
            lanes => write_lanes(memory, &lanes, access.width, path, c, gate),
        }
    }
}

/// Whole rows.
fn write_row(memory: &mut Rows, at: usize, width: Width, path: &Path, c: usize) {
    let row = memory.row_mut(at / 2);
    match width {
        Width::Single if at.is_multiple_of(2) => {
            for (old, word) in row.iter_mut().zip(&path.hi[c]) {
                *old = *old & u64::from(u32::MAX) | word & !0 << 32;
            }
        }
        Width::Single => {
            for (old, word) in row.iter_mut().zip(&path.hi[c]) {
                *old = *old & !0 << 32 | word >> 32;
            }
        }
        Width::Long => *row = path.hi[c],
        Width::Double => {
            *row = path.hi[c];
            *memory.row_mut(at / 2 + 1) = path.lo[c];
        }
    }
}

/// Lanes at addresses of their own, or some of them alone.
fn write_lanes(
    memory: &mut Rows,
    lanes: &Lanes,
    width: Width,
    path: &Path,
    c: usize,
    gate: Gate<'_>,
) {
    for lane in 0..LANES {
        let at = match lanes {
            Lanes::Same(at) => *at,
            Lanes::Own(at) => usize::from(at[lane]),
        };
        let (mut hi, lo) = gate.bits(c, lane);
        let mut word = path.hi[c][lane];
        if width == Width::Single {
            hi = (hi & !0 << 32) >> (32 * (at % 2));
            word >>= 32 * (at % 2);
        }
        if hi != 0 {
            let old = &mut memory.row_mut(at / 2)[lane];
            *old = *old & !hi | word & hi;
        }
        if width == Width::Double && lo != 0 {
            let old = &mut memory.row_mut(at / 2 + 1)[lane];
            *old = *old & !lo | path.lo[c][lane] & lo;
        }
    }
}

/// Writes T: two long words a cycle, whatever is written in the operand (s. 3.6.1.12).
pub(super) fn write_t(block: &mut Block, path: &Path, gate: Gate<'_>) {
    if gate.is_open() {
        (*block.t).clone_from(path);
    } else {
        blend(&mut block.t, path, gate);
    }
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
