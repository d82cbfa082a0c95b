//! Which options a number operation takes: those that can change its result or its flags. Of the
//! others, why they mean nothing.

use crate::formats::{finite_only, is_float, saturates};
use crate::registry::rules::{NAN, NAN_RULES, SAT};
use crate::registry::{OptionSpec, Setting};
use softfloat::Format;

/// Options, and those without meaning with the reason.
pub(crate) type Taken = (Vec<OptionSpec>, Vec<(&'static str, &'static str)>);

pub(crate) const NEVER_ROUNDS: &str = "it never rounds";
pub(crate) const NO_NAN: &str = "no result of it is a NaN that a rule could choose";
pub(crate) const FORMAT_WITHOUT_NAN: &str = "its format has no NaN";
const INFINITIES: &str = "its results have infinities, and overflow follows IEEE 754, 7.4";
const FINITE: &str = "its results are finite alone, and always saturate";
pub(crate) const INTEGERS: &str = "integers out of range are what `int` says";
const SCALES: &str = "scales out of range are NaN";
pub(crate) const NO_OVERFLOW: &str = "it never overflows";
pub(crate) const NO_SUBNORMALS: &str = "its format has no subnormal numbers";

pub(crate) const NO_FLAGS: &str = "P3109's formats have no flags here";
pub(crate) const PROJECTED: &str = "a projection has direction and saturation alone";

/// An option, and why it is not meaningful where it is not.
pub(crate) type Choice = (OptionSpec, Option<&'static str>);

pub(crate) const fn choice<T>(
    setting: &'static Setting<T>,
    missing: Option<&'static str>,
) -> Choice {
    (setting.any(), missing)
}

/// The NaN rule of a conversion: that of OFP8 where a format is one of OFP8's.
pub(crate) fn nan(from: &Format, to: &Format, missing: Option<&'static str>) -> Choice {
    (if from.is_ofp8() || to.is_ofp8() { NAN.any() } else { NAN_RULES }, missing)
}

/// Whether what overflows saturates; of conversions from formats with infinities these may stay.
pub(crate) const fn saturate(graded: bool, missing: Option<&'static str>) -> Choice {
    (SAT.among(if graded { 0b111 } else { 0b11 }), missing)
}

/// What a projection into a format of P3109 does beyond the largest number (report 4.0, 4.7.5).
pub(crate) fn projected(to: &Format) -> OptionSpec {
    let extended = to.p3109().is_some_and(|format| format.extended);
    SAT.among(if extended { 0b111 } else { 0b1111 })
}

pub(crate) fn taken(choices: impl IntoIterator<Item = Choice>) -> Taken {
    let (mut options, mut senseless) = Taken::default();
    for (spec, missing) in choices {
        match missing {
            None => options.push(spec),
            Some(why) => senseless.push((spec.row.name, why)),
        }
    }
    (options, senseless)
}

/// `None` where something holds, else the reason.
pub(crate) fn unless(holds: bool, why: &'static str) -> Option<&'static str> {
    (!holds).then_some(why)
}

/// Why results of a format do not saturate on request.
pub(crate) fn saturation(f: &Format) -> Option<&'static str> {
    match f {
        f if saturates(f) => None,
        f if !is_float(f) => Some(INTEGERS),
        f if finite_only(f) => Some(FINITE),
        f if f.zeroless() => Some(SCALES),
        _ => Some(INFINITIES),
    }
}

/// The binary exponent above every finite number.
pub(crate) fn top(f: &Format) -> i32 {
    f.exponents().1 + 1
}

/// The binary exponent of the smallest normal number.
pub(crate) fn normal(f: &Format) -> i32 {
    f.exponents().0
}

/// The binary exponent of the smallest positive number.
pub(crate) fn bottom(f: &Format) -> i32 {
    if is_float(f) && !f.subnormal { normal(f) } else { f.lowest_place() }
}
