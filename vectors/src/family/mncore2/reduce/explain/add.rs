//! `mncore2.rrn.*.fadd`: each element aligned and rounded by itself, the aligned ones added
//! exactly, the sum rounded; in one stage or two (s. 4.2.1).

use crate::explain::exact::Dyadic;
use crate::explain::fields::Number;
use crate::explain::steps::{Steps, row};
use crate::explain::value;
use crate::family::mncore2::explain::number::{Nearest, hex, infinity, name, sign};
use crate::family::mncore2::explain::pack::{Tiny, pack};
use crate::family::mncore2::explain::width::extended;
use crate::family::mncore2::options::L1BSET;
use crate::registry::{Outcome, Plan, members};
use num_bigint::BigUint;
use softfloat::Format;

/// Guard bits below the last place of each element.
const GUARD: u32 = 3;

/// An element of a stage: what it is called, its code.
struct Element {
    label: String,
    code: u64,
}

pub(crate) fn explain(
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
pub(crate) fn inside_set(
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
pub(crate) fn in_circuit(
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
