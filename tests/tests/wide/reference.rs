//! The operations in rationals, from the formula.

use rug::ops::{NegAssign, RemRounding};
use rug::{Integer, Rational};
use softfloat::wide::{Rules, Wide};
use softfloat::{Flags, Rounding, Tininess};

/// A value: `None` is infinite.
#[derive(Debug)]
struct Number {
    sign: bool,
    value: Option<Rational>,
}

impl Number {
    fn is_zero(&self) -> bool {
        self.value.as_ref().is_some_and(|v| *v == 0)
    }

    fn signed(&self) -> Rational {
        let mut value = self.value.clone().expect("finite");
        if self.sign {
            value.neg_assign();
        }
        value
    }
}

/// Either a NaN (signalling or not), or a number.
fn read(w: &Wide, code: u128) -> Result<Number, bool> {
    let sign = code >> (w.width - 1) & 1 == 1;
    let bias = (1 << (w.exp_bits - 1)) - 1;
    let field = (code >> w.man_bits & ((1 << w.exp_bits) - 1)) as i32;
    let fraction_bits = w.precision() - 1;
    let fraction = code & ((1 << fraction_bits) - 1);
    if field == 2 * bias + 1 {
        return match fraction {
            0 => Ok(Number { sign, value: None }),
            _ => Err(fraction >> (fraction_bits - 1) == 0),
        };
    }
    let lead = u32::from(field != 0);
    let significand = Rational::from(Integer::from(fraction)) >> fraction_bits;
    let value = (significand + lead) << (field.max(1) - bias);
    Ok(Number { sign, value: Some(value) })
}

/// Code and flags; operands are codes that mean something.
pub(crate) fn evaluate(w: &Wide, operation: &str, x: &[u128], rules: &Rules) -> (u128, Flags) {
    let numbers: Vec<Result<Number, bool>> = x.iter().map(|&code| read(w, code)).collect();
    let nan = (w.nan(false), Flags::NONE);
    let invalid = (w.nan(false), Flags::INVALID);
    if let [Ok(a), Ok(b), Err(_)] = &numbers[..]
        && (a.value.is_none() && b.is_zero() || b.value.is_none() && a.is_zero())
    {
        return invalid;
    }
    if numbers.iter().any(Result::is_err) {
        return if numbers.iter().any(|n| matches!(n, Err(true))) { invalid } else { nan };
    }
    let n: Vec<Number> = numbers.into_iter().filter_map(Result::ok).collect();
    let infinite = |sign| (w.infinity(sign), Flags::NONE);
    let sign = n[0].sign != n.get(1).is_some_and(|b| b.sign);
    let finish = |sign: bool, value: Rational| round(w, operation, sign, &value.abs(), rules);
    let sum = |terms: [(bool, Option<Rational>); 2]| match terms {
        [(s, None), (t, None)] if s != t => invalid,
        [(s, None), _] | [_, (s, None)] => infinite(s),
        [(s, Some(a)), (t, Some(b))] => {
            let signed = |s: bool, v: Rational| if s { -v } else { v };
            let total = signed(s, a) + signed(t, b);
            let exact_zero = if s == t { s } else { rules.env.rounding == Rounding::Down };
            let sign = if total == 0 { exact_zero } else { total < 0 };
            finish(sign, total)
        }
    };
    match (operation, &n[..]) {
        ("add", [a, b]) => sum([(a.sign, a.value.clone()), (b.sign, b.value.clone())]),
        ("sub", [a, b]) => sum([(a.sign, a.value.clone()), (!b.sign, b.value.clone())]),
        ("fma", [a, b, c]) => match (&a.value, &b.value) {
            (Some(x), Some(y)) => {
                sum([(sign, Some(Rational::from(x * y))), (c.sign, c.value.clone())])
            }
            _ if a.is_zero() || b.is_zero() => invalid,
            _ => sum([(sign, None), (c.sign, c.value.clone())]),
        },
        ("mul", [a, b]) => match (&a.value, &b.value) {
            (Some(x), Some(y)) => finish(sign, Rational::from(x * y)),
            _ if a.is_zero() || b.is_zero() => invalid,
            _ => infinite(sign),
        },
        ("div", [a, b]) => match (&a.value, &b.value) {
            (None, None) => invalid,
            (None, _) => infinite(sign),
            (_, None) => finish(sign, Rational::new()),
            (Some(x), Some(y)) if *y == 0 => match *x == 0 {
                true => invalid,
                false => (w.infinity(sign), Flags::DIVIDE_BY_ZERO),
            },
            (Some(x), Some(y)) => finish(sign, Rational::from(x / y)),
        },
        ("rem", [a, b]) => match (&a.value, &b.value) {
            (None, _) => invalid,
            (_, Some(y)) if *y == 0 => invalid,
            (Some(_), None) => finish(a.sign, a.value.clone().unwrap_or_default()),
            (Some(_), Some(y)) => {
                let rest = remainder(&a.signed(), y);
                finish(if rest == 0 { a.sign } else { rest < 0 }, rest)
            }
        },
        ("sqrt", [a]) => match &a.value {
            Some(v) if *v == 0 => finish(a.sign, v.clone()),
            _ if a.sign => invalid,
            None => infinite(false),
            Some(v) => finish(false, root(v)),
        },
        other => panic!("{other:?}"),
    }
}

