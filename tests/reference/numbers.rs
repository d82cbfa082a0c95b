//! The operations of the registry on numbers of any format: `ieee.*`, `fp8.*`, `fp6.*`, `fp4.*`, `cvt.*`, `mx.*`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use super::Outcome;
use super::engine::{
    self, Env, Facts, Flags, IntegerRule, Kind, NanRule, Overflow, Rounding, Tininess, Underflow,
};
use super::ieee::mx::{self, Quantization, ScaleRule};
use super::ieee::{self, Choice, NanChoice, Operation, Order, Relation, Zeros};
use super::options::Options;

/// The formats by the names that ids have for them; the facts table has other names.
const NAMES: [(&str, &str, &str); 13] = [
    ("ieee", "f16", "ieee_binary16"),
    ("ieee", "f32", "ieee_binary32"),
    ("ieee", "f64", "ieee_binary64"),
    ("ieee", "bf16", "bf16"),
    ("ieee", "tf32", "tf32"),
    ("fp8", "e4m3fn", "fp8_e4m3_ocp"),
    ("fp8", "e5m2", "fp8_e5m2_ocp"),
    ("fp8", "e4m3fnuz", "fp8_e4m3_seed"),
    ("fp8", "e5m2fnuz", "fp8_e5m2_seed"),
    ("fp6", "e3m2fn", "fp6_e3m2"),
    ("fp6", "e2m3fn", "fp6_e2m3"),
    ("fp4", "e2m1fn", "fp4_e2m1"),
    ("", "e8m0", "e8m0"),
];

/// The formats of the facts table by name.
static TABLE: LazyLock<HashMap<String, &'static Facts>> = LazyLock::new(|| {
    let named = |facts: Facts| (facts.name.clone(), &*Box::leak(Box::new(facts)));
    engine::table().into_iter().map(named).collect()
});

/// The formats made to measure, by name.
static MADE: LazyLock<Mutex<HashMap<String, &'static Facts>>> = LazyLock::new(Mutex::default);

/// The options of these operations.
const OPTIONS: [&str; 8] = ["rm", "tininess", "nan", "ftz", "daz", "sat", "int", "exact"];

/// Evaluates an operation of these families; `None` as in [`super::evaluate`].
pub(super) fn evaluate(
    system: &str,
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let (first, second) = operation.split_once('.')?;
    let options = options.only(&OPTIONS)?;
    let env = env(options)?;
    let exact = options.has("exact");
    let codes: Vec<u64> = operands.iter().filter_map(|o| o.first().copied()).collect();
    let (code, flags) = if system == "cvt" {
        let (from, to) = (format("", first)?, format("", second)?);
        let &[code] = codes.as_slice() else { return None };
        match to.kind {
            Kind::Fixed { .. } => ieee::to_integer(from, to, code, exact, &env),
            Kind::Binary | Kind::Explicit => engine::convert(from, to, &env, code),
        }
    } else {
        of_one_format(format(system, first)?, second, &codes, exact, &env)?
    };
    Some(Outcome { out: vec![code], flag: Some(bits(flags)) })
}

/// The elements of MX blocks by the names that ids have for them.
const ELEMENTS: [(&str, &str); 7] = [
    ("fp8e4m3", "fp8_e4m3_ocp"),
    ("fp8e5m2", "fp8_e5m2_ocp"),
    ("fp6e3m2", "fp6_e3m2"),
    ("fp6e2m3", "fp6_e2m3"),
    ("fp4e2m1", "fp4_e2m1"),
    ("int8", "mxint8_elem"),
    ("int4", "mxint4_elem"),
];

/// The options of blocks besides.
const BLOCK_OPTIONS: [&str; 8] =
    ["rm", "tininess", "nan", "ftz", "daz", "scale", "special", "overflow"];

