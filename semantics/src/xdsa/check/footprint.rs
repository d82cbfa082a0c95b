//! The bytes that an instruction reads and writes, by its operand table alone (XDSA-D107).

use super::Finding;
use crate::xdsa::exec::Region;
use crate::xdsa::isa::Instruction;
use crate::xdsa::{Error, Memory, Settings, plan, table};
use std::ops::Range;

/// Runs of a region beyond which it counts as one run with its gaps.
const RUNS: u128 = 1 << 12;

/// Bytes from the first to before the last.
type Bytes = Range<u128>;

/// What an instruction reads and writes.
#[derive(Debug)]
pub(super) struct Footprint {
    /// The operand table and the sources.
    pub(super) reads: Vec<(&'static str, Vec<Bytes>)>,
    pub(super) writes: Vec<(&'static str, Vec<Bytes>)>,
    /// Regions, to tell an operand in place from one that is shifted.
    regions: [Vec<Region>; 2],
}

impl Footprint {
    pub(super) fn of(
        instruction: &Instruction,
        memory: &Memory,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let fields = table(instruction, memory, settings)?;
        let plan = plan(instruction.operation, &fields, settings)?;
        let start = u128::from(instruction.descriptor);
        let own = start..start + fields.layout().bytes(instruction.width) as u128;
        let named = |region: &Region| (region.field, bytes(region));
        let mut reads = vec![("operand table", vec![own])];
        reads.extend(plan.reads.iter().map(named));
        let writes = plan.writes.iter().map(named).collect();
        Ok(Self { reads, writes, regions: [plan.reads, plan.writes] })
    }

    /// A destination that begins inside of a source, or the other way round: a device that streams gives other results (XDSA-D20).
    pub(super) fn overlaps(&self, node: usize, found: &mut Vec<Finding>) {
        let [reads, writes] = &self.regions;
        for write in writes {
            for read in reads {
                let place = |r: &Region| (r.address, r.unit, r.run, r.steps.clone());
                if place(read) != place(write) && meet(&bytes(read), &bytes(write)).is_some() {
                    found.push(Finding {
                        code: "XDSA-W-OVERLAP",
                        node,
                        other: None,
                        message: format!(
                            "{} overlaps {}, and is not the same",
                            write.field, read.field
                        ),
                        help: "operands apart, or one place for both",
                    });
                }
            }
        }
        for (n, a) in writes.iter().enumerate() {
            if let Some(b) = writes[n + 1..].iter().find(|b| meet(&bytes(a), &bytes(b)).is_some()) {
                found.push(Finding {
                    code: "XDSA-W-OVERLAP",
                    node,
                    other: None,
                    message: format!("the destinations {} and {} overlap", a.field, b.field),
                    help: "destinations apart",
                });
            }
        }
    }
}

fn bytes(region: &Region) -> Vec<Bytes> {
    if region.count() == 0 {
        return Vec::new();
    }
    let runs = region.steps.iter().fold(1_u128, |n, (count, _)| n.saturating_mul((*count).into()));
    if runs > RUNS {
        return std::iter::once(region.address.into()..region.end()).collect();
    }
    let length = region.run_bytes();
    region.runs().map(|start| start.into()..u128::from(start) + length).collect()
}

/// The first bytes that two operands share.
pub(super) fn meet(a: &[Bytes], b: &[Bytes]) -> Option<Bytes> {
    let common = |a: &Bytes, b: &Bytes| {
        let shared = a.start.max(b.start)..a.end.min(b.end);
        (shared.start < shared.end).then_some(shared)
    };
    a.iter().find_map(|a| b.iter().find_map(|b| common(a, b)))
}
