//! Which options a number operation takes: those that can change its result or its flags. Of the
//! others, why they mean nothing.

use super::formats::{finite_only, is_float, saturates};
use super::operation::Operation;
use crate::registry::OptionSpec;
use softfloat::Format;

/// Options, and those without meaning with the reason.
pub(super) type Taken = (Vec<OptionSpec>, Vec<(&'static str, &'static str)>);

const NEVER_ROUNDS: &str = "it never rounds";
const NO_NAN: &str = "no result of it is a NaN that a rule could choose";
const FORMAT_WITHOUT_NAN: &str = "its format has no NaN";
const INFINITIES: &str = "its results have infinities, and overflow follows IEEE 754, 7.4";
const FINITE: &str = "its results are finite alone, and always saturate";
const INTEGERS: &str = "integers out of range are what `int` says";
const SCALES: &str = "scales out of range are NaN";
const NO_OVERFLOW: &str = "it never overflows";
const NO_SUBNORMALS: &str = "its format has no subnormal numbers";

/// What makes an option meaningful: its name, and why not where it is not.
struct Choice {
    spec: OptionSpec,
    missing: Option<&'static str>,
}

const fn choice(name: &'static str, missing: Option<&'static str>) -> Choice {
    Choice { spec: OptionSpec::choice(name), missing }
}

const fn switch(name: &'static str, missing: Option<&'static str>) -> Choice {
    Choice { spec: OptionSpec::switch(name), missing }
}

fn taken(choices: impl IntoIterator<Item = Choice>) -> Taken {
    let (mut options, mut senseless) = Taken::default();
    for Choice { spec, missing } in choices {
        match missing {
            None => options.push(spec),
            Some(why) => senseless.push((spec.name, why)),
        }
    }
    (options, senseless)
}

/// `None` where something holds, else the reason.
fn unless(holds: bool, why: &'static str) -> Option<&'static str> {
    (!holds).then_some(why)
}

/// Why results of a format do not saturate on request.
fn saturation(f: &Format) -> Option<&'static str> {
    match f {
        f if saturates(f) => None,
        f if !is_float(f) => Some(INTEGERS),
        f if finite_only(f) => Some(FINITE),
        f if f.zeroless() => Some(SCALES),
        _ => Some(INFINITIES),
    }
}

/// The options of an operation in a format.
pub(super) fn of_operation(f: &Format, operation: Operation) -> Taken {
    use Operation::{
        Add, Compare, Div, Fma, Fmod, LogB, MinMax, Mul, Remainder, RoundToIntegral, ScaleB, Sqrt,
        Sub, TotalOrder, TotalOrderMagnitude,
    };
    let arithmetic = matches!(operation, Add | Sub | Mul | Div | Sqrt | Fma | ScaleB);
    let exact = matches!(operation, Remainder | Fmod);
    let integral = operation == RoundToIntegral;
    let rounds = arithmetic || integral || operation == LogB && log_b_rounds(f);
    let overflows = arithmetic && operation != Sqrt;
    let codes = matches!(operation, TotalOrder | TotalOrderMagnitude);
    let chooses_nan = match operation {
        MinMax(variant) => !machine(variant),
        Compare(..) => false,
        _ => !codes,
    };
    let nan = match chooses_nan {
        false => Some(NO_NAN),
        true => unless(f.has_nan(), FORMAT_WITHOUT_NAN),
    };
    let tiny = arithmetic || exact;
    let mut choices = vec![
        choice("rm", unless(rounds, NEVER_ROUNDS)),
        choice("tininess", unless(arithmetic, NEVER_ROUNDS)),
        choice("nan", nan),
        switch("ftz", unless(tiny, "no result of it is flushed")),
        switch("daz", unless(!codes, "it orders all codes as they are")),
        switch("sat", if overflows { saturation(f) } else { Some(NO_OVERFLOW) }),
    ];
    choices.extend(integral.then(|| switch("exact", None)));
    taken(choices)
}

/// The machines' own variants of minimum and maximum have their own rule for NaN.
fn machine(variant: softfloat::ieee::MinMax) -> bool {
    use softfloat::ieee::MinMax::{RiscVMax, RiscVMin, SseMax, SseMin};
    matches!(variant, SseMin | SseMax | RiscVMin | RiscVMax)
}

/// Whether some exponent is no number of the format.
fn log_b_rounds(f: &Format) -> bool {
    let largest = f.max_field() - f.bias;
    let smallest = f.min_field() - f.bias - f.man_bits as i32;
    let most = largest.unsigned_abs().max(smallest.unsigned_abs());
    32 - most.leading_zeros() > f.precision()
}

/// The options of a conversion.
pub(super) fn of_conversion(from: &Format, to: &Format) -> Taken {
    if !is_float(from) && !is_float(to) {
        return between_integers(from, to);
    }
    let rounds = !holds_all(from, to);
    let floats = is_float(from) && is_float(to);
    let overflows = top(from) > top(to);
    let mut choices = vec![
        choice("rm", unless(rounds, NEVER_ROUNDS)),
        choice("tininess", unless(rounds && is_float(to), NEVER_ROUNDS)),
        choice("nan", if floats { unless(to.has_nan(), FORMAT_WITHOUT_NAN) } else { Some(NO_NAN) }),
        switch("ftz", unless(floats && to.subnormal && bottom(from) < normal(to), NO_SUBNORMALS)),
        switch("daz", unless(from.subnormal, NO_SUBNORMALS)),
        switch(
            "sat",
            saturation(to).or(unless(overflows || floats && from.has_infinity(), NO_OVERFLOW)),
        ),
    ];
    if !is_float(to) {
        choices.extend([choice("int", None), switch("exact", None)]);
    }
    taken(choices)
}

/// Between integers nothing is rounded, and no number is special.
fn between_integers(from: &Format, to: &Format) -> Taken {
    let fits = from.man_bits <= to.man_bits && (to.sign || !from.sign);
    let never = ["rm", "tininess", "exact"].map(|name| choice(name, Some(NEVER_ROUNDS)));
    let none = ["ftz", "daz"].map(|name| switch(name, Some(NO_SUBNORMALS)));
    let others = [
        choice("nan", Some(NO_NAN)),
        switch("sat", Some(INTEGERS)),
        choice("int", fits.then_some("every number fits")),
    ];
    taken(never.into_iter().chain(none).chain(others))
}

/// The binary exponent above every finite number.
fn top(f: &Format) -> i32 {
    if is_float(f) { f.max_field() - f.bias + 1 } else { f.man_bits as i32 }
}

/// The binary exponent of the smallest normal number.
fn normal(f: &Format) -> i32 {
    f.min_field() - f.bias
}

/// The binary exponent of the smallest positive number.
fn bottom(f: &Format) -> i32 {
    match () {
        () if !is_float(f) => 0,
        () if f.subnormal => normal(f) - f.man_bits as i32,
        () => normal(f),
    }
}

/// Whether every finite number of one format is one of the other.
fn holds_all(from: &Format, to: &Format) -> bool {
    let digits = |f: &Format| if is_float(f) { f.precision() } else { f.man_bits };
    is_float(to)
        && !to.zeroless()
        && digits(from) <= digits(to)
        && top(from) <= top(to)
        && bottom(from) >= bottom(to)
}
