//! The functions of IEEE 754-2019, clause 9.2, and those of machine learning: `elem.*`.
//!
//! The exact result is a rational where algebra says so, and otherwise a rational beside it with no
//! border of any rounding of the format between the two: found by MPFR where it has the function,
//! and else by intervals of its numbers, which are narrowed until they hold no border.

mod activation;
mod block;
mod circular;
mod exponential;
mod gamma;
mod hyperbolic;
mod operand;
mod power;
mod target;

use operand::Operand;
use target::Target;

use super::engine::{Env, Facts, Flags, Kind, Value, read};
use super::ieee::Exact;
use super::number::{OPTIONS, TABLE, bits, env, format};
use super::options::Options;
use super::{Outcome, Reference};

/// The reference of the family.
pub(super) const REFERENCE: Reference = Reference { name: "elem", evaluate: by_id };

/// How a function takes its operands.
#[derive(Clone, Copy)]
enum Shape {
    /// A number that is not NaN.
    Unary(fn(&Target, &Operand) -> Exact),
    /// Two numbers neither of which is NaN.
    Binary(fn(&Target, &Operand, &Operand) -> Exact),
    /// Two values: some results don't depend on one of them, NaN or not.
    Values(fn(&Target, &Value, &Value) -> Exact),
    /// A number that is not NaN and an integer.
    Root(fn(&Target, &Operand, i64) -> Exact),
    /// A value and an integer.
    Power(fn(&Target, &Value, i64) -> Exact),
    /// A block.
    Reduce(fn(&Target, &[Value]) -> Exact),
    /// Two blocks of one length.
    Reduce2(fn(&Target, &[Value], &[Value]) -> Exact),
    /// A block, to a block.
    Block(fn(&Target, &[Value]) -> Vec<Exact>),
}

macro_rules! functions {
    ($($shape:ident: $($module:ident::$name:ident)*;)*) => {
        /// The functions by name.
        const FUNCTIONS: &[(&str, Shape)] =
            &[$($((stringify!($name), Shape::$shape($module::$name)),)*)*];
    };
}

functions! {
    Unary: exponential::exp exponential::exp2 exponential::exp10 exponential::expm1
        exponential::exp2m1 exponential::exp10m1 exponential::log exponential::log2
        exponential::log10 exponential::log1p exponential::log2p1 exponential::log10p1;
    Unary: circular::sin circular::cos circular::tan circular::sinpi circular::cospi
        circular::tanpi circular::asin circular::acos circular::atan circular::asinpi
        circular::acospi circular::atanpi;
    Binary: circular::atan2 circular::atan2pi;
    Unary: hyperbolic::sinh hyperbolic::cosh hyperbolic::tanh hyperbolic::asinh hyperbolic::acosh
        hyperbolic::atanh;
    Values: power::pow power::hypot;
    Binary: power::powr;
    Power: power::pown power::compound;
    Root: power::rootn;
    Unary: power::cbrt power::rsqrt power::rcp gamma::erf gamma::erfc gamma::lgamma gamma::tgamma;
    Unary: activation::sigmoid activation::silu activation::gelu activation::gelu_tanh
        activation::softplus activation::softsign activation::mish activation::selu
        activation::hard_sigmoid activation::hard_swish activation::hard_tanh
        activation::hard_shrink activation::log_sigmoid activation::tanh_shrink;
    Binary: activation::swish activation::elu activation::celu;
    Block: block::softmax block::log_softmax;
    Reduce: block::logsumexp block::norm block::rnorm block::sum_square block::sum_abs block::mean block::variance;
    Reduce2: block::cosine;
}

/// The names of all functions but those that differ from another in the integer's width alone.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|row| row.0)
}

