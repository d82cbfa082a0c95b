//! Random operands that are often special.

#![allow(dead_code, reason = "each test file uses its part")]

use softfloat::Format;
use vectors::registry::Plan;

/// A stream of operands (SplitMix64).
pub(crate) struct Operands(u64);

impl Operands {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next random number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// The operands of a case.
    pub(crate) fn of(&mut self, plan: &Plan) -> Vec<u64> {
        let special = self.next() % 4;
        let mut x = Vec::new();
        for shape in &plan.operands {
            for _ in 0..shape.len {
                let often = special == 0 || special == 1 && self.next().is_multiple_of(8);
                x.push(self.code(&shape.format, often));
            }
        }
        x
    }

    fn code(&mut self, f: &Format, special: bool) -> u64 {
        let all = u64::MAX >> (64 - f.width);
        let any = self.next() & all;
        let integer_corners = [0, 1, all, all >> 1, all ^ all >> 1];
        if f.exp_bits == 0 {
            let corner = integer_corners[(any >> 1) as usize % 5];
            return if special { corner } else { any };
        }
        let body = f.man_bits + f.pad;
        let top = f.top() as u64;
        let field = match self.next() % 6 {
            0 if special => 0,
            1 if special => top,
            2 if special => 1,
            3 if special => top - 1,
            4 => self.next() % top,
            _ => (f.bias as u64 + self.next() % 16).saturating_sub(8).min(top),
        };
        let mantissa = match self.next() % 6 {
            0 => 0,
            1 => u64::MAX,
            _ => any,
        };
        mantissa & ((1 << body) - 1) | field << body | any & 1 << (f.width - 1)
    }
}
