//! Operands by class.

use crate::{Draw, ones};

/// The fields of a format's codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code's width, at most 64.
    pub width: u32,
    /// Whether the top bit is a sign.
    pub sign: bool,
    /// Bits of the exponent field; 0 for integers.
    pub exp_bits: u32,
    /// Bits of the significand field.
    pub man_bits: u32,
    /// Bits below it that mean nothing.
    pub pad: u32,
    /// The exponent field of 1.
    pub bias: u64,
}

/// The [`Code`] of a value with fields of these names.
#[macro_export]
macro_rules! code {
    ($format:expr) => {{
        let f = &$format;
        $crate::Code {
            width: f.width,
            sign: f.sign,
            exp_bits: f.exp_bits,
            man_bits: f.man_bits,
            pad: f.pad,
            bias: u64::try_from(f.bias).unwrap_or(0),
        }
    }};
}

impl Code {
    /// All codes' bits.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        ones(self.width)
    }

    /// The largest exponent field.
    #[must_use]
    pub const fn top(&self) -> u64 {
        ones(self.exp_bits)
    }

    /// The sign bit; 0 without one.
    #[must_use]
    pub const fn sign_bit(&self) -> u64 {
        if self.sign { 1 << (self.width - 1) } else { 0 }
    }

    /// Whether there is an exponent field.
    #[must_use]
    pub const fn has_exponent(&self) -> bool {
        self.exp_bits > 0
    }

    /// Bits below the exponent field.
    #[must_use]
    pub const fn body(&self) -> u32 {
        self.man_bits + self.pad
    }

    /// Any code: specials, the ends of the exponent range and exponents near 1 as often as any, fractions of few bits too.
    pub fn any(&self, draw: &mut impl Draw) -> u64 {
        if !self.has_exponent() {
            return self.integer(draw);
        }
        let field = self.field(draw);
        self.with_field(draw, field)
    }

    /// [`Code::any`] as words of 64 bits, the lowest first; of formats of at most 128 bits.
    pub fn words(&self, draw: &mut impl Draw) -> Vec<u64> {
        if self.width <= 64 {
            return vec![self.any(draw)];
        }
        let field = self.field(draw);
        self.words_with_field(draw, field)
    }

    /// [`Code::with_field`] as words of 64 bits.
    pub fn words_with_field(&self, draw: &mut impl Draw, field: u64) -> Vec<u64> {
        if self.width <= 64 {
            return vec![self.with_field(draw, field)];
        }
        let low = bits(draw, self.man_bits.min(64));
        let high = bits(draw, self.man_bits.saturating_sub(64));
        let mut fraction = u128::from(high) << 64 | u128::from(low);
        // The significand of the x87's format is a word, its top bit 1 but where the field is 0; now and then not.
        if self.man_bits == 64 {
            let lead = field > 0 && !draw.one_in(32);
            fraction = fraction & ((1 << 63) - 1) | u128::from(lead) << 63;
        }
        let sign = u128::from(draw.below(2)) << (self.width - 1);
        let code = sign | u128::from(field.min(self.top())) << self.man_bits | fraction;
        vec![code as u64, (code >> 64) as u64]
    }

    /// A code with this exponent field (or the nearest that there is), of any sign.
    pub fn with_field(&self, draw: &mut impl Draw, field: u64) -> u64 {
        let sign = if self.sign { draw.below(2) << (self.width - 1) } else { 0 };
        sign | field.min(self.top()) << self.body() | bits(draw, self.body())
    }

    /// An exponent field: 0, the largest, their neighbours, near 1, or any.
    pub fn field(&self, draw: &mut impl Draw) -> u64 {
        let top = self.top();
        let field = match draw.below(16) {
            0 | 1 => 0,
            2 => top,
            3 => 1 + draw.below(3),
            4 => top.saturating_sub(1 + draw.below(3)),
            5..9 => draw.next() & top,
            // As far below 1 as a sum of two still sees, and a little above.
            _ => (self.bias + 6).saturating_sub(draw.below(u64::from(self.man_bits) + 12)),
        };
        field.min(top)
    }

    /// An integer: 0, the limits, small ones of both signs, single bits, all magnitudes.
    pub fn integer(&self, draw: &mut impl Draw) -> u64 {
        let half = self.mask() >> 1;
        let n = match draw.below(8) {
            0 => 0,
            1 => self.mask(),
            2 => half + 1,
            3 => half,
            4 => draw.below(300).wrapping_sub(150),
            5 => 1 << draw.below(self.width.into()),
            _ => draw.next() >> draw.below(64),
        };
        n & self.mask()
    }

    /// A code at most two steps away from another.
    pub fn near(&self, draw: &mut impl Draw, other: u64) -> u64 {
        let steps = draw.below(5) << self.pad;
        other.wrapping_add(steps).wrapping_sub(2 << self.pad) & self.mask()
    }

    /// A code whose exponent differs from another's by less than about two precisions.
    pub fn at_distance(&self, draw: &mut impl Draw, other: u64) -> u64 {
        if !self.has_exponent() {
            return self.near(draw, other);
        }
        let reach = 2 * u64::from(self.man_bits) + 7;
        let field = (other >> self.body() & self.top()) + draw.below(reach);
        self.with_field(draw, field.saturating_sub(reach / 2))
    }

    /// A code to go with another: the same or a neighbour, of either sign; at a distance that a sum still sees; or any.
    pub fn second(&self, draw: &mut impl Draw, other: u64) -> u64 {
        match draw.below(5) {
            0 => {
                let sign = self.sign_bit() * draw.below(2);
                self.near(draw, other ^ sign)
            }
            1 | 2 => self.at_distance(draw, other),
            _ => self.any(draw),
        }
    }
}

/// A field of so many bits: empty, full, one bit, one bit missing, a run from either end, or any.
pub fn bits(draw: &mut impl Draw, count: u32) -> u64 {
    if count == 0 {
        return 0;
    }
    let at = draw.below(count.into()) as u32;
    let field = match draw.below(9) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << at,
        3 => !(1 << at),
        4 => ones(at),
        5 => u64::MAX << at,
        6 => 1 << at | 1,
        _ => draw.next(),
    };
    field & ones(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use std::collections::BTreeSet;

    const E4M3: Code = Code { width: 8, sign: true, exp_bits: 4, man_bits: 3, pad: 0, bias: 7 };

    #[test]
    fn every_code_of_a_small_format_comes_up() {
        let mut random = Random::new(1);
        let codes: BTreeSet<u64> = (0..20_000).map(|_| E4M3.any(&mut random)).collect();
        assert_eq!(codes, (0..256).collect());
    }

    #[test]
    fn codes_fit_their_width() {
        let mut random = Random::new(1);
        for width in 2..=64 {
            let integer =
                Code { width, sign: true, exp_bits: 0, man_bits: width - 1, pad: 0, bias: 0 };
            for _ in 0..200 {
                let code = integer.any(&mut random);
                assert_eq!(code & !ones(width), 0);
                assert_eq!(integer.second(&mut random, code) & !ones(width), 0);
            }
        }
    }

    #[test]
    fn bytes_that_have_run_out_give_the_smallest() {
        assert_eq!(E4M3.any(&mut crate::Bytes::new(&[])), 0);
    }
}
