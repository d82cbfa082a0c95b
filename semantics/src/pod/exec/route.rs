//! The order in which messages of a permutation arrive (POD-D47).

use crate::pod::isa::Space;
use crate::pod::state::Shape;

/// The PEs whose messages are delivered, in an order in which the last store wins. `target` says to which column and row a
/// PE sends, if it sends; `keys` is working space.
///
/// Only messages to one PE can meet, and their order is that of the step that stores them. Rows are swept first: the message
/// of column x - h arrives at hop h, so hops order each queue. Then, for one slot of the queues after the other, columns are
/// swept: the message of row y - t is stored at hop t.
pub(super) fn order(
    shape: Shape,
    space: Space,
    target: impl Fn(usize) -> Option<(usize, usize)>,
    keys: &mut Vec<u32>,
    order: &mut Vec<u16>,
) {
    let [columns, rows] = [shape.columns as usize, shape.rows as usize];
    keys.clear();
    for pe in 0..shape.pes() {
        if let Some((x, y)) = target(pe) {
            let (column, row) = shape.place(pe);
            let hop = match space {
                Space::PodCol => (y + rows - row) % rows,
                _ => (x + columns - column) % columns,
            };
            keys.push(key(hop, pe));
        }
    }
    keys.sort_unstable();
    if space == Space::PodAll {
        let mut lengths = [0; 256];
        for message in keys.iter_mut() {
            let pe = sender(*message);
            let (column, row) = shape.place(pe);
            let (x, y) = target(pe).unwrap_or((column, row));
            let length = &mut lengths[shape.pe(x, row)];
            *message = key(*length * rows + (y + rows - row) % rows, pe);
            *length += 1;
        }
        keys.sort_unstable();
    }
    order.clear();
    order.extend(keys.iter().map(|message| sender(*message) as u16));
}

/// A message: the step at which it is stored, above its sender.
const fn key(step: usize, sender: usize) -> u32 {
    (step << 16 | sender) as u32
}

const fn sender(key: u32) -> usize {
    (key & 0xffff) as usize
}
