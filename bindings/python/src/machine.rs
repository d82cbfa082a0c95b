//! Machines: programs run on them, and their state is looked at by the names that case files use.

use crate::memory::{self, Array};
use crate::wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use semantics::machine::{Board, How, Machine, Program, Run, RunError};
use semantics::machines;

/// A machine, its state and its programs.
#[pyclass(unsendable)]
pub(crate) struct Simulator {
    machine: &'static dyn Machine,
    parameters: Vec<(String, String)>,
    /// Made with the first thing that needs it: programs may ask for parameters.
    board: Option<Box<dyn Board>>,
}

impl Simulator {
    /// Programs, one a core.
    fn programs(&self, texts: &[String]) -> PyResult<Vec<Box<dyn Program>>> {
        let cores = self.machine.facts().cores as usize;
        if texts.is_empty() || texts.len() > cores {
            return Err(wrong(format!("{} programs\n  right: 1 to {cores}", texts.len())));
        }
        let read =
            |text: &String| self.machine.read(&mut text.as_bytes(), &How::default()).map_err(wrong);
        texts.iter().map(read).collect()
    }

    fn made(&mut self, programs: &[Box<dyn Program>]) -> PyResult<&mut dyn Board> {
        let board = match self.board.take() {
            Some(board) => board,
            None => {
                let own = self.parameters.iter().map(|(name, value)| (&**name, &**value));
                let asked: Vec<_> = programs.iter().flat_map(|p| p.parameters()).collect();
                let asked = asked.iter().map(|(name, value)| (*name, &**value));
                self.machine.board(&own.chain(asked).collect::<Vec<_>>()).map_err(wrong)?
            }
        };
        Ok(&mut **self.board.insert(board))
    }
}

fn stopped(error: &RunError) -> PyErr {
    let name = error.kind.name().map_or_else(String::new, |name| format!("{name}: "));
    let core = if error.core > 0 { format!("core {}: ", error.core) } else { String::new() };
    PyRuntimeError::new_err(format!("{core}{name}{error}"))
}

#[pymethods]
impl Simulator {
    #[new]
    fn new(name: &str, parameters: Vec<(String, String)>) -> PyResult<Self> {
        let machine = machines::named(name).ok_or_else(|| {
            wrong(format!("there is no machine `{name}`\n  right: {}", machines::names()))
        })?;
        let mut opened = Self { machine, parameters, board: None };
        // What the model does not take is told here.
        opened.made(&[])?;
        opened.board = None;
        Ok(opened)
    }

    /// Runs programs, one a core: what they wrote.
    fn run(&mut self, texts: Vec<String>, limit: u64) -> PyResult<String> {
        let programs = self.programs(&texts)?;
        let mut out = Vec::new();
        let board = self.made(&programs)?;
        let list: Vec<&dyn Program> = programs.iter().map(|program| &**program).collect();
        let run = Run { limit: (limit > 0).then_some(limit), ..Run::quietly(&mut out) };
        board.run_cores(&list, run).map_err(|error| stopped(&error))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    /// Makes what programs expect before they run: tables of operands, parameters of the model.
    fn prepare(&mut self, texts: Vec<String>) -> PyResult<()> {
        let programs = self.programs(&texts)?;
        let list: Vec<&dyn Program> = programs.iter().map(|program| &**program).collect();
        self.made(&programs)?.prepare(&list).map_err(wrong)
    }

    /// A memory, or the array of a layout: bytes, kind and bytes of an element, its name, shape.
    fn array<'py>(&mut self, py: Python<'py>, name: &str) -> PyResult<Array<'py>> {
        let machine = self.machine;
        memory::read(machine, self.made(&[])?, name).map(|array| array.told(py)).map_err(wrong)
    }

    /// Fills a memory, or the array of a layout, with numbers: their bytes, kind and bytes of an element, shape.
    fn fill(
        &mut self,
        name: &str,
        numbers: (PyBackedBytes, char, usize, Option<String>, Vec<u64>),
        round: bool,
    ) -> PyResult<()> {
        let (bytes, kind, size, named, shape) = numbers;
        let numbers = memory::Numbers { bytes: bytes.to_vec(), kind, size, shape, named };
        let machine = self.machine;
        memory::write(machine, self.made(&[])?, name, &numbers, round).map_err(wrong)
    }

    /// The parts of the state that a name stands for, of a memory so many units.
    fn get(&mut self, target: &str, units: usize) -> PyResult<Vec<(String, String)>> {
        let found = self.made(&[])?.get(target, units).map_err(wrong)?;
        Ok(found.into_iter().map(|(name, value)| (name, value.to_string())).collect())
    }

    /// Sets every part that a name stands for.
    fn set(&mut self, target: &str, value: &str) -> PyResult<()> {
        let board = self.made(&[])?;
        let value = board.shape(target).map_err(wrong)?.parse(value).map_err(wrong)?;
        board.set(target, &value).map_err(wrong)
    }

    /// What a run left, for people.
    fn dump(&mut self) -> PyResult<String> {
        let mut out = Vec::new();
        self.made(&[])?.dump(&mut out).map_err(wrong)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}
