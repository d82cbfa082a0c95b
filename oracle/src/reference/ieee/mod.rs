//! The operations of IEEE 754-2019 in exact rational arithmetic, for every floating-point format of the engine's
//! reference.
//!
//! An operation is worked out in two steps. The first, [`exact`], reads the operands and gives the exact result, which
//! no rule of rounding touches; the second, [`Exact::round`], gives the code and the exceptions. What a rounding rule
//! decides by itself (an integral value, a neighbour, a minimum) has a function of its own.

pub(super) mod arithmetic;
mod compare;
mod exact;
mod integral;
mod min_max;
mod neighbour;
pub(super) mod operation;
mod remainder;
mod scale;

pub use compare::{Relation, compare, total_order, total_order_magnitude};
pub use exact::{Exact, Nan};
pub use integral::{round_to_integral, to_integer};
pub use min_max::{Choice, NanChoice, Order, Zeros, min_max};
pub use neighbour::{next_down, next_up};
pub use scale::{log_b, scale_b};

use super::engine::{Env, Facts, Flags, Value, read};

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
    let values: Vec<Value> = operands.iter().map(|&code| read(f, code, env)).collect();
    match (operation, values.as_slice()) {
        (Operation::Add, [a, b]) => arithmetic::sum(a, b, false),
        (Operation::Sub, [a, b]) => arithmetic::sum(a, b, true),
        (Operation::Mul, [a, b]) => arithmetic::product(a, b),
        (Operation::Div, [a, b]) => arithmetic::quotient(a, b),
        (Operation::Remainder, [a, b]) => remainder::remainder(a, b, remainder::Quotient::Nearest),
        (Operation::Fmod, [a, b]) => remainder::remainder(a, b, remainder::Quotient::Cut),
        (Operation::Sqrt, [a]) => arithmetic::square_root(f, a),
        (Operation::Fma, [a, b, c]) => arithmetic::fused(a, b, c),
        _ => panic!("{operation:?} does not take {} operands", operands.len()),
    }
}

/// An operation on codes of `f`: the code of its result, and the exceptions.
pub fn evaluate(operation: Operation, f: &Facts, operands: &[u64], env: &Env) -> (u64, Flags) {
    exact(operation, f, operands, env).round(f, env)
}
