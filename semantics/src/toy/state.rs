//! What is remembered: four registers.

use super::isa::{FORMAT, Instruction, Number, Operation, REGISTERS};
use super::text::Program;
use crate::machine::{
    self, Board, Differences, Program as _, Ran, Run, RunError, RunErrorKind, Shape, Value,
};
use crate::source::Refusal;
use softfloat::{Env, ieee};
use std::io::{self, Write};

/// The machine's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toy {
    /// r0 to r3.
    pub registers: [u16; REGISTERS],
}

const SHAPE: Shape = Shape::Number { bits: FORMAT.declared().width };

impl Toy {
    fn values(&self) -> impl Iterator<Item = (String, Value)> + use<> {
        let width = FORMAT.width;
        (0..).zip(self.registers).map(move |(n, code)| (name(n), Value::Number(code.into(), width)))
    }
}

fn name(register: usize) -> String {
    format!("r{register}")
}

fn register(target: &str) -> Result<usize, Refusal> {
    (0..REGISTERS).find(|n| name(*n) == target).ok_or_else(|| {
        Refusal::new(format!("`{target}` is no part of the state")).help("r0, r1, r2, r3")
    })
}

impl Board for Toy {
    fn run(&mut self, program: &dyn machine::Program, run: Run<'_>) -> Result<Ran, RunError> {
        let program: &Program = program.own()?;
        for (done, (line, instruction)) in (0..).zip(&program.code) {
            if run.limit.is_some_and(|most| done >= most) {
                let kind = RunErrorKind::Limit(done);
                return Err(RunError { core: 0, line: *line, at: None, kind });
            }
            execute(instruction, &mut self.registers);
        }
        Ok(Ran { counts: format!("instructions={}", program.statements()), remarks: Vec::new() })
    }

    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        self.values().try_for_each(|(name, value)| writeln!(out, "{name}={value}"))
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        register(target).map(|_| SHAPE)
    }

    fn get(&self, target: &str, _: usize) -> Result<Vec<(String, Value)>, Refusal> {
        let register = register(target)?;
        Ok(self.values().skip(register).take(1).collect())
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        let register = register(target)?;
        let code = match value {
            Value::Number(code, _) => u16::try_from(*code).ok(),
            Value::Image(_) | Value::None => None,
        };
        let code = code.filter(|code| FORMAT.holds((*code).into()));
        let wrong = || Refusal::new(format!("{target} cannot be {value}")).help("0x000 to 0x3ff");
        self.registers[register] = code.ok_or_else(wrong)?;
        Ok(())
    }

    fn differences(&self, other: &dyn Board, most: usize) -> Result<Differences, Refusal> {
        let other: &Self = other.own()?;
        let mut found = Differences::keeping(most);
        for ((name, own), (_, other)) in self.values().zip(other.values()) {
            found.part([own, other], || name, |value| value.to_string());
        }
        Ok(found)
    }
}

/// What an instruction does: to nearest even, tininess after rounding, the canonical NaN.
pub(super) fn execute(i: &Instruction, r: &mut [u16; REGISTERS]) {
    let ([a, b], env) = (i.read.map(|n| r[n]), &Env::IEEE);
    r[i.written] = match i.operation {
        Operation::Set => i.code,
        Operation::Move => a,
        Operation::Add => ieee::add::<Number>(a, b, env).bits,
        Operation::Multiply => ieee::mul::<Number>(a, b, env).bits,
        Operation::MultiplyAdd => ieee::fma::<Number>(a, b, r[i.written], env).bits,
    };
}
