//! `mncore2.bf.*`: block-float conversion (s. 3.6.12.12, 4.4).

use crate::explain::fields::{EXTENDED, Number};
use crate::explain::steps::{Steps, row};
use crate::explain::value;
use crate::family::mncore2::explain::number::{Nearest, assemble, hex};
use crate::family::mncore2::options::N;
use crate::registry::{Outcome, Plan};
use num_bigint::BigUint;
use softfloat::Format;

/// What a conversion keeps and tests.
struct Rules {
    /// Mantissa bits of the result that count.
    kept: u32,
    /// Low mantissa bits that the carry test ignores.
    ignored: u32,
    /// `9 - n` of the half conversions: how much the common exponent is raised.
    raise: u32,
    /// Small elements are extended (`hbfe`).
    extends: bool,
}

impl Rules {
    fn of(plan: &Plan) -> Self {
        let (from, to) = (plan.ported[0].format, plan.result().format);
        let half = from.width == 16;
        let raise = if half { 9u32.saturating_sub(plan.options.get(&N)) } else { 0 };
        let ignored = if half { raise } else { from.man_bits - to.man_bits };
        Self { kept: to.man_bits, ignored, raise, extends: to.subnormal }
    }
}

pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
    let from = plan.ported[0].format;
    let rules = Rules::of(plan);
    let numbers: Vec<Number> = x.iter().map(|&c| Number::of(&from, c)).collect();
    let (largest, common) = common_exponent(steps, &from, &rules, &numbers);
    let out: Vec<u64> = if largest == 0 {
        whole(steps, &numbers, 0, "all exponent fields are 0: signs stay, the rest is 0 (MN-D35)")
    } else if common >= i64::from(from.top()) {
        let top = from.top();
        let why = format!("{common} is {top} or more: the whole block is infinite (MN-D35)");
        whole(steps, &numbers, top.into(), &why)
    } else {
        elements(steps, &rules, &numbers, common)
    };
    flag(steps);
    Outcome::new(&out, Some(0))
}

/// Steps 1 to 3: the largest field, the carry test, the common exponent.
fn common_exponent(
    steps: &mut Steps,
    format: &Format,
    rules: &Rules,
    numbers: &[Number],
) -> (i64, i64) {
    steps.begin("common exponent (s. 4.4)");
    let largest = numbers.iter().map(|n| n.field).max().unwrap_or(0);
    steps.item("largest", format!("exponent field {largest}"));
    let ones = (1u64 << (format.man_bits - rules.ignored)) - 1;
    let all_ones = |n: &Number| n.field == largest && n.mantissa >> rules.ignored == ones;
    let carrying: Vec<String> = numbers
        .iter()
        .enumerate()
        .filter(|(_, n)| all_ones(n))
        .map(|(i, _)| i.to_string())
        .collect();
    let tested = format.man_bits - rules.ignored;
    let g = if rules.ignored > 0 && rules.raise == 0 { " (MN-D16)" } else { "" };
    let carry = i64::from(!carrying.is_empty());
    let text = if carry == 1 {
        let more = if carrying.len() > 8 { " ..." } else { "" };
        let list = carrying[..carrying.len().min(8)].join(" ") + more;
        format!("1: the upper {tested} mantissa bits are all 1 in element {list}{g}")
    } else {
        format!("0: no element of that field has its upper {tested} mantissa bits all 1{g}")
    };
    steps.item("carry", text);
    let raise = i64::from(rules.raise);
    let common = largest + carry + raise;
    let raised = if rules.raise > 0 { format!(" + {raise} (9 - n)") } else { String::new() };
    steps.item("common", format!("{largest} + {carry}{raised} = {common}"));
    (largest, common)
}

/// Every element with its sign, one field, mantissa 0.
fn whole(steps: &mut Steps, numbers: &[Number], field: i64, why: &str) -> Vec<u64> {
    steps.begin("the whole block (s. 4.4)");
    steps.say(why);
    let codes: Vec<u64> =
        numbers.iter().map(|n| assemble(&n.format, n.negative, field, 0)).collect();
    listed(steps, numbers, &codes);
    codes
}

fn listed(steps: &mut Steps, numbers: &[Number], codes: &[u64]) {
    let all: Vec<String> =
        codes.iter().zip(numbers).map(|(&c, n)| value::hex(&n.format, c)).collect();
    for row in all.chunks(8) {
        steps.say(row.join(" "));
    }
}

/// Steps 6 and 7: each element by itself.
fn elements(steps: &mut Steps, rules: &Rules, numbers: &[Number], common: i64) -> Vec<u64> {
    let kept = rules.kept;
    steps.begin(format!(
        "elements: significand moved down, {kept} bits kept, to nearest even (s. 4.4)"
    ));
    let mut rows =
        vec![row!["i", "significand", ">shift", "kept | lost", "direction", "result", ""]];
    let mut codes = Vec::new();
    for (i, n) in numbers.iter().enumerate() {
        let (code, row) = element(rules, n, common, i);
        codes.push(code);
        rows.push(row);
    }
    steps.table(&rows);
    if rules.extends {
        let limit = EXTENDED + i64::from(rules.raise);
        let bits = n_tested(rules);
        let rule = format!("a distance of {limit} or more, but not {limit} with the upper {bits}");
        steps.item("extended", format!("{rule} mantissa bits all 1:"));
        steps.item("", "exponent field 0, shifted 6 less, read with the common exponent - 6");
        steps
            .item("MN-D38", "a zero takes the common exponent, an element that underflows field 0");
    }
    codes
}

fn n_tested(rules: &Rules) -> u32 {
    rules.kept - rules.raise
}

fn element(rules: &Rules, n: &Number, common: i64, i: usize) -> (u64, Vec<String>) {
    let format = n.format;
    if n.is_zero() {
        let code = assemble(&format, n.negative, common, 0);
        let note = if rules.extends { "zero (MN-D38)" } else { "zero" };
        return (code, row![i, "0", "", "", "", value::hex(&format, code), note]);
    }
    let pad = format.man_bits - rules.kept;
    let down = common - n.field;
    let extended = rules.extends && is_extended(rules, n, down);
    let shift = down + 1 + i64::from(pad) - if extended { EXTENDED } else { 0 };
    let significand = BigUint::from(n.significand());
    let r = Nearest::of(&significand, shift as u64);
    let gone = rules.extends && r.rounded_u64() == 0;
    let field = if extended || gone { 0 } else { common };
    let code = assemble(&format, n.negative, field, r.rounded_u64() << pad);
    let note = match (gone, extended) {
        (true, _) => "underflow (MN-D38)",
        (false, true) => "extended",
        (false, false) => "",
    };
    let shown = format!("{}{}", n.sign(), hex(&significand, digits(&format)));
    let cut = format!("{} | {}", hex(&r.kept, 1), r.lost_short);
    (code, row![i, shown, shift, cut, r.direction, value::hex(&format, code), note])
}

fn is_extended(rules: &Rules, n: &Number, down: i64) -> bool {
    let limit = EXTENDED + i64::from(rules.raise);
    let ones = (1u64 << n_tested(rules)) - 1;
    down >= limit && !(down == limit && n.mantissa >> rules.raise == ones)
}

fn digits(format: &Format) -> usize {
    (format.man_bits + 1).div_ceil(4) as usize
}

fn flag(steps: &mut Steps) {
    steps.begin("mask flag (table 3.11)");
    steps.item("flag", "0   (block conversions never set it)");
}
