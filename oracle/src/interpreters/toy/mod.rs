//! The toy machine, one instruction after the other, by exact rational arithmetic.

use super::judge::{Judge, Name, State, scalar};
use crate::reference;
use semantics::machine::{self, Run, RunError, Value};
use semantics::source::Refusal;
use semantics::toy::{Instruction, Operation, Program, ToyMachine};

/// Four registers.
#[derive(Clone, Debug, Default)]
pub struct Machine([u16; 4]);

impl Judge for Machine {
    const MACHINE: &'static dyn machine::Machine = &ToyMachine;
    type Program = Program;

    fn at_reset(_: &[(&str, &str)]) -> Result<Self, Refusal> {
        Ok(Self::default())
    }

    fn run(&mut self, programs: &[&Program], _: Run<'_>) -> Result<(), RunError> {
        let code = programs.iter().flat_map(|program| &program.code);
        code.for_each(|(_, instruction)| step(instruction, &mut self.0));
        Ok(())
    }

    fn get(&self, name: &str, _: usize) -> Option<Vec<(String, Value)>> {
        let value = self.0.get(Name::of(name).number)?;
        Some(vec![(name.to_owned(), Value::Number((*value).into(), 10))])
    }

    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        *self.0.get_mut(Name::of(name).number)? = scalar(value)? as u16;
        Some(())
    }

    fn state(&self) -> State {
        let parts = (0..4).flat_map(|n| self.get(&format!("r{n}"), 1)).flatten();
        parts.collect()
    }
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
