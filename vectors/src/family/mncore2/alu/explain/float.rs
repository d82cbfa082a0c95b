//! `mncore2.alu.*` in floating point: floor, ftoi, max, min, the relu family, passa, packbit
//! (s. 3.6.12; rsqrt has a file of its own). Nothing is normalised.

use super::answer::{Answer, Operands};
use crate::explain::exact::Dyadic;
use crate::explain::fields::Number;
use crate::explain::steps::{Steps, row};
use crate::explain::value;
use crate::family::mncore2::explain::number::{assemble, infinity, sign};
use num_bigint::BigUint;
use softfloat::Format;
use std::cmp::Ordering;

fn never(code: u64) -> Answer {
    Answer { code, flag: false, reason: "this operation never sets it".to_owned() }
}

pub(crate) fn passa(steps: &mut Steps, of: &Operands) -> Answer {
    steps.begin("copy (s. 3.6.12.5)");
    steps.say("all bits pass; nothing is normalised");
    let reason = "1 where all bits are 0: bits decide, not the value (MN-D25)".to_owned();
    Answer { code: of.x, flag: of.x == 0, reason }
}

pub(crate) fn floor(steps: &mut Steps, of: &Operands) -> Answer {
    let (a, x) = (of.first(), of.x);
    steps.begin("floor: the largest integer not above x (s. 3.6.12.10, MN-D36)");
    if a.is_zero() || a.is_infinite() {
        let which = if a.is_zero() { "exponent field 0" } else { "top exponent" };
        steps.say(format!("{which}: x passes with all its bits"));
        return never(x);
    }
    let v = a.value();
    if v.exponent >= 0 {
        steps.say(format!("the last place weighs 2^{}: x is an integer", v.exponent));
        return never(x);
    }
    let places = (-v.exponent) as u64;
    let whole = &v.magnitude >> places;
    let exact = &whole << places == v.magnitude;
    let up = a.negative && !exact;
    let integer = whole.clone() + u8::from(up);
    steps.item("integer part", format!("{}{whole}", sign(a.negative)));
    let why = match (exact, up) {
        (true, _) => "none: x is an integer",
        (false, true) => "not 0, x negative: one down",
        (false, false) => "not 0, x positive: dropped",
    };
    steps.item("fraction", why);
    steps.item("floor", format!("{}{integer}, held exactly", sign(a.negative)));
    never(exact_code(&a.format, a.negative, &integer))
}

/// The code of an integer that the format holds; +0 for 0.
fn exact_code(format: &Format, negative: bool, n: &BigUint) -> u64 {
    if n.bits() == 0 {
        return 0;
    }
    let d = Dyadic::new(negative, n.clone(), 0);
    let up = i64::from(format.man_bits) - d.lead();
    let significand = if up >= 0 { n << up as u64 } else { n >> (-up) as u64 };
    let digits = significand.iter_u64_digits().next().unwrap_or(0);
    let mantissa = digits & ((1 << format.man_bits) - 1);
    assemble(format, negative, d.lead() + i64::from(format.bias), mantissa)
}

pub(crate) fn ftoi<const UNSIGNED: bool>(steps: &mut Steps, of: &Operands) -> Answer {
    let (a, w, unsigned) = (of.first(), of.format.width, UNSIGNED);
    let kind = if unsigned { "|x| to an unsigned" } else { "x to a signed" };
    steps.begin(format!("{kind} integer of {w} bits, toward zero (s. 3.6.12.11)"));
    let negative = a.negative && !unsigned;
    let largest = (BigUint::from(1u8) << (w - u32::from(!unsigned))) - 1u8;
    // MN-D21: the whole range of two's complement.
    let limit = if negative { &largest + 1u8 } else { largest.clone() };
    let magnitude = if a.is_infinite() {
        steps.item("x", "infinite: clipped");
        limit.clone() + 1u8
    } else {
        let v = a.value();
        let whole =
            if v.exponent >= 0 { v.in_units(0) } else { &v.magnitude >> (-v.exponent) as u64 };
        let exact = Dyadic { negative, ..v.clone() };
        steps.item(if unsigned { "|x|" } else { "x" }, exact.decimal(17));
        let shown = Dyadic::new(negative, whole.clone(), 0).decimal(20);
        steps.item("toward zero", shown);
        whole
    };
    let low = if unsigned { "0".to_owned() } else { format!("-2^{}", w - 1) };
    let high = format!("2^{} - 1", w - u32::from(!unsigned));
    let clipped = magnitude > limit;
    let d21 = if clipped && negative { " (MN-D21)" } else { "" };
    let said = if clipped { "outside: clipped to the nearer limit" } else { "inside" };
    steps.item("range", format!("{low} .. {high}: {said}{d21}"));
    let n = magnitude.min(limit).iter_u64_digits().next().unwrap_or(0);
    let ones = u64::MAX >> (64 - w);
    let code = if negative { n.wrapping_neg() & ones } else { n };
    steps.item("result", format!("{code:0d$x}, an integer", d = w as usize / 4));
    never(code)
}

