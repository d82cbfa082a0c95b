//! Exact sums of products, rounded once (TILE-D34, D36, D40, D83, D84).

use super::float::{self, Format, INVALID};
use crate::Rational;
use crate::reference::engine::{self, Rounding, Value};
use rug::Integer;

/// A number: an integer times a power of two, or what is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Nan { signalling: bool },
    Infinite { negative: bool },
    Finite { negative: bool, significand: u64, power: i32 },
}

use Number::{Finite, Infinite, Nan};

impl Number {
    /// What a code stands for.
    pub(super) fn of(f: Format, code: u64) -> Self {
        match engine::decode(f, code) {
            Value::Nan { signalling, .. } => Nan { signalling },
            Value::Infinite { sign } => Infinite { negative: sign },
            Value::Finite { sign, magnitude } => {
                let (odd, power) = magnitude.to_dyadic().expect("a number of a format");
                let significand = odd.to_u64().expect("a significand");
                Finite { negative: sign, significand, power }
            }
        }
    }

    /// Times a power of two.
    pub(super) const fn scaled(self, by: i32) -> Self {
        match self {
            Finite { negative, significand, power } => {
                Finite { negative, significand, power: power + by }
            }
            other => other,
        }
    }

    /// With the other sign.
    pub(super) const fn negated(self) -> Self {
        match self {
            Nan { .. } => self,
            Infinite { negative } => Infinite { negative: !negative },
            Finite { negative, significand, power } => {
                Finite { negative: !negative, significand, power }
            }
        }
    }
}

/// A finite addend.
#[derive(Clone, Copy, Debug)]
struct Term {
    negative: bool,
    magnitude: u128,
    power: i32,
}

/// What has been added so far.
#[derive(Debug, Default)]
pub(super) struct Sum {
    nan: bool,
    invalid: bool,
    /// Whether there was an infinity of each sign, the negative one second.
    infinities: [bool; 2],
    terms: Vec<Term>,
}

impl Sum {
    /// Adds the product of two numbers; a zero of numbers that have no -0 is +0 (TILE-D84).
    pub(super) fn product(&mut self, a: Number, b: Number, unsigned_zero: bool) {
        match (a, b) {
            (Nan { signalling: first }, Nan { signalling: second }) => {
                self.not_a_number(first || second);
            }
            (Nan { signalling }, _) | (_, Nan { signalling }) => self.not_a_number(signalling),
            (Infinite { .. }, Finite { significand: 0, .. })
            | (Finite { significand: 0, .. }, Infinite { .. }) => self.not_a_number(true),
            (Infinite { negative: a }, Finite { negative: b, .. } | Infinite { negative: b })
            | (Finite { negative: a, .. }, Infinite { negative: b }) => {
                self.infinities[usize::from(a != b)] = true;
            }
            (
                Finite { negative: a, significand: m, power: p },
                Finite { negative: b, significand: n, power: q },
            ) => {
                let magnitude = u128::from(m) * u128::from(n);
                let negative = a != b && (magnitude != 0 || !unsigned_zero);
                self.terms.push(Term { negative, magnitude, power: p + q });
            }
        }
    }

    /// Adds a number.
    pub(super) fn add(&mut self, number: Number) {
        self.product(number, Finite { negative: false, significand: 1, power: 0 }, false);
    }

    const fn not_a_number(&mut self, invalid: bool) {
        self.nan = true;
        self.invalid |= invalid;
    }

    /// Cuts every term toward 0 at so many bits below the precision of the largest, before it is added (`align:x`).
    pub(super) fn cut(&mut self, fraction_bits: u64, extra: u64) {
        let top =
            |term: &Term| i64::from(128 - term.magnitude.leading_zeros() as i32 + term.power) - 1;
        let nonzero = self.terms.iter().filter(|term| term.magnitude != 0);
        let Some(largest) = nonzero.map(top).max() else { return };
        let quantum = i128::from(largest) - i128::from(fraction_bits) - i128::from(extra);
        for term in &mut self.terms {
            let lost = (quantum - i128::from(term.power)).clamp(0, 128) as u32;
            term.magnitude = term.magnitude.checked_shr(lost).map_or(0, |kept| kept << lost);
        }
    }

    /// The code of the sum.
    pub(super) fn round(self, f: Format, rounding: Rounding) -> (u64, u8) {
        let invalid = self.invalid || self.infinities == [true, true];
        if self.nan || invalid {
            return (float::nan(f), if invalid { INVALID } else { 0 });
        }
        if self.infinities != [false, false] {
            let value = Value::Infinite { sign: self.infinities[1] };
            return (engine::encode(f, &value, None, &engine::Env::default()).0, 0);
        }
        let nonzero = self.terms.iter().filter(|term| term.magnitude != 0);
        let least = nonzero.map(|term| term.power).min().unwrap_or(0);
        let mut total = Integer::new();
        for term in self.terms.iter().filter(|term| term.magnitude != 0) {
            let addend = Integer::from(term.magnitude) << (term.power - least) as u32;
            if term.negative { total -= addend } else { total += addend }
        }
        let negative = if total == 0 { self.zero(rounding) } else { total < 0 };
        let magnitude = Rational::from(total.abs()) << least;
        float::round(f, &Value::Finite { sign: negative, magnitude }, rounding, false)
    }

    /// The sign of a sum that is 0 (TILE-D36).
    fn zero(&self, rounding: Rounding) -> bool {
        let zeros = self.terms.iter().all(|term| term.magnitude == 0);
        if zeros && self.terms.iter().all(|term| term.negative) {
            return true;
        }
        let all_positive = zeros && self.terms.iter().all(|term| !term.negative);
        !all_positive && rounding == Rounding::Down
    }
}
