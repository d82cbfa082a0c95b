//! `mncore2.rrn.*` by maximum, minimum or an integer operation (s. 3.5.5, 4.2.2).

use super::add::{in_circuit, inside_set};
use crate::explain::fields::Number;
use crate::explain::steps::{Steps, row};
use crate::explain::value;
use crate::family::mncore2::explain::number::{Nearest, assemble, hex};
use crate::family::mncore2::reduce::How;
use crate::registry::{Outcome, Plan};
use num_bigint::BigUint;
use softfloat::Format;
use softfloat::mncore2::integer::Reduction;

pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], how: How) -> Outcome {
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
