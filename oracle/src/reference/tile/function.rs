//! TALU: functions of one, two and three elements (TILE-D52 to D56, D83).

use crate::reference::engine::{Env, Facts, Flags, Rounding, Value, decode};
use crate::reference::ieee::{self, Operation};
use crate::reference::number::{self, TABLE, codes, outcome};
use crate::reference::options::Options;
use crate::reference::{Outcome, elem};

pub(super) fn evaluate(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let (name, format_name) = operation.split_once('.')?;
    let f = format(format_name, false, false)?;
    let env = Env { rounding: rounding(options.only(&["rm"])?)?, ..Env::default() };
    let x = codes(operands);
    let arithmetic = |operation: Operation| {
        (x.len() == operation.arity()).then(|| ieee::evaluate(operation, f, &x, &env))
    };
    let function = match name {
        "add" => return arithmetic(Operation::Add).map(outcome),
        "mul" => return arithmetic(Operation::Mul).map(outcome),
        "fma" => return arithmetic(Operation::Fma).map(outcome),
        "sqrt" => return arithmetic(Operation::Sqrt).map(outcome),
        "min" => return extreme(f, &x, true).map(outcome),
        "max" => return extreme(f, &x, false).map(outcome),
        "sgmd" => "sigmoid",
        "sin" | "cos" | "exp2" | "log2" | "exp" | "rcp" | "rsqrt" | "tanh" => name,
        _ => return None,
    };
    elem::evaluate(function, f, &x, &env).map(outcome)
}

/// The lesser or the greater number: a number wins over NaN, of two NaN the canonical one is left, -0 < +0, what signals is
/// invalid (TILE-D55).
fn extreme(f: &Facts, x: &[u64], least: bool) -> Option<(u64, Flags)> {
    let &[a, b] = x else { return None };
    let (x, y) = (decode(f, a), decode(f, b));
    let is_nan = |v: &Value| matches!(v, Value::Nan { .. });
    let signals = |v: &Value| matches!(v, Value::Nan { signalling: true, .. });
    let flags = Flags { invalid: signals(&x) || signals(&y), ..Flags::NONE };
    let code = match (is_nan(&x), is_nan(&y)) {
        (true, true) => f.canonical_nan?,
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let a_is_less = less(&x, &y);
            if a_is_less == least { a } else { b }
        }
    };
    Some((code, flags))
}

/// Whether one number is below another, -0 below +0.
fn less(x: &Value, y: &Value) -> bool {
    match (x, y) {
        (Value::Infinite { sign: true }, Value::Infinite { sign: true }) => false,
        (Value::Infinite { sign }, _) => *sign,
        (_, Value::Infinite { sign }) => !*sign,
        _ => {
            let (p, q) = (x.signed(), y.signed());
            p < q || p == q && x.sign() && !y.sign()
        }
    }
}

// The formats by their names in mnemonics, and the one rule that is chosen.

/// The direction; Tile has no other rule to choose.
pub(super) fn rounding(options: Options<'_>) -> Option<Rounding> {
    Some(number::env(options)?.rounding)
}

/// The format of this name in mnemonics; `other` has the codes of FP8 that are not the usual ones, and `block` says whether the
/// elements stand in blocks, whose usual codes are OCP's.
pub(super) fn format(name: &str, block: bool, other: bool) -> Option<&'static Facts> {
    let ocp = block != other;
    Some(
        TABLE[match (name, ocp) {
            ("f32" | "fp32", _) => "ieee_binary32",
            ("f16" | "fp16", _) => "ieee_binary16",
            ("bf16", _) => "bf16",
            ("tf32", _) => "tf32",
            ("e4m3", true) => "fp8_e4m3_ocp",
            ("e4m3", false) => "fp8_e4m3_fnuz",
            ("e5m2", true) => "fp8_e5m2_ocp",
            ("e5m2", false) => "fp8_e5m2_fnuz",
            ("e3m2", _) => "fp6_e3m2",
            ("e2m3", _) => "fp6_e2m3",
            ("e2m1", _) => "fp4_e2m1",
            ("int8", _) => "mxint8_elem",
            ("int4", _) => "mxint4_elem",
            ("u8", _) => "uint8",
            ("s8", _) => "int8",
            ("u4", _) => "uint4",
            ("s4", _) => "int4",
            _ => return None,
        }],
    )
}
