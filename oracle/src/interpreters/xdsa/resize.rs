//! Resizing (XDSA-D57, D85, D96).

use super::case::Case;
use super::map::Map;
use super::value::{Into, Value};
use crate::Rational;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let align = case.code("align_corners", 3);
    let order = case.order("data_format");
    let [c, h, w, o_h, o_w] = ["fc", "fh", "fw", "o_h", "o_w"].map(|name| case.size(name));
    let map = |base, sizes| Map { base, unit, order, channels: c, sizes, line: 0, surface: 0 };
    let from = map(case.address("fm"), [1, h, w]);
    let to = map(case.address("d"), [1, o_h, o_w]);
    case.check()?;
    from.span(case);
    to.span(case);
    case.check()?;
    for (c, at) in to.all() {
        let y = position(at[1], h, o_h, align);
        let x = position(at[2], w, o_w, align);
        let element = if case.operation == Operation::ResizeNearest {
            from.element(case, c, [0, nearest(&y, h, align), nearest(&x, w, align)])
        } else {
            let (y, x) = (weights(&y, h), weights(&x, w));
            let terms = y.iter().flat_map(|y| x.iter().map(move |x| (y, x)));
            let sum = Value::sum(terms.map(|((row, a), (column, b))| {
                let weight = Value::from(a * b);
                from.value(case, c, [0, *row, *column]).mul(&weight)
            }));
            sum.round(unit, Into::Clamp)
        };
        to.write(case, c, at, element);
    }
    case.check()
}

/// The position of the source for an index of the result.
fn position(at: u64, size: u64, result: u64, align: u64) -> Rational {
    let half = Rational::from((1, 2));
    let at = Rational::from(at);
    match align {
        0 => (at + &half) * Rational::from((size, result)) - half,
        1 if result == 1 => Rational::new(),
        1 => at * Rational::from((size - 1, result - 1)),
        _ => at * Rational::from((size, result)),
    }
}

fn nearest(position: &Rational, size: u64, align: u64) -> u64 {
    let whole = match align {
        0 | 1 => (position - Rational::from((1, 2))).ceil(),
        _ => position.floor(),
    };
    whole.to_i64().unwrap_or(0).clamp(0, size as i64 - 1) as u64
}

/// The neighbours of a position inside, with their weights if they are not 0.
pub(super) fn weights(position: &Rational, size: u64) -> Vec<(u64, Rational)> {
    let last = Rational::from(size - 1);
    let inside = position.clone().max(Rational::new()).min(last);
    let (rest, low) = inside.fract_floor();
    let at = low.to_u64().unwrap_or(0);
    let both = [(at, Rational::from(1) - &rest), (at + 1, rest)];
    both.into_iter().filter(|(_, weight)| *weight != 0).collect()
}
