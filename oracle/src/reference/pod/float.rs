//! Lanes of numbers: IEEE 754 with the rules of SSE, under a value of MXCSR (POD-D30 to D38, D80).

use crate::reference::engine::{self, Env, Facts, Flags, IntegerRule, NanRule, Rounding};
use crate::reference::engine::{Underflow, Value, decode, read};
use crate::reference::ieee::arithmetic::{fused, root};
use crate::reference::ieee::{self, Choice, Exact, NanChoice, Operation, Order, Relation, Zeros};
use crate::reference::number::TABLE;
use semantics::pod::isa::{Compare, Float, Fused, Unary};

/// The sticky bits of MXCSR: an invalid operation.
pub const IE: u32 = 1;
/// An operand is denormal.
pub const DE: u32 = 1 << 1;
/// A division by zero.
pub const ZE: u32 = 1 << 2;
/// Overflow.
pub const OE: u32 = 1 << 3;
/// Underflow.
pub const UE: u32 = 1 << 4;
/// An inexact result.
pub const PE: u32 = 1 << 5;

/// What a lane computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Of two operands.
    Float(Float),
    /// Of d, a and b.
    Fused(Fused),
    /// Of one operand.
    Unary(Unary),
    /// A mask of ones or zeros.
    Compare(Compare),
}

/// The result of a lane, and the sticky bits that it raises.
pub fn lane(what: Lane, double: bool, mxcsr: u32, x: &[u64]) -> (u64, u32) {
    let f = TABLE[if double { "ieee_binary64" } else { "ieee_binary32" }];
    let env = env(mxcsr);
    let (code, flags) = match (what, x) {
        (Lane::Float(Float::Min), &[a, b]) => ieee::min_max(f, extremum(Order::Least), a, b, &env),
        (Lane::Float(Float::Max), &[a, b]) => {
            ieee::min_max(f, extremum(Order::Greatest), a, b, &env)
        }
        (Lane::Float(kind), &[_, _]) => ieee::evaluate(arithmetic(kind), f, x, &env),
        (Lane::Fused(signs), &[d, a, b]) => multiply_add(f, signs, [d, a, b], &env),
        (Lane::Unary(kind), &[a]) => return unary(kind, f, a, &env),
        (Lane::Compare(predicate), &[a, b]) => {
            let (holds, flags) = compare(f, predicate, a, b, &env);
            (if holds { u64::MAX >> (64 - f.width) } else { 0 }, flags)
        }
        _ => panic!("{what:?} does not take {} operands", x.len()),
    };
    (code, sticky(flags) | denormal(f, x, &env, flags))
}

/// MXCSR: bits 14:13 are the rounding, 15 is FTZ, 6 is DAZ.
fn env(mxcsr: u32) -> Env {
    let rounding = match mxcsr >> 13 & 3 {
        0 => Rounding::NearestEven,
        1 => Rounding::Down,
        2 => Rounding::Up,
        _ => Rounding::TowardZero,
    };
    let ftz = mxcsr >> 15 & 1 == 1;
    Env {
        rounding,
        underflow: if ftz { Underflow::FlushSigned } else { Underflow::Gradual },
        nan: NanRule::Sse,
        daz: mxcsr >> 6 & 1 == 1,
        integer: IntegerRule::X86,
        ..Env::default()
    }
}

fn sticky(flags: Flags) -> u32 {
    let bits = [
        (flags.invalid, IE),
        (flags.divide_by_zero, ZE),
        (flags.overflow, OE),
        (flags.underflow, UE),
        (flags.inexact, PE),
    ];
    bits.into_iter().filter(|(raised, _)| *raised).fold(0, |all, (_, bit)| all | bit)
}

