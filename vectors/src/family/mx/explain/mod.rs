//! Blocks that share a power of two (OCP MX 1.0): quantising, dequantising, dot products.

mod dot;
mod part;
mod quantize;

use crate::explain::Told;
use crate::explain::steps::{Steps, row};
use crate::family::mx::MxOperation;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account, convert, round};
use crate::registry::{Options, Plan};
use part::{power, scale_line, times};
use softfloat::Format;
use softfloat::stochastic::Random;

/// Explains a case of an operation on blocks.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: MxOperation) -> Told {
    let made = plan.results.last().unwrap_or(plan.result()).format;
    account(steps, plan, x, |work, operands| {
        results(work, &made, operands, operation, &plan.options)
    })
}

/// Explains the quantisation of a block, each element by random bits of its own.
pub(crate) fn by_random_bits(steps: &mut Steps, plan: &Plan, x: &[u64], random: &[Random]) -> Told {
    let made = plan.results.last().unwrap_or(plan.result()).format;
    account(steps, plan, x, |work, operands| {
        operand::show_elements(work, operands);
        let values = &mut operands[..random.len()];
        operand::flush(work, values);
        quantize::explain(work, &made, values, random, &plan.options)
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
            quantize::explain(work, to, operands, &[], options)
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
