//! Sums, products, quotients, roots, remainders, from the formula.

use super::code::{BINARY128, Coded, Number, Wide, read};
use super::narrow::into_narrow;
use super::special::{chosen, has_nan, invalid};
use crate::Rational;
use crate::reference::engine::{self, Env, Facts, Flags, NanRule, Rounding, Value};
use rug::Integer;
use rug::ops::RemRounding;

/// Where results go.
#[derive(Clone, Copy)]
pub(super) enum Goal<'a> {
    /// A wide format, rounded to so many bits of precision.
    Wide(&'a Wide, u32),
    /// From binary128 into another format.
    Narrow(&'a Facts),
}

/// The result of an operation.
pub(super) fn evaluate(goal: Goal<'_>, operation: &str, x: &[Number], env: &Env) -> Option<Coded> {
    let all: Vec<&Number> = x.iter().collect();
    let at = At { goal, env };
    if has_nan(&all) {
        return Some(at.with_nan(operation, &all));
    }
    Some(match (operation, x) {
        ("add", [a, b]) => at.sum(a, a.sign(), b, b.sign()),
        ("sub", [a, b]) => at.sum(a, a.sign(), b, !b.sign()),
        ("mul", [a, b]) => at.product(a, b),
        ("div", [a, b]) => at.quotient(a, b),
        ("fma", [a, b, c]) => at.fused(a, b, c),
        ("sqrt", [a]) => at.root(a),
        ("remainder", [a, b]) => at.remainder(a, b, true)?,
        ("fmod", [a, b]) => at.remainder(a, b, false)?,
        _ => return None,
    })
}

/// How a result is rounded.
#[derive(Clone, Copy)]
struct At<'a> {
    goal: Goal<'a>,
    env: &'a Env,
}

fn widened((code, flags): (u64, Flags)) -> Coded {
    (code.into(), flags)
}

