//! The machine by the names that case files use (XDSA-D81).

use super::{Settings, State, run};
use crate::interpreters::judge::{self, Judge, Name, at_core, image, number, scalar, sparse};
use semantics::machine::{self, Run, RunError, Value};
use semantics::source::Refusal;
use semantics::xdsa::{Program, XdsaMachine};

/// Memory and keys under what the host sets.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    state: State,
    settings: Settings,
}

impl Judge for Machine {
    const MACHINE: &'static dyn machine::Machine = &XdsaMachine;
    type Program = Program;

    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self, Refusal> {
        let mut machine = Self::default();
        let settings = &mut machine.settings;
        for (name, value) in parameters {
            match (*name, number(value)) {
                ("defaults", _) => settings.defaults = *value == "on",
                ("lenient", _) => settings.lenient = *value == "on",
                ("seed", Some(seed)) => settings.seed = seed,
                ("steps", Some(steps)) => settings.steps = steps,
                _ => return Err(Refusal::new(format!("the judge has no {name}={value}"))),
            }
        }
        Ok(machine)
    }

    fn prepare(&mut self, programs: &[&Program]) {
        for program in programs {
            program.data().for_each(|(at, bytes)| self.state.memory.write(at, bytes));
            for ((bar, entry), keys) in program.keys() {
                self.state.keys[usize::from(bar)][usize::from(entry)] = keys;
            }
        }
    }

    fn run(&mut self, programs: &[&Program], asked: Run<'_>) -> Result<(), RunError> {
        let words: Vec<_> = programs.iter().flat_map(|program| program.words()).collect();
        let steps = asked.limit.unwrap_or(self.settings.steps);
        run(&words, &mut self.state, &Settings { steps, ..self.settings }).map_err(|stop| {
            at_core(programs, [stop.core, stop.index], stop.kind.name(), Program::line)
        })
    }

    fn get(&self, name: &str, units: usize) -> Option<Vec<(String, Value)>> {
        let parsed = Name::of(name);
        let value = match (parsed.stem, &parsed.at[..]) {
            ("mem", [at]) => {
                let byte = |i| self.state.memory.byte(at.wrapping_add(i));
                Value::Image((0..units as u64).map(byte).collect())
            }
            ("key", [bar, entry]) => {
                Value::Number(self.state.keys[*bar as usize][*entry as usize].into(), 8)
            }
            _ => return None,
        };
        Some(vec![(name.to_owned(), value)])
    }

    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        let name = Name::of(name);
        match (name.stem, &name.at[..]) {
            ("mem", [at]) => self.state.memory.write(*at, image(value)?),
            ("key", [bar, entry]) => {
                self.state.keys[*bar as usize][*entry as usize] = scalar(value)? as u8;
            }
            _ => return None,
        }
        Some(())
    }

    fn state(&self) -> judge::State {
        let mut state = judge::State::new();
        sparse(self.state.memory.bytes(), &mut state, |at| format!("mem[{at:#06x}]"));
        for (bar, table) in self.state.keys.iter().enumerate() {
            let keys = (0..256).zip(table).filter(|(_, keys)| **keys > 0);
            state.extend(keys.map(|(entry, keys): (u32, &u8)| {
                (format!("key[{bar},{entry}]"), Value::Number((*keys).into(), 8))
            }));
        }
        state
    }
}
