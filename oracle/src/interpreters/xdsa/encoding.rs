//! EMBEDDING, ONE_HOT, CREATE_FROM_DIAG (section 2.5 of the guide's tables, XDSA-D24, D91).

use super::case::Case;
use super::indexing::{index_of, unused};
use super::map::count;
use super::value::{Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    unused(case, &["unit2", "flag16", "flag18", "flag20"]);
    match case.operation {
        Operation::Embedding => embedding(case),
        Operation::OneHot => one_hot(case),
        _ => diagonal(case),
    }
}

fn embedding(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("unit");
    let [rows, width, n] = ["w0", "w1", "w2"].map(|name| case.size(name));
    let [table, list, to] = ["p0", "p1", "p2"].map(|name| case.address(name));
    case.check()?;
    case.span(table, unit, count(&[rows, width]));
    case.span(list, case.index_unit(), n.into());
    case.span(to, unit, count(&[n, width]));
    case.check()?;
    for i in 0..n {
        let row = index_of(case, list, i, rows);
        // An index that is out of range may be any number.
        case.check()?;
        (0..width).for_each(|j| case.copy((table, row * width + j), (to, i * width + j), unit));
    }
    case.check()
}

fn one_hot(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("unit");
    let [n, depth] = ["w0", "w1"].map(|name| case.size(name));
    let [list, to] = ["p0", "p1"].map(|name| case.address(name));
    let indexes = case.index_unit();
    case.check()?;
    case.span(list, indexes, n.into());
    case.span(to, unit, count(&[n, depth]));
    case.check()?;
    for i in 0..n {
        let index = indexes.integer(case.read(list, indexes, i));
        for j in 0..depth {
            let hot = Value::from(i128::from(index == i128::from(j)));
            case.write(to, unit, i * depth + j, hot.round(unit, Into::Clamp));
        }
    }
    case.check()
}

/// CREATE_FROM_DIAG
fn diagonal(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("unit");
    let n = case.size("w0");
    let [from, to] = ["p0", "p1"].map(|name| case.address(name));
    case.check()?;
    case.span(from, unit, n.into());
    case.span(to, unit, count(&[n, n]));
    case.check()?;
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let element = if row == column { case.read(from, unit, row) } else { 0 };
        case.write(to, unit, row * n + column, element);
    }
    case.check()
}
