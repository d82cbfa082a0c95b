//! The operands as they are written, and the results as the steps arrive at them.

use super::steps::{Steps, row};
use super::value;
use crate::registry::{Outcome, Plan, Shape, split};

/// The name of an element: `x`, or `x[3]` where the operand has several.
pub(crate) fn element_name(operand: &str, shape: &Shape, i: usize) -> String {
    if shape.len == 1 { operand.to_owned() } else { format!("{operand}[{i}]") }
}

/// Each operand with its name, shape and elements.
pub(crate) fn each<'a>(
    plan: &'a Plan,
    shapes: &'a [Shape],
    x: &'a [u64],
) -> impl Iterator<Item = (&'static str, &'a Shape, &'a [u64])> {
    plan.op.operands.iter().zip(split(shapes, x)).map(|(name, (shape, own))| (*name, shape, own))
}

/// The step "operands".
pub(crate) fn operands(steps: &mut Steps, plan: &Plan, x: &[u64]) {
    let mut rows = Vec::new();
    for (name, shape, own) in each(plan, &plan.operands, x) {
        let common = value::common(&shape.format, own);
        for (i, &code) in own.iter().enumerate() {
            let mut row = row![element_name(name, shape, i), value::hex(&shape.format, code)];
            row.extend(value::columns(&shape.format, code, common));
            rows.push(row);
        }
    }
    steps.begin("operands");
    steps.table(&rows);
}

/// The step "result": each element in words, and the flag.
pub(crate) fn result(steps: &mut Steps, plan: &Plan, outcome: &Outcome) {
    steps.begin("result");
    let mut rows = Vec::new();
    for (shape, own) in split(&plan.results, outcome.out()) {
        let format = &shape.format;
        let common = value::common(format, own);
        for (i, &code) in own.iter().enumerate() {
            let mut row = row![element_name("out", shape, i), value::hex(format, code)];
            row.extend(value::columns(format, code, common));
            rows.push(row);
        }
    }
    steps.table(&rows);
    if let Some(flag) = outcome.flag {
        steps.item(plan.op.flags.name(), plan.op.flags.text(flag));
    }
}
