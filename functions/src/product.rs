//! Scaled products (IEEE 754-2019, 9.4): a product of many factors as a number of at least 1 and below 2, and a power of
//! two, so that neither overflows.

use num_bigint::BigUint;
use softfloat::{Env, Flags, Format, Rounded, Rounding, Unrounded, Value, ieee::Exact};

use crate::exact::{Dyadic, cut};
use crate::operand::Operand;

/// What is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Factors {
    /// `p[j]` (scaledProd).
    Numbers,
    /// `p[j] + q[j]`, exactly (scaledProdSum).
    Sums,
    /// `p[j] - q[j]`, exactly (scaledProdDiff).
    Differences,
}

/// A product as `significand * 2^scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaledProduct {
    /// The number: at least 1 and below 2 in magnitude, or a zero, an infinity, NaN; its exceptions are those of the whole.
    pub significand: Rounded<u64>,
    /// The exponent of two; 0 beside a zero, an infinity or NaN.
    pub scale: i64,
}

/// The exact product of the factors, rounded once to the format's precision. `p` and `q` are of one length, which is not
/// 0, of codes of the format; of [`Factors::Numbers`] `q` is empty.
///
/// ```
/// use functions::{Factors, scaled_product};
/// use softfloat::{format::Binary32, Env, StaticFormat};
/// let x = [1e38f32, 1e38, -3.0].map(|x| u64::from(x.to_bits()));
/// let r = scaled_product(Factors::Numbers, &Binary32::FORMAT, &x, &[], &Env::IEEE);
/// // -3e76
/// assert_eq!((f32::from_bits(r.significand.bits as u32), r.scale), (-1.036_340_1, 254));
/// ```
#[must_use]
pub fn scaled_product(
    factors: Factors,
    format: &Format,
    p: &[u64],
    q: &[u64],
    env: &Env,
) -> ScaledProduct {
    let plain = |exact: Exact| ScaledProduct { significand: exact.round(format, env), scale: 0 };
    let read = |codes: &[u64]| -> Vec<Result<Operand, Value<u64>>> {
        codes.iter().map(|&code| Operand::read(format, env, code)).collect()
    };
    let (p, q) = (read(p), read(q));
    let nans: Vec<Value<u64>> = p.iter().chain(&q).filter_map(|x| x.err()).collect();
    if !nans.is_empty() {
        return plain(Exact::nan(format, env, &nans));
    }
    let numbers = |read: Vec<_>| read.into_iter().filter_map(Result::ok).collect::<Vec<Operand>>();
    let (p, q) = (numbers(p), numbers(q));
    let factors: Option<Vec<Factor>> = match factors {
        Factors::Numbers => Some(p.into_iter().map(Factor::of).collect()),
        Factors::Sums => p.into_iter().zip(q).map(|(p, q)| total(p, q, env)).collect(),
        Factors::Differences => {
            p.into_iter().zip(q).map(|(p, q)| total(p, negated(q), env)).collect()
        }
    };
    match factors.as_deref().map(Product::of) {
        None | Some(Product::Invalid) => plain(Exact::invalid(format, env)),
        Some(Product::Infinite(sign)) => plain(Exact::infinite(format, env, sign)),
        Some(Product::Zero(sign)) => plain(Exact::Unrounded(Unrounded::exact(sign, 0, 0))),
        Some(Product::Number { sign, integer, exponent }) => {
            rounded(format, env, sign, &integer, exponent)
        }
    }
}

/// A factor.
enum Factor {
    Zero(bool),
    Infinite(bool),
    Number(Dyadic),
}

impl Factor {
    fn of(x: Operand) -> Self {
        match x {
            Operand::Zero { sign } => Self::Zero(sign),
            Operand::Infinite { sign } => Self::Infinite(sign),
            Operand::Number(u) => Self::Number(Dyadic::of(u)),
        }
    }

