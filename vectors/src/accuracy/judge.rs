//! One answer: right, off by so many ulp, or of another kind.

use super::function_of;
use super::ulps::Ulps;
use crate::registry::Plan;
use functions::{Function, Undecided};
use num_bigint::BigInt;
use softfloat::ieee::Exact;
use softfloat::{Env, Format, Unrounded, Value};

/// Bits of an enclosure beyond those of a number: what 2^-64 ulp takes, and some more.
const BEYOND: u32 = 72;

/// How an answer differs that has no error in ulp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// NaN in the place of something else.
    Nan,
    /// Something else in the place of NaN.
    NotNan,
    /// An infinity in the place of another, or of what is no number of the range.
    Infinite,
    /// Something else in the place of an infinity.
    NotInfinite,
    /// A zero of the other sign.
    Zero,
    /// A number in the place of one that is beyond the range.
    Beyond,
}

impl Special {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nan => "NaN is not right",
            Self::NotNan => "NaN is right",
            Self::Infinite => "this infinity is not right",
            Self::NotInfinite => "an infinity is right",
            Self::Zero => "a zero of the other sign is right",
            Self::Beyond => "the value is far beyond the largest number",
        }
    }
}

/// What is to be said of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The right code.
    pub right: u64,
    /// Whether the answer is the right one; of NaN any quiet one is.
    pub correct: bool,
    /// The error, where there is a value to measure it by.
    pub ulps: Option<Ulps>,
    /// How it differs where there is none.
    pub special: Option<Special>,
}

/// Judges answers of a function.
#[derive(Clone, Debug)]
pub struct Judge {
    function: Function,
    format: Format,
    env: Env,
    /// Elements of a block, where operands are blocks.
    block: Option<usize>,
}

impl Judge {
    /// `None` where the operation is no function.
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        use functions::Shape::{Binary, Power, Power64, Unary};
        let function = function_of(plan.op)?;
        let shape = &plan.operands[0];
        let one = matches!(function.row().shape, Unary | Binary | Power | Power64);
        let block = (!one).then_some(shape.len);
        Some(Self { function, format: shape.format, env: *plan.env()?, block })
    }

    /// The answers to a case, in order.
    ///
    /// # Errors
    /// [`Undecided`], where the right one is not known.
    pub fn answers(&self, x: &[u64], found: &[u64]) -> Result<Vec<Answer>, Undecided> {
        let exact = match self.block {
            None => vec![functions::exact(self.function, &self.format, x, &self.env)?],
            Some(n) => {
                let blocks: Vec<&[u64]> = x.chunks(n).collect();
                functions::exact_blocks(self.function, &self.format, &blocks, &self.env)?
            }
        };
        Ok(exact.into_iter().zip(found).map(|(e, found)| self.answer(x, e, *found)).collect())
    }

    /// One of several answers to a case, which are `outs`.
    ///
    /// # Errors
    /// [`Undecided`], where the right one is not known.
    pub(super) fn one(
        &self,
        x: &[u64],
        outs: usize,
        element: usize,
        found: u64,
    ) -> Result<Option<Answer>, Undecided> {
        let mut all = vec![0; outs];
        all.iter_mut().skip(element).take(1).for_each(|own| *own = found);
        Ok(self.answers(x, &all)?.into_iter().nth(element))
    }

    fn answer(&self, x: &[u64], exact: Exact, found: u64) -> Answer {
        let right = exact.round(&self.format, &self.env).bits;
        let answer = |correct, ulps, special| Answer { right, correct, ulps, special };
        let [due, given] = [right, found].map(|code| self.format.decode(code));
        let differs = |special| answer(false, None, Some(special));
        let value = match exact {
            Exact::Unrounded(u) => u,
            Exact::Special(_) => {
                return match (due, given) {
                    (Value::Nan { .. }, Value::Nan { signalling, .. }) => {
                        answer(!signalling, None, signalling.then_some(Special::NotNan))
                    }
                    _ if right == found => answer(true, None, None),
                    (Value::Nan { .. }, _) => differs(Special::NotNan),
                    (_, Value::Nan { .. }) => differs(Special::Nan),
                    (Value::Infinite { sign: s }, Value::Infinite { sign: t }) if s == t => {
                        answer(true, None, None)
                    }
                    (Value::Infinite { .. }, _) => differs(Special::NotInfinite),
                    _ => differs(Special::Infinite),
                };
            }
        };
        let top = i64::from(self.largest());
        let lead = lead(value);
        let number = match given {
            // Clamped or infinite, as the direction has it.
            _ if right == found && lead > top => return answer(true, None, None),
            Value::Nan { .. } if matches!(due, Value::Nan { .. }) => {
                return answer(true, None, None);
            }
            Value::Nan { .. } => return differs(Special::Nan),
            Value::Finite(_) if lead > top + 1 => return differs(Special::Beyond),
            Value::Finite(u) => u,
            Value::Infinite { sign } if sign == value.sign && lead >= top => {
                Unrounded::exact(sign, self.largest() + 1, 1)
            }
            Value::Infinite { .. } => return differs(Special::Infinite),
        };
        if value.significand == 0 && !value.sticky && number.significand == 0 {
            let same = right == found;
            return answer(same, Some(Ulps::default()), (!same).then_some(Special::Zero));
        }
        let ends = self.enclosed(x, value);
        let found_at = signed(number.sign, number.significand.into());
        let found_at = (&found_at, i64::from(number.exponent));
        let ends = ends.each_ref().map(|(n, e)| (n, *e));
        answer(right == found, Some(Ulps::between(found_at, ends, self.ulp(lead))), None)
    }

    /// The value, to more than 2^-64 ulp where an enclosure of any width is at hand.
    fn enclosed(&self, x: &[u64], value: Unrounded<u128>) -> [(BigInt, i64); 2] {
        let exponent = i64::from(value.exponent);
        let at = |more: u8| signed(value.sign, BigInt::from(value.significand) + more);
        if !value.sticky {
            return [(at(0), exponent), (at(0), exponent)];
        }
        let bits = self.format.precision() + BEYOND;
        let found = match self.block {
            Some(_) => None,
            None => functions::bounds(self.function, &self.format, x, &self.env, bits),
        };
        let mut ends = match found {
            Some(b) => [(b.lower.integer, b.lower.exponent), (b.upper.integer, b.upper.exponent)],
            None => [(at(0), exponent), (at(1), exponent)],
        };
        if are_turned(&ends) {
            ends.reverse();
        }
        ends
    }

    /// The exponent of the largest number.
    fn largest(&self) -> i32 {
        self.format.max_field() - self.format.bias
    }

    /// The exponent of the unit in the last place of a value with this leading one.
    fn ulp(&self, lead: i64) -> i64 {
        let least = self.format.min_field() - self.format.bias;
        let lead = lead.clamp(least.into(), self.largest().into());
        lead + 1 - i64::from(self.format.precision())
    }
}

/// The weight of a value's leading one; of 0, that of nothing.
fn lead(u: Unrounded<u128>) -> i64 {
    let length = i64::from(128 - u.significand.leading_zeros());
    if length == 0 { i64::MIN / 2 } else { i64::from(u.exponent) + length - 1 }
}

fn signed(negative: bool, magnitude: BigInt) -> BigInt {
    if negative { -magnitude } else { magnitude }
}

/// Whether the second end is the lower one: both have one exponent then.
fn are_turned(ends: &[(BigInt, i64); 2]) -> bool {
    ends[0].1 == ends[1].1 && ends[0].0 > ends[1].0
}
