//! Writing a number as a fixed-point integer.

use crate::Rational;
use rug::Integer;

use super::env::{Env, Flags, IntegerRule};
use super::facts::{Facts, ones};
use super::round::to_integer;

/// The code of a finite number.
pub(super) fn encode(
    f: &Facts,
    frac: u32,
    symmetric: bool,
    sign: bool,
    v: &Rational,
    env: &Env,
) -> (u64, Flags) {
    let scaled = v << frac;
    let magnitude = to_integer(&scaled, sign, env.rounding);
    let inexact = scaled != magnitude;
    let integer = if sign { -magnitude } else { magnitude };

    let (least, most) = limits(f, symmetric);
    if integer < least || integer > most {
        let code = match rule(symmetric, env) {
            IntegerRule::RiscV | IntegerRule::Arm => limit(f, symmetric, integer < least),
            IntegerRule::X86 => indefinite(f),
            IntegerRule::Wrap => code(f, &integer),
        };
        (code, Flags::INVALID)
    } else {
        (code(f, &integer), Flags { inexact, ..Flags::NONE })
    }
}

/// The code an infinity of this sign becomes.
pub(super) fn infinity(f: &Facts, symmetric: bool, sign: bool, env: &Env) -> (u64, Flags) {
    let code = match rule(symmetric, env) {
        IntegerRule::RiscV | IntegerRule::Arm => limit(f, symmetric, sign),
        IntegerRule::X86 => indefinite(f),
        IntegerRule::Wrap => 0,
    };
    (code, Flags::INVALID)
}

/// The code a NaN becomes.
pub(super) fn nan(f: &Facts, symmetric: bool, env: &Env) -> (u64, Flags) {
    let code = match rule(symmetric, env) {
        IntegerRule::RiscV => limit(f, symmetric, false),
        IntegerRule::Arm | IntegerRule::Wrap => 0,
        IntegerRule::X86 => indefinite(f),
    };
    (code, Flags::INVALID)
}

/// The rule for what cannot be written. Elements of a block, which are symmetric, are no integers: they go to the limit.
fn rule(symmetric: bool, env: &Env) -> IntegerRule {
    if symmetric { IntegerRule::RiscV } else { env.integer }
}

/// The integer that stands for none: the top bit alone, or all ones where there is no sign.
fn indefinite(f: &Facts) -> u64 {
    if f.sign { f.sign_bit() } else { ones(f.width) }
}

/// The limit on the side of this sign.
fn limit(f: &Facts, symmetric: bool, sign: bool) -> u64 {
    let (least, most) = limits(f, symmetric);
    code(f, if sign { &least } else { &most })
}

/// The least and the greatest integer that is ever written.
fn limits(f: &Facts, symmetric: bool) -> (Integer, Integer) {
    if !f.sign {
        return (Integer::new(), Integer::from(ones(f.width)));
    }
    let most = Integer::from(ones(f.width - 1));
    let least = if symmetric { -most.clone() } else { -most.clone() - 1 };
    (least, most)
}

/// The code of an integer between the limits: the integer modulo 2^width.
fn code(f: &Facts, integer: &Integer) -> u64 {
    integer.to_u64_wrapping() & ones(f.width)
}