    fn sign(&self) -> bool {
        match self {
            Self::Zero(sign) | Self::Infinite(sign) => *sign,
            Self::Number(x) => x.is_negative(),
        }
    }
}

fn negated(x: Operand) -> Operand {
    match x {
        Operand::Zero { sign } => Operand::Zero { sign: !sign },
        Operand::Infinite { sign } => Operand::Infinite { sign: !sign },
        Operand::Number(u) => Operand::Number(Unrounded { sign: !u.sign, ..u }),
    }
}

/// The exact sum of two numbers; `None` of infinities that cancel. A sum that is 0 has the sign that an addition gives it
/// (6.3).
fn total(p: Operand, q: Operand, env: &Env) -> Option<Factor> {
    use Operand::{Infinite, Number, Zero};
    Some(match (p, q) {
        (Infinite { sign: a }, Infinite { sign: b }) if a != b => return None,
        (Infinite { sign }, _) | (_, Infinite { sign }) => Factor::Infinite(sign),
        (Zero { sign: a }, Zero { sign: b }) if a == b => Factor::Zero(a),
        (Zero { .. }, Zero { .. }) => Factor::Zero(env.rounding == Rounding::Down),
        (Zero { .. }, Number(u)) | (Number(u), Zero { .. }) => Factor::Number(Dyadic::of(u)),
        (Number(a), Number(b)) => {
            let sum = &Dyadic::of(a) + &Dyadic::of(b);
            if sum.is_zero() {
                Factor::Zero(env.rounding == Rounding::Down)
            } else {
                Factor::Number(sum)
            }
        }
    })
}

/// A product.
enum Product {
    Invalid,
    Infinite(bool),
    Zero(bool),
    /// `integer * 2^exponent`, not 0.
    Number {
        sign: bool,
        integer: BigUint,
        exponent: i64,
    },
}

impl Product {
    fn of(factors: &[Factor]) -> Self {
        let sign = factors.iter().fold(false, |sign, factor| sign != factor.sign());
        let infinite = factors.iter().any(|x| matches!(x, Factor::Infinite(_)));
        let zero = factors.iter().any(|x| matches!(x, Factor::Zero(_)));
        match (infinite, zero) {
            (true, true) => return Self::Invalid,
            (true, false) => return Self::Infinite(sign),
            (false, true) => return Self::Zero(sign),
            (false, false) => {}
        }
        let mut exponent = 0;
        let mut integers: Vec<BigUint> = factors
            .iter()
            .filter_map(|factor| {
                let Factor::Number(x) = factor else { return None };
                let zeros = x.integer.trailing_zeros().unwrap_or(0);
                exponent += x.exponent + zeros as i64;
                Some(x.integer.magnitude() >> zeros)
            })
            .collect();
        // In pairs: long integers meet long ones.
        while integers.len() > 1 {
            integers = integers
                .chunks(2)
                .map(|pair| if let [a, b] = pair { a * b } else { pair[0].clone() })
                .collect();
        }
        Self::Number { sign, integer: integers.pop().unwrap_or_default(), exponent }
    }
}

/// A product between 1 and 2, rounded, and its power of two; one that is rounded to 2 is 1 with the next.
fn rounded(
    format: &Format,
    env: &Env,
    sign: bool,
    integer: &BigUint,
    exponent: i64,
) -> ScaledProduct {
    let places = integer.bits() as i64 - 1;
    let code = |u: Unrounded<u128>| format.round_pack(env, u);
    let r = code(cut(sign, integer, -places));
    let [one, two] = [1, 2].map(|n| code(Unrounded::exact(sign, 0, n)).bits);
    let (bits, scale) = match r.bits == two {
        true => (one, exponent + places + 1),
        false => (r.bits, exponent + places),
    };
    let flags = if r.flags.contains(Flags::INEXACT) { Flags::INEXACT } else { Flags::NONE };
    ScaledProduct { significand: Rounded { bits: bits as u64, flags }, scale }
}
