//! Loads, stores, blocks, atomics, barrier words.

use super::data::{BF16, F16, SINGLE, Style};
use super::draw::Drawing;
use super::line::Line;
use crate::programs::choices::{Choices, chance, pick, weighted};
use semantics::tile::isa::Field;

impl Drawing<'_> {
    pub(super) fn load(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let n = weighted(c, &[4, 1, 1]) as u64;
        let tiles = 1 << n;
        let mode = line.get(Field::LsuOp);
        let register = if line.get(Field::MemUop) == 0 {
            self.written(c, tiles)
        } else {
            self.registers(c, tiles, Style::Bits, false)
        };
        line.set(Field::RegData, register)
            .set(Field::SBase, 10 + c.below(4))
            .set(Field::TileSize, n);
        line.set(Field::TMask, u64::from(n == 0 && chance(c, 1, 2)));
        let by_register = chance(c, 1, 2);
        line.set(Field::RegOffsetEn, u64::from(by_register));
        match mode {
            0 if !by_register => {
                line.set(Field::OpInfo, c.below(32)).set(Field::Offset, c.below(2));
            }
            1 => {
                let stride = if n == 0 { 20 + c.below(2) } else { 20 };
                line.set(Field::OpInfo, stride);
            }
            2 => {
                line.set(Field::OpInfo, c.below(5 - tiles as u64) + 4);
            }
            _ => {}
        }
        if by_register {
            line.set(Field::Offset, pick(c, &[16, 19, 0]));
        }
        line
    }

    pub(super) fn block(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let n = weighted(c, &[4, 1, 1]) as u64;
        let kind = line.get(Field::LsuOp);
        let count = if kind == 2 { 3 << n } else { 1 << n };
        let register = if line.get(Field::MemUop) == 1 {
            self.written(c, count)
        } else {
            self.registers(c, count, Style::Bits, kind != 0)
        };
        line.set(Field::RegData, register)
            .set(Field::SBase, 10 + c.below(4))
            .set(Field::TileSize, n);
        if kind == 0 {
            let apart = pick(c, &[0, 0, 4, 12]);
            line.set(Field::OpInfo, apart | c.below(4));
        }
        if chance(c, 1, 2) {
            line.set(Field::RegOffsetEn, 1).set(Field::Offset, pick(c, &[17, 19, 0]));
        }
        line
    }

    pub(super) fn atomic(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let (column, row) = (line.get(Field::MemUop) / 8, line.get(Field::MemUop) % 8);
        let returns = c.below(2);
        let style = match row {
            2 if column < 6 => SINGLE,
            3 if column < 6 => BF16,
            4 => F16,
            _ => Style::Integer,
        };
        line.set(Field::SBase, 10 + c.below(5));
        if chance(c, 1, 2) {
            line.set(Field::RegOffsetEn, 1).set(Field::Offset, pick(c, &[16, 18, 19]));
        }
        if column < 7 && chance(c, 1, 2) {
            let register = self.registers(c, 1, style, false);
            line.set(Field::LsuOp, returns << 1 | 1).set(Field::RegData, register);
            line.set(Field::TMask, c.below(2));
            if chance(c, 1, 3) {
                line.set(Field::TileSize, 4).set(Field::OpInfo, c.below(10));
            }
            return line;
        }
        let bits = match row {
            _ if column >= 6 => 32,
            3 | 4 => 16,
            5 | 6 => 64,
            _ => 32,
        };
        let most = match bits {
            16 => 3,
            32 => 2,
            _ => 1,
        };
        let swap = column == 7 && row == 3;
        line.set(Field::LsuOp, returns << 1).set(Field::OpInfo, c.below(10));
        line.set(Field::TileSize, if swap { 0 } else { c.below(most) });
        if returns == 1 || swap {
            line.set(Field::RegData, 1 + c.below(8));
        }
        line
    }

    pub(super) fn barrier(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let returns = c.below(2);
        line.set(Field::LsuOp, returns << 1).set(Field::SBase, 26 + c.below(2));
        line.set(Field::OpInfo, pick(c, &[0, 0, 24, 28]));
        if returns == 1 {
            line.set(Field::RegData, c.below(10));
        }
        if chance(c, 1, 3) {
            line.set(Field::RegOffsetEn, 1).set(Field::Offset, 19);
        }
        line
    }
}
