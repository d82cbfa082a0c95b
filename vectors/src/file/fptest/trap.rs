//! Cases with enabled traps (IEEE 754-1985, 7). What a trap handler gets is told in their place: no result (`#`) of an invalid operation or
//! a division by zero; of an overflow, or of any tiny result, the value divided by 2^a, or times 2^a, rounded once to the precision of the
//! format, with a = 192 in binary32 and 1536 in binary64. Trapped *underflow* is signalled by tiny results alone, exact or not.

use crate::registry::Plan;
use softfloat::ieee::Exact;
use softfloat::{Flags, Format, Unrounded};

/// What a line says of its result: a code, or that there is none.
pub(super) type Told = Option<u64>;

/// Result and flags of the operation without traps where a line is right under its traps (a set of exceptions); else what the line says,
/// which differs. Nothing where it tells a result in whose place a trap is taken, or none where no trap is.
pub(super) fn untrapped(
    plan: &Plan,
    x: &[u64],
    traps: u8,
    told: Told,
    flags: u8,
) -> Option<(u64, u8)> {
    let outcome = plan.run(x);
    let plain = (outcome.out()[0], outcome.flag.unwrap_or_default());
    let stops = plain.1 & traps & (Flags::INVALID | Flags::DIVIDE_BY_ZERO).bits() != 0;
    let told = match told {
        None if stops => return Some((plain.0, flags)),
        Some(told) if !stops => told,
        _ => return None,
    };
    let right = scaled(plan, x, traps, plain.1).unwrap_or(plain);
    match (told, flags) {
        told if told == right => Some(plain),
        told if told == plain => None,
        told => Some(told),
    }
}

/// Result and flags where an overflow or a tiny result is trapped.
fn scaled(plan: &Plan, x: &[u64], traps: u8, plain: u8) -> Option<(u64, u8)> {
    let format = &plan.result().format;
    let env = plan.env()?;
    let Exact::Unrounded(exact) = exact(plan, x)? else { return None };
    let by = 3 << (format.exp_bits - 2);
    let (exponent, flag) = if plain & traps & Flags::OVERFLOW.bits() != 0 {
        (exact.exponent - by, Flags::OVERFLOW)
    } else if traps & Flags::UNDERFLOW.bits() != 0 && is_tiny(format, exact) {
        (exact.exponent + by, Flags::UNDERFLOW)
    } else {
        return None;
    };
    let r = format.round_pack(env, Unrounded { exponent, ..exact });
    Some((r.bits as u64, (r.flags | flag).bits()))
}

/// Whether a value other than 0 lies below the normal numbers.
fn is_tiny(format: &Format, u: Unrounded<u128>) -> bool {
    let lead = i64::from(u.exponent) + 127 - i64::from(u.significand.leading_zeros());
    u.significand != 0 && lead < i64::from(format.exponents().0)
}

/// The value before it is rounded.
fn exact(plan: &Plan, x: &[u64]) -> Option<Exact> {
    let (format, env) = (&plan.result().format, plan.env()?);
    Some(match (plan.op.id.rsplit('.').next()?, x) {
        ("add", &[a, b, ..]) => format.exact_add(a, b, env),
        ("sub", &[a, b, ..]) => format.exact_sub(a, b, env),
        ("mul", &[a, b, ..]) => format.exact_mul(a, b, env),
        ("div", &[a, b, ..]) => format.exact_div(a, b, env),
        ("fma", &[a, b, c, ..]) => format.exact_fma(a, b, c, env),
        ("sqrt", &[a, ..]) => format.exact_sqrt(a, env),
        ("remainder", &[a, b, ..]) => format.exact_remainder(a, b, env),
        _ => return None,
    })
}
