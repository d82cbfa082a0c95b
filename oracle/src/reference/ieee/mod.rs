//! The operations of IEEE 754-2019 in exact rational arithmetic, for every floating-point format of the engine's
//! reference.
//!
//! An operation is worked out in two steps. The first, [`exact`], reads the operands and gives the exact result, which
//! no rule of rounding touches; the second, [`Exact::round`], gives the code and the exceptions. What a rounding rule
//! decides by itself (an integral value, a neighbour, a minimum) has a function of its own.

pub(super) mod arithmetic;
mod augmented;
pub(super) mod boxed;
mod class;
mod compare;
mod constant;
mod exact;
mod min_max;
mod neighbour;
pub(super) mod operation;
mod remainder;
mod sign;

pub use compare::{Relation, compare, total_order, total_order_magnitude};
pub use exact::{Exact, Nan};

pub(super) use constant::FRACTIONS;
pub use min_max::{Choice, NanChoice, Order, Zeros, min_max};
pub use neighbour::{next_down, next_up};
pub(super) use operation::choice;

use super::engine::{self, Env, Facts, Flags, Value, read};
use crate::Rational;

/// The operations whose exact result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// a + b
    Add,
    /// a - b
    Sub,
    /// a b
    Mul,
    /// a / b
    Div,
    /// a - b n, where n is the integer nearest to a / b, at a tie the even one
    Remainder,
    /// a - b n, where n is a / b without its fraction
    Fmod,
    /// The square root of a
    Sqrt,
    /// a b + c
    Fma,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 8] = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Div,
        Operation::Remainder,
        Operation::Fmod,
        Operation::Sqrt,
        Operation::Fma,
    ];

    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Operation::Sqrt => 1,
            Operation::Fma => 3,
            _ => 2,
        }
    }
}

/// The exact result of an operation on codes of `f`.
pub fn exact(operation: Operation, f: &Facts, operands: &[u64], env: &Env) -> Exact {
    exact_for(operation, f, f, operands, env)
}

/// The same, to be rounded into `to`.
fn exact_for(operation: Operation, f: &Facts, to: &Facts, operands: &[u64], env: &Env) -> Exact {
    let values: Vec<Value> = operands.iter().map(|&code| read(f, code, env)).collect();
    match (operation, values.as_slice()) {
        (Operation::Add, [a, b]) => arithmetic::sum(a, b, false),
        (Operation::Sub, [a, b]) => arithmetic::sum(a, b, true),
        (Operation::Mul, [a, b]) => arithmetic::product(a, b),
        (Operation::Div, [a, b]) => arithmetic::quotient(a, b),
        (Operation::Remainder, [a, b]) => remainder::remainder(a, b, remainder::Quotient::Nearest),
        (Operation::Fmod, [a, b]) => remainder::remainder(a, b, remainder::Quotient::Cut),
        (Operation::Sqrt, [a]) => arithmetic::square_root(to, a),
        (Operation::Fma, [a, b, c]) => arithmetic::fused(a, b, c),
        _ => panic!("{operation:?} does not take {} operands", operands.len()),
    }
}

/// An operation on codes of `f`: the code of its result, and the exceptions.
pub fn evaluate(operation: Operation, f: &Facts, operands: &[u64], env: &Env) -> (u64, Flags) {
    exact(operation, f, operands, env).round(f, env)
}

/// An operation on codes of `f` whose exact result is rounded into `to` (5.4.1, formatOf).
pub fn into(
    operation: Operation,
    f: &Facts,
    to: &Facts,
    operands: &[u64],
    env: &Env,
) -> Option<(u64, Flags)> {
    let fits = operands.len() == operation.arity()
        && !matches!(operation, Operation::Remainder | Operation::Fmod);
    fits.then(|| exact_for(operation, f, to, operands, env).round_from(f, to, env))
}

// Integral values: in the same format (IEEE 754-2019, 5.9) and in an integer format (5.8).

/// The integral value that `code` rounds to. It keeps the sign, of a zero too.
pub fn round_to_integral(f: &Facts, code: u64, exact: bool, env: &Env) -> (u64, Flags) {
    let value = read(f, code, env);
    if let Some(nan) = Exact::nan(&[&value]) {
        return nan.round(f, env);
    }
    let Value::Finite { sign, magnitude } = value else {
        return engine::result(f, &value, None, env);
    };
    let integral = Rational::from(engine::to_integer(&magnitude, sign, env.rounding));
    let inexact = exact && integral != magnitude;
    let (code, flags) = engine::encode(f, &Value::Finite { sign, magnitude: integral }, None, env);
    (code, flags.and(Flags { inexact, ..Flags::NONE }))
}

/// `code` rounded to an integer of the format `integer`.
pub fn to_integer(f: &Facts, integer: &Facts, code: u64, exact: bool, env: &Env) -> (u64, Flags) {
    let (code, flags) = engine::convert(f, integer, env, code);
    (code, Flags { inexact: exact && flags.inexact, ..flags })
}

// scaleB and logB (IEEE 754-2019, 5.3.3).

/// More than the exponents of any two numbers of any format differ by.
const FAR: i64 = 200_000;

/// a 2^n.
pub fn scale_b(f: &Facts, a: u64, n: i64, env: &Env) -> (u64, Flags) {
    let value = read(f, a, env);
    let n = n.clamp(-FAR, FAR) as i32;
    let exact = match value {
        Value::Nan { .. } => Exact::nan(&[&value]),
        Value::Infinite { sign } => Some(Exact::Infinite { sign }),
        Value::Finite { sign, magnitude } => Some(Exact::number(sign, magnitude << n)),
    };
    exact.expect("NaN is one").round(f, env)
}

/// The exponent of a as a number of its format; of a subnormal number as if it were normal.
pub fn log_b(f: &Facts, a: u64, env: &Env) -> (u64, Flags) {
    let value = read(f, a, env);
    let exact = match value {
        Value::Nan { .. } => Exact::nan(&[&value]),
        Value::Infinite { .. } => Some(Exact::Infinite { sign: false }),
        Value::Finite { magnitude, .. } if magnitude.is_zero() => Some(Exact::Pole { sign: true }),
        Value::Finite { magnitude, .. } => {
            let exponent = Rational::from(magnitude.floor_log2());
            let negative = exponent < 0;
            Some(Exact::number(negative, exponent.abs()))
        }
    };
    exact.expect("NaN is one").round(f, env)
}

/// The exponent of a in two's complement of 32 bits; where there is none, what lies beyond all of them.
pub fn log_b_integer(f: &Facts, a: u64, env: &Env) -> (u64, Flags) {
    let invalid = Flags { invalid: true, ..Flags::NONE };
    let (exponent, flags) = match read(f, a, env) {
        Value::Finite { magnitude, .. } if magnitude.is_zero() => (i32::MIN, invalid),
        Value::Finite { magnitude, .. } => (magnitude.floor_log2(), Flags::NONE),
        Value::Infinite { .. } | Value::Nan { .. } => (i32::MAX, invalid),
    };
    ((i64::from(exponent).rem_euclid(1 << 32)) as u64, flags)
}