/// Maximum and minimum of two.
pub(crate) fn choose<const MAX: bool>(steps: &mut Steps, of: &Operands) -> Answer {
    let (x, y) = (of.x, of.y);
    steps.begin("comparison (s. 3.6.12.13)");
    let (order, why) = compare(of.first(), of.second(), [x, y]);
    steps.item("rule", why);
    let relation = match order {
        Ordering::Less => "x < y",
        Ordering::Equal => "x = y: x on ties",
        Ordering::Greater => "x > y",
    };
    steps.item("order", relation);
    let flag = if MAX { order != Ordering::Less } else { order != Ordering::Greater };
    let (name, code) = if flag { ("x", x) } else { ("y", y) };
    steps.item("chosen", format!("{name}, all its bits; nothing is normalised"));
    Answer { code, flag, reason: "1 where x is chosen, also on ties".to_owned() }
}

/// The order of two operands, and the rule that gives it.
fn compare(a: Number, b: Number, [x, y]: [u64; 2]) -> (Ordering, &'static str) {
    if x == y {
        return (Ordering::Equal, "equal bits");
    }
    if a.is_zero() && b.is_zero() {
        return (Ordering::Equal, "both exponent fields are 0: both are zero");
    }
    if a.is_infinite() && b.is_infinite() && a.negative == b.negative {
        let order = a.mantissa.cmp(&b.mantissa);
        return if a.negative {
            (order.reverse(), "two -infinities: the larger mantissa is smaller (MN-D22)")
        } else {
            (order, "two +infinities: their mantissas")
        };
    }
    let key = |n: Number| match (n.is_zero(), n.negative) {
        (true, _) => 0i128,
        (false, negative) => {
            let magnitude = i128::from(n.field) << 64 | i128::from(n.mantissa);
            if negative { -magnitude } else { magnitude }
        }
    };
    (key(a).cmp(&key(b)), "numeric; zeros of any pattern are 0")
}

/// `relu`, `relu0` to `relu3`: bit `N` from the top of x selects.
pub(crate) fn relu<const N: u32>(steps: &mut Steps, of: &Operands) -> Answer {
    let Operands { format, x, y, .. } = *of;
    let flag = tested(steps, &format, N, x);
    let code = if flag { y } else { 1 << (format.width - 1) };
    let text = if flag { "y, all its bits" } else { "-0" };
    steps.item("result", text);
    Answer { code, flag, reason: "1 where the tested bit is 0".to_owned() }
}

/// Starts the step of the relu family; whether bit `n` from the top of x is 0.
fn tested(steps: &mut Steps, format: &Format, n: u32, x: u64) -> bool {
    steps.begin("selection by a bit of x (s. 3.6.12.18)");
    let bit = x >> (format.width - 1 - n) & 1;
    let which = if n == 0 { "top bit".to_owned() } else { format!("bit {n} from the top") };
    steps.item("tested", format!("{which} of x = {}: {bit}", value::hex(format, x)));
    bit == 0
}

