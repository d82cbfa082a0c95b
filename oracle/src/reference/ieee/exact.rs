//! The result of an operation before it is rounded, and its rounding.

use crate::Rational;

use crate::reference::engine::{self, Env, Facts, Flags, NanRule, Rounding, Value};

/// A NaN among the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nan {
    sign: bool,
    signalling: bool,
    payload: u64,
}

/// The result of an operation before it is rounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Exact {
    /// At least one operand is NaN.
    Nan {
        /// Those among the operands, in their order, without the addend of a fused operation.
        operands: Vec<Nan>,
        /// The addend, if it is one.
        addend: Option<Nan>,
        /// Whether the factors are infinity and zero.
        invalid_product: bool,
    },
    /// No number is the result: an invalid operation.
    Invalid,
    /// Infinity, because an operand is.
    Infinite {
        /// Whether it is minus infinity.
        sign: bool,
    },
    /// Infinity, of finite operands.
    Pole {
        /// Whether it is minus infinity.
        sign: bool,
    },
    /// A zero whose sign follows from the operands.
    Zero {
        /// Whether it is minus zero.
        sign: bool,
    },
    /// The zero that is the sum of two numbers of opposite sign.
    Cancelled,
    /// A number that is not zero.
    Number {
        /// Whether it is negative.
        sign: bool,
        /// The number without its sign.
        magnitude: Rational,
    },
}

impl Exact {
    /// The NaN among these operands, if there is one.
    pub(in crate::reference) fn nan(operands: &[&Value]) -> Option<Exact> {
        let operands: Vec<Nan> = operands.iter().filter_map(|value| Nan::of(value)).collect();
        let nan = Exact::Nan { operands, addend: None, invalid_product: false };
        nan.has_operands().then_some(nan)
    }

    fn has_operands(&self) -> bool {
        matches!(self, Exact::Nan { operands, .. } if !operands.is_empty())
    }

    /// A number that may be zero; a zero gets the sign given.
    pub(in crate::reference) fn number(sign: bool, magnitude: Rational) -> Exact {
        if magnitude.is_zero() { Exact::Zero { sign } } else { Exact::Number { sign, magnitude } }
    }

    /// A number with its sign in it; a zero is a sum that cancelled.
    pub(in crate::reference) fn signed(value: Rational) -> Exact {
        if value.is_zero() {
            return Exact::Cancelled;
        }
        Exact::Number { sign: value < 0, magnitude: value.abs() }
    }

    /// The code of the result in `f`, and the exceptions.
    pub fn round(&self, f: &Facts, env: &Env) -> (u64, Flags) {
        self.round_from(f, f, env)
    }

    /// The same of operands of the format `from`, whose payloads NaN carry.
    pub(super) fn round_from(&self, from: &Facts, f: &Facts, env: &Env) -> (u64, Flags) {
        let finite =
            |sign, magnitude| engine::encode(f, &Value::Finite { sign, magnitude }, None, env);
        match self {
            Exact::Nan { operands, addend, invalid_product } => {
                chosen(from, f, operands, *addend, *invalid_product, env)
            }
            Exact::Invalid => engine::invalid(f, env),
            Exact::Infinite { sign } => {
                engine::result(f, &Value::Infinite { sign: *sign }, None, env)
            }
            Exact::Pole { sign } => engine::pole(f, *sign),
            Exact::Zero { sign } => finite(*sign, Rational::new()),
            // IEEE 754-2019, 6.3: +0 in all rounding modes but the one toward minus infinity.
            Exact::Cancelled => finite(env.rounding == Rounding::Down, Rational::new()),
            Exact::Number { sign, magnitude } => finite(*sign, magnitude.clone()),
        }
    }
}

impl Nan {
    /// The NaN that a value is.
    pub(super) fn of(value: &Value) -> Option<Nan> {
        match *value {
            Value::Nan { sign, signalling, payload } => Some(Nan { sign, signalling, payload }),
            Value::Infinite { .. } | Value::Finite { .. } => None,
        }
    }
}

/// The NaN that an operation with NaN operands gives (IEEE 754-2019, 6.2.3), and invalid for signalling ones.
fn chosen(
    from: &Facts,
    f: &Facts,
    operands: &[Nan],
    addend: Option<Nan>,
    invalid_product: bool,
    env: &Env,
) -> (u64, Flags) {
    let in_order = operands.iter().copied().chain(addend);
    let addend_first = || addend.into_iter().chain(operands.iter().copied());
    let signalling = in_order.clone().any(|nan| nan.signalling);

    // 7.2 (c): infinity times zero plus a quiet NaN may be invalid or not. Where it is, Arm's result is the default NaN;
    // with `Propagate` the operand is kept, as 6.2.3 recommends.
    if invalid_product && !signalling && matches!(env.nan, NanRule::Canonical | NanRule::Arm) {
        return engine::invalid(f, env);
    }
    let invalid = signalling || invalid_product && env.nan != NanRule::Sse;
    let first = match env.nan {
        NanRule::Arm => addend_first().find(|nan| nan.signalling).or_else(|| addend_first().next()),
        NanRule::Canonical | NanRule::Propagate | NanRule::Sse => in_order.clone().next(),
    };
    let Nan { sign, payload, .. } = first.expect("an operand is NaN");
    engine::encode(f, &Value::Nan { sign, signalling: invalid, payload }, Some(from), env)
}
