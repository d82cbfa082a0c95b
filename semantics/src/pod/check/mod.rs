//! The packer (POD-D03) and what it refuses: two writers of one register (POD-D05).

mod lint;

pub use lint::Lint;
pub(crate) use lint::findings;

use super::isa::{Instruction, Packet, Writer};
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
