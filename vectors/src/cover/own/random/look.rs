//! What a random word meets: the bits behind the last place that is kept, and what lies behind those.

use super::{Aim, Port, Real, Subject, never};
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use softfloat::stochastic::Fraction;

/// So many random bits, and what becomes of the bits behind those that meet them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) bits: u32,
    pub(super) tail: Fraction,
}

/// A number and a word, as the rounding sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) sign: bool,
    /// Whether the number lies below the smallest normal one.
    pub(super) below: bool,
    /// Whole places.
    pub(super) kept: u128,
    /// The bits that meet the word, and whether what lies behind makes them one more.
    pub(super) met: u128,
    pub(super) up: bool,
    /// What lies behind: nothing, less than half, half, more.
    pub(super) behind: usize,
    pub(super) word: u128,
}

impl Look {
    /// The sum of the bits and the word.
    pub(super) fn sum(&self) -> u128 {
        self.met + u128::from(self.up) + self.word
    }
}

/// A number that is likely to be looked for, and a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) real: Real,
    pub(super) word: u64,
}

impl Case {
    /// The case as operands, where they have the number.
    pub(super) fn aim(&self, subject: &Subject) -> Aim {
        let code = subject.operands[0].toward_zero(self.real.value());
        Aim::Elements(vec![code, self.word])
    }
}

impl Rule {
    /// All ones of a word.
    pub(super) fn ones(self) -> u128 {
        (1 << self.bits) - 1
    }

    /// A number and a word; nothing of a number beyond the result's places.
    pub(super) fn look(self, port: &Port, real: &Real, word: u64) -> Option<Look> {
        let low = port.last(real.exponent) - i64::from(self.bits);
        let cut = real.cut(low);
        let (whole, _) = real.places(low)?;
        let behind = match (cut.guard, cut.sticky) {
            (false, false) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        let odd = whole & 1 == 1;
        let up = match self.tail {
            Fraction::Cut => false,
            Fraction::HalfUp => behind >= 2,
            Fraction::HalfEven => behind == 3 || behind == 2 && odd,
            Fraction::HalfOdd => behind == 3 || behind == 2 && !odd,
        };
        Some(Look {
            sign: real.sign,
            below: !port.is_fixed() && real.exponent < port.emin(),
            kept: whole >> self.bits,
            met: whole & self.ones(),
            up,
            behind,
            word: word.into(),
        })
    }

    /// The number of a case's operands and their word; nothing of what is no number, or 0.
    pub(super) fn seen(self, subject: &Subject, x: &[u64]) -> Option<Look> {
        let [code, word] = *x else { return None };
        let port = &subject.operands[0];
        let real = port.value(code).and_then(Real::of)?;
        let flushed = subject.env.daz && real.exponent < port.emin();
        let beyond = !subject.result.is_fixed() && real.exponent > subject.result.emax();
        if flushed || beyond {
            return None;
        }
        self.look(&subject.result, &real, word)
    }

    /// Bits that meet a word from which every sum is made of as few bits as can be.
    fn bits(self) -> Vec<u128> {
        let ones = self.ones();
        let mut all = vec![1 << (self.bits - 1), 0, ones, 1, 2 & ones, 3 & ones, ones & !1];
        all.dedup();
        all
    }

    /// Cases of a number of so many whole places of value 2^last: the bits, what lies behind them, the word.
    pub(super) fn cases(self, sign: bool, kept: u128, last: i64) -> Vec<Case> {
        let ones = self.ones();
        let mut all = Vec::new();
        for met in self.bits() {
            // Quarters behind them.
            for quarters in 0..4u128 {
                let significand = (kept << self.bits | met) << 2 | quarters;
                let exponent = last - i64::from(self.bits) - 2;
                let Some(real) = Real::of(Value { sign, exponent, significand }) else { continue };
                let turning = (1 + ones).saturating_sub(met);
                let near = (0..4).map(|less| (turning + 1).saturating_sub(less));
                let words = near.chain([0, 1, ones, ones.saturating_sub(1)]);
                let words = words.filter(|word| *word <= ones);
                all.extend(words.map(|word| Case { real, word: word as u64 }));
            }
        }
        all
    }

    /// A case of those that are as is wanted, with numbers that the operand has.
    pub(super) fn found(
        self,
        subject: &Subject,
        numbers: &[(bool, u128, i64)],
        is: &dyn Fn(&Look) -> bool,
        rng: &mut Rng,
    ) -> Option<Case> {
        let all = numbers.iter().flat_map(|(sign, kept, last)| self.cases(*sign, *kept, *last));
        let wanted = all.filter(|case| {
            self.look(&subject.result, &case.real, case.word).as_ref().is_some_and(is)
                && never::operand(subject, &case.real.value(), false).is_none()
        });
        let all: Vec<Case> = wanted.collect();
        (!all.is_empty()).then(|| all[rng.below(all.len() as u64) as usize])
    }
}
