//! Which options a conversion takes: those that can change its result or its flags.

use crate::family::ieee::boxed::{self, BOX};
use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, INTEGERS, NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, NO_SUBNORMALS, Taken, bottom,
    choice, nan, normal, saturate, saturation, taken, top, unless,
};
use crate::family::number::options::{NO_FLAGS, PROJECTED, projected};
use crate::formats::is_float;
use crate::registry::List;
use crate::registry::rules::{DAZ, EXACT, FTZ, INT, NAN, RM, SAT, TININESS};
use softfloat::{Format, Value};

/// All of them: those of all number operations, and boxes.
#[rustfmt::skip]
pub(super) const OPTIONS: List = &[
    &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &EXACT.row, &BOX.row,
];

/// The options of a conversion, with registers that are wider than its numbers.
pub(super) fn with_boxes(from: &Format, to: &Format) -> Taken {
    let (mut options, mut senseless) = of_conversion(from, to);
    let (own, missing) = taken([boxed::of_conversion(from, to)]);
    options.extend(own);
    senseless.extend(missing);
    (options, senseless)
}

/// The options of a conversion.
pub(crate) fn of_conversion(from: &Format, to: &Format) -> Taken {
    if to.is_p3109() {
        return of_p3109(from, to);
    }
    if silent(from, to) {
        return of_posits();
    }
    if !is_float(from) && !is_float(to) {
        return between_integers(from, to);
    }
    let rounds = !holds_all(from, to);
    let floats = is_float(from) && is_float(to);
    let overflows = top(from) > top(to);
    let mut choices = vec![
        choice(&RM, unless(rounds, NEVER_ROUNDS)),
        choice(&TININESS, unless(rounds && is_float(to), NEVER_ROUNDS)),
        nan(
            from,
            to,
            match floats {
                true if from.is_p3109() => Some("there is one NaN, it becomes the canonical one"),
                true if from.is_posit() => Some("NaR becomes the canonical NaN"),
                true => unless(to.has_nan(), FORMAT_WITHOUT_NAN),
                false => Some(NO_NAN),
            },
        ),
        choice(&FTZ, ftz(floats && bottom(from) < normal(to), to)),
        choice(&DAZ, daz(from)),
    ];
    // The form that keeps infinities differs where there are any.
    let infinite = floats && from.has_infinity();
    let sat = saturation(to).or(unless(overflows || infinite, NO_OVERFLOW));
    choices.push(saturate(infinite, sat));
    if !is_float(to) {
        choices.extend([choice(&INT, None), choice(&EXACT, None)]);
    }
    taken(choices)
}

/// Between integers nothing is rounded, and no number is special.
fn between_integers(from: &Format, to: &Format) -> Taken {
    let fits = from.man_bits <= to.man_bits && (to.sign || !from.sign);
    taken([
        choice(&RM, Some(NEVER_ROUNDS)),
        choice(&TININESS, Some(NEVER_ROUNDS)),
        choice(&EXACT, Some(NEVER_ROUNDS)),
        choice(&FTZ, Some(NO_SUBNORMALS)),
        choice(&DAZ, Some(NO_SUBNORMALS)),
        choice(&NAN, Some(NO_NAN)),
        choice(&SAT, Some(INTEGERS)),
        choice(&INT, fits.then_some("every number fits")),
    ])
}

/// Whether a conversion has no flags: the Posit standard's, and those into P3109's formats.
pub(super) fn silent(from: &Format, to: &Format) -> bool {
    to.is_p3109() || to.is_posit() || from.is_posit() && !is_float(to)
}

/// Why tiny results are not zeros.
fn ftz(are_tiny: bool, to: &Format) -> Option<&'static str> {
    match to.subnormal {
        true => unless(are_tiny, "no result of it is tiny"),
        false => Some(NO_SUBNORMALS),
    }
}

/// Why subnormal operands are not read as zeros.
fn daz(from: &Format) -> Option<&'static str> {
    match from.is_p3109() {
        true => Some(PROJECTED),
        false => unless(from.subnormal, NO_SUBNORMALS),
    }
}

/// A projection: a direction, and what becomes of what is too large.
fn of_p3109(from: &Format, to: &Format) -> Taken {
    let rounds = !holds_all(from, to);
    // Without a sign every negative number is out of range.
    let negative = from.sign && !to.sign;
    let overflows = largest(from) > largest(to) || negative;
    taken([
        choice(&RM, unless(rounds || negative, NEVER_ROUNDS)),
        choice(&TININESS, Some(NO_FLAGS)),
        choice(&NAN, Some("there is one NaN")),
        choice(&FTZ, Some(PROJECTED)),
        choice(&DAZ, Some(PROJECTED)),
        (projected(to), unless(overflows || from.has_infinity(), NO_OVERFLOW)),
        choice(&INT, Some("its results are no integers")),
        choice(&EXACT, Some(NO_FLAGS)),
    ])
}

/// A conversion of one rule alone.
fn of_posits() -> Taken {
    const ONE: Option<&str> = Some("the Posit standard has one rule");
    taken([
        choice(&RM, ONE),
        choice(&TININESS, ONE),
        choice(&NAN, ONE),
        choice(&FTZ, ONE),
        choice(&DAZ, ONE),
        choice(&SAT, ONE),
        choice(&INT, ONE),
        choice(&EXACT, ONE),
    ])
}

/// Whether every finite number of one format is one of the other.
fn holds_all(from: &Format, to: &Format) -> bool {
    let digits = |f: &Format| if is_float(f) { f.precision() } else { f.man_bits };
    is_float(to)
        && !to.zeroless()
        && digits(from) <= digits(to)
        && top(from) <= top(to)
        && bottom(from) >= bottom(to)
        && largest(from) <= largest(to)
}

/// The largest number: the exponent of its leading bit, and its bits from there on.
fn largest(f: &Format) -> (i32, u64) {
    if f.wide().is_some() {
        return (f.exponents().1 - 63, u64::MAX);
    }
    let Value::Finite(u) = f.decode::<u64>(f.max_finite()) else { return (0, 0) };
    let lead = u.significand.leading_zeros();
    (u.exponent - lead as i32, u.significand << lead)
}
