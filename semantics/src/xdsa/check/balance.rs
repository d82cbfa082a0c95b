//! Keys that are deposited and never fetched, or fetched and never deposited.

use super::order::entries;
use super::{Finding, Node};
use crate::xdsa::program::Program;

/// Looks at every entry.
pub(super) fn look(nodes: &[Node], program: &Program, found: &mut Vec<Finding>) {
    for ((bar, entry), used) in entries(nodes, program) {
        let given = used.preset + used.deposits.len() as u64;
        let taken: u64 = used.fetches.iter().map(|(_, keys)| keys).sum();
        if given == taken {
            continue;
        }
        let first = used.fetches.first().map(|(node, _)| *node);
        let Some(node) = used.deposits.last().copied().or(first) else { continue };
        let message = format!(
            "table {bar}, entry {entry:#04x}: {given} keys are given ({} of them before), {taken} are fetched",
            used.preset
        );
        let help = "as many keys fetched as deposited";
        let other = first.filter(|other| *other != node);
        found.push(Finding { code: "XDSA-W-KEYS", node, other, message, help });
    }
}
