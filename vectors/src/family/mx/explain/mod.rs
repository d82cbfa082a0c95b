//! Blocks that share a power of two (OCP MX 1.0): quantising, dequantising, dot products.

mod dot;
mod quantize;

use crate::explain::Told;
use crate::explain::exact::Dyadic;
use crate::explain::steps::{Steps, row};
use crate::family::mx::MxOperation;
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account, code, convert, round};
use crate::registry::{Options, Plan};
use num_bigint::BigUint;
use softfloat::format::Kind;
use softfloat::{Flags, Format};

/// Explains a case of an operation on blocks.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: MxOperation) -> Told {
    let made = plan.results.last().unwrap_or(plan.result()).format;
    account(steps, plan, x, |work, operands| {
        results(work, &made, operands, operation, &plan.options)
    })
}

/// The codes of the results; `to` is the format of the values or elements that are made.
fn results(
    work: &mut Work<'_>,
    to: &Format,
    operands: &mut [Operand],
    operation: MxOperation,
    options: &Options,
) -> Vec<u64> {
    operand::show_elements(work, operands);
    match operation {
        MxOperation::Quantize => {
            operand::flush(work, operands);
            quantize::explain(work, to, operands, options)
        }
        MxOperation::Dequantize => dequantize(work, to, operands),
        MxOperation::Dot => {
            // Elements are never read as zeros.
            if let Some(addend) = operands.last_mut() {
                operand::flush(work, std::slice::from_mut(addend));
            }
            vec![dot::explain(work, to, operands)]
        }
    }
}

/// The power of two of a scale, as an exponent; none for NaN.
fn power(scale: &Operand) -> Option<i64> {
    scale.is_finite().then(|| scale.value.lead())
}

/// The line of a scale.
fn scale_line(work: &mut Work<'_>, scale: &Operand) {
    let text = match power(scale) {
        Some(e) => format!("2^({} - 127) = 2^{e}", scale.code),
        None => "ff: NaN, and with it every value of the block".to_owned(),
    };
    work.steps.item(&scale.name, text);
}

/// A value times a power of two.
fn times(x: &Dyadic, e: i64) -> Dyadic {
    Dyadic { exponent: x.exponent + e, ..x.clone() }
}

/// Scale and elements to values.
fn dequantize(work: &mut Work<'_>, to: &Format, operands: &[Operand]) -> Vec<u64> {
    let Some((scale, elements)) = operands.split_first() else { return Vec::new() };
    work.steps.begin("scale (OCP MX 1.0, 5.4.1)");
    scale_line(work, scale);
    let env = work.env;
    let mut rows = vec![row!["", "element", "> * scale", "out", "", ""]];
    let mut signalled = Vec::new();
    let mut out = Vec::new();
    for x in elements {
        let (code, flags, product) = match power(scale) {
            Some(e) if x.is_finite() => {
                let product = times(&x.value, e);
                let (code, flags) =
                    Work::aside(env, |work| round::round_number(work, to, &product));
                (code, flags, product.hex_float())
            }
            Some(_) => {
                let (code, flags) = Work::aside(env, |work| convert::explain(work, to, x));
                (code, flags, x.words())
            }
            None => {
                let (code, flags) = Work::aside(env, |work| convert::explain(work, to, scale));
                (code, flags, scale.words())
            }
        };
        out.push(code);
        signalled.push((x.name.clone(), flags));
        if x.code != 0 || power(scale).is_none() {
            let value = Operand::of("", to, code);
            rows.push(row![x.name, x.words(), product, value.hex(), value.words(), flags]);
        }
    }
    work.steps.begin("each element times the scale, rounded once (OCP MX 1.0, 5.1)");
    work.steps.table(&rows);
    if rows.len() <= out.len() {
        work.steps.item("others", "+0");
    }
    work.raise_each(&signalled);
    out
}

/// A number rounded to the multiples of a fixed-point element's last place, and saturated.
fn fixed(work: &mut Work<'_>, to: &Format, frac: u32, x: &Dyadic) -> u64 {
    let cut = Cut::of(&Exact::of(x), -i64::from(frac));
    let (rounded, _) = cut.rounded(work.env.rounding, x.negative);
    // Symmetric: the most negative code is not used.
    let most = (BigUint::from(1u8) << (to.width - 1)) - 1u8;
    let beyond = rounded > most;
    if beyond {
        work.raise(Flags::OVERFLOW, "beyond the largest element");
    }
    if beyond || !cut.exact() {
        work.raise(Flags::INEXACT, "bits are lost");
    }
    let magnitude = rounded.min(most).iter_u64_digits().next().unwrap_or(0);
    let code = if x.negative { magnitude.wrapping_neg() } else { magnitude };
    code & operand::low_bits(to.width)
}

/// The element of a finite value.
fn element(work: &mut Work<'_>, to: &Format, x: &Dyadic) -> u64 {
    match to.kind {
        Kind::Fixed { frac, .. } => fixed(work, to, frac, x),
        _ => round::round_number(work, to, x),
    }
}

/// The largest element.
fn largest(to: &Format) -> Dyadic {
    match to.kind {
        Kind::Fixed { frac, .. } => {
            let most = (BigUint::from(1u8) << (to.width - 1)) - 1u8;
            Dyadic::new(false, most, -i64::from(frac))
        }
        _ => code::largest(to),
    }
}
