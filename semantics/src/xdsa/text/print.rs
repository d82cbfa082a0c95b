//! Words as text.

use crate::xdsa::isa::{Domain, Instruction, Operation, Sync, Word};
use std::fmt::Write as _;

/// The keys of an instruction, each part with a blank before it.
#[must_use]
pub fn sync(sync: Sync) -> String {
    let mut text = String::new();
    if let Some((bar, entry)) = sync.fetch() {
        let _ = write!(text, " fetch({bar},{entry:#04x},{})", sync.keys());
    }
    if let Some((bar, entry)) = sync.deposit() {
        let _ = write!(text, " deposit({bar},{entry:#04x})");
    }
    if sync.block() {
        text.push_str(" block");
    }
    text
}

/// A word as a line that gives the same word again. What only bits say stays bits, with a comment.
#[must_use]
pub fn word(word: &Word) -> String {
    let digits = || {
        word.payload.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02X}");
            text
        })
    };
    match word.decode(true) {
        Ok(Domain::End) if word.payload == [0; 16] => "end".into(),
        Ok(Domain::End) => format!(".domain 0x7F {}", digits()),
        Ok(Domain::Other(did)) => format!(".domain {did:#04X} {}", digits()).replace("0X", "0x"),
        Err(error) => format!(".raw {}  # {}: {}", digits(), error.kind, error.message),
        Ok(Domain::Unity(instruction)) => {
            let text = instruction_text(&instruction);
            if canonical(&instruction).word() == *word {
                format!("{text}{}", note(instruction.operation))
            } else {
                format!(".raw {}  # {text}, and bits that no text says", digits())
            }
        }
    }
}

fn instruction_text(instruction: &Instruction) -> String {
    if instruction.operation == Operation::Exit {
        return "exit".into();
    }
    let Instruction { operation, width, descriptor, .. } = instruction;
    let digits = width.bits() as usize / 4 + 2;
    let keys = sync(instruction.sync);
    format!("{}.a{} @{descriptor:#0digits$x}{keys}", operation.name(), width.bits())
}

/// What the text says: keys that are not used are 0, the descriptor has the width of addresses.
fn canonical(instruction: &Instruction) -> Instruction {
    let (old, mut new) = (instruction.sync, Sync::default());
    if let Some((bar, entry)) = old.fetch() {
        new = new.fetching(bar, entry, old.keys());
    }
    if let Some((bar, entry)) = old.deposit() {
        new = new.depositing(bar, entry);
    }
    if old.block() {
        new = new.blocking();
    }
    let descriptor = instruction.descriptor & (instruction.width.space() - 1) as u64;
    Instruction { sync: new, descriptor, ..*instruction }
}

/// Names that promise something else (XDSA-D17).
const fn note(operation: Operation) -> &'static str {
    match operation {
        Operation::Bclr => "  # a or not b (XDSA-D17)",
        Operation::Bset => "  # a and not b (XDSA-D17)",
        _ => "",
    }
}