impl At<'_> {
    fn invalid(&self) -> Coded {
        match self.goal {
            Goal::Wide(w, _) => invalid(w, self.env),
            Goal::Narrow(f) => widened(engine::invalid(f, self.env)),
        }
    }

    fn infinite(&self, sign: bool) -> Coded {
        match self.goal {
            Goal::Wide(w, _) => (w.infinity(sign), Flags::NONE),
            Goal::Narrow(f) => {
                widened(engine::result(f, &Value::Infinite { sign }, None, self.env))
            }
        }
    }

    fn pole(&self, sign: bool) -> Coded {
        match self.goal {
            Goal::Wide(w, _) => (w.infinity(sign), Flags::DIVIDE_BY_ZERO),
            Goal::Narrow(f) => widened(engine::pole(f, sign)),
        }
    }

    fn round(&self, sign: bool, v: &Rational) -> Coded {
        match self.goal {
            Goal::Wide(w, precision) => w.round(precision, sign, v, self.env),
            Goal::Narrow(f) => {
                let value = Value::Finite { sign, magnitude: v.clone() };
                widened(engine::encode(f, &value, None, self.env))
            }
        }
    }

    /// An operand is NaN. A fused operation may be invalid beside it (IEEE 754, 7.2 c).
    fn with_nan(&self, operation: &str, x: &[&Number]) -> Coded {
        let mut in_order = x.to_vec();
        if operation == "fma" && self.env.nan == NanRule::Arm {
            in_order.rotate_right(1);
        }
        let (code, flags) = match self.goal {
            Goal::Wide(w, _) => chosen(w, &in_order, self.env),
            Goal::Narrow(f) => {
                let (code, flags) = chosen(&BINARY128, &in_order, self.env);
                (into_narrow(read(&BINARY128, code), f, false, self.env).0, flags)
            }
        };
        let times_zero = match x {
            [a, b, _] => a.is_infinite() && b.is_zero() || a.is_zero() && b.is_infinite(),
            _ => false,
        };
        match self.env.nan {
            NanRule::Sse => (code, flags),
            _ if !times_zero => (code, flags),
            NanRule::Arm if !flags.invalid => self.invalid(),
            _ => (code, Flags::INVALID),
        }
    }

    fn sum(&self, a: &Number, s: bool, b: &Number, t: bool) -> Coded {
        let value = |n: &Number, own: bool| match n {
            Number::Finite { magnitude, .. } => {
                Some(if own { -magnitude } else { magnitude.clone() })
            }
            _ => None,
        };
        match (value(a, s), value(b, t)) {
            (None, None) if s != t => self.invalid(),
            (None, _) => self.infinite(s),
            (_, None) => self.infinite(t),
            (Some(x), Some(y)) => {
                let total = x + y;
                let zero = if s == t { s } else { self.env.rounding == Rounding::Down };
                let sign = if total == 0 { zero } else { total < 0 };
                self.round(sign, &total.abs())
            }
        }
    }

    fn product(&self, a: &Number, b: &Number) -> Coded {
        let sign = a.sign() != b.sign();
        match (a, b) {
            (Number::Finite { magnitude: x, .. }, Number::Finite { magnitude: y, .. }) => {
                self.round(sign, &(x * y))
            }
            _ if a.is_zero() || b.is_zero() => self.invalid(),
            _ => self.infinite(sign),
        }
    }

    fn fused(&self, a: &Number, b: &Number, c: &Number) -> Coded {
        let sign = a.sign() != b.sign();
        let product = match (a, b) {
            (Number::Finite { magnitude: x, .. }, Number::Finite { magnitude: y, .. }) => {
                Number::Finite { sign, magnitude: x * y }
            }
            _ if a.is_zero() || b.is_zero() => return self.invalid(),
            _ => Number::Infinite { sign },
        };
        self.sum(&product, sign, c, c.sign())
    }

    fn quotient(&self, a: &Number, b: &Number) -> Coded {
        let sign = a.sign() != b.sign();
        match (a, b) {
            (Number::Infinite { .. }, Number::Infinite { .. }) => self.invalid(),
            (Number::Infinite { .. }, _) => self.infinite(sign),
            (_, Number::Infinite { .. }) => self.round(sign, &Rational::new()),
            _ if a.is_zero() && b.is_zero() => self.invalid(),
            _ if b.is_zero() => self.pole(sign),
            (Number::Finite { magnitude: x, .. }, Number::Finite { magnitude: y, .. }) => {
                self.round(sign, &(x / y))
            }
            _ => self.invalid(),
        }
    }

    fn root(&self, a: &Number) -> Coded {
        match a {
            Number::Finite { sign, magnitude } if *magnitude == 0 => self.round(*sign, magnitude),
            _ if a.sign() => self.invalid(),
            Number::Finite { magnitude, .. } => self.round(false, &root(magnitude)),
            _ => self.infinite(false),
        }
    }

    fn remainder(&self, a: &Number, b: &Number, nearest: bool) -> Option<Coded> {
        let Goal::Wide(w, _) = self.goal else { return None };
        // It is exact.
        let round = |sign, v: &Rational| w.round(w.precision(), sign, v, self.env);
        Some(match (a.signed(), b) {
            (None, _) => self.invalid(),
            _ if b.is_zero() => self.invalid(),
            (Some(x), Number::Finite { magnitude, .. }) => {
                let rest = if nearest { remainder(&x, magnitude) } else { cut(&x, magnitude) };
                round(if rest == 0 { a.sign() } else { rest < 0 }, &rest.abs())
            }
            (Some(x), _) => round(a.sign(), &x.abs()),
        })
    }
}

/// x - y n, n the integer nearest to x / y, a tie to even; y > 0.
fn remainder(x: &Rational, y: &Rational) -> Rational {
    // Both as integers of one unit.
    let exponent = |v: &Rational| v.to_dyadic().expect("a number of a format").1;
    let unit = exponent(x).min(exponent(y));
    let [x, y] = [x, y].map(|v| (v >> unit).floor());
    let rest = x.clone().rem_euc(&y);
    let odd = Integer::from(&x - &rest).div_exact(&y).is_odd();
    let twice = Integer::from(&rest * 2);
    let rest = if twice > y || twice == y && odd { rest - y } else { rest };
    Rational::from(rest) << unit
}

/// x - y n, n the quotient x / y cut toward zero; y > 0.
fn cut(x: &Rational, y: &Rational) -> Rational {
    let n = (x / y).trunc();
    x - y * n
}

/// A square root, or a number that lies on the same side of every number of 300 bits and of their middles.
fn root(v: &Rational) -> Rational {
    let places = 20_000u32;
    let (root, rest) = (v << (2 * places)).floor().sqrt_rem(Integer::new());
    let root: Integer = (root << 1u32) + u32::from(rest != 0);
    Rational::from(root) >> (places + 1)
}
