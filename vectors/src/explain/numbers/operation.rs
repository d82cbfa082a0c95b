//! What can be explained: an operation over formats, under an environment.

use super::compare::Predicate;
use super::operand::{self, Operand};
use super::{Work, add, compare, convert, divide, fused, integral, min_max, multiply, next, order};
use super::{remainder, scale, square_root};
use crate::explain::steps::Steps;
use crate::explain::steps::row;
use softfloat::format::Kind;
use softfloat::ieee::MinMax;
use softfloat::{Env, Flags, Format, Rounding};

/// An operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Remainder,
    Fmod,
    Sqrt,
    Fma,
    RoundToIntegral {
        exact: bool,
    },
    Compare {
        predicate: Predicate,
        signalling: bool,
    },
    TotalOrder {
        magnitude: bool,
    },
    MinMax(MinMax),
    Next {
        down: bool,
    },
    ScaleB,
    LogB,
    /// From any format to any other; `exact` counts for integers.
    Convert {
        exact: bool,
    },
}

/// The operands of a case: names, formats, codes.
pub(in crate::explain) struct Operands<'a> {
    pub(in crate::explain) names: &'a [&'a str],
    pub(in crate::explain) formats: &'a [Format],
    pub(in crate::explain) codes: &'a [u64],
}

/// Explains a case: the result's code and the exceptions. `result` is the result's format.
pub(in crate::explain) fn explain(
    steps: &mut Steps,
    operation: Operation,
    operands: &Operands<'_>,
    result: &Format,
    env: Env,
) -> (u64, Flags) {
    let mut work = Work::new(steps, env);
    let each = operands.names.iter().zip(operands.formats).zip(operands.codes);
    let mut x: Vec<Operand> =
        each.map(|((name, format), code)| Operand::of(*name, format, *code)).collect();
    if matches!(operation, Operation::TotalOrder { .. }) {
        // An operation on codes: daz has no part in it.
        work.env.daz = false;
    }
    operand::show(&mut work, &mut x);
    let code = dispatch(&mut work, operation, &x, result);
    let flags = work.flags();
    exceptions(&mut work);
    (code, flags)
}

fn dispatch(work: &mut Work<'_>, operation: Operation, x: &[Operand], to: &Format) -> u64 {
    use Operation as O;
    match (operation, x) {
        (O::Add, [a, b]) => add::explain(work, to, a, b, false),
        (O::Sub, [a, b]) => add::explain(work, to, a, b, true),
        (O::Mul, [a, b]) => multiply::explain(work, to, a, b),
        (O::Div, [a, b]) => divide::explain(work, to, a, b),
        (O::Remainder, [a, b]) => remainder::explain(work, to, a, b, Rounding::NearestEven),
        (O::Fmod, [a, b]) => remainder::explain(work, to, a, b, Rounding::TowardZero),
        (O::Sqrt, [a]) => square_root::explain(work, to, a),
        (O::Fma, [a, b, c]) => fused::explain(work, to, [a, b, c]),
        (O::RoundToIntegral { exact }, [a]) => integral::explain(work, to, a, exact),
        (O::Compare { predicate, signalling }, [a, b]) => {
            compare::explain(work, a, b, predicate, signalling)
        }
        (O::TotalOrder { magnitude }, [a, b]) => order::explain(work, a, b, magnitude),
        (O::MinMax(variant), [a, b]) => min_max::explain(work, to, a, b, variant),
        (O::Next { down }, [a]) => next::explain(work, to, a, down),
        (O::ScaleB, [a, n]) => {
            let n = n.value.in_units(0).iter_u64_digits().next().unwrap_or(0) as i64;
            scale::scale_b(work, to, a, if x[1].negative { -n } else { n })
        }
        (O::LogB, [a]) => scale::log_b(work, to, a),
        (O::Convert { exact }, [a]) => match to.kind {
            Kind::Fixed { frac: 0, .. } => integral::to_integer(work, to, a, exact),
            _ => convert::explain(work, to, a),
        },
        // No registered operation has another number of operands.
        _ => 0,
    }
}

/// The step "flags": each exception with its reasons.
fn exceptions(work: &mut Work<'_>) {
    const NAMES: [(Flags, &str); 5] = [
        (Flags::INVALID, "invalid"),
        (Flags::DIVIDE_BY_ZERO, "infinite"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ];
    let flags = work.flags();
    work.steps.begin("flags");
    work.steps.item("byte", format!("{:02x}   ({flags})", flags.bits()));
    let mut rows = Vec::new();
    for (flag, name) in NAMES.iter().filter(|(f, _)| flags.contains(*f)) {
        let reasons: Vec<&str> = work
            .raised
            .iter()
            .filter(|(raised, _)| raised.contains(*flag))
            .map(|(_, reason)| reason.as_str())
            .collect();
        rows.push(row![name, reasons.join("; ")]);
    }
    work.steps.table(&rows);
}
