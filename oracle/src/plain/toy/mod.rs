//! The toy machine, one instruction after the other, by exact rational arithmetic.

use crate::reference;
use semantics::toy::{Instruction, Operation, Program};

/// The registers behind a program that begins at reset.
#[must_use]
pub fn run(program: &Program) -> [u16; 4] {
    let mut r = [0; 4];
    program.code.iter().for_each(|(_, instruction)| step(instruction, &mut r));
    r
}

fn step(i: &Instruction, r: &mut [u16; 4]) {
    let [a, b] = i.read.map(|n| r[n]);
    let d = &mut r[i.written];
    *d = match i.operation {
        Operation::Set => i.code,
        Operation::Move => a,
        Operation::Add => result("toy.add", &[a, b]),
        Operation::Multiply => result("toy.mul", &[a, b]),
        Operation::MultiplyAdd => result("toy.fma", &[a, b, *d]),
    };
}

fn result(id: &str, operands: &[u16]) -> u16 {
    let operands: Vec<Vec<u64>> = operands.iter().map(|x| vec![(*x).into()]).collect();
    let outcome = reference::evaluate(id, &[], &operands).expect("an operation of the reference");
    outcome.out[0] as u16
}