/// The exact result of a function of one or two numbers (the second of some is an integer of 32 or 64 bits), or
/// what rounds like it in every direction; none where there is no such function of so many.
pub fn exact(function: &str, f: &Facts, operands: &[u64], env: &Env) -> Option<Exact> {
    let wide = function.strip_suffix("64");
    let (_, shape) = FUNCTIONS.iter().find(|row| row.0 == wide.unwrap_or(function))?;
    if wide.is_some() && !matches!(shape, Shape::Root(_) | Shape::Power(_)) {
        return None;
    }
    let t = Target::new(f);
    let value = |code| read(f, code, env);
    let integer =
        |code: u64| if wide.is_some() { code as i64 } else { (code as u32 as i32).into() };
    Some(match (*shape, operands) {
        (Shape::Unary(evaluate), &[x]) => {
            let x = value(x);
            Operand::of(&x).map_or_else(|| nan(&[&x]), |x| evaluate(&t, &x))
        }
        (Shape::Binary(evaluate), &[x, y]) => {
            let (x, y) = (value(x), value(y));
            match (Operand::of(&x), Operand::of(&y)) {
                (Some(x), Some(y)) => evaluate(&t, &x, &y),
                // Of a negative x powr is invalid, whatever y is: as if the NaN signalled.
                (Some(Operand::Infinite(true)), None) if function == "powr" => invalid_nan(&y),
                (Some(Operand::Number(v)), None) if function == "powr" && v < 0 => invalid_nan(&y),
                _ => nan(&[&x, &y]),
            }
        }
        (Shape::Values(evaluate), &[x, y]) => evaluate(&t, &value(x), &value(y)),
        (Shape::Root(evaluate), &[x, n]) => {
            let x = value(x);
            match (Operand::of(&x), integer(n)) {
                (Some(x), n) => evaluate(&t, &x, n),
                // A root of degree 0 is invalid of everything.
                (None, 0) => invalid_nan(&x),
                (None, _) => nan(&[&x]),
            }
        }
        (Shape::Power(evaluate), &[x, n]) => evaluate(&t, &value(x), integer(n)),
        _ => return None,
    })
}

/// A NaN operand of an operation that is invalid for another reason.
fn invalid_nan(value: &Value) -> Exact {
    match *value {
        Value::Nan { sign, payload, .. } => nan(&[&Value::Nan { sign, signalling: true, payload }]),
        Value::Infinite { .. } | Value::Finite { .. } => nan(&[value]),
    }
}

fn nan(values: &[&Value]) -> Exact {
    Exact::nan(values).expect("a NaN")
}

/// The same of a function of blocks: each element of the result.
pub fn exact_blocks(
    function: &str,
    f: &Facts,
    operands: &[&[u64]],
    env: &Env,
) -> Option<Vec<Exact>> {
    let (_, shape) = FUNCTIONS.iter().find(|row| row.0 == function)?;
    let t = Target::new(f);
    let values = |codes: &[u64]| codes.iter().map(|&code| read(f, code, env)).collect::<Vec<_>>();
    match (*shape, operands) {
        _ if operands.iter().any(|block| block.is_empty()) => None,
        (Shape::Reduce(evaluate), &[x]) => Some(vec![evaluate(&t, &values(x))]),
        (Shape::Reduce2(evaluate), &[x, y]) if x.len() == y.len() => {
            Some(vec![evaluate(&t, &values(x), &values(y))])
        }
        (Shape::Block(evaluate), &[x]) => Some(evaluate(&t, &values(x))),
        _ => None,
    }
}

/// A function of one or two numbers: the code of its result, and the exceptions.
pub fn evaluate(function: &str, f: &Facts, operands: &[u64], env: &Env) -> Option<(u64, Flags)> {
    exact(function, f, operands, env).map(|exact| exact.round(f, env))
}

fn by_id(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (name, function) = id.strip_prefix("elem.")?.split_once('.')?;
    let names = [OPTIONS.as_slice(), &["n"]].concat();
    let options = options.only(&names)?;
    let f = match name {
        "mnhalf" => TABLE["mncore2_half"],
        "mnsingle" => TABLE["mncore2_single"],
        "mndouble" => TABLE["mncore2_double"],
        _ => format("", name).filter(|f| matches!(f.kind, Kind::Binary))?,
    };
    let env = env(options)?;
    let blocks: Vec<&[u64]> = operands.iter().map(Vec::as_slice).collect();
    let results = match exact_blocks(function, f, &blocks, &env) {
        Some(results) => results,
        None => {
            let codes: Option<Vec<u64>> =
                operands.iter().map(|operand| operand.first().copied()).collect();
            vec![exact(function, f, &codes?, &env)?]
        }
    };
    let rounded = results.iter().map(|exact| exact.round(f, &env));
    let (out, flags): (Vec<u64>, Vec<Flags>) = rounded.unzip();
    let flags = flags.into_iter().fold(Flags::NONE, Flags::and);
    Some(Outcome { out, flag: Some(bits(flags)) })
}