/// Evaluates an operation on MX blocks, `mx.*`; `None` as in [`super::evaluate`].
pub(super) fn block(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let (name, operation) = operation.split_once('.')?;
    let options = options.only(&BLOCK_OPTIONS)?;
    let e = TABLE[ELEMENTS.iter().find(|row| row.0 == name)?.1];
    let (f, env) = (TABLE["ieee_binary32"], env(options)?);
    let (out, flags) = match (operation, operands) {
        ("quantize", [values]) => {
            let how = quantization(options)?;
            let (scale, elements, flags) = mx::quantize(f, e, values, how, &env);
            (std::iter::once(scale).chain(elements).collect(), flags)
        }
        ("dequantize", [scale, elements]) => mx::dequantize(e, f, *scale.first()?, elements, &env),
        ("dot", [scale_x, x, scale_y, y, z]) => {
            let (x, y) = ((e, *scale_x.first()?, &x[..]), (e, *scale_y.first()?, &y[..]));
            let (code, flags) = mx::dot(x, y, f, *z.first()?, &env);
            (vec![code], flags)
        }
        _ => return None,
    };
    Some(Outcome { out, flag: Some(bits(flags)) })
}

/// How a block is quantised by the options.
fn quantization(options: Options<'_>) -> Option<Quantization> {
    let choice = |name, default| options.value(name).unwrap_or(default);
    Some(Quantization {
        scale: match choice("scale", "floor") {
            "floor" => ScaleRule::Floor,
            "ceil" => ScaleRule::Ceil,
            "even" => ScaleRule::Even,
            "nearest" => ScaleRule::Nearest,
            _ => return None,
        },
        by_element: choice("special", "block") == "element",
        saturate: choice("overflow", "sat") == "sat",
    })
}

/// An operation by its name on codes of one format.
fn of_one_format(f: &Facts, name: &str, x: &[u64], exact: bool, env: &Env) -> Option<(u64, Flags)> {
    let rounded = match name {
        "add" => Some(Operation::Add),
        "sub" => Some(Operation::Sub),
        "mul" => Some(Operation::Mul),
        "div" => Some(Operation::Div),
        "remainder" => Some(Operation::Remainder),
        "fmod" => Some(Operation::Fmod),
        "sqrt" => Some(Operation::Sqrt),
        "fma" => Some(Operation::Fma),
        _ => None,
    };
    if let Some(operation) = rounded {
        return (x.len() == operation.arity()).then(|| ieee::evaluate(operation, f, x, env));
    }
    let truth = |holds: bool, flags| Some((u64::from(holds), flags));
    match (name, x) {
        ("round_to_integral", &[a]) => Some(ieee::round_to_integral(f, a, exact, env)),
        ("next_up", &[a]) => Some(ieee::next_up(f, a, env)),
        ("next_down", &[a]) => Some(ieee::next_down(f, a, env)),
        ("log_b", &[a]) => Some(ieee::log_b(f, a, env)),
        // The second operand is an integer of 32 bits.
        ("scale_b", &[a, n]) => Some(ieee::scale_b(f, a, i64::from(n as u32 as i32), env)),
        ("total_order", &[a, b]) => truth(ieee::total_order(f, a, b), Flags::NONE),
        ("total_order_magnitude", &[a, b]) => {
            truth(ieee::total_order_magnitude(f, a, b), Flags::NONE)
        }
        (_, &[a, b]) => match choice(name) {
            Some(choice) => Some(ieee::min_max(f, choice, a, b, env)),
            None => {
                let (relations, signalling) = predicate(name)?;
                let (relation, flags) = ieee::compare(f, a, b, signalling, env);
                truth(relations.contains(&relation), flags)
            }
        },
        _ => None,
    }
}

/// The relations of which a comparison holds, and whether a quiet NaN is invalid (IEEE 754-2019, tables 5.1 to 5.3).
fn predicate(name: &str) -> Option<(&'static [Relation], bool)> {
    use Relation::{Equal, Greater, Less, Unordered};
    if name == "unordered" {
        return Some((&[Unordered], false));
    }
    let (name, kind) = name.split_once('_')?;
    let relations: &[Relation] = match name {
        "eq" => &[Equal],
        "lt" => &[Less],
        "le" => &[Less, Equal],
        "gt" => &[Greater],
        "ge" => &[Greater, Equal],
        _ => return None,
    };
    match kind {
        "quiet" => Some((relations, false)),
        "signaling" => Some((relations, true)),
        _ => None,
    }
}

