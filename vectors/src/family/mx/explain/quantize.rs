//! Values to a scale and elements (OCP MX 1.0, 6.3).

use super::part::{element, largest, times};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use crate::family::mx::{OVERFLOW, SCALE, SPECIAL};
use crate::family::number::explain::code::{self, compare_magnitudes};
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, convert};
use crate::registry::Options;
use num_bigint::BigUint;
use softfloat::format::E8m0;
use softfloat::mx::{ScaleRule, SpecialRule};
use softfloat::stochastic::Random;
use softfloat::{Env, Flags, Format, Overflow, Rounding, StaticFormat};
use std::cmp::Ordering;

/// The bias of a scale.
const BIAS: i64 = 127;

/// The scale's code, then the elements'; `random` are the bits for each element where there is no direction.
pub(crate) fn explain(
    work: &mut Work<'_>,
    to: &Format,
    values: &[Operand],
    random: &[Random],
    options: &Options,
) -> Vec<u64> {
    if specials(work, to, values, options.get(&SPECIAL) == SpecialRule::Element) {
        let nan = code::nan(&E8m0::FORMAT, false, 0);
        return std::iter::once(nan).chain(values.iter().map(|_| 0)).collect();
    }
    let exponent = match amax(work, values) {
        Some(amax) => scale(work, to, &amax, options.get(&SCALE)),
        None => -BIAS,
    };
    let field = (exponent + BIAS).clamp(0, 2 * BIAS);
    let clamped = if field == exponent + BIAS { "" } else { ", the nearest that E8M0 has" };
    let e = field - BIAS;
    let sum = format!("{exponent} + {BIAS} = {}", exponent + BIAS);
    work.steps.item("code", format!("{sum}{clamped}: {field:02x}, e = {e}"));
    let beyond = options.get(&OVERFLOW) == Overflow::Ieee;
    let elements = elements(work, to, (values, random), e, beyond);
    std::iter::once(field as u64).chain(elements).collect()
}

