//! Elements to one: what reductions and pooling have in common (XDSA-D28 to D30, D32, D47, D64, D86).

use super::exact::{Order, Sum, Zeros, decode, encode, nan};
use crate::xdsa::isa::Unit;
use softfloat::Flags;

/// The greatest or the least element, NaN if there is one; -0 is less than +0.
pub(super) fn extreme(
    unit: Unit,
    greatest: bool,
    elements: impl Iterator<Item = u64>,
) -> (u64, Flags) {
    let order = Order::new(unit, Zeros::Ordered);
    let mut best = None;
    for element in elements {
        let Some(key) = order.key(element) else { return (nan(unit), Flags::NONE) };
        if best.is_none_or(|(known, _)| if greatest { key > known } else { key < known }) {
            best = Some((key, element));
        }
    }
    (best.map_or(0, |(_, element)| element), Flags::NONE)
}

/// The middle element by value, of an even number the lower one; NaN if there is one.
pub(super) fn median(unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    let order = Order::new(unit, Zeros::Ordered);
    let keyed: Option<Vec<_>> =
        elements.map(|element| Some((order.key(element)?, element))).collect();
    let Some(mut keyed) = keyed else { return (nan(unit), Flags::NONE) };
    keyed.sort_unstable();
    let middle = keyed.get(keyed.len().saturating_sub(1) / 2);
    (middle.map_or(0, |(_, element)| *element), Flags::NONE)
}

/// The exact sum divided by the number of elements, rounded once.
pub(super) fn mean(unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    let (mut sum, mut count) = (Sum::new(), 0);
    for element in elements {
        sum.add(decode(unit, element));
        count += 1;
    }
    encode(unit, sum.over(count.max(1)))
}
