//! The steps of reductions.

use super::How;
use crate::explain::exact::Dyadic;
use crate::explain::fields::Number;
use crate::explain::steps::{Steps, row};
use crate::explain::value;
use crate::family::mncore2::explain::number::{
    Nearest, assemble, extended, hex, infinity, name, sign,
};
use crate::family::mncore2::explain::pack::{Tiny, pack};
use crate::family::mncore2::options::L1BSET;
use crate::registry::{Outcome, Plan, members};
use num_bigint::BigUint;
use softfloat::Format;
use softfloat::mncore2::integer::Reduction;

// `mncore2.rrn.*.fadd`: each element aligned and rounded by itself, the aligned ones added
// exactly, the sum rounded; in one stage or two (s. 4.2.1).

/// Guard bits below the last place of each element.
const GUARD: u32 = 3;

/// An element of a stage: what it is called, its code.
struct Element {
    label: String,
    code: u64,
}

pub(super) fn explain(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    circuit: Format,
    stages: Option<&[&[usize]]>,
) -> Outcome {
    let codes = inside_set(steps, plan, x, 0, "+0");
    let codes = in_circuit(steps, plan, &circuit, codes);
    let elements =
        codes.iter().enumerate().map(|(i, &code)| Element { label: i.to_string(), code });
    let elements: Vec<Element> = elements.collect();
    let out = plan.result().format;
    let code = match stages {
        None => stage(steps, "the only stage", &elements, &circuit, &out),
        Some(groups) => {
            let partial: Vec<Element> = groups
                .iter()
                .enumerate()
                .map(|(k, members)| {
                    let list: Vec<String> = members.iter().map(usize::to_string).collect();
                    let title = format!("stage 1, group {k}: elements {}", list.join(" "));
                    let own: Vec<Element> = members
                        .iter()
                        .map(|&i| Element { label: i.to_string(), ..elements[i] })
                        .collect();
                    let code = stage(steps, &title, &own, &circuit, &circuit);
                    Element { label: format!("group {k}"), code }
                })
                .collect();
            let title = format!("stage 2: the {} sums of stage 1", groups.len());
            stage(steps, &title, &partial, &circuit, &out)
        }
    };
    Outcome::new(&[code], None)
}

/// Elements of L1Bs outside the set replaced by the identity (s. 3.6.7.6).
pub(super) fn inside_set(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    identity: u64,
    shown: &str,
) -> Vec<u64> {
    let set = plan.options.get(&L1BSET);
    if set == u8::MAX {
        return x.to_vec();
    }
    steps.begin("elements outside the L1B set (s. 3.6.7.1, 3.6.7.6)");
    steps.item("inside", members(set.into()));
    steps.item("outside", format!("send the identity {shown}, which changes nothing"));
    let inside = |i: usize| i < 8 && set >> i & 1 == 1;
    x.iter().enumerate().map(|(i, &code)| if inside(i) { code } else { identity }).collect()
}

/// The elements in the format of the circuit: L1BM extends halves to single (s. 3.6.8.5).
pub(super) fn in_circuit(
    steps: &mut Steps,
    plan: &Plan,
    circuit: &Format,
    codes: Vec<u64>,
) -> Vec<u64> {
    let format = plan.ported[0].format;
    if format == *circuit {
        return codes;
    }
    steps.begin("extension to the single-precision circuit (s. 3.6.8.5, 3.6.9.23)");
    let mut rows = Vec::new();
    let mut wide = Vec::new();
    for (i, &code) in codes.iter().enumerate() {
        let (result, why) = extended(&format, circuit, code);
        let (from, to) = (value::hex(&format, code), value::hex(circuit, result));
        rows.push(row![format!("x[{i}]"), format!("{from} -> {to}"), why]);
        wide.push(result);
    }
    steps.table(&rows);
    wide
}

