//! What is allowed and seldom meant, as far as the text tells it.

use super::Issue;
use crate::pod::isa::{Direction, Kind, Operation, Packet, Slot, Space};
use crate::pod::timing::{Clock, Demand, Parameters};
use crate::pod::{Effects, Shape};
use crate::source::{Fault, Span};

/// A rule that is off unless it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lint {
    /// A slot reads a register that a slot before it in the packet writes: it gets the old value (POD-D04).
    Old,
    /// A packet waits for an operand or the divider (POD-D06).
    Latency,
}

impl Lint {
    /// All.
    pub const ALL: [Self; 2] = [Self::Old, Self::Latency];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Old => "POD-W-OLD",
            Self::Latency => "POD-W-LATENCY",
        }
    }
}

/// Findings in packets that are issued one after the other: the line and what is to say of it. `span` is the instruction
/// of a line.
pub(crate) fn findings(
    issues: &[Issue],
    lints: &[Lint],
    span: impl Fn(u32) -> Span,
) -> Vec<(u32, Fault)> {
    let mut found = Vec::new();
    let mut clock = Clock::new(Parameters::default(), Shape::default());
    for issue in issues {
        if directions(&issue.packet).count_ones() > 1 {
            let line = issue.line(Slot::M);
            let message = "transfers of this packet go in different directions";
            let fault = Fault::warning("POD-W-DIRECTIONS", "4.4", span(line), message);
            found.push((line, fault.help("a nop between the two")));
        }
        if lints.contains(&Lint::Old) {
            found.extend(old(issue).map(|(line, message)| {
                let fault = Fault::warning(Lint::Old.code(), "4.2", span(line), message);
                (line, fault.help("a nop before it, if the new value is meant"))
            }));
        }
        if lints.contains(&Lint::Latency) {
            let before = clock.counters().stalls;
            let demand = Demand::of(&issue.packet, clock.parameters(), 2, 2);
            clock.issue(&demand, &Effects::default());
            let stalls = clock.counters().stalls - before;
            if stalls > 0 {
                let what = clock.hazards().last().map(|h| h.operand.clone()).unwrap_or_default();
                let line = issue.line(Slot::G);
                let message = format!("the packet waits {stalls} cycles for {what}");
                let fault = Fault::warning(Lint::Latency.code(), "4.2", span(line), message);
                found.push((line, fault.help("other packets before it")));
            }
        }
    }
    found
}

/// The directions in which a packet uses links, a bit each (POD-D74).
fn directions(packet: &Packet) -> u32 {
    let bit = |direction: Direction| 1 << direction.code();
    let of = |operation| match operation {
        Operation::Transfer(hop) | Operation::TransferXmm(hop) => bit(hop.direction),
        Operation::TransferBlock(direction, _) => bit(direction),
        Operation::Load(_, _, space, _)
        | Operation::LoadXmm(_, space, _)
        | Operation::Store(_, space, _)
        | Operation::StoreXmm(_, space, _) => match space {
            Space::PodRow => bit(Direction::East),
            Space::PodCol => bit(Direction::North),
            // Alone it is one user of the links, whichever they are.
            Space::PodAll => 1 << 4,
            Space::Local | Space::Sys => 0,
        },
        _ => 0,
    };
    packet.instructions().fold(0, |all, instruction| all | of(instruction.operation))
}

/// A slot that reads what one before it writes.
fn old(issue: &Issue) -> Option<(u32, String)> {
    let mut written: Vec<(Kind, u8)> = Vec::new();
    for instruction in issue.packet.instructions() {
        let read = instruction.reads().find(|register| written.contains(register));
        if let Some((kind, number)) = read {
            let message = format!(
                "{}{number} is read in the packet that writes it: the old value",
                kind.prefix()
            );
            return Some((issue.line(instruction.slot()), message));
        }
        written.extend(instruction.writes());
    }
    None
}
