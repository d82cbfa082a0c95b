//! T(F, E0, out): terms cut at one place below the largest exponent, added, rounded once (SIL-D04 to D09).

use std::sync::LazyLock;

use crate::Rational;
use rug::Integer;

use crate::reference::engine::{self, Env, Facts, Overflow, Rounding, Value};
use crate::reference::silicon::operand::{f32, format};
use crate::reference::silicon::term::{Special, Term, special};

/// The sum's parameters: F, E0, out.
pub(super) struct Truncated {
    pub(super) kept: i32,
    pub(super) least: Option<i32>,
    pub(super) out: Out,
}

/// What a sum is rounded into (SIL-D07).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Out {
    F32,
    F16,
    E8m13,
}

impl Truncated {
    /// The code of the products and c.
    pub(super) fn of(&self, products: &[Term], c: &Term) -> u64 {
        let terms: Vec<&Term> = products.iter().chain([c]).collect();
        match special(terms.iter().map(|term| &term.value)) {
            Some(Special::Nan) => return self.out.nan(),
            Some(Special::Infinite { sign }) => return self.out.infinity(sign),
            None => {}
        }
        // SIL-D04: zeros take no part.
        let exponents = terms.iter().filter(|term| term.counts()).map(|term| term.exponent);
        let Some(largest) = exponents.max() else { return 0 };
        let common = self.least.map_or(largest, |least| largest.max(least));
        self.out.round(&cut_sum(terms.iter().map(|term| term.value.signed()), common - self.kept))
    }
}

/// The sum of numbers, each cut towards zero to a multiple of 2^place (SIL-D05, D06).
pub(super) fn cut_sum(values: impl Iterator<Item = Rational>, place: i32) -> Rational {
    let total: Integer = values.map(|value| (value >> place).trunc()).sum();
    Rational::from(total) << place
}

impl Out {
    fn facts(self) -> &'static Facts {
        static E8M13: LazyLock<Facts> = LazyLock::new(|| engine::custom(8, 13));
        match self {
            Out::F32 => f32(),
            Out::F16 => format("f16").expect("it is listed"),
            Out::E8m13 => &E8M13,
        }
    }

    /// The bits of a word below its format's.
    fn pad(self) -> u32 {
        if self == Out::E8m13 { 10 } else { 0 }
    }

    pub(super) fn nan(self) -> u64 {
        if self == Out::F16 { 0x7fff } else { 0x7fff_ffff }
    }

    pub(super) fn infinity(self, sign: bool) -> u64 {
        let f = self.facts();
        f.join(sign, f.top_exponent(), 0) << self.pad()
    }

    /// SIL-D07 to D09: binary16 to nearest, else towards zero; too large is infinity, and every zero is +0.
    pub(super) fn round(self, total: &Rational) -> u64 {
        let rounding = if self == Out::F16 { Rounding::NearestEven } else { Rounding::TowardZero };
        let env = Env { rounding, overflow: Overflow::Infinity, ..Env::default() };
        let value = Value::Finite { sign: *total < 0, magnitude: total.clone().abs() };
        let f = self.facts();
        let (code, _) = engine::encode(f, &value, None, &env);
        if code & !f.sign_bit() == 0 { 0 } else { code << self.pad() }
    }
}
