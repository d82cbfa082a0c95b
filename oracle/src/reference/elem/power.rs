//! Powers (IEEE 754-2019, 9.2.1). Whether x^y is rational is decided on x = m 2^e and y = k 2^f, m and k
//! odd: with f < 0 only where x has a root of degree 2^-f, which is taken square root by square root.

use crate::Rational;
use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Integer};

use super::operand::{Operand, infinite, number, odd, one, pole, zero};
use super::target::{Target, float};
use crate::reference::engine::Value;
use crate::reference::ieee::Exact;
use crate::reference::interval::Interval;

/// The most bits of a power that is written out. An odd integer of more is far longer than any border.
const WRITTEN: u64 = 40_000;

fn is_signalling(value: &Value) -> bool {
    matches!(value, Value::Nan { signalling: true, .. })
}

pub(super) fn pow(t: &Target, x: &Value, y: &Value) -> Exact {
    let nan = Exact::nan(&[x, y]);
    if is_signalling(x) || is_signalling(y) {
        return nan.expect("a NaN");
    }
    let (a, b) = (Operand::of(x), Operand::of(y));
    match (&a, &b) {
        (_, Some(Operand::Zero(_))) => return one(),
        (Some(Operand::Number(v)), _) if *v == 1 => return one(),
        _ => {}
    }
    let (Some(x), Some(y)) = (a, b) else { return nan.expect("a NaN") };
    match (&x, &y) {
        (_, Operand::Infinite(falls)) => to_infinity(&x, *falls),
        (Operand::Zero(_) | Operand::Infinite(_), Operand::Number(n)) => {
            let is_odd = n.to_integer().is_some_and(|n| n.is_odd());
            of_limit(&x, is_odd, *n < 0)
        }
        (Operand::Number(v), Operand::Number(n)) => {
            let whole = n.to_integer();
            if *v < 0 && whole.is_none() {
                return Exact::Invalid;
            }
            let sign = *v < 0 && whole.is_some_and(|n| n.is_odd());
            of_numbers(t, sign, &v.clone().abs(), n)
        }
        (_, Operand::Zero(_)) => one(),
    }
}

/// A power of an infinite exponent, negative if `falls`.
fn to_infinity(x: &Operand, falls: bool) -> Exact {
    let grows = match x {
        Operand::Zero(_) => false,
        Operand::Infinite(_) => true,
        Operand::Number(v) if *v == -1 || *v == 1 => return one(),
        Operand::Number(v) => *v > 1 || *v < -1,
    };
    if grows != falls { infinite(false) } else { zero(false) }
}

/// A power of a zero or of an infinity with a number other than 0 for an exponent.
fn of_limit(x: &Operand, odd: bool, negative: bool) -> Exact {
    let sign = odd && x.sign();
    match (x, negative) {
        (Operand::Zero(_), true) => pole(sign),
        (Operand::Zero(_), false) | (_, true) => zero(sign),
        (_, false) => infinite(sign),
    }
}

pub(super) fn powr(t: &Target, x: &Operand, y: &Operand) -> Exact {
    match (x, y) {
        (Operand::Infinite(true), _) => Exact::Invalid,
        (Operand::Number(v), _) if *v < 0 => Exact::Invalid,
        (Operand::Number(_), Operand::Zero(_)) => one(),
        (_, Operand::Zero(_)) => Exact::Invalid,
        (Operand::Number(v), Operand::Infinite(_)) if *v == 1 => Exact::Invalid,
        (_, Operand::Infinite(falls)) => to_infinity(x, *falls),
        (Operand::Number(v), Operand::Number(_)) if *v == 1 => one(),
        (Operand::Number(v), Operand::Number(n)) => of_numbers(t, false, v, n),
        (_, Operand::Number(n)) => of_limit(x, false, *n < 0),
    }
}

/// x^y of x > 0, with a sign.
fn of_numbers(t: &Target, sign: bool, x: &Rational, y: &Rational) -> Exact {
    let (root, degree) = odd(y).expect("a number of a format");
    let by_mpfr = || {
        let (x, y) = (float(x), float(y));
        t.beside(|bits| {
            let (power, side) = Float::with_val_round(bits, (&x).pow(&y), Round::Nearest);
            if sign { (-power, side.reverse()) } else { (power, side) }
        })
    };
    let (mut m, mut e) = odd(x).expect("a number of a format");
    for _ in degree..0 {
        if !m.is_perfect_square() || e % 2 != 0 {
            return by_mpfr();
        }
        (m, e) = (m.sqrt(), e / 2);
    }
    let n = if degree > 0 { root << degree as u32 } else { root };
    written(t, sign, &m, e, &n).unwrap_or_else(by_mpfr)
}

/// (m 2^e)^n with a sign, where it is not too long; m is odd.
fn written(t: &Target, sign: bool, m: &Integer, e: i64, n: &Integer) -> Option<Exact> {
    if *m == 1 {
        return Some(t.power_of_two(sign, &(n.clone() * e)));
    }
    let count = n.clone().abs().to_u64().filter(|&n| n < WRITTEN)?;
    if count * u64::from(m.significant_bits()) > WRITTEN {
        return None;
    }
    let power = Rational::from(Integer::from(m.pow(count as u32)));
    // Exponents of formats have 16 bits, the count has as many.
    let shift = i32::try_from(e * i64::from(n.to_i32()?)).ok()?;
    let power = if *n < 0 { power.recip() } else { power };
    Some(Exact::Number { sign, magnitude: power << shift })
}

