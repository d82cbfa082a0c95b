//! A machine for tests: five instructions on four registers of 10-bit numbers (E4M5, coded as in IEEE 754).
//!
//! It is what DESIGN's recipe "Adding a machine" comes to where a machine is as small as can be; the feature `toys`
//! switches it on.

mod exec;
mod isa;
mod state;
mod text;

pub use isa::{FORMAT, Instruction, Operation, Part, Row, TABLE};
pub use state::Toy;
pub use text::Program;

use crate::machine::{self, Checked, How, Machine};
use crate::source::{self, ReadError, Refusal};
use std::io::BufRead;
use std::ops::ControlFlow;

/// The toy machine.
#[derive(Clone, Copy, Debug)]
pub struct ToyMachine;

impl Machine for ToyMachine {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "the toy machine"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["toy"]
    }

    fn read(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(read(source, how)?))
    }

    fn check(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
        room: usize,
        each: &mut dyn FnMut(&Checked) -> ControlFlow<(), usize>,
    ) -> Result<(), ReadError> {
        match read(source, how) {
            Ok(_) => Ok(()),
            Err(ReadError::Errors(errors)) => {
                machine::tell(errors.diagnostics, errors.more, room, each);
                Ok(())
            }
            Err(other) => Err(other),
        }
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        Ok(text::format(&source::text(source)?)?.into_bytes())
    }

    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        match parameters.first() {
            Some((name, _)) => Err(Refusal::new(format!("there is no parameter `{name}`"))),
            None => Ok(Box::new(Toy::default())),
        }
    }
}

fn read(source: &mut dyn BufRead, how: &How<'_>) -> Result<Program, ReadError> {
    if let Some(asked) = how.mode.or(how.lints.first().copied()) {
        return Err(Refusal::new(format!("the toy machine has no `{asked}`")).into());
    }
    Ok(Program::read(&source::text(source)?)?)
}
