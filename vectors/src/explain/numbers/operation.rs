//! A case of a registered operation: its steps, its result, its exceptions.

use super::operand::{self, Operand};
use super::{Work, add, compare, convert, divide, fused, integer, integral, min_max, multiply};
use super::{mx, next, order};
use super::{remainder, scale, square_root, sum};
use crate::explain::ports::{self, element_name};
use crate::explain::steps::{Steps, row};
use crate::numbers::Operation;
use crate::registry::{Family, FlagKind, Outcome, Plan};
use softfloat::format::Kind;
use softfloat::{Env, Flags, Format, Rounding};

/// Explains a case of an operation on numbers; of every other family `None`.
pub(in crate::explain) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Option<Outcome> {
    let env = *plan.env()?;
    if let Some(outcome) = listed(steps, plan, x, env) {
        return Some(outcome);
    }
    let names = plan.op.operands.iter().zip(&plan.operands).zip(x);
    let operands = names.map(|((name, shape), code)| Operand::of(*name, &shape.format, *code));
    let (code, flags) = match plan.op.family {
        Family::Ieee { operation, .. } => {
            let exact = plan.options.exact;
            let case = Case { operation, exact, operands: operands.collect() };
            case.explain(steps, &plan.result().format, env)
        }
        Family::NumberConvert { .. } => {
            let operands: Vec<Operand> = operands.collect();
            conversion(steps, operands, &plan.result().format, plan.options.exact, env)
        }
        _ => return None,
    };
    let outcome = Outcome::new(&[code], Some(flags.bits()));
    steps.begin("result");
    steps.table(&[Operand::of("out", &plan.result().format, code).row()]);
    Some(outcome)
}

/// A case of the operations whose operands may have many elements.
fn listed(steps: &mut Steps, plan: &Plan, x: &[u64], env: Env) -> Option<Outcome> {
    let mut work = Work::new(steps, env);
    let mut operands = operand::elements(plan, x);
    let out = match plan.op.family {
        Family::Integer { operation, .. } if integer::explains(operation, plan) => {
            vec![integer::explain(&mut work, &plan.result().format, &mut operands, operation)]
        }
        Family::Mx { operation, .. } => {
            let made = plan.results.last().unwrap_or(plan.result()).format;
            mx::explain(&mut work, &made, &mut operands, operation, &plan.options)
        }
        Family::Sum { preset } => {
            if plan.operands.iter().any(|shape| shape.format.kind == Kind::Explicit) {
                ports::operands(work.steps, plan, x);
            } else {
                operand::show_elements(&mut work, &operands);
            }
            // Every rounding is under the plan's rules.
            let datapath = preset.datapath.under(env);
            vec![sum::explain(&mut work, &datapath, plan.operands[0].len, &mut operands)]
        }
        _ => return None,
    };
    let flags = match plan.op.flags {
        FlagKind::Exceptions => Some(exceptions(&mut work).bits()),
        FlagKind::None | FlagKind::Mask => None,
    };
    steps.begin("result");
    let names = plan.results.iter().flat_map(|s| (0..s.len).map(move |i| (i, s)));
    let made: Vec<Operand> = names
        .zip(&out)
        .map(|((i, shape), code)| Operand::of(element_name("out", shape, i), &shape.format, *code))
        .collect();
    operand::table(steps, &made);
    Some(Outcome::new(&out, flags))
}

/// A case of an operation of IEEE 754 or its kin.
pub(super) struct Case {
    pub(super) operation: Operation,
    pub(super) exact: bool,
    pub(super) operands: Vec<Operand>,
}

impl Case {
    /// The result's code and the exceptions.
    pub(super) fn explain(mut self, steps: &mut Steps, to: &Format, env: Env) -> (u64, Flags) {
        let mut work = Work::new(steps, env);
        operand::show(&mut work, &mut self.operands);
        let code = self.dispatch(&mut work, to);
        (code, exceptions(&mut work))
    }

    fn dispatch(&self, work: &mut Work<'_>, to: &Format) -> u64 {
        use Operation as O;
        match (self.operation, &self.operands[..]) {
            (O::Add, [x, y]) => add::explain(work, to, x, y, false),
            (O::Sub, [x, y]) => add::explain(work, to, x, y, true),
            (O::Mul, [x, y]) => multiply::explain(work, to, x, y),
            (O::Div, [x, y]) => divide::explain(work, to, x, y),
            (O::Remainder, [x, y]) => remainder::explain(work, to, x, y, Rounding::NearestEven),
            (O::Fmod, [x, y]) => remainder::explain(work, to, x, y, Rounding::TowardZero),
            (O::Sqrt, [x]) => square_root::explain(work, to, x),
            (O::Fma, [x, y, z]) => fused::explain(work, to, [x, y, z]),
            (O::RoundToIntegral, [x]) => integral::explain(work, to, x, self.exact),
            (O::Compare(comparison, signalling), [x, y]) => {
                compare::explain(work, x, y, comparison, signalling)
            }
            (O::TotalOrder, [x, y]) => order::explain(work, x, y, false),
            (O::TotalOrderMagnitude, [x, y]) => order::explain(work, x, y, true),
            (O::MinMax(variant), [x, y]) => min_max::explain(work, to, x, y, variant),
            (O::NextUp, [x]) => next::explain(work, to, x, false),
            (O::NextDown, [x]) => next::explain(work, to, x, true),
            (O::ScaleB, [x, n]) => scale::scale_b(work, to, x, n),
            (O::LogB, [x]) => scale::log_b(work, to, x),
            // No operation has another number of operands.
            _ => 0,
        }
    }
}

/// A conversion: the result's code and the exceptions.
fn conversion(
    steps: &mut Steps,
    mut operands: Vec<Operand>,
    to: &Format,
    exact: bool,
    env: Env,
) -> (u64, Flags) {
    let mut work = Work::new(steps, env);
    operand::show(&mut work, &mut operands);
    let code = match (&operands[..], to.kind) {
        ([x], Kind::Fixed { .. }) => integral::to_integer(&mut work, to, x, exact),
        ([x], _) => convert::explain(&mut work, to, x),
        _ => 0,
    };
    (code, exceptions(&mut work))
}

/// The step "flags": each exception with its reasons.
fn exceptions(work: &mut Work<'_>) -> Flags {
    const NAMES: [(Flags, &str); 5] = [
        (Flags::INVALID, "invalid"),
        (Flags::DIVIDE_BY_ZERO, "infinite"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ];
    // Reasons that stand in one line.
    const ROOM: usize = 80;
    let flags = work.flags();
    work.steps.begin("flags");
    work.steps.item("byte", format!("{:02x}   ({flags})", flags.bits()));
    let mut rows = Vec::new();
    for (flag, name) in NAMES.iter().filter(|(f, _)| flags.contains(*f)) {
        let mut reasons: Vec<&str> = Vec::new();
        for (raised, reason) in &work.raised {
            if raised.contains(*flag) && !reasons.contains(&reason.as_str()) {
                reasons.push(reason);
            }
        }
        let joined = reasons.join("; ");
        let lines = if joined.len() > ROOM { reasons } else { vec![joined.as_str()] };
        let labels = std::iter::once(*name).chain(std::iter::repeat(""));
        rows.extend(labels.zip(lines).map(|(label, line)| row![label, line]));
    }
    work.steps.table(&rows);
    flags
}
