//! Steps one after another.

use crate::reference::engine::Flags;

/// A step for each item, with the exceptions of all of them.
pub(super) fn fold<T>(
    start: u64,
    items: &[T],
    step: impl Fn(u64, &T) -> (u64, Flags),
) -> Option<(u64, Flags)> {
    Some(items.iter().fold((start, Flags::NONE), |(sum, before), item| {
        let (sum, raised) = step(sum, item);
        (sum, before.and(raised))
    }))
}
