//! For tests: the formats of at most 8 bits, their values taken from the definition, not from
//! `decode`. Every value is exact in binary64.

use crate::format::*;
use crate::{Env, Format, NanRule, Rounding, StaticFormat};
use seeded::{Draw, Random};

/// What the codes of all ones, or of a negative zero, mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Ieee,
    AllOnes,
    Fnuz,
    Finite,
}

/// A format, its field widths, bias and coding.
pub(super) struct Small {
    pub(super) format: Format,
    e: u32,
    m: u32,
    bias: i32,
    pub(super) coding: Coding,
}

const fn small(format: Format, e: u32, m: u32, bias: i32, coding: Coding) -> Small {
    Small { format, e, m, bias, coding }
}

pub(super) const SMALL: [Small; 10] = [
    small(Fp8E4m3Ocp::FORMAT, 4, 3, 7, Coding::AllOnes),
    small(Fp8E5m2Ocp::FORMAT, 5, 2, 15, Coding::Ieee),
    small(Fp8E4m3Fnuz::FORMAT, 4, 3, 8, Coding::Fnuz),
    small(Fp8E5m2Fnuz::FORMAT, 5, 2, 16, Coding::Fnuz),
    small(Fp6E3m2::FORMAT, 3, 2, 3, Coding::Finite),
    small(Fp6E2m3::FORMAT, 2, 3, 1, Coding::Finite),
    small(Fp4E2m1::FORMAT, 2, 1, 1, Coding::Finite),
    small(<Custom<3, 4, u8> as StaticFormat>::FORMAT, 3, 4, 3, Coding::Ieee),
    small(<Custom<2, 3, u8> as StaticFormat>::FORMAT, 2, 3, 1, Coding::Ieee),
    small(<Custom<5, 1, u8> as StaticFormat>::FORMAT, 5, 1, 15, Coding::Ieee),
];

impl Small {
    pub(super) fn codes(&self) -> std::ops::Range<u64> {
        0..1 << (1 + self.e + self.m)
    }

    fn sign_bit(&self) -> u64 {
        1 << (self.e + self.m)
    }

    pub(super) fn negative(&self, code: u64) -> bool {
        code & self.sign_bit() != 0
    }

    pub(super) fn body(&self, code: u64) -> u64 {
        code & (self.sign_bit() - 1)
    }

    pub(super) fn quiet_bit(&self) -> u64 {
        1 << (self.m - 1)
    }

    /// The value, NaN for every NaN.
    pub(super) fn value(&self, code: u64) -> f64 {
        let (body, ones) = (self.body(code), self.sign_bit() - 1);
        let (exponent, fraction) = (body >> self.m, body & ((1 << self.m) - 1));
        let top = exponent == (1 << self.e) - 1;
        let magnitude = match self.coding {
            Coding::Ieee if top && fraction == 0 => f64::INFINITY,
            Coding::Ieee if top => f64::NAN,
            Coding::AllOnes if body == ones => f64::NAN,
            Coding::Fnuz if code == self.sign_bit() => f64::NAN,
            _ if exponent == 0 => fraction as f64 * 2f64.powi(1 - self.bias - self.m as i32),
            _ => {
                let lead = (1 << self.m) + fraction;
                lead as f64 * 2f64.powi(exponent as i32 - self.bias - self.m as i32)
            }
        };
        if self.negative(code) { -magnitude } else { magnitude }
    }

    pub(super) fn is_signalling(&self, code: u64) -> bool {
        self.coding == Coding::Ieee && self.value(code).is_nan() && code & self.quiet_bit() == 0
    }

    /// The value as an operand: a subnormal number is a zero of its sign with `daz`.
    pub(super) fn operand(&self, code: u64, env: &Env) -> f64 {
        let v = self.value(code);
        let least_normal = 2f64.powi(1 - self.bias);
        if env.daz && v.abs() < least_normal { 0f64.copysign(v) } else { v }
    }

    /// The code of a value that has one; of NaN the canonical one; the zero of either sign in the
    /// formats that have one zero.
    pub(super) fn code(&self, v: f64) -> Option<u64> {
        let v = if v == 0.0 && self.coding == Coding::Fnuz { 0.0 } else { v };
        if v.is_nan() {
            return self.default_nan(false);
        }
        self.codes().find(|&c| self.value(c).to_bits() == v.to_bits())
    }

    /// The NaN of an operation without NaN operands, of a sign where the sign shows.
    pub(super) fn default_nan(&self, sign: bool) -> Option<u64> {
        let (bit, ones) = (self.sign_bit(), self.sign_bit() - 1);
        match self.coding {
            Coding::Finite => None,
            Coding::Fnuz => Some(bit),
            Coding::AllOnes => Some(ones | if sign { bit } else { 0 }),
            Coding::Ieee => Some((((1 << self.e) - 1) << self.m) | self.quiet_bit()),
        }
    }

    /// What a NaN operand becomes under a rule.
    pub(super) fn kept_nan(&self, code: u64, rule: NanRule) -> u64 {
        match (rule, self.coding) {
            (NanRule::Canonical, _) => self.default_nan(false).unwrap(),
            (_, Coding::Ieee) => code | self.quiet_bit(),
            _ => code,
        }
    }
}

/// Every NaN rule in every rounding direction, subnormal operands kept or not.
pub(super) fn environments() -> impl Iterator<Item = Env> {
    let rules = [NanRule::Canonical, NanRule::Propagate, NanRule::Sse, NanRule::Arm];
    rules.into_iter().flat_map(|nan| {
        Rounding::ALL.into_iter().flat_map(move |rounding| {
            [false, true].map(|daz| Env { rounding, nan, daz, ..Env::IEEE })
        })
    })
}

/// Floats of every exponent, special values among them, from a fixed sequence.
pub(super) fn patterns(count: usize) -> impl Iterator<Item = u64> {
    let special = [
        0,
        1,
        0x8000_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x7f80_0001,
        0x3f80_0000,
        0x4b80_0000,
        0x4b00_0001,
        1 << 63,
        0x7ff << 52,
        0xfff << 52,
        0x7ff8 << 48,
        (0x7ff << 52) | 1,
        0x3ff << 52,
        0x4330_0000_0000_0001,
        0x4340_0000_0000_0000,
    ];
    let mut random = Random::new(1);
    let random = std::iter::repeat_with(move || {
        let state = random.next();
        // Half of them near 1, where fractions matter.
        if state & 1 == 0 {
            state
        } else {
            let near = 0x3f80_0000 + ((state >> 8) & 0x1fff_ffff) - 0x0400_0000;
            (state & 0x000f_ffff_8000_0000) << 1 | near | (state & 2) << 30
        }
    });
    special.into_iter().chain(random.take(count))
}
