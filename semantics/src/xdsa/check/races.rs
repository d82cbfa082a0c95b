//! Two instructions, one of which writes what the other reads or writes, and nothing says which is first.

use super::footprint::{Footprint, meet};
use super::order::Order;
use super::{BLOCK, Finding, Node};

/// Looks at every pair; each instruction is told with the first other of each kind.
pub(super) fn look(nodes: &[Node], order: &Order, strict: bool, found: &mut Vec<Finding>) {
    for (j, b) in nodes.iter().enumerate() {
        for (i, a) in nodes[..j].iter().enumerate() {
            if a.core == b.core && !strict || order.is_done(i, j) || order.is_done(j, i) {
                continue;
            }
            let (Some(first), Some(second)) = (&a.footprint, &b.footprint) else { continue };
            let Some(message) = conflict(first, second, &a.name()) else { continue };
            let (code, help) = if a.core == b.core {
                (BLOCK, "`block` at the earlier instruction, or a key between the two")
            } else {
                ("XDSA-W-RACE", "a chain of keys from one to the other")
            };
            found.push(Finding { code, node: j, other: Some(i), message, help });
        }
    }
}

/// What the later instruction does to what the earlier one holds.
fn conflict(first: &Footprint, second: &Footprint, name: &str) -> Option<String> {
    let pairs = [
        (&second.reads, "reads", &first.writes, "writes"),
        (&second.writes, "writes", &first.reads, "reads"),
        (&second.writes, "writes", &first.writes, "writes"),
    ];
    pairs.into_iter().find_map(|(own, does, other, did)| {
        own.iter().find_map(|(field, bytes)| {
            other.iter().find_map(|(of, others)| {
                let shared = meet(bytes, others)?;
                Some(format!(
                    "{does} with {field} bytes {:#x} to {:#x}, which {name} {did} with {of}, and nothing says which is first",
                    shared.start,
                    shared.end - 1
                ))
            })
        })
    })
}
