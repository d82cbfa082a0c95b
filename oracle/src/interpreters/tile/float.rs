//! Numbers of the formats by the project's exact reference (s. 4; TILE-D26 to D32, D52 to D56).

use super::state::Kind;
use crate::reference::elem;
use crate::reference::engine::{self, Env, Facts, Flags, Overflow, Rounding, Value};
use crate::reference::ieee::{self, Choice, NanChoice, Operation, Order, Zeros};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A format of the facts table.
pub(super) type Format = &'static Facts;

static TABLE: LazyLock<HashMap<String, Format>> = LazyLock::new(|| {
    let named = |facts: Facts| (facts.name.clone(), &*Box::leak(Box::new(facts)));
    engine::table().into_iter().map(named).collect()
});

/// The format of this name.
pub(super) fn format(name: &str) -> Format {
    TABLE[name]
}

/// The formats of elements that columns of TCVT and TALU name: FP32, BF16, F16.
pub(super) fn column(number: usize) -> Option<Format> {
    ["ieee_binary32", "bf16", "ieee_binary16"].get(number).map(|name| format(name))
}

/// The direction of a code of `frm` (TILE-D06, D35, D54).
pub(super) const fn rounding(code: u8) -> Result<Rounding, Kind> {
    Ok(match code {
        0 => Rounding::NearestEven,
        1 => Rounding::TowardZero,
        2 => Rounding::Down,
        3 => Rounding::Up,
        4 => Rounding::NearestAway,
        _ => return Err(Kind::Illegal),
    })
}

/// The bits of `fflags`.
pub(super) fn bits(flags: Flags) -> u8 {
    u8::from(flags.inexact)
        | u8::from(flags.underflow) << 1
        | u8::from(flags.overflow) << 2
        | u8::from(flags.divide_by_zero) << 3
        | u8::from(flags.invalid) << 4
}

/// NV
pub(super) const INVALID: u8 = 16;
/// NX
pub(super) const INEXACT: u8 = 1;
/// OF and NX
pub(super) const OVERFLOW: u8 = 5;

fn env(rounding: Rounding) -> Env {
    Env { rounding, ..Env::default() }
}

/// A finite number in a format, rounded; beyond the largest it is that where it `clamps`, and otherwise as IEEE 754
/// says, with a NaN for an infinity where there is none (TILE-D48).
pub(super) fn round(f: Format, value: &Value, rounding: Rounding, clamps: bool) -> (u64, u8) {
    let overflow = if clamps { Overflow::SaturateFinite } else { Overflow::Ieee };
    let (code, flags) = engine::encode(f, value, None, &Env { overflow, ..env(rounding) });
    (canonical(f, code), bits(flags))
}

/// The canonical NaN for every NaN (TILE-D30).
pub(super) fn canonical(f: Format, code: u64) -> u64 {
    if matches!(engine::decode(f, code), Value::Nan { .. }) { nan(f) } else { code }
}

/// The canonical NaN.
pub(super) fn nan(f: Format) -> u64 {
    f.canonical_nan.expect("a format with NaN")
}

/// The code with the other sign; of a format without -0 its only zero or NaN stays (TILE-D37).
pub(super) fn negate(f: Format, code: u64) -> u64 {
    let flipped = code ^ f.sign_bit();
    if !f.neg_zero && (code == 0 || code == f.sign_bit()) { code } else { flipped }
}

/// a + b
pub(super) fn add(f: Format, a: u64, b: u64, rounding: Rounding) -> (u64, u8) {
    operation(Operation::Add, f, &[a, b], rounding)
}

/// An operation of IEEE 754.
pub(super) fn operation(
    operation: Operation,
    f: Format,
    operands: &[u64],
    rounding: Rounding,
) -> (u64, u8) {
    let (code, flags) = ieee::evaluate(operation, f, operands, &env(rounding));
    (code, bits(flags))
}

/// The lesser or the greater, a number rather than a NaN, -0 below +0 (TILE-D55).
pub(super) fn min_max(f: Format, greatest: bool, a: u64, b: u64) -> (u64, u8) {
    let order = if greatest { Order::Greatest } else { Order::Least };
    let choice = Choice { order, nan: NanChoice::NumberOrCanonical, zeros: Zeros::Ordered };
    let (code, flags) = ieee::min_max(f, choice, a, b, &Env::default());
    (code, bits(flags))
}

/// A special function, correctly rounded (TILE-D52, D53).
pub(super) fn function(name: &str, f: Format, x: u64, rounding: Rounding) -> (u64, u8) {
    if name == "sqrt" {
        return operation(Operation::Sqrt, f, &[x], rounding);
    }
    let (code, flags) = elem::evaluate(name, f, &[x], &env(rounding)).expect("a function of one");
    (code, bits(flags))
}

/// The element that a scalar register gives (TILE-D50, D59, D87).
pub(super) fn unboxed(f: Format, register: u64) -> u64 {
    let ones = u64::MAX << f.width;
    if register & ones == ones { register & !ones } else { nan(f) }
}