/// x - y n, n the integer nearest to x / y, a tie to even; y > 0.
fn remainder(x: &Rational, y: &Rational) -> Rational {
    // Both as integers of one unit.
    let unit = Integer::from(x.denom() * y.denom());
    let [x, y] = [x, y].map(|v| v.numer() * Integer::from(&unit / v.denom()));
    let rest = x.clone().rem_euc(&y);
    let odd = Integer::from(&x - &rest).div_exact(&y).is_odd();
    let twice = Integer::from(&rest * 2);
    let rest = if twice > y || twice == y && odd { rest - y } else { rest };
    Rational::from((rest, unit))
}

/// A square root, or a number that lies on the same side of every number of 300 bits and of their middles.
fn root(v: &Rational) -> Rational {
    let places = 20_000u32;
    let scaled = Integer::from(v.numer() << (2 * places)) / v.denom();
    let (root, rest) = scaled.sqrt_rem(Integer::new());
    let root: Integer = (root << 1u32) + u32::from(rest != 0);
    Rational::from(root) >> (places + 1)
}

fn floor_log2(v: &Rational) -> i32 {
    let guess = v.numer().significant_bits() as i32 - v.denom().significant_bits() as i32;
    let above = |e: i32| *v >= Rational::from(1) << e;
    if above(guess) { guess } else { guess - 1 }
}

/// A multiple of 2^place, and whether it is the number.
fn to_place(v: &Rational, place: i32, sign: bool, rounding: Rounding) -> (Integer, bool) {
    let (fraction, whole) = Rational::from(v >> place).fract_floor(Integer::new());
    let half = Rational::from((1, 2));
    let up = fraction != 0
        && match rounding {
            Rounding::NearestEven => fraction > half || fraction == half && whole.is_odd(),
            Rounding::NearestAway => fraction >= half,
            Rounding::TowardZero => false,
            Rounding::Up => !sign,
            Rounding::Down => sign,
            Rounding::ToOdd => whole.is_even(),
        };
    (whole + u32::from(up), fraction == 0)
}

fn round(w: &Wide, operation: &str, sign: bool, v: &Rational, rules: &Rules) -> (u128, Flags) {
    let sign_bit = u128::from(sign) << (w.width - 1);
    if *v == 0 {
        return (sign_bit, Flags::NONE);
    }
    let partial = w.explicit && operation != "rem";
    let precision = if partial { rules.precision } else { w.precision() } as i32;
    let bias = (1 << (w.exp_bits - 1)) - 1;
    let (least, lead, direction) = (1 - bias, floor_log2(v), rules.env.rounding);
    let place = lead.max(least) - (precision - 1);
    let (n, exact) = to_place(v, place, sign, direction);
    let mut result = Rational::from(n) << place;
    if result >= Rational::from(1) << (bias + 1) {
        let away = match direction {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::TowardZero | Rounding::ToOdd => false,
            Rounding::Up => !sign,
            Rounding::Down => sign,
        };
        let flags = Flags::OVERFLOW | Flags::INEXACT;
        if away {
            return (w.infinity(sign), flags);
        }
        let ones: Integer = (Integer::from(1) << precision as u32) - 1;
        result = Rational::from(ones) << (bias - (precision - 1));
        return (sign_bit | code(w, &result, bias), flags);
    }
    let normal = Rational::from(1) << least;
    let tiny = match rules.env.tininess {
        Tininess::Before => *v < normal,
        Tininess::After => {
            let place = lead - (precision - 1);
            Rational::from(to_place(v, place, sign, direction).0) << place < normal
        }
    };
    let mut flags = Flags::NONE;
    if !exact {
        flags = if tiny { Flags::INEXACT | Flags::UNDERFLOW } else { Flags::INEXACT };
    }
    (sign_bit | code(w, &result, bias), flags)
}

/// The code of a magnitude that the format has.
fn code(w: &Wide, v: &Rational, bias: i32) -> u128 {
    if *v == 0 {
        return 0;
    }
    let (fraction_bits, lead) = (w.precision() as i32 - 1, floor_log2(v));
    let exponent = lead.max(1 - bias);
    let scaled = Rational::from(v >> (exponent - fraction_bits));
    assert!(scaled.is_integer(), "a number of the format");
    let significand = scaled.numer().to_u128().expect("no wider than the format");
    let normal = significand >> fraction_bits == 1;
    let field = if normal { (exponent + bias) as u128 } else { 0 };
    let hidden = if w.explicit { 0 } else { u128::from(normal) << fraction_bits };
    field << w.man_bits | (significand & !hidden)
}
