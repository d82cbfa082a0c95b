//! Which options a conversion takes: those that can change its result or its flags.

use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, INTEGERS, NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, NO_SUBNORMALS, Taken, bottom,
    choice, normal, saturate, saturation, taken, top, unless,
};
use crate::formats::is_float;
use crate::registry::rules::{DAZ, EXACT, FTZ, INT, NAN, RM, SAT, TININESS};
use softfloat::Format;

/// The options of a conversion.
pub(super) fn of_conversion(from: &Format, to: &Format) -> Taken {
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
        choice(
            &NAN,
            match floats {
                true if from.is_posit() => Some("NaR becomes the canonical NaN"),
                true => unless(to.has_nan(), FORMAT_WITHOUT_NAN),
                false => Some(NO_NAN),
            },
        ),
        choice(&FTZ, unless(floats && to.subnormal && bottom(from) < normal(to), NO_SUBNORMALS)),
        choice(&DAZ, unless(from.subnormal, NO_SUBNORMALS)),
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

/// Whether a conversion follows the Posit standard alone: one rounding, no flags.
pub(super) fn silent(from: &Format, to: &Format) -> bool {
    to.is_posit() || from.is_posit() && !is_float(to)
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
}
