//! `posit.*`: the functions of the Posit standard of 2022 on rationals, rounded once by the definition; `fma` as SoftPosit has
//! it. NaR is below all numbers and equals itself; a NaR among operands makes the result NaR, but of comparisons and of the
//! neighbours, which count codes.

use std::cmp::Ordering;

use crate::Rational;
use rug::Integer;

use super::engine::posit::{encode, nearest};
use super::engine::{self, Facts, Kind, Rounding, Value};
use super::number::format;
use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "posit", evaluate };

/// The posits of an operation.
struct Posits {
    facts: &'static Facts,
    es: u32,
}

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (width, operation) = id.strip_prefix("posit.")?.split_once('.')?;
    let facts = format("posit", &format!("posit{width}"))?;
    let Kind::Posit { es } = facts.kind else { return None };
    options.only(&["n"])?;
    let posits = Posits { facts, es };
    let one = posits.of_codes(operation, operands).or_else(|| posits.of_lists(operation, operands));
    let out = match one {
        Some(code) => vec![code],
        None => posits.of_quires(operation, operands)?,
    };
    Some(Outcome { out, flag: None })
}

impl Posits {
    fn nar(&self) -> u64 {
        self.facts.sign_bit()
    }

    fn ones(&self) -> u64 {
        u64::MAX >> (64 - self.facts.width)
    }

    /// `None` of NaR.
    fn read(&self, code: u64) -> Option<Rational> {
        let value = engine::decode(self.facts, code);
        matches!(value, Value::Finite { .. }).then(|| value.signed())
    }

    fn write(&self, value: &Rational) -> u64 {
        encode(self.facts, self.es, *value < 0, &value.clone().abs()).0
    }

    fn write_or_nar(&self, value: Option<Rational>) -> u64 {
        value.map_or(self.nar(), |value| self.write(&value))
    }

    /// Operations on a code, two or three.
    fn of_codes(&self, name: &str, operands: &[Vec<u64>]) -> Option<u64> {
        let codes: Vec<u64> = operands.iter().map(|o| o.first().copied()).collect::<Option<_>>()?;
        let values: Option<Vec<Rational>> = codes.iter().map(|code| self.read(*code)).collect();
        let compared = |holds: fn(Ordering) -> bool| {
            // NaR, as the smallest, has no value.
            let [x, y] = [codes.first()?, codes.get(1)?].map(|code| self.read(*code));
            Some(u64::from(holds(x.cmp(&y))))
        };
        let code = match (name, codes.as_slice()) {
            ("next", [a]) => a.wrapping_add(1) & self.ones(),
            ("prior", [a]) => a.wrapping_sub(1) & self.ones(),
            ("compare_equal", [_, _]) => compared(Ordering::is_eq)?,
            ("compare_not_equal", [_, _]) => compared(Ordering::is_ne)?,
            ("compare_greater", [_, _]) => compared(Ordering::is_gt)?,
            ("compare_greater_equal", [_, _]) => compared(Ordering::is_ge)?,
            ("compare_less", [_, _]) => compared(Ordering::is_lt)?,
            ("compare_less_equal", [_, _]) => compared(Ordering::is_le)?,
            ("sqrt", [a]) => match self.read(*a) {
                None => self.nar(),
                Some(x) if x < 0 => self.nar(),
                Some(x) if x == 0 => 0,
                Some(x) => {
                    nearest(self.facts, self.es, false, |other| x.cmp(&(other.clone() * other))).0
                }
            },
            _ => match values {
                None if self.known(name, codes.len()) => self.nar(),
                values => self.write_or_nar(exact(name, &values?)?),
            },
        };
        Some(code)
    }

    /// Whether there is an operation of this name with so many operands that computes with values.
    fn known(&self, name: &str, operands: usize) -> bool {
        exact(name, &vec![Rational::from(1); operands]).is_some()
    }

