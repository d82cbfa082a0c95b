//! The order in which messages of a permutation arrive (POD-D47).

use crate::pod::isa::Space;
use crate::pod::state::Shape;

/// Where a message goes: column and row.
pub(super) type Target = (usize, usize);

/// The PEs whose messages are delivered, in an order in which the last store wins. `target` says where a PE sends to, if
/// it sends.
pub(super) fn order(
    shape: Shape,
    space: Space,
    target: impl Fn(usize) -> Option<Target>,
    order: &mut Vec<u16>,
) {
    order.clear();
    let [columns, rows] = [shape.columns as usize, shape.rows as usize];
    let mut take = |from: usize| order.push(from as u16);
    match space {
        Space::PodRow => sweep_row(shape, &target, |from, _| take(from)),
        Space::PodCol => {
            for hop in 0..rows {
                for to in 0..shape.pes() {
                    let (column, row) = shape.place(to);
                    let from = shape.pe(column, (row + rows - hop) % rows);
                    if target(from) == Some((column, row)) {
                        take(from);
                    }
                }
            }
        }
        _ => {
            let mut queues = vec![Vec::new(); shape.pes()];
            sweep_row(shape, &target, |from, at| queues[at].push(from));
            for slot in 0..columns {
                for hop in 0..rows {
                    for to in 0..shape.pes() {
                        let (column, row) = shape.place(to);
                        let queue: &Vec<usize> =
                            &queues[shape.pe(column, (row + rows - hop) % rows)];
                        let sent = queue.get(slot).filter(|f| target(**f) == Some((column, row)));
                        sent.copied().into_iter().for_each(&mut take);
                    }
                }
            }
        }
    }
}

/// The first phase: `take` gets every message, and the PE of its own row at which it leaves the row.
fn sweep_row(
    shape: Shape,
    target: &impl Fn(usize) -> Option<Target>,
    mut take: impl FnMut(usize, usize),
) {
    let columns = shape.columns as usize;
    for hop in 0..columns {
        for at in 0..shape.pes() {
            let (column, row) = shape.place(at);
            let from = shape.pe((column + columns - hop) % columns, row);
            if target(from).is_some_and(|(wanted, _)| wanted == column) {
                take(from, at);
            }
        }
    }
}
