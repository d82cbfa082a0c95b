//! Random programs of the toy machine: numbers, then instructions on them.

use super::choices::{Choices, pick};
use super::{Draft, Programs};
use semantics::toy::{Instruction, Operation, TABLE};
use std::fmt::Write;

/// The random programs of the toy machine.
pub const PROGRAMS: Programs = Programs { system: "toy", text, case: Some(case) };

fn instruction(c: &mut dyn Choices, operation: Operation) -> Instruction {
    let [written, a, b] = [(); 3].map(|()| c.below(4) as usize);
    Instruction { operation, written, read: [a, b], code: c.below(1 << 10) as u16 }
}

fn text(c: &mut dyn Choices) -> String {
    let mut text = String::new();
    for written in 0..4 {
        let number = Instruction { written, ..instruction(c, Operation::Set) };
        let _ = writeln!(text, "{number}");
    }
    for _ in 0..=c.below(12) {
        let row = pick(c, &TABLE);
        let _ = writeln!(text, "{}", instruction(c, row.operation));
    }
    text
}

fn case(c: &mut dyn Choices, name: &str) -> Draft {
    let mut draft = format!("test {name}\n");
    for register in 0..4 {
        let _ = writeln!(draft, "init r{register}={:#05x}", c.below(1 << 10));
    }
    for _ in 0..=c.below(3) {
        let row = pick(c, &TABLE);
        let _ = writeln!(draft, "code {}", instruction(c, row.operation));
    }
    Draft { text: draft, decisions: Vec::new(), also: &[] }
}