/// One stage.
fn stage(
    steps: &mut Steps,
    title: &str,
    elements: &[Element],
    format: &Format,
    out: &Format,
) -> u64 {
    steps.begin(format!("{title}, in {} (s. 4.2.1)", name(format)));
    let numbers: Vec<Number> = elements.iter().map(|e| Number::of(format, e.code)).collect();
    if numbers.iter().any(Number::is_infinite) {
        return infinite(steps, elements, &numbers, out);
    }
    let largest = numbers.iter().map(|n| n.field).max().unwrap_or(0);
    let unit = largest - i64::from(format.bias) - i64::from(format.man_bits + GUARD);
    steps.item("E", format!("{largest}, the largest exponent field; zeros have 0"));
    steps.item("unit", format!("2^{unit}: {GUARD} guard bits below the last place under E"));
    let mut sum = Dyadic::zero(unit);
    let mut rows =
        vec![row!["i", "significand", ">distance", "kept | lost", "direction", ">aligned"]];
    for (e, n) in elements.iter().zip(&numbers) {
        let (aligned, row) = aligned(e, n, largest - n.field);
        rows.push(row);
        sum = sum.plus(&Dyadic::new(n.negative, aligned, unit));
    }
    steps.table(&rows);
    if numbers.iter().any(|n| n.is_zero() && n.mantissa != 0) {
        steps.say("exponent field 0 is zero whatever the mantissa (s. 1.3, MN-D06)");
    }
    let exact = format!("{}{} * 2^{unit}", sign(sum.negative), hex(&sum.magnitude, 1));
    steps.item("sum", format!("{exact} = {}, exact", sum.hex_float()));
    let code = pack(steps, &sum, out, Tiny::Plus, "s. 4.2.1, 4.1");
    steps.item("result", value::hex(out, code));
    code
}

/// An element in guard units under the largest exponent, and its row.
fn aligned(e: &Element, n: &Number, distance: i64) -> (BigUint, Vec<String>) {
    let digits = (n.format.man_bits + 1 + GUARD).div_ceil(4) as usize;
    if n.is_zero() {
        return (BigUint::ZERO, row![e.label, "0", "", "", "zero", "0"]);
    }
    let significand = BigUint::from(n.significand()) << GUARD;
    let r = Nearest::of(&significand, distance as u64);
    let signed = |m: &BigUint| format!("{}{}", n.sign(), hex(m, digits));
    let (cut, direction) = match distance {
        0 => (String::new(), ""),
        _ => (format!("{} | {}", hex(&r.kept, 1), r.lost_short), r.direction),
    };
    let row = row![e.label, signed(&significand), distance, cut, direction, signed(&r.rounded)];
    (r.rounded, row)
}

fn infinite(steps: &mut Steps, elements: &[Element], numbers: &[Number], out: &Format) -> u64 {
    let mut signs = Vec::new();
    for (e, n) in elements.iter().zip(numbers).filter(|(_, n)| n.is_infinite()) {
        steps.item(e.label.clone(), format!("{}infinity", n.sign()));
        signs.push(n.negative);
    }
    let negative = signs.iter().all(|&s| s);
    let rule = if !negative && signs.contains(&true) {
        "infinities of both signs: +infinity (MN-D03)"
    } else {
        "an infinity absorbs finite elements (s. 1.3, MN-D04)"
    };
    let code = infinity(out, negative);
    steps.item("result", format!("{}   {rule}", value::hex(out, code)));
    code
}

// `mncore2.rrn.*` by maximum, minimum or an integer operation (s. 3.5.5, 4.2.2).

pub(super) fn select(steps: &mut Steps, plan: &Plan, x: &[u64], how: How) -> Outcome {
    let code = match how {
        How::Integers(op) => integer(steps, plan, x, op),
        How::Pattern { max, circuit } => pattern(steps, plan, x, max, circuit),
    };
    Outcome::new(&[code], None)
}

