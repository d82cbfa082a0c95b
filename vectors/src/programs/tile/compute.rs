//! Conversions, functions, arithmetic, transposes, moves.

use super::data::{BF16, F16, SINGLE, Style};
use super::draw::Drawing;
use super::line::Line;
use crate::programs::choices::{Choices, chance, pick};
use semantics::tile::isa::Field;

/// The styles of the columns of TCVT and TALU, and their bits.
const COLUMNS: [(Style, u64); 3] = [(SINGLE, 32), (BF16, 16), (F16, 16)];

impl Drawing<'_> {
    pub(super) fn convert(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let (row, column) = (line.get(Field::VecUop2) / 4, line.get(Field::VecUop2) % 4);
        if row < 7 && self.control & 0x60 == 0x60 {
            self.require(0x60, 0);
        }
        let bits = match row {
            2 | 3 => 6,
            4 | 6 => 4,
            _ => 8,
        };
        let registers = if bits == 6 { 3 } else { 1 };
        let elements = registers * 8192 / bits;
        let (sources, style, scaled, targets) = match (row, column) {
            (9, 0 | 3) => (2, SINGLE, false, 1),
            (9, 1) => (1, BF16, false, 2),
            (9, _) => (1, F16, false, 2),
            (7 | 8, 3) => (1, Style::Bits, false, 4),
            (_, 3) => (registers, Style::Bits, true, elements / 256),
            _ => {
                let (style, width) = COLUMNS[column as usize];
                (elements * width / 8192, style, false, registers)
            }
        };
        let kind = if row < 9 && column < 3 { pick(c, &[0, 0, 0, 0, 1, 2]) } else { 0 };
        self.source(c, &mut line, kind, sources as usize, style, scaled);
        let to = self.written(c, targets as usize);
        line.set(Field::Dst, to).set(Field::RMode, pick(c, &[0, 1, 2, 3, 4, 7, 7]));
        line.set(Field::Sat, c.below(4)).set(Field::Reuse1, u64::from(chance(c, 1, 8)));
        line.set(Field::Neg1, u64::from(chance(c, 1, 4)))
            .set(Field::TMask, u64::from(chance(c, 1, 3)));
        line
    }

    /// `src1` of a type.
    fn source(
        &mut self,
        c: &mut dyn Choices,
        line: &mut Line,
        kind: u64,
        count: usize,
        style: Style,
        scaled: bool,
    ) {
        let register = match kind {
            0 => self.registers(c, count, style, scaled),
            1 => c.below(10),
            _ => c.below(4),
        };
        line.set(Field::Src1Type, kind).set(Field::Src1, register);
    }

    pub(super) fn function(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let (style, width) = COLUMNS[(line.get(Field::VecUop2) % 4) as usize];
        let kind = pick(c, &[0, 0, 0, 0, 1, 2, 3]);
        if kind == 3 {
            let immediate = style.any(c) & ((1 << width) - 1);
            line.set(Field::Src1Type, 3)
                .set(Field::Src1, immediate & 0xff)
                .set(Field::ImmHi, immediate >> 8);
        } else {
            self.source(c, &mut line, kind, 1, style, false);
        }
        let to = self.written(c, 1);
        line.set(Field::Dst, to).set(Field::Reuse1, u64::from(chance(c, 1, 8)));
        line.set(Field::Neg1, u64::from(chance(c, 1, 4)))
            .set(Field::Tm, u64::from(chance(c, 1, 3)));
        line
    }

    pub(super) fn arithmetic(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let (style, _) = COLUMNS[(line.get(Field::VecUop2) % 4) as usize];
        let kind = pick(c, &[0, 0, 0, 0, 1, 2]);
        self.source(c, &mut line, kind, 1, style, false);
        let three = line.get(Field::VecUop1) == 3;
        for (i, field) in
            [Field::Src2, Field::Src3].into_iter().enumerate().take(1 + usize::from(three))
        {
            let register = self.registers(c, 1, style, false);
            line.set(field, register)
                .set([Field::Reuse2, Field::Reuse3][i], u64::from(chance(c, 1, 8)));
            line.set([Field::Neg2, Field::Neg3][i], u64::from(chance(c, 1, 3)));
        }
        let to = self.written(c, 1);
        line.set(Field::Dst, to).set(Field::Reuse1, u64::from(chance(c, 1, 8)));
        line.set(Field::Neg1, u64::from(chance(c, 1, 3)))
            .set(Field::Tm, u64::from(chance(c, 1, 3)));
        line
    }

    pub(super) fn transpose(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let from = self.registers(c, 1, Style::Bits, false);
        let to = self.written(c, 1);
        line.set(Field::Src1, from).set(Field::Dst, to).set(Field::Reuse1, c.below(2));
        line
    }

    pub(super) fn moves(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let to_tile = line.get(Field::VecUop2) == 3;
        let kind = c.below(if to_tile { 4 } else { 3 });
        let tile = self.registers(c, 1, Style::Bits, false);
        line.set(Field::TdReg, tile).set(Field::Src1Type, kind);
        line.set(
            Field::Src1,
            match kind {
                0 => c.below(10),
                1 | 2 => c.below(4),
                _ => c.below(32),
            },
        );
        let everywhere = to_tile && chance(c, 1, 4);
        if to_tile {
            line.set(Field::Bc, u64::from(everywhere));
        }
        match (kind == 2, chance(c, 1, 2)) {
            (true, _) if everywhere => {}
            (true, true) => {
                line.set(Field::OffsetImm, 1).set(Field::Offset, c.below(8));
            }
            (true, false) => {
                line.set(Field::Offset, pick(c, &[0, 17, 24, 25]));
            }
            (false, immediate) => {
                line.set(Field::OffsetImm, u64::from(immediate)).set(Field::Offset, c.below(32));
            }
        }
        line
    }
}