/// y / 2^BY where the top bit of x is 1.
pub(crate) fn leaky<const BY: i64>(steps: &mut Steps, of: &Operands) -> Answer {
    let (a, b, by, Operands { format, y, .. }) = (of.first(), of.second(), BY, *of);
    let flag = tested(steps, &format, 0, if a.negative { 1 << (format.width - 1) } else { 0 });
    let code = if flag {
        steps.item("result", "y, all its bits");
        y
    } else if b.field <= by {
        let zero = if b.is_zero() { "; a zero y too (MN-D24)" } else { "" };
        let text = format!("{} - {by} = {}: underflow, -0{zero}", b.field, b.field - by);
        steps.item("exponent", text);
        assemble(&format, true, 0, 0)
    } else {
        let inf = if b.is_infinite() { "; an infinity like any other (MN-D23)" } else { "" };
        let text = format!("{} - {by} = {}: y / {}{inf}", b.field, b.field - by, 1 << by);
        steps.item("exponent", text);
        assemble(&format, b.negative, b.field - by, b.mantissa)
    };
    Answer { code, flag, reason: "1 where the top bit of x is 0".to_owned() }
}

pub(crate) fn raised(steps: &mut Steps, of: &Operands) -> Answer {
    let (a, b, Operands { format, y, .. }) = (of.first(), of.second(), *of);
    let flag = tested(steps, &format, 0, if a.negative { 1 << (format.width - 1) } else { 0 });
    let code = if flag {
        steps.item("result", "y, all its bits");
        y
    } else {
        let field = (b.field + 1).min(format.top().into());
        let rows = [
            row![
                "exponent",
                format!("{} + 1, at most {}: {field}, also of zeros", b.field, format.top())
            ],
            row!["others", "sign and mantissa as they are"],
        ];
        steps.table(&rows);
        assemble(&format, b.negative, field, b.mantissa)
    };
    Answer { code, flag, reason: "1 where the top bit of x is 0".to_owned() }
}

// `mncore2.alu.*rsqrt`: 2^(-floor(u/2) - 1) * (1 + T/32) (s. 3.6.12.9, MN-D20).

pub(crate) fn explain(steps: &mut Steps, of: &Operands) -> Answer {
    let a = of.first();
    steps.begin("1/sqrt(|x|) from a table of 32 entries (s. 3.6.12.9, MN-D20)");
    let code = code(steps, a);
    let reason = "1 where the top bit of x is 0".to_owned();
    Answer { code, flag: !a.negative, reason }
}

fn code(steps: &mut Steps, a: Number) -> u64 {
    let format = a.format;
    if a.negative {
        steps.item("sign", "ignored");
    }
    if a.is_zero() {
        steps.item("result", "exponent field 0: +infinity (MN-D20)");
        return infinity(&format, false);
    }
    if a.is_infinite() {
        steps.item("result", "infinity: +0 (MN-D20)");
        return 0;
    }
    let u = a.field - i64::from(format.bias);
    let k = a.mantissa >> (format.man_bits - 4);
    let odd = u.rem_euclid(2) == 1;
    let parity = if odd { "odd" } else { "even" };
    steps.item("x", format!("2^u (1 + frac), u = {} - {} = {u}, {parity}", a.field, format.bias));
    steps.item("k", format!("{k}, the upper four mantissa bits {k:04b}"));
    let t = entry(k, odd);
    steps.item("T", format!("{t}, entry k = {k} of the table for u {parity}"));
    let mu = if odd { "2 (1 + k/16)" } else { "1 + k/16" };
    steps.item("", format!("= min(31, floor(32 (2/sqrt(mu) - 1))), mu = {mu}"));
    let e = -u.div_euclid(2) - 1;
    steps.item("exponent", format!("-floor({u}/2) - 1 = {e}"));
    let fraction = t << (format.man_bits - 5);
    steps.item("result", format!("2^{e} (1 + {t}/32), sign +"));
    assemble(&format, false, i64::from(format.bias) + e, fraction)
}

/// T by its formula: the largest t with `(32 + t)^2 * mu <= 64^2`, at most 31.
fn entry(k: u64, odd: bool) -> u64 {
    let mu = (16 + k) << u32::from(odd); // times 16
    (0..=31).rev().find(|t| (32 + t) * (32 + t) * mu <= 64 * 64 * 16).unwrap_or(0)
}