/// Maximum or minimum of patterns.
fn pattern(steps: &mut Steps, plan: &Plan, x: &[u64], max: bool, circuit: Format) -> u64 {
    let format = plan.ported[0].format;
    // The lowest pattern of the order for a maximum, the highest for a minimum.
    let ones = u64::MAX >> (64 - format.width);
    let identity = if max { ones } else { ones >> 1 };
    let codes = inside_set(steps, plan, x, identity, &value::hex(&format, identity));
    let codes = in_circuit(steps, plan, &circuit, codes);
    let what = if max { "largest" } else { "smallest" };
    steps.begin(format!(
        "the {what} pattern, as sign-magnitude integers with +0 above -0 (s. 4.2.2)"
    ));
    let keys: Vec<u64> = codes.iter().map(|&c| key(&circuit, c)).collect();
    let best = if max { keys.iter().max() } else { keys.iter().min() };
    let chosen = best.and_then(|b| keys.iter().position(|k| k == b)).unwrap_or(0);
    let mut rows = vec![row!["i", "code", "order", "value"]];
    for (i, (&code, &key)) in codes.iter().zip(&keys).enumerate() {
        let mark = if i == chosen { "  <- chosen" } else { "" };
        let text = format!("{}{mark}", value::decimal(&circuit, code));
        rows.push(row![i, value::hex(&circuit, code), value::hex(&circuit, key), text]);
    }
    steps.table(&rows);
    steps.item("order", "a - code inverted, a + code with its top bit set; as unsigned integers");
    let code = codes[chosen];
    let out = plan.result().format;
    if circuit.width == out.width {
        steps.item("result", format!("{}, not normalised", value::hex(&out, code)));
        return code;
    }
    shortened(steps, &circuit, &out, code)
}

/// The place of a pattern in the order, as an unsigned integer.
fn key(format: &Format, code: u64) -> u64 {
    let top = 1u64 << (format.width - 1);
    if code & top != 0 { !code & (top | (top - 1)) } else { code | top }
}

/// `r`: once, at the very end, taken literally (MN-D09).
fn shortened(steps: &mut Steps, from: &Format, to: &Format, code: u64) -> u64 {
    steps.begin("shortening to half, once and not normalised (s. 3.6.8.5, 4.2.2, MN-D09)");
    let n = Number::of(from, code);
    let r = Nearest::of(&BigUint::from(n.mantissa), (from.man_bits - to.man_bits).into());
    steps.item("mantissa", format!("{} | {}   {}", hex(&r.kept, 3), r.lost, r.verdict));
    let carry = r.rounded.bits() > u64::from(to.man_bits);
    if carry {
        steps.item("carry", "mantissa 0, the exponent rises by 1");
    }
    let field = n.field + i64::from(carry) - i64::from(from.bias) + i64::from(to.bias);
    let clamped = field.clamp(0, to.top().into());
    let clamp = if field == clamped { "" } else { ", clamped; the mantissa stays" };
    let rebias = format!("{} - {} + {}", n.field + i64::from(carry), from.bias, to.bias);
    steps.item("exponent", format!("{rebias} = {field} -> {clamped} of 0..{}{clamp}", to.top()));
    let mantissa = r.rounded_u64() & ((1 << to.man_bits) - 1);
    let code = assemble(to, n.negative, clamped, mantissa);
    steps.item("result", value::hex(to, code));
    code
}

fn integer(steps: &mut Steps, plan: &Plan, x: &[u64], op: Reduction) -> u64 {
    let format = plan.ported[0].format;
    let ones = u64::MAX >> (64 - format.width);
    let what = match op {
        Reduction::Iadd => "sum modulo 2^w",
        Reduction::Band => "bitwise and",
        Reduction::Bor => "bitwise or",
        Reduction::And => "1 where every element is not 0, else 0 (MN-D10)",
        Reduction::Or => "1 where some element is not 0, else 0 (MN-D10)",
    };
    let identity = match op {
        Reduction::Band | Reduction::And => ones,
        Reduction::Iadd | Reduction::Bor | Reduction::Or => 0,
    };
    let codes = inside_set(steps, plan, x, identity, &value::hex(&format, identity));
    steps.begin(format!("{what}, w = {} (s. 3.5.5)", format.width));
    let mut total = BigUint::ZERO;
    let mut running = identity;
    for (i, &code) in codes.iter().enumerate() {
        total += code;
        running = match op {
            Reduction::Iadd => running.wrapping_add(code) & ones,
            Reduction::Band => running & code,
            Reduction::Bor => running | code,
            Reduction::And => u64::from(running != 0 && code != 0),
            Reduction::Or => u64::from(running != 0 || code != 0),
        };
        let text = format!("{} -> {}", value::hex(&format, code), value::hex(&format, running));
        steps.item(i.to_string(), text);
    }
    if op == Reduction::Iadd {
        let wraps = if total > BigUint::from(ones) { ", wrapped" } else { "" };
        steps.item("sum", format!("{total:x} modulo 2^{}{wraps}", format.width));
    }
    steps.item("result", value::hex(&format, running));
    running
}
