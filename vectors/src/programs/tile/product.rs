//! Products of matrices: groups by the geometry of section 1.4, data of the operands' formats.

use super::data::{BF16, F16, SINGLE, Style};
use super::draw::Drawing;
use super::line::Line;
use crate::programs::choices::{Choices, chance, weighted};
use semantics::tile::isa::Field;

/// The bits and the style of A and of B, and the style of D, by `mmauop`.
const fn operands(code: u64) -> [(u64, Style); 3] {
    let (a, b) = match code {
        0 => ((32, Style::Tf32), (32, Style::Tf32)),
        1 | 6 => ((16, BF16), (16, BF16)),
        2 | 5 => ((16, F16), (16, F16)),
        3 | 4 | 7..=10 | 25..=28 => ((8, Style::Fp8), (8, Style::Fp8)),
        11 | 12 | 17 => ((8, Style::Bits), (8, Style::Bits)),
        13 | 14 | 18 | 24 => ((4, Style::Bits), (4, Style::Bits)),
        15 | 16 | 19 => ((8, Style::Bits), (4, Style::Bits)),
        _ => ((6, Style::Bits), (6, Style::Bits)),
    };
    let d = match code {
        5 | 7..=10 => (16, F16),
        6 => (16, BF16),
        11..=16 => (32, Style::Integer),
        _ => (32, SINGLE),
    };
    [a, b, d]
}

impl Drawing<'_> {
    pub(super) fn product(&mut self, c: &mut dyn Choices, mut line: Line, most: u64) -> Line {
        let code = line.get(Field::MmaUop);
        let [(a_bits, a), (b_bits, b), (d_bits, d)] = operands(code);
        let scaled = code >= 17;
        let transposes = matches!(code, 3 | 4 | 7..=12) && chance(c, 1, 4);
        if a_bits == 6 || transposes || self.control & 3 == 3 {
            self.require(3, 0);
        }
        let n = (weighted(c, &[8, 3, 2, 1]) as u64).min(most);
        let steps = 1 << n;
        let m = 32 >> (self.control & 3);
        let beside = (8192 / (m * m * d_bits)).max(1);
        let wide = if a_bits == 6 { 3 } else { 1 };
        let a_tiles = steps * wide * (a_bits / b_bits);
        let b_tiles = steps * wide * beside;
        let d_tiles = m * m * beside * d_bits / 8192;
        let first = self.registers(c, a_tiles as usize, a, scaled);
        line.set(Field::SrcA, first);
        let first = self.registers(c, b_tiles as usize, b, scaled);
        line.set(Field::SrcB, first);
        let first = match chance(c, 1, 6) {
            true => self.written(c, d_tiles as usize),
            false => self.registers(c, d_tiles as usize, d, false),
        };
        line.set(Field::Dst, first).set(Field::NumMma, n);
        for field in [Field::ReuseA, Field::ReuseB, Field::ReuseD] {
            line.set(field, u64::from(chance(c, 1, 8)));
        }
        line.set(Field::NoAcc, u64::from(chance(c, 1, 4)));
        if transposes {
            let which = 1 + c.below(3);
            line.set(Field::TransMatA, which & 1).set(Field::TransMatB, which >> 1);
        }
        if !matches!(code, 11..=16) {
            line.set(Field::Neg1, u64::from(chance(c, 1, 4)));
        }
        line
    }
}
