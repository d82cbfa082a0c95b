//! SOFTMAX and LOGSOFTMAX of lines (XDSA-D62).

use crate::Rational;
use crate::interpreters::xdsa::case::{Case, Order};
use crate::interpreters::xdsa::value::{Real, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

/// The numbers of a line without those that are -inf; none where the line has no result.
fn finite(line: &[Value]) -> Option<Vec<Rational>> {
    if line.iter().any(|x| x.is_nan() || matches!(x, Value::Infinite(false))) {
        return None;
    }
    let finite: Vec<Rational> = line.iter().filter_map(Value::exact).collect();
    (!finite.is_empty()).then_some(finite)
}

/// e^x / sum e^y, for every x of a line.
fn exponentials(line: &[Value]) -> Vec<Value> {
    let Some(terms) = finite(line) else { return vec![Value::Nan; line.len()] };
    let share = |x: &Value| {
        let Some(x) = x.exact() else { return Value::Zero(false) };
        let terms: Vec<Rational> = terms.iter().map(|y| y - &x).collect();
        let sum = Value::sum(terms.into_iter().map(|term| Value::real(Real::Exact(term).exp())));
        Value::from(1).div(&sum)
    };
    line.iter().map(share).collect()
}

/// ln(e^x / sum e^y), for every x of a line; the logarithm of 1 is +0.
pub(in crate::interpreters::xdsa) fn logarithms(line: &[Value]) -> Vec<Value> {
    let Some(terms) = finite(line) else { return vec![Value::Nan; line.len()] };
    let sum = Value::real(Real::log_sum_exp(&terms));
    let logarithm = |x: &Value| match x.sub(&sum) {
        Value::Zero(_) => Value::Zero(false),
        value => value,
    };
    line.iter().map(logarithm).collect()
}

/// Lines along an axis of a tensor.
pub(super) fn softmax(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let axis = case.code("axis", 4);
    let order = case.order("data_format");
    let [c, h, w] = ["fc", "i_h", "i_w"].map(|name| case.size(name));
    let [from, to] = ["fm", "d"].map(|name| (case.address(name), unit));
    let count = u128::from(c) * u128::from(h) * u128::from(w);
    case.tensor(from, count);
    case.tensor(to, count);
    case.check()?;
    let index = |[c_i, h_i, w_i]: [u64; 3]| match order {
        Order::Nhwc => (h_i * w + w_i) * c + c_i,
        Order::Nchw => (c_i * h + h_i) * w + w_i,
    };
    let mut sizes = [c, h, w];
    let along = usize::try_from(axis).ok().and_then(|axis| axis.checked_sub(1));
    let length = along.map_or(1, |along| std::mem::replace(&mut sizes[along], 1));
    for first in positions(sizes) {
        let at = |i: u64| {
            let mut position = first;
            if let Some(along) = along {
                position[along] = i;
            }
            index(position)
        };
        let line: Vec<Value> = (0..length).map(|i| case.value(from, at(i))).collect();
        let results = match case.operation {
            Operation::Softmax => exponentials(&line),
            _ => logarithms(&line),
        };
        for (i, result) in results.iter().enumerate() {
            case.put(to, at(i as u64), result);
        }
    }
    Ok(())
}

/// Every position of a box.
fn positions([c, h, w]: [u64; 3]) -> impl Iterator<Item = [u64; 3]> {
    (0..c * h * w).map(move |i| [i / (h * w), i / w % h, i % w])
}