/// A variant of minimum or maximum by its name.
fn choice(name: &str) -> Option<Choice> {
    use Order::{Greatest, GreatestMagnitude, Least, LeastMagnitude};
    let (order, nan, zeros) = match name {
        "min_num" => (Least, NanChoice::NumberUnlessSignalling, Zeros::First),
        "max_num" => (Greatest, NanChoice::NumberUnlessSignalling, Zeros::First),
        "min_num_mag" => (LeastMagnitude, NanChoice::NumberUnlessSignalling, Zeros::First),
        "max_num_mag" => (GreatestMagnitude, NanChoice::NumberUnlessSignalling, Zeros::First),
        "minimum" => (Least, NanChoice::Nan, Zeros::Ordered),
        "maximum" => (Greatest, NanChoice::Nan, Zeros::Ordered),
        "minimum_number" => (Least, NanChoice::Number, Zeros::Ordered),
        "maximum_number" => (Greatest, NanChoice::Number, Zeros::Ordered),
        "minimum_magnitude" => (LeastMagnitude, NanChoice::Nan, Zeros::Ordered),
        "maximum_magnitude" => (GreatestMagnitude, NanChoice::Nan, Zeros::Ordered),
        "minimum_magnitude_number" => (LeastMagnitude, NanChoice::Number, Zeros::Ordered),
        "maximum_magnitude_number" => (GreatestMagnitude, NanChoice::Number, Zeros::Ordered),
        "sse_min" => (Least, NanChoice::Second, Zeros::Second),
        "sse_max" => (Greatest, NanChoice::Second, Zeros::Second),
        "riscv_min" => (Least, NanChoice::NumberOrCanonical, Zeros::Ordered),
        "riscv_max" => (Greatest, NanChoice::NumberOrCanonical, Zeros::Ordered),
        _ => return None,
    };
    Some(Choice { order, nan, zeros })
}

/// The format of this name; with a system, only if its operations are there.
pub(super) fn format(system: &str, name: &str) -> Option<&'static Facts> {
    if let Some((own, _, row)) = NAMES.iter().find(|row| row.1 == name) {
        return (system.is_empty() || *own == system).then(|| TABLE[*row]);
    }
    if let Some(&made) = MADE.lock().ok()?.get(name) {
        return Some(made);
    }
    let facts = match name.split_at_checked(1)? {
        ("e", widths) => {
            let (e, m) = widths.split_once('m')?;
            engine::custom(e.parse().ok()?, m.parse().ok()?)
        }
        (kind @ ("i" | "u"), width) if system.is_empty() => {
            engine::integer(width.parse().ok()?, kind == "i")
        }
        _ => return None,
    };
    let facts: &'static Facts = Box::leak(Box::new(facts));
    MADE.lock().ok()?.insert(name.to_owned(), facts);
    Some(facts)
}

/// The rules that the options name.
pub(super) fn env(options: Options<'_>) -> Option<Env> {
    let choice = |name, default| options.value(name).unwrap_or(default);
    Some(Env {
        rounding: match choice("rm", "rne") {
            "rne" => Rounding::NearestEven,
            "rna" => Rounding::NearestAway,
            "rtz" => Rounding::TowardZero,
            "rup" => Rounding::Up,
            "rdn" => Rounding::Down,
            "rto" => Rounding::ToOdd,
            _ => return None,
        },
        tininess: match choice("tininess", "after") {
            "after" => Tininess::After,
            "before" => Tininess::Before,
            _ => return None,
        },
        overflow: if options.has("sat") { Overflow::Saturate } else { Overflow::Ieee },
        underflow: if options.has("ftz") { Underflow::FlushSigned } else { Underflow::Gradual },
        nan: match choice("nan", "riscv") {
            "riscv" | "armdn" => NanRule::Canonical,
            "ieee" => NanRule::Propagate,
            "sse" => NanRule::Sse,
            "arm" => NanRule::Arm,
            _ => return None,
        },
        daz: options.has("daz"),
        integer: match choice("int", "riscv") {
            "riscv" => IntegerRule::RiscV,
            "arm" => IntegerRule::Arm,
            "x86" => IntegerRule::X86,
            "wrap" => IntegerRule::Wrap,
            _ => return None,
        },
    })
}

/// The exceptions as TestFloat's byte.
pub(super) fn bits(flags: Flags) -> u8 {
    let in_order =
        [flags.inexact, flags.underflow, flags.overflow, flags.divide_by_zero, flags.invalid];
    in_order.into_iter().rev().fold(0, |byte, raised| byte << 1 | u8::from(raised))
}
