//! Reductions (XDSA-D22, D32, D47).

use super::case::Case;
use super::map::{count, index, positions};
use super::value::{Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.field("axis") as usize;
    case.require(axis < 4 || axis == 7, Kind::ReservedCode);
    let [c, h, w] = ["fc", "fh", "fw"].map(|name| case.size(name));
    let [from, to] = ["s", "d"].map(|name| case.address(name));
    case.check()?;
    let sizes = [1, c, h, w];
    let reduced = |i: usize| axis == 7 || axis == i;
    let result: [u64; 4] = std::array::from_fn(|i| if reduced(i) { 1 } else { sizes[i] });
    let line: [u64; 4] = std::array::from_fn(|i| if reduced(i) { sizes[i] } else { 1 });
    case.span(from, unit, count(&sizes));
    case.span(to, unit, count(&result));
    case.check()?;
    for (i, start) in positions(&result).into_iter().enumerate() {
        let values: Vec<Value> = positions(&line)
            .into_iter()
            .map(|step| {
                let position: Vec<u64> = start.iter().zip(&step).map(|(a, b)| a + b).collect();
                Value::of(unit, case.read(from, unit, index(&sizes, &position)))
            })
            .collect();
        let into = match case.operation {
            Operation::ReduceSum | Operation::ReduceProd => Into::Wrap,
            _ => Into::Clamp,
        };
        let element = reduce(case.operation, &values).round(unit, into);
        case.write(to, unit, i as u64, element);
    }
    case.check()
}

fn reduce(operation: Operation, values: &[Value]) -> Value {
    let truth = |value: bool| Value::from(i128::from(value));
    let n = Value::from(values.len() as i128);
    let fold = |step: fn(&Value, &Value) -> Value| {
        let all = values.iter().cloned().reduce(|a, b| step(&a, &b));
        all.unwrap_or(Value::Nan)
    };
    match operation {
        Operation::ReduceAll => truth(values.iter().all(|value| !value.is_zero())),
        Operation::ReduceAny => truth(values.iter().any(|value| !value.is_zero())),
        Operation::ReduceMax => fold(Value::max),
        Operation::ReduceMin => fold(Value::min),
        Operation::ReduceProd => fold(Value::mul),
        Operation::ReduceSum => Value::sum(values.iter().cloned()),
        Operation::ReduceMean => Value::sum(values.iter().cloned()).div(&n),
        _ => {
            let mean = Value::sum(values.iter().cloned()).div(&n);
            let square = |value: &Value| {
                let deviation = value.sub(&mean);
                deviation.mul(&deviation)
            };
            Value::sum(values.iter().map(square)).div(&n)
        }
    }
}