pub(super) fn pown(t: &Target, x: &Value, n: i64) -> Exact {
    let nan = Exact::nan(&[x]);
    if n == 0 && !is_signalling(x) {
        return one();
    }
    let Some(x) = Operand::of(x) else { return nan.expect("a NaN") };
    match &x {
        Operand::Number(v) => {
            let sign = *v < 0 && n % 2 != 0;
            of_numbers(t, sign, &v.clone().abs(), &Rational::from(n))
        }
        _ => of_limit(&x, n % 2 != 0, n < 0),
    }
}

pub(super) fn rootn(t: &Target, x: &Operand, n: i64) -> Exact {
    let is_odd = n % 2 != 0;
    match x {
        _ if n == 0 => Exact::Invalid,
        Operand::Zero(_) => of_limit(x, is_odd, n < 0),
        _ if x.sign() && !is_odd => Exact::Invalid,
        Operand::Infinite(_) => of_limit(x, is_odd, n < 0),
        Operand::Number(v) => {
            let (sign, magnitude) = (*v < 0, v.clone().abs());
            if let Some(magnitude) = exact_root(&magnitude, n) {
                return Exact::Number { sign, magnitude };
            }
            // e^(ln(x) / n). Not MPFR's root: of 2 with n = -2^31 it says that 1 is exact.
            let root = t.within(|bits| {
                let logarithm = Interval::new(bits, &magnitude).rising(Float::ln_round);
                let n = Interval::new(bits, &Rational::from(n));
                logarithm.div(&n).rising(Float::exp_round)
            });
            match root {
                Exact::Number { magnitude, .. } => Exact::Number { sign, magnitude },
                other => other,
            }
        }
    }
}

/// The n-th root where it is rational: m and 2^e are n-th powers then.
fn exact_root(v: &Rational, n: i64) -> Option<Rational> {
    let (m, e) = odd(v)?;
    let degree = n.unsigned_abs();
    let (root, rest) = match u32::try_from(degree) {
        _ if m == 1 => (m, Integer::new()),
        Ok(degree) => m.root_rem(Integer::new(), degree),
        // Of a degree beyond its bits an odd integer above 1 has no root.
        Err(_) => return None,
    };
    if rest != 0 || i128::from(e) % i128::from(degree) != 0 {
        return None;
    }
    let root = Rational::from(root) << i32::try_from(i128::from(e) / i128::from(degree)).ok()?;
    Some(if n < 0 { root.recip() } else { root })
}

pub(super) fn compound(t: &Target, x: &Value, n: i64) -> Exact {
    let nan = Exact::nan(&[x]);
    let below = match Operand::of(x) {
        Some(Operand::Infinite(sign)) => sign,
        Some(Operand::Number(v)) => v < -1,
        _ => false,
    };
    if below {
        return Exact::Invalid;
    }
    if n == 0 && !is_signalling(x) {
        return one();
    }
    let Some(x) = Operand::of(x) else { return nan.expect("a NaN") };
    match x {
        Operand::Zero(_) => one(),
        Operand::Infinite(_) => of_limit(&x, false, n < 0),
        Operand::Number(v) if v == -1 => of_limit(&Operand::Zero(false), false, n < 0),
        Operand::Number(v) => {
            let (m, e) = odd(&(&v + 1)).expect("a number of a format");
            written(t, false, &m, e, &n.into()).unwrap_or_else(|| {
                // e^(n ln(1 + x))
                t.within(|bits| {
                    let logarithm = Interval::new(bits, &v).rising(Float::ln_1p_round);
                    let n = Interval::new(bits, &Rational::from(n));
                    logarithm.mul(&n).rising(Float::exp_round)
                })
            })
        }
    }
}

pub(super) fn hypot(t: &Target, x: &Value, y: &Value) -> Exact {
    let nan = Exact::nan(&[x, y]);
    if is_signalling(x) || is_signalling(y) {
        return nan.expect("a NaN");
    }
    let is_infinite = |v| matches!(v, &Value::Infinite { .. });
    if is_infinite(x) || is_infinite(y) {
        return infinite(false);
    }
    let (Some(x), Some(y)) = (Operand::of(x), Operand::of(y)) else {
        return nan.expect("a NaN");
    };
    let square = |v: &Operand| v.finite().map(|v| v.square());
    let (Some(a), Some(b)) = (square(&x), square(&y)) else { return infinite(false) };
    let sum = a + b;
    if sum == 0 { zero(false) } else { t.root(false, &sum, 2) }
}

pub(super) fn cbrt(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Number(v) => t.root(*v < 0, &v.clone().abs(), 3),
        _ => x.kept(false),
    }
}

pub(super) fn rsqrt(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => pole(*sign),
        Operand::Infinite(false) => zero(false),
        Operand::Number(v) if *v > 0 => t.root(false, &v.clone().recip(), 2),
        _ => Exact::Invalid,
    }
}

pub(super) fn rcp(_: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => pole(*sign),
        Operand::Infinite(sign) => zero(*sign),
        Operand::Number(v) => number(v.clone().recip()),
    }
}
