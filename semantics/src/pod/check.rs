//! The packer (POD-D03) and what it refuses: two writers of one register (POD-D05).

use super::isa::{Direction, Instruction, Kind, Operation, Packet, Slot, Space, Writer};
use super::{Effects, Shape};
use crate::pod::timing::{Clock, Demand, Parameters};
use crate::source::{Earlier, Fault, Span};

/// A packet and where its instructions stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Issue {
    /// What is issued.
    pub packet: Packet,
    /// The line of each slot's instruction, of `movl` in all; 0 where there is none.
    pub lines: [u32; 3],
    /// Whether it was given as words, so that two writers of a register are a warning.
    pub words: bool,
}

impl Issue {
    /// The line of an instruction of the packet; of an empty slot the first that there is.
    #[must_use]
    pub fn line(&self, slot: super::isa::Slot) -> u32 {
        let own = self.lines[(slot as usize).min(2)];
        let first = self.lines.into_iter().find(|line| *line > 0);
        if own > 0 { own } else { first.unwrap_or(0) }
    }
}

/// Packs instructions in program order: one joins the open packet if its slot lies to the right of the last that is filled.
///
/// ```
/// use semantics::pod::{check::Packer, text::parse_line};
/// let mut packer = Packer::default();
/// assert!(packer.take(parse_line("or r1 = r2, r2")?, 1).is_none());
/// assert!(packer.take(parse_line("st8 local[ r0 + 0 ] = r1")?, 2).is_none());
/// let first = packer.take(parse_line("nop.g")?, 3).unwrap();
/// assert_eq!((first.lines, first.packet.instructions().count()), ([1, 0, 2], 2));
/// assert_eq!(packer.close().unwrap().lines, [3, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Packer {
    open: Issue,
}

impl Packer {
    /// Takes an instruction; the packet that it closes.
    pub fn take(&mut self, instruction: Instruction, line: u32) -> Option<Issue> {
        let closed = if self.open.packet.join(instruction) {
            None
        } else {
            let closed = self.close();
            self.open.packet.join(instruction);
            closed
        };
        match instruction.slot() {
            super::isa::Slot::L => self.open.lines = [line; 3],
            slot => self.open.lines[slot as usize] = line,
        }
        closed
    }

    /// Closes the open packet, if there is one.
    pub fn close(&mut self) -> Option<Issue> {
        let open = std::mem::take(&mut self.open);
        (!open.packet.is_empty()).then_some(open)
    }
}

/// What is wrong with a packet of instructions; it stands in the line of the second writer.
pub(crate) fn double_write(issue: &Issue, span: Span) -> Option<(u32, Fault)> {
    if issue.words {
        return None;
    }
    let Writer { first, slot, kind, number } = issue.packet.double_write()?;
    let register = format!("{}{number}", kind.prefix());
    let by = match issue.packet.slot(first).filter(|_| first != slot) {
        Some(other) => format!("by `{other}` in line {} and here", issue.line(first)),
        None => "as destination and as incremented address".into(),
    };
    let message = format!("{register} is written twice in one packet, {by}");
    let mut fault = Fault::error("double-write", "4.2", span, message);
    if let Some(other) = issue.packet.slot(first).filter(|_| first != slot) {
        let (line, text) = (issue.line(first), other.to_string());
        fault.earlier = Some(Earlier { line, column: 1, length: 1, text });
    }
    Some((issue.line(slot), fault.help("another register, or a nop between the two")))
}

// What is allowed and seldom meant, as far as the text tells it.

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
