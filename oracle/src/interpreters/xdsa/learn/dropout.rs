//! DROPOUT and LABEL_SMOOTH (XDSA-D67, D98, section 2.5).

use super::random::uniform;
use super::{unnamed, whole, word};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::element::constant;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(in crate::interpreters::xdsa) fn dropout(case: &mut Case<'_>) -> Result<(), Kind> {
    if case.operation == Operation::LabelSmooth {
        return smooth(case);
    }
    let unit = case.unit("src_unit");
    let ratio = constant(case, "ratio", "ratio_unit", Value::ratio(1, 2));
    let length = case.length("len");
    let [from, to] = ["fm", "d"].map(|name| (case.address(name), unit));
    case.tensor(from, length.into());
    case.tensor(to, length.into());
    case.check()?;
    let rest = Value::from(1).sub(&ratio);
    for i in 0..length {
        let kept = uniform(case, i).compare(&ratio).is_some_and(|order| order.is_ge());
        let value = if kept { case.value(from, i).div(&rest) } else { Value::from(0) };
        case.put(to, i, &value);
    }
    Ok(())
}

/// (1 - e) x + e / K
fn smooth(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &[]);
    let unit = case.unit("unit");
    let [rows, classes] = ["w0", "w1"].map(|name| case.size(name));
    let [from, to] = ["p0", "p1"].map(|name| (case.address(name), unit));
    let count = u128::from(rows) * u128::from(classes);
    case.tensor(from, count);
    case.tensor(to, count);
    case.check()?;
    let share = word(case, "w2");
    let kept = Value::from(1).sub(&share);
    for i in 0..count as u64 {
        let value = kept.mul(&case.value(from, i)).add(&share.div(&whole(classes)));
        case.put(to, i, &value);
    }
    Ok(())
}
