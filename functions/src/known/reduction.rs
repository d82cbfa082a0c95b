//! Sums, norms, cosine, mean and variance: exact sums, their quotients and square roots, worked out by
//! integers. Nothing is left open.

use super::Known;
use crate::exact::{Dyadic, Term, quotient, root, sum};
use softfloat::{Env, Rounding, Unrounded, Value};

/// `sqrt(sum x[j]^2)`. Exact where the sum is the square of a dyadic number.
pub(super) fn norm(x: &Numbers, _: &Env) -> Known {
    if x.infinite() {
        return Known::Infinite(false);
    }
    match squares(x) {
        s if s.is_zero() => Known::Zero(false),
        s => Known::Value(root(2, &s, &Dyadic::integer(1))),
    }
}

/// `1 / sqrt(sum x[j]^2)`. Exact where the sum is an even power of two.
pub(super) fn rnorm(x: &Numbers, _: &Env) -> Known {
    if x.infinite() {
        return Known::Zero(false);
    }
    match squares(x) {
        s if s.is_zero() => Known::Pole(false),
        s => Known::Value(root(2, &Dyadic::integer(1), &s)),
    }
}

/// `sum x[j]^2`, which is always exact before it is rounded.
pub(super) fn sum_square(x: &Numbers, _: &Env) -> Known {
    positive(x, squares(x))
}

/// `sum |x[j]|`, which is always exact before it is rounded.
pub(super) fn sum_abs(x: &Numbers, _: &Env) -> Known {
    positive(x, sum(x.finite.iter().map(|&x| Term::of(Unrounded { sign: false, ..x }))))
}

/// A sum of terms that are not negative; infinite where an element is.
fn positive(x: &Numbers, sum: Dyadic) -> Known {
    match sum {
        _ if x.infinite() => Known::Infinite(false),
        sum if sum.is_zero() => Known::Zero(false),
        sum => Known::Value(quotient(&sum, &Dyadic::integer(1))),
    }
}

/// `sum x[j] y[j] / sqrt(sum x[j]^2 sum y[j]^2)`: the root of a quotient, with the sign of the sum
/// of products. Exact where that root is dyadic, and 0 where that sum is.
pub(super) fn cosine(x: &Numbers, y: &Numbers, env: &Env) -> Known {
    if x.infinite() || y.infinite() || x.zeros() || y.zeros() {
        return Known::Invalid;
    }
    let products = x.finite.iter().zip(&y.finite).map(|(&x, &y)| Term::product(x, y));
    match sum(products) {
        s if s.is_zero() => Known::Zero(difference(env)),
        s => {
            let square = root(2, &(&s * &s), &(&squares(x) * &squares(y)));
            Known::Value(square).signed(s.is_negative())
        }
    }
}

/// `sum x[j] / n`. Exact where n divides the sum, but for powers of two.
pub(super) fn mean(x: &Numbers, env: &Env) -> Known {
    if x.infinite() {
        return if x.plus && x.minus { Known::Invalid } else { Known::Infinite(x.minus) };
    }
    match sum(x.finite.iter().map(|&x| Term::of(x))) {
        s if !s.is_zero() => Known::Value(quotient(&s, &Dyadic::integer(x.finite.len()))),
        _ if !x.zeros() => Known::Zero(difference(env)),
        _ => match x.finite.iter().filter(|u| u.sign).count() {
            0 => Known::Zero(false),
            n => Known::Zero(n == x.finite.len() || difference(env)),
        },
    }
}

/// `sum (x[j] - mean)^2 / n`, which is (n sum x[j]^2 - (sum x[j])^2) / n^2. Exact where n^2 divides that
/// numerator, but for powers of two; 0 where all elements are equal.
pub(super) fn variance(x: &Numbers, _: &Env) -> Known {
    if x.infinite() {
        return Known::Invalid;
    }
    let n = Dyadic::integer(x.finite.len());
    let total = sum(x.finite.iter().map(|&x| Term::of(x)));
    match &(&n * &squares(x)) - &(&total * &total) {
        s if s.is_zero() => Known::Zero(false),
        s => Known::Value(quotient(&s, &(&n * &n))),
    }
}

fn squares(x: &Numbers) -> Dyadic {
    sum(x.finite.iter().map(|&x| Term::product(x, x)))
}

/// The sign of an exact difference that is 0.
fn difference(env: &Env) -> bool {
    env.rounding == Rounding::Down
}

/// The elements of a block.
pub(super) struct Numbers {
    /// Those that are numbers, zeros too.
    pub(super) finite: Vec<Unrounded<u64>>,
    /// Whether there is a positive infinity.
    pub(super) plus: bool,
    /// Whether there is a negative infinity.
    pub(super) minus: bool,
}

impl Numbers {
    /// The elements without NaN.
    pub(super) fn of(values: &[Value<u64>]) -> Self {
        let finite = values.iter().filter_map(|v| match v {
            Value::Finite(u) => Some(*u),
            _ => None,
        });
        let infinite =
            |of: bool| values.iter().any(|v| matches!(v, Value::Infinite { sign } if *sign == of));
        Self { finite: finite.collect(), plus: infinite(false), minus: infinite(true) }
    }

    /// Whether there is an infinity.
    pub(super) const fn infinite(&self) -> bool {
        self.plus || self.minus
    }

    /// Whether every number is 0.
    pub(super) fn zeros(&self) -> bool {
        self.finite.iter().all(|u| u.significand == 0)
    }
}
