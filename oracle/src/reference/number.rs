//! What the families on numbers of any format share: formats by the names in ids, rules by their options, exceptions as
//! a byte.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use super::Outcome;
use super::engine::{
    self, Env, Facts, Flags, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow,
};
use super::options::Options;

/// The formats by the names that ids have for them; the facts table has other names.
const NAMES: [(&str, &str, &str); 17] = [
    ("ieee", "f16", "ieee_binary16"),
    ("ieee", "f32", "ieee_binary32"),
    ("ieee", "f64", "ieee_binary64"),
    ("ieee", "bf16", "bf16"),
    ("ieee", "tf32", "tf32"),
    ("fp8", "e4m3fn", "fp8_e4m3_ocp"),
    ("fp8", "e5m2", "fp8_e5m2_ocp"),
    ("fp8", "e4m3fnuz", "fp8_e4m3_fnuz"),
    ("fp8", "e5m2fnuz", "fp8_e5m2_fnuz"),
    ("fp6", "e3m2fn", "fp6_e3m2"),
    ("fp6", "e2m3fn", "fp6_e2m3"),
    ("fp4", "e2m1fn", "fp4_e2m1"),
    ("", "e8m0", "e8m0"),
    ("posit", "posit8", "posit8"),
    ("posit", "posit16", "posit16"),
    ("posit", "posit32", "posit32"),
    ("posit", "posit64", "posit64"),
];

/// The formats of the facts table by name.
pub(super) static TABLE: LazyLock<HashMap<String, &'static Facts>> = LazyLock::new(|| {
    let named = |facts: Facts| (facts.name.clone(), &*Box::leak(Box::new(facts)));
    engine::table().into_iter().map(named).collect()
});

/// The formats made to measure, by name.
static MADE: LazyLock<Mutex<HashMap<String, &'static Facts>>> = LazyLock::new(Mutex::default);

/// The options of these operations.
pub(super) const OPTIONS: [&str; 8] =
    ["rm", "tininess", "nan", "ftz", "daz", "sat", "int", "exact"];

/// The first element of each operand.
pub(super) fn codes(operands: &[Vec<u64>]) -> Vec<u64> {
    operands.iter().filter_map(|o| o.first().copied()).collect()
}

/// One code with its exceptions.
pub(super) fn outcome((code, flags): (u64, Flags)) -> Outcome {
    Outcome { out: vec![code], flag: Some(bits(flags)) }
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
        ("p", widths) => {
            let (width, es) = widths.strip_prefix("osit")?.split_once('e')?;
            engine::posits(width.parse().ok()?, es.parse().ok()?)
        }
        ("b", name) => p3109(name)?,
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

/// `inary8p3se`: width, precision, signed or unsigned, extended or finite.
fn p3109(name: &str) -> Option<Facts> {
    let (widths, kind) = name.strip_prefix("inary")?.split_at_checked(name.len() - 7)?;
    let (width, precision) = widths.split_once('p')?;
    let (signed, extended) = match kind {
        "se" => (true, true),
        "sf" => (true, false),
        "ue" => (false, true),
        "uf" => (false, false),
        _ => return None,
    };
    Some(engine::p3109s(width.parse().ok()?, precision.parse().ok()?, signed, extended))
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
        overflow: match choice("sat", "0") {
            "0" => Overflow::Ieee,
            "1" | "" => Overflow::Saturate,
            "keepinf" => Overflow::SaturateFinite,
            "nan" => Overflow::Nan,
            _ => return None,
        },
        underflow: if options.has("ftz") { Underflow::FlushSigned } else { Underflow::Gradual },
        nan: match choice("nan", "riscv") {
            "riscv" | "armdn" | "ofp8" => NanRule::Canonical,
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

/// A conversion under `nan=ofp8`: of OFP8's formats no NaN signals, each NaN result is 7f, and an infinity becomes what it becomes without
/// an exception. Wide formats have no facts.
pub(super) fn of_ofp8(
    [from, to]: [Option<&Facts>; 2],
    (operand, infinite): (u64, bool),
    options: Options<'_>,
    (code, flags): (u64, Flags),
) -> (u64, Flags) {
    if options.value("nan") != Some("ofp8") {
        return (code, flags);
    }
    let is_nan = |f: Option<&Facts>, code: u64| match f.map(|f| f.name.as_str()) {
        Some("fp8_e5m2_ocp") => code & 0x7f > 0x7c,
        Some("fp8_e4m3_ocp") => code & 0x7f == 0x7f,
        _ => false,
    };
    let is_ofp8 = to.is_some_and(|f| ["fp8_e5m2_ocp", "fp8_e4m3_ocp"].contains(&f.name.as_str()));
    let flags = if infinite && is_ofp8 { Flags::NONE } else { flags };
    let invalid = flags.invalid && !is_nan(from, operand);
    (if is_nan(to, code) { 0x7f } else { code }, Flags { invalid, ..flags })
}

/// The exceptions as TestFloat's byte.
pub(super) fn bits(flags: Flags) -> u8 {
    let in_order =
        [flags.inexact, flags.underflow, flags.overflow, flags.divide_by_zero, flags.invalid];
    in_order.into_iter().rev().fold(0, |byte, raised| byte << 1 | u8::from(raised))
}
