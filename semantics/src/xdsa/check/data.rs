//! Bytes and tables that a later line writes over.

use super::super::program::{Datum, Program};
use std::collections::BTreeMap;

/// A line that writes over an earlier one.
pub(super) struct Rewritten {
    pub(super) line: u32,
    pub(super) earlier: u32,
    /// From here on.
    pub(super) address: u64,
}

/// Each line that writes over an earlier one, the last of those that it meets.
pub(super) fn look(program: &Program) -> Vec<Rewritten> {
    // By their first bytes: last bytes and lines of what stands there.
    let mut known: BTreeMap<u64, (u64, u32)> = BTreeMap::new();
    let mut found = Vec::new();
    for Datum { address, bytes, line } in &program.held.data {
        let Some(more) = (bytes.len() as u64).checked_sub(1) else { continue };
        let last = address.saturating_add(more);
        match known.range(..=last).next_back().filter(|(_, (theirs, _))| theirs >= address) {
            None => {
                known.insert(*address, (last, *line));
            }
            Some((start, (_, earlier))) => {
                let (earlier, address) = (*earlier, *start.max(address));
                found.push(Rewritten { line: *line, earlier, address });
            }
        }
    }
    found
}