    /// Sums of many terms.
    fn of_lists(&self, name: &str, operands: &[Vec<u64>]) -> Option<u64> {
        let values = |at: usize| -> Option<Vec<Rational>> {
            operands.get(at)?.iter().map(|code| self.read(*code)).collect()
        };
        let products = || -> Option<Rational> {
            Some(values(0)?.into_iter().zip(values(1)?).map(|(x, y)| x * y).sum())
        };
        let start = || values(2)?.pop();
        let sum: Option<Rational> = match (name, operands.len()) {
            ("sum", 1) => values(0).map(|x| x.into_iter().sum()),
            ("fdp", 2) => products(),
            ("fdp_add", 3) => start().zip(products()).map(|(z, sum)| z + sum),
            ("fdp_sub", 3) => start().zip(products()).map(|(z, sum)| z - sum),
            _ => return None,
        };
        Some(self.write_or_nar(sum))
    }
}

/// The exact result; `Some(None)` where there is none.
fn exact(name: &str, x: &[Rational]) -> Option<Option<Rational>> {
    let whole = |x: &Rational, rounding| {
        let magnitude = engine::to_integer(&x.clone().abs(), *x < 0, rounding);
        Rational::from(if *x < 0 { -magnitude } else { magnitude })
    };
    Some(Some(match (name, x) {
        ("add", [a, b]) => a + b,
        ("sub", [a, b]) => a - b,
        ("mul", [a, b]) => a * b,
        ("div", [_, b]) if *b == 0 => return Some(None),
        ("div", [a, b]) => a / b,
        ("fma", [a, b, c]) => a * b + c,
        ("negate", [a]) => -a,
        ("abs", [a]) => a.clone().abs(),
        ("sign", [a]) => Rational::from(a.cmp0() as i32),
        ("nearest_int", [a]) => whole(a, Rounding::NearestEven),
        ("floor", [a]) => whole(a, Rounding::Down),
        ("ceil", [a]) => whole(a, Rounding::Up),
        _ => return None,
    }))
}

// Quires: integers of 16 n bits in two's complement, times the square of the least posit; the most negative one is NaR.

impl Posits {
    fn of_quires(&self, name: &str, operands: &[Vec<u64>]) -> Option<Vec<u64>> {
        let posit = |at: usize| Some(self.read(*operands.get(at)?.first()?));
        let quire = |at: usize| Some(self.quire(operands.get(at)?));
        let with = |a: Option<Rational>, b: Option<Rational>, plus: bool| {
            a.zip(b).map(|(a, b)| if plus { a + b } else { a - b })
        };
        let product = || Some(posit(1)?.zip(posit(2)?).map(|(x, y)| x * y));
        let value = match (name, operands.len()) {
            ("q_to_p", 1) => return Some(vec![self.write_or_nar(quire(0)?)]),
            ("p_to_q", 1) => posit(0)?,
            ("q_negate", 1) => quire(0)?.map(|q| -q),
            ("q_abs", 1) => quire(0)?.map(Rational::abs),
            ("q_add_p", 2) => with(quire(0)?, posit(1)?, true),
            ("q_sub_p", 2) => with(quire(0)?, posit(1)?, false),
            ("q_add_q", 2) => with(quire(0)?, quire(1)?, true),
            ("q_sub_q", 2) => with(quire(0)?, quire(1)?, false),
            ("q_mul_add", 3) => with(quire(0)?, product()?, true),
            ("q_mul_sub", 3) => with(quire(0)?, product()?, false),
            _ => return None,
        };
        Some(self.words(value))
    }

    /// How many places a quire has behind the point.
    fn places(&self) -> u32 {
        8 * self.facts.width - 16
    }

    fn quire(&self, words: &[u64]) -> Option<Rational> {
        let bits = 16 * self.facts.width;
        let whole = Integer::from_digits(words, rug::integer::Order::Lsf);
        let nar = Integer::from(1) << (bits - 1);
        if whole == nar {
            return None;
        }
        let signed = if whole > nar { whole - (Integer::from(1) << bits) } else { whole };
        Some(Rational::from(signed) >> self.places())
    }

    fn words(&self, value: Option<Rational>) -> Vec<u64> {
        let bits = 16 * self.facts.width;
        let nar = Integer::from(1) << (bits - 1);
        let whole = value.map(|value| {
            let scaled = value << self.places();
            scaled.to_integer().expect("a quire holds all products of posits")
        });
        let held = whole.filter(|n| n.clone().abs() < nar).unwrap_or(nar);
        let code = if held < 0 { held + (Integer::from(1) << bits) } else { held };
        let mut words = vec![0; bits as usize / 64];
        code.write_digits(&mut words, rug::integer::Order::Lsf);
        words
    }
}
