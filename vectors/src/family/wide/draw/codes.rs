//! Codes of wide formats.

use crate::draw::rng::Rng;
use softfloat::Format;
use softfloat::wide::{Decoded, Wide};

/// Codes of a format by their parts.
pub(super) struct Codes {
    pub(super) wide: Wide,
    /// Bits of the fraction behind the leading one.
    pub(super) fraction: u32,
    pub(super) bias: i64,
}

impl Codes {
    pub(super) fn of(format: &Format) -> Option<Self> {
        let wide = format.wide()?;
        Some(Self { wide, fraction: wide.precision() - 1, bias: format.bias.into() })
    }

    pub(super) fn ones(&self) -> u128 {
        (1 << self.fraction) - 1
    }

    pub(super) fn minus(&self) -> u128 {
        1 << (self.wide.width - 1)
    }

    /// The code of an exponent field, which is held in its bounds, and a fraction.
    pub(super) fn field(&self, negative: bool, field: i64, fraction: u128) -> u128 {
        let field = field.clamp(0, 2 * self.bias + 1) as u128;
        let written = if self.wide.explicit && field > 0 { 1 << self.fraction } else { 0 };
        let minus = if negative { self.minus() } else { 0 };
        minus | field << self.wide.man_bits | written | fraction & self.ones()
    }

    /// A normal number whose leading one has this weight.
    pub(super) fn at(&self, negative: bool, exponent: i64, fraction: u128) -> u128 {
        self.field(negative, (exponent + self.bias).clamp(1, 2 * self.bias), fraction)
    }

    /// The weight of a number's leading one; of what is none, that of 1.
    pub(super) fn exponent(&self, code: u128) -> i64 {
        match self.wide.decode(code) {
            Decoded::Finite { exponent, significand: significand @ 1.., .. } => {
                i64::from(exponent) + i64::from(significand.ilog2())
            }
            _ => 0,
        }
    }

    /// Codes at every end and beside, and of the x87 those that are no operands.
    pub(super) fn corners(&self) -> Vec<u128> {
        let (ones, half, most) = (self.ones(), 1 << (self.fraction - 1), 2 * self.bias);
        let one = self.bias;
        let mut all = vec![
            self.field(false, 0, 0),
            self.field(false, 0, 1),
            self.field(false, 0, half),
            self.field(false, 0, ones),
            self.field(false, 1, 0),
            self.field(false, 1, 1),
            self.field(false, 2, 0),
            self.field(false, one - i64::from(self.fraction) - 1, 0),
            self.field(false, one - 1, 0),
            self.field(false, one - 1, ones),
            self.field(false, one, 0),
            self.field(false, one, 1),
            self.field(false, one, half),
            self.field(false, one + 1, half),
            self.field(false, one + i64::from(self.fraction), ones),
            self.field(false, one + i64::from(self.fraction) + 1, 0),
            self.field(false, most - 1, ones),
            self.field(false, most, 0),
            self.field(false, most, ones - 1),
            self.field(false, most, ones),
            self.field(false, most + 1, 0),
            self.field(false, most + 1, half),
            self.field(false, most + 1, half | 5),
            self.field(false, most + 1, 1),
            self.field(false, most + 1, half - 1),
        ];
        if self.wide.explicit {
            // Ties of the precisions that the control word may ask for, and what lies beside them.
            for kept in [23, 52] {
                let cut = ones >> kept;
                let half = cut ^ cut >> 1;
                let ties =
                    [half, half + 1, half - 1, (cut + 1) | half, ones ^ cut | half, ones ^ cut];
                all.extend(ties.map(|fraction| self.field(false, one, fraction)));
            }
            let lead = 1u128 << self.fraction;
            let fields = [0, 1, one as u128, most as u128, most as u128 + 1];
            // A pseudo-denormal, unnormals, a pseudo-infinity, a pseudo-NaN.
            all.extend(
                fields.map(|field| field << self.wide.man_bits | if field == 0 { lead } else { 0 }),
            );
            all.push((most as u128 + 1) << self.wide.man_bits | half);
            all.push(lead | ones);
        }
        let both = all.iter().flat_map(|code| [*code, code | self.minus()]);
        both.collect()
    }

    /// Bits of a fraction: any, or runs of ones and zeros.
    pub(super) fn bits(&self, rng: &mut Rng) -> u128 {
        let r = rng.next();
        let any = u128::from(rng.next()) << 64 | u128::from(rng.next());
        let run = u128::MAX >> (r >> 8 & 127);
        let low = u128::MAX << (r >> 16 & 127);
        let bits = match r & 7 {
            0 => 0,
            1 => run,
            2 => low,
            3 => run & low,
            4 => any & low,
            5 => any | run,
            _ => any,
        };
        bits.wrapping_add((r >> 32 & 1).into()) & self.ones()
    }

    /// A number or something else.
    pub(super) fn any(&self, rng: &mut Rng, corners: &[u128]) -> u128 {
        let r = rng.next();
        let negative = r >> 63 == 1;
        let reach = i64::from(self.fraction) + 4;
        let field = match r & 15 {
            0 | 1 => return corners[rng.below(corners.len() as u64) as usize],
            2 => 0,
            3 => rng.below(4 + reach as u64) as i64,
            4 => 2 * self.bias - rng.below(4 + reach as u64) as i64,
            5..=11 => self.bias + rng.around(reach),
            _ => rng.below(2 * self.bias as u64 + 2) as i64,
        };
        let code = self.field(negative, field, self.bits(rng));
        // One of many without its leading one.
        if self.wide.explicit && r >> 8 & 63 == 0 { code & !(1 << self.fraction) } else { code }
    }

    /// A number whose leading one lies about this weight.
    pub(super) fn near(&self, rng: &mut Rng, exponent: i64, reach: i64) -> u128 {
        let negative = rng.one_in(2);
        self.at(negative, exponent + rng.around(reach), self.bits(rng))
    }
}