/// DE: an operand is denormal, and nothing of higher priority (a NaN operand, an invalid operation, a division by zero)
/// comes first.
fn denormal(f: &Facts, x: &[u64], env: &Env, flags: Flags) -> u32 {
    let values: Vec<Value> = x.iter().map(|code| decode(f, *code)).collect();
    let nan = values.iter().any(|value| matches!(value, Value::Nan { .. }));
    let least = f.min_normal_value();
    let any = values.iter().any(|value| match value {
        Value::Finite { magnitude, .. } => !magnitude.is_zero() && *magnitude < least,
        Value::Nan { .. } | Value::Infinite { .. } => false,
    });
    if any && !env.daz && !nan && !flags.invalid && !flags.divide_by_zero { DE } else { 0 }
}

const fn arithmetic(kind: Float) -> Operation {
    match kind {
        Float::Add => Operation::Add,
        Float::Sub => Operation::Sub,
        Float::Mul => Operation::Mul,
        Float::Div => Operation::Div,
        Float::Min | Float::Max => panic!("no sum, product or quotient"),
    }
}

/// The second operand where one is NaN or both are zeros (POD-D32).
const fn extremum(order: Order) -> Choice {
    Choice { order, nan: NanChoice::Second, zeros: Zeros::Second }
}

/// POD-D34: NaN in the order a, b, d, and their signs stay; otherwise the signs of the form go into the operands.
fn multiply_add(f: &Facts, signs: Fused, [d, a, b]: [u64; 3], env: &Env) -> (u64, Flags) {
    let nan = [d, a, b].iter().any(|code| matches!(decode(f, *code), Value::Nan { .. }));
    let flip = |code: u64, minus: bool| if minus && !nan { code ^ f.sign_bit() } else { code };
    let [d, a] = [flip(d, signs.minus_d), flip(a, signs.minus_ab)];
    fused(&read(f, a, env), &read(f, b, env), &read(f, d, env)).round(f, env)
}

fn unary(kind: Unary, f: &Facts, a: u64, env: &Env) -> (u64, u32) {
    let integer = engine::integer(f.width, true);
    match kind {
        // POD-D38; a conversion heeds DAZ, but raises no DE.
        Unary::ToInteger => {
            let (code, flags) = ieee::to_integer(f, &integer, a, true, env);
            (code, sticky(flags))
        }
        Unary::FromInteger => {
            let (code, flags) = engine::convert(&integer, f, env, a);
            (code, sticky(flags))
        }
        Unary::Sqrt => {
            let (code, flags) = ieee::evaluate(Operation::Sqrt, f, &[a], env);
            (code, sticky(flags) | denormal(f, &[a], env, flags))
        }
        Unary::RcpSqrt => {
            let (code, flags) = reciprocal_root(f, &read(f, a, env)).round(f, env);
            (code, sticky(flags) | denormal(f, &[a], env, flags))
        }
    }
}

/// 1 / sqrt(a), rounded once (POD-D36, D80).
fn reciprocal_root(f: &Facts, a: &Value) -> Exact {
    if let Some(nan) = Exact::nan(&[a]) {
        return nan;
    }
    let sign = a.sign();
    match a {
        Value::Finite { magnitude, .. } if magnitude.is_zero() => Exact::Pole { sign },
        _ if sign => Exact::Invalid,
        Value::Infinite { .. } => Exact::Zero { sign: false },
        _ => Exact::Number { sign, magnitude: root(f, &a.magnitude().recip()) },
    }
}

/// POD-D33: `lt` and `le` signal with every NaN, the others with signalling ones.
fn compare(f: &Facts, predicate: Compare, a: u64, b: u64, env: &Env) -> (bool, Flags) {
    let signalling = matches!(predicate, Compare::Lt | Compare::Le);
    let (relation, flags) = ieee::compare(f, a, b, signalling, env);
    let holds = match predicate {
        Compare::Lt => relation == Relation::Less,
        Compare::Le => matches!(relation, Relation::Less | Relation::Equal),
        Compare::Eq => relation == Relation::Equal,
        Compare::Ne => relation != Relation::Equal,
        Compare::Unord => relation == Relation::Unordered,
    };
    (holds, flags)
}
