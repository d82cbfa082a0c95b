//! Which function interprets which instruction.

use super::case::Case;
use super::value::Value;
use super::{
    convolution, element, encoding, indexing, learn, linear, moves, ordering, pooling, reduction,
    resize, vision,
};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Group, Operation, Unit};

/// Interprets an instruction. The fault that counts is the first of those that [`Case::check`] tells at the end.
pub(super) fn execute(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation.row().group {
        Group::Branch => run(case),
        Group::Reduction => reduction::run(case),
        Group::Indexing => indexing::run(case),
        Group::Matrix if case.operation == Operation::MatrixMul => convolution::run(case),
        Group::Matrix => linear::run(case),
        Group::Move => moves::run(case),
        Group::Resize => resize::run(case),
        Group::Index => ordering::run(case),
        Group::Convolution => convolution::run(case),
        Group::Pooling => pooling::run(case),
        Group::Encoding => encoding::run(case),
        Group::Vision => vision::run(case),
        Group::Create if case.operation == Operation::CreateFromDiag => encoding::run(case),
        Group::Create => create(case),
        Group::Arithmetic => element::arithmetic(case),
        Group::Logic => element::logic(case),
        Group::Shift => element::shift(case),
        Group::Narrow => element::narrow(case),
        Group::Division => element::division(case),
        Group::Multiplication => element::multiplication(case),
        Group::Roundup => element::roundup(case),
        Group::Conversion => element::conversion(case),
        Group::Compare => element::compare(case),
        Group::Trigonometric | Group::Hyperbolic | Group::Exponential => element::functions(case),
        Group::Query => element::query(case),
        Group::Activation => element::activation(case),
        Group::Quantised => element::quantised(case),
        Group::Norm => learn::norm(case),
        Group::Recurrent => learn::recurrent(case),
        Group::Dropout => learn::dropout(case),
        Group::Loss => learn::loss(case),
        Group::Accuracy => learn::metric(case),
        Group::Optimizer => learn::optimizer(case),
        Group::Signal => learn::signal(case),
        Group::Exit => Ok(()),
    }
}

/// Copies, constants, lines and random numbers.
fn create(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::Contiguous | Operation::Duplicate => element::copy(case),
        Operation::Zeros | Operation::Full | Operation::Empty => element::fill(case),
        Operation::Range | Operation::Linspace => element::line(case),
        _ => learn::random(case),
    }
}

// Branches (XDSA-D70, D91, D93, D107). The machine judges the target.

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("unit");
    let [predicates, targets] = ["p0", "p1"].map(|name| case.address(name));
    let listed = matches!(case.operation, Operation::Case | Operation::SwitchCase);
    let n = if listed { case.length("w0") } else { 1 };
    case.check()?;
    let read = if case.operation == Operation::Case { n } else { 1 };
    case.span(predicates, unit, read.into());
    if listed {
        case.span(targets, Unit::Uint32, u128::from(n) + 1);
    }
    case.check()?;
    let value = |case: &Case<'_>, i| Value::of(unit, case.read(predicates, unit, i));
    let holds = |case: &Case<'_>, i| !value(case, i).is_zero();
    case.target = Some(match case.operation {
        Operation::Case => {
            let which = (0..n).find(|i| holds(case, *i)).unwrap_or(n);
            case.read(targets, Unit::Uint32, which)
        }
        Operation::SwitchCase => {
            let exact = value(case, 0).exact();
            let which =
                exact.and_then(|exact| exact.to_integer()?.to_u64()).filter(|which| *which < n);
            case.read(targets, Unit::Uint32, which.unwrap_or(n))
        }
        _ => case.field(if holds(case, 0) { "w0" } else { "w1" }),
    });
    case.check()
}