/// The step "NaN and infinities"; whether they make the block NaN.
fn specials(work: &mut Work<'_>, to: &Format, values: &[Operand], single: bool) -> bool {
    let special: Vec<&Operand> = values.iter().filter(|x| !x.is_finite()).collect();
    let Some(first) = special.first() else { return false };
    work.steps.begin("NaN and infinities");
    let more = match special.len() - 1 {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    work.steps.item("found", format!("{} {}{more}", first.name, first.words()));
    if single && to.has_nan() {
        work.steps.item("special=element", "each stands for itself; the scale is the others'");
        return false;
    }
    work.steps.item("special=block", "the block is NaN: scale ff, every element 0");
    if let Some(x) = special.iter().find(|x| x.is_signalling()) {
        work.raise(Flags::INVALID, format!("{} signalling (7.2)", x.name));
    }
    true
}

/// The step "largest magnitude".
fn amax(work: &mut Work<'_>, values: &[Operand]) -> Option<Dyadic> {
    let mut found: Option<&Operand> = None;
    for x in values.iter().filter(|x| x.is_finite() && !x.is_zero()) {
        if found.is_none_or(|y| compare_magnitudes(&x.value, &y.value) == Ordering::Greater) {
            found = Some(x);
        }
    }
    work.steps.begin("largest magnitude");
    let Some(x) = found else {
        work.steps.item("amax", "no finite value but zeros: the smallest scale");
        return None;
    };
    let amax = Dyadic { negative: false, ..x.value.clone() };
    work.steps.item("amax", format!("{} of {}", amax.hex_float(), x.name));
    Some(amax)
}

/// The step "scale": its exponent, not yet clamped.
fn scale(work: &mut Work<'_>, to: &Format, amax: &Dyadic, rule: ScaleRule) -> i64 {
    let most = largest(to);
    let (n, emax) = (amax.lead(), most.lead());
    let cited = if rule == ScaleRule::Floor { " (OCP MX 1.0, 6.3)" } else { "" };
    work.steps.begin(format!("scale 2^e by the rule {}{cited}", SCALE.word(&rule)));
    let text = format!("{}, the largest: emax = {emax}", most.hex_float());
    work.steps.item("element", text);
    let floor = n - emax;
    let log = match rule {
        ScaleRule::Floor => {
            work.steps.item("log2(amax)", format!("down to {n}"));
            n
        }
        ScaleRule::Ceil => {
            let reach = times(&most, floor);
            let beyond = compare_magnitudes(amax, &reach) == Ordering::Greater;
            let text = format!("{} * 2^({n} - {emax}) = {}", most.hex_float(), reach.hex_float());
            work.steps.item("reach", text);
            let verdict = if beyond { "amax is beyond: one more" } else { "amax is within" };
            work.steps.item("", verdict);
            n + i64::from(beyond)
        }
        ScaleRule::Even => {
            let p = i64::from(to.precision());
            let unit = n + 1 - p;
            let cut = Cut::of(&Exact::of(amax), unit);
            let (rounded, why) = cut.rounded(Rounding::NearestAway, false);
            let rounded = Dyadic::new(false, rounded, unit);
            let text = format!("amax to {p} bits is {}, ties away from zero", rounded.hex_float());
            work.steps.item("rounded", text);
            work.steps.item("", why);
            work.steps.item("log2", format!("down to {}", rounded.lead()));
            rounded.lead()
        }
        ScaleRule::Nearest => {
            let square = &amax.magnitude * &amax.magnitude;
            let square = Dyadic::new(false, square, 2 * amax.exponent);
            let half = Dyadic::new(false, BigUint::from(1u8), 2 * n + 1);
            let up = compare_magnitudes(&square, &half) == Ordering::Greater;
            let side = if up { "beyond" } else { "not beyond" };
            work.steps.item("log2(amax)", format!("{n} to {}", n + 1));
            let text = format!("amax^2 = {} is {side} 2^(2*{n} + 1)", square.hex_float());
            work.steps.item("", format!("{text}: {}", n + i64::from(up)));
            n + i64::from(up)
        }
    };
    work.steps.item("e", format!("{log} - {emax} = {}", log - emax));
    log - emax
}

/// The step "elements".
fn elements(
    work: &mut Work<'_>,
    to: &Format,
    (values, random): (&[Operand], &[Random]),
    e: i64,
    beyond: bool,
) -> Vec<u64> {
    let ieee = Env { overflow: Overflow::Ieee, ..work.env };
    let overflow = if beyond { work.env.overflow } else { Overflow::Saturate };
    let env = Env { overflow, ..work.env };
    let mut rows = vec![row!["", "value", "value / 2^e", "element", "", ""]];
    let (mut signalled, mut codes) = (Vec::new(), Vec::new());
    for (i, x) in values.iter().enumerate() {
        let random = random.get(i).copied();
        let (code, flags, scaled) = if x.is_finite() {
            let scaled = times(&x.value, -e);
            let (code, flags) = Work::aside(env, |work| {
                work.random = random;
                element(work, to, &scaled)
            });
            (code, flags, scaled.hex_float())
        } else {
            // An infinity has no magnitude to saturate.
            let (code, flags) = Work::aside(ieee, |work| convert::explain(work, to, x));
            (code, flags, x.words())
        };
        codes.push(code);
        signalled.push((x.name.clone(), flags));
        if x.code != 0 {
            let made = Operand::of("", to, code);
            let full = flags.contains(Flags::OVERFLOW);
            let text = if full && !beyond { "  saturated" } else { "" };
            let word = random.map_or_else(String::new, |r| format!("  random {:x}", r.word()));
            let last = format!("{flags}{text}{word}");
            rows.push(row![x.name, x.words(), scaled, made.hex(), made.words(), last]);
        }
    }
    work.random = random.first().copied();
    work.steps.begin(format!("elements: value / 2^e, {}", work.direction()));
    if rows.len() > 1 {
        work.steps.table(&rows);
    }
    if rows.len() <= codes.len() {
        work.steps.item("others", "+0");
    }
    work.raise_each(&signalled);
    codes
}
