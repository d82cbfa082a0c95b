//! Instructions, drawn where a program stands.

use super::Settings;
use super::data::{self, BF16, F16, Init, SINGLE, Style};
use super::line::{Family, Line, ROWS};
use crate::programs::choices::{Choices, Seeded, chance, pick, weighted};
use semantics::tile::isa::{Field, Row};

/// Where the known data of both memories begins, and its bytes.
pub(super) const DATA: (u64, u64) = (0x1000, 0x1000);
/// Where barrier words are in shared memory.
pub(super) const BARRIERS: u64 = 0x800;
/// Where tensor maps are in global memory.
pub(super) const MAPS: u64 = 0x400;

/// A program that is being drawn.
pub(super) struct Drawing<'a> {
    settings: &'a Settings,
    pub(super) extensions: bool,
    /// Where data comes from.
    pub(super) seeded: Seeded,
    pub(super) init: Vec<Init>,
    pub(super) lines: Vec<Line>,
    /// Tile registers that have data.
    touched: [bool; 256],
    /// The group that was read last: its first register, and how many.
    last: (usize, usize),
    /// `tcsr` as far as a program has written it.
    pub(super) control: u64,
    /// Tensor maps so far.
    pub(super) maps: u64,
    /// Vector registers of coordinates so far.
    pub(super) corners: usize,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(settings: &'a Settings, extensions: bool, seeded: Seeded) -> Self {
        let mut drawing = Self {
            settings,
            extensions,
            seeded,
            init: Vec::new(),
            lines: Vec::new(),
            touched: [false; 256],
            last: (0, 1),
            control: 0,
            maps: 0,
            corners: 0,
        };
        drawing.start();
        drawing
    }

    /// The registers and memories that all programs have.
    fn start(&mut self) {
        let mut seeded = self.seeded.clone();
        let c: &mut dyn Choices = &mut seeded;
        self.control = pick(c, &[0, 0, 1, 2]) | c.below(8) << 2 | c.below(3) << 5;
        self.init.push(Init::Csr("tcsr", self.control));
        self.init.push(Init::Csr("frm", c.below(5)));
        if chance(c, 1, 2) {
            self.init.push(Init::Csr("temask", pick(c, &[0, 1, 0x8000_0001, u64::MAX])));
            if let Some(Init::Csr(_, mask)) = self.init.last_mut() {
                *mask = (*mask ^ (c.bits() & c.bits())) & 0xffff_ffff;
            }
        }
        for n in 1..10 {
            let value = match c.below(3) {
                0 => c.below(300),
                1 => SINGLE.any(c) | c.bits() << 32,
                _ => c.bits(),
            };
            self.init.push(Init::X(n, value));
        }
        for n in 10..14 {
            self.init.push(Init::X(n, DATA.0 + c.below(32) * 32));
        }
        self.init.push(Init::X(14, DATA.0 + c.below(128) * 8));
        self.init.push(Init::X(15, DATA.0 + c.below(1000)));
        // Offsets in bytes, or blocks.
        self.init.push(Init::X(16, c.below(8) * 32));
        self.init.push(Init::X(17, c.below(4)));
        self.init.push(Init::X(18, c.below(16) * 8));
        self.init.push(Init::X(19, 0));
        // Strides in slices.
        self.init.push(Init::X(20, c.below(4)));
        self.init.push(Init::X(21, c.below(4).wrapping_neg()));
        // Lengths.
        self.init.push(Init::X(22, pick(c, &[0, 1, 7, 64, 100, 1000])));
        // Barriers, by register: counts of 1 above an id.
        self.init.push(Init::X(23, 1 << 8 | c.below(32)));
        self.init.push(Init::X(24, c.below(3)));
        self.init.push(Init::X(25, c.below(8)));
        self.barriers(c);
        for n in 0..4 {
            let value = match n {
                0 => 0xffff_ffff_0000_0000 | SINGLE.any(c),
                1 => 0xffff_ffff_ffff_0000 | BF16.any(c),
                2 => 0xffff_ffff_ffff_0000 | F16.any(c),
                _ => c.bits(),
            };
            self.init.push(Init::F(n, value));
        }
        self.vectors(c);
        self.memories(c);
        for _ in 0..2 {
            self.init.push(Init::Semaphore(c.below(32) as usize, integer_of(c)));
        }
        self.seeded = seeded;
    }

    fn barriers(&mut self, c: &mut dyn Choices) {
        // The number of a barrier word, and what arrives there.
        self.init.push(Init::X(26, BARRIERS));
        self.init.push(Init::X(27, BARRIERS + 8 * c.below(4)));
        let transactions = c.below(0x400).wrapping_sub(0x100) & 0x1f_ffff;
        self.init.push(Init::X(28, c.below(4) | transactions << 32));
        let mut words = Vec::new();
        for _ in 0..4 {
            let expected = 1 + c.below(6);
            let pending = 1 + c.below(expected);
            let bytes = if chance(c, 1, 2) { c.below(0x200).wrapping_sub(0x80) } else { 0 };
            let word = c.below(8) | expected << 3 | pending << 23 | bytes << 43;
            words.extend(word.to_le_bytes());
        }
        self.init.push(Init::Local(BARRIERS, words));
    }

    /// v4 to v7 are indices, the others data.
    fn vectors(&mut self, c: &mut dyn Choices) {
        for n in 0..8 {
            let mut vector = [0; 128];
            for element in vector.chunks_exact_mut(4) {
                let value = if n < 4 { c.bits() } else { c.below(40) * 32 };
                element.copy_from_slice(&(value as u32).to_le_bytes());
            }
            self.init.push(Init::V(n, vector));
        }
    }

    fn memories(&mut self, c: &mut dyn Choices) {
        for global in [true, false] {
            for part in 0..2 {
                let style = pick(c, &[SINGLE, BF16, F16, Style::Bits, Style::Integer, Style::Fp8]);
                let bytes = data::bytes(c, style, 1024);
                let at = DATA.0 + part * 1024;
                self.init.push(if global {
                    Init::Global(at, bytes)
                } else {
                    Init::Local(at, bytes)
                });
            }
        }
    }

    /// So many registers in a row, with data that was there before the program.
    pub(super) fn registers(
        &mut self,
        c: &mut dyn Choices,
        count: usize,
        style: Style,
        scaled: bool,
    ) -> u64 {
        let first = c.below((257 - count) as u64) as usize;
        self.last = (first, count);
        for number in 0..count {
            // Of large groups some registers are zeros.
            let skipped = count > 12 && number > 0 && number + 1 < count && chance(c, 3, 4);
            if self.touched[first + number] || skipped {
                continue;
            }
            self.touched[first + number] = true;
            let bytes = data::bytes(&mut self.seeded, style, 1024);
            let bytes: [u8; 1024] = bytes.try_into().unwrap_or([0; 1024]);
            self.init.push(Init::Tile(first + number, Box::new(bytes)));
            if scaled {
                self.init.push(Init::Scales(first + number, data::scales(&mut self.seeded)));
            }
        }
        first as u64
    }

    /// So many registers in a row to be written; now and then they overlap what was read last.
    pub(super) fn written(&mut self, c: &mut dyn Choices, count: usize) -> u64 {
        let (read, size) = self.last;
        let first = match chance(c, 1, 5) {
            true => (read + c.below((size + count - 1) as u64) as usize).saturating_sub(count - 1),
            false => c.below(256) as usize,
        };
        let first = first.min(256 - count);
        self.touched[first..first + count].fill(true);
        first as u64
    }

    /// A program's next instruction.
    pub(super) fn next(&mut self, c: &mut dyn Choices) {
        let row = match self.settings.only {
            Some(name) => ROWS.iter().flatten().find(|row| row.mnemonic == name).copied(),
            None => None,
        };
        let row = row.unwrap_or_else(|| {
            let family = &ROWS[weighted(c, &Family::WEIGHTS)];
            let row = family[c.below(family.len() as u64) as usize];
            // What the project added is illegal without it.
            let kept = self.extensions || !row.extension || chance(c, 1, 8);
            if kept { row } else { family[0] }
        });
        self.draw(c, row);
    }

    fn draw(&mut self, c: &mut dyn Choices, row: &'static Row) {
        let steps = self.settings.steps;
        let line = Line::new(row);
        let line = match Family::of(row) {
            Family::Load => self.load(c, line),
            Family::Block => self.block(c, line),
            Family::Atomic => self.atomic(c, line),
            Family::Barrier => self.barrier(c, line),
            Family::Group => line,
            Family::Copy => self.copy(c, line),
            Family::Product => self.product(c, line, steps),
            Family::Convert => self.convert(c, line),
            Family::Function => self.function(c, line),
            Family::Transpose => self.transpose(c, line),
            Family::Arithmetic => self.arithmetic(c, line),
            Family::Move => self.moves(c, line),
            Family::Control => self.control(c, line),
        };
        self.lines.push(line);
    }

    /// Sets bits of `tcsr` before the next instruction.
    pub(super) fn require(&mut self, mask: u64, bits: u64) {
        if self.control & mask != bits {
            self.control = self.control & !mask | bits;
            let mut line = Line::named("tctrl.tcsr.wi");
            line.set(Field::Rd, 1).set(Field::Imm, self.control);
            self.lines.push(line);
        }
    }

    /// Something that is wrong, or may be.
    pub(super) fn fault(&mut self, c: &mut dyn Choices) {
        match c.below(10) {
            0 => self.init.push(Init::Csr("frm", 5 + c.below(3))),
            1 => self.init.push(Init::Csr("trstart", c.below(32))),
            2 => {
                let bits = pick(c, &[3, 0x60]);
                self.require(bits, bits);
                self.next(c);
            }
            3 => {
                let mut line = Line::raw(c.bits() & !0x3ff | c.below(5) << 7 | 0x3f);
                if chance(c, 1, 2) {
                    line = Line::raw(c.bits());
                }
                self.lines.push(line);
            }
            4 | 5 => {
                // Another bit of a word.
                if let Some(line) = self.lines.last_mut() {
                    line.flip(c.below(64));
                }
            }
            6 => {
                // Counts of one barrier that differ, or none.
                for _ in 0..2 {
                    let mut line = Line::named("tctrl.tsync.cta");
                    line.set(Field::NonBlk, 1).set(Field::Imm, 1).set(Field::ImmSrc0, c.below(4));
                    self.lines.push(line);
                }
            }
            7 => {
                let mut line = Line::named("tctrl.tsem.wait");
                line.set(Field::SemId, c.below(32))
                    .set(Field::Imm, 1)
                    .set(Field::ImmSrc0, c.below(256));
                self.lines.push(line);
            }
            _ => {
                // An address that is anything.
                let address = match c.below(4) {
                    0 => c.below(64),
                    1 => (c.below(0x1000) * 8).wrapping_neg(),
                    2 => (1 << 20) - c.below(0x200) * 8,
                    _ => c.bits(),
                };
                let register = 10 + c.below(6) as usize;
                let of_it = |init: &Init| matches!(init, Init::X(n, _) if *n == register);
                self.init.retain(|init| !of_it(init));
                self.init.push(Init::X(register, address));
            }
        }
    }

    pub(super) fn finish(self) -> (Vec<Init>, Vec<u64>) {
        (self.init, self.lines.iter().map(Line::word).collect())
    }
}

fn integer_of(c: &mut dyn Choices) -> u32 {
    match c.below(3) {
        0 => u32::MAX,
        1 => c.below(400) as u32,
        _ => c.bits() as u32,
    }
}
