//! The state of a machine of cores as a board: programs run on it, its parts have names.

use super::run::{Part, Programs, State};
use crate::machine::{
    self, Differences, Elements, Program, Ran, Run, RunError, SaveError, Shape, Tell, Told, Value,
};
use crate::source::Refusal;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

/// A machine, and what it keeps of its programs.
#[derive(Debug)]
pub struct Board<S, K> {
    machine: S,
    kept: K,
    /// Whether what programs hold is there.
    prepared: bool,
}

impl<S, K: Default> Board<S, K> {
    /// A board with this machine.
    #[must_use]
    pub fn new(machine: S) -> Self {
        Self { machine, kept: K::default(), prepared: false }
    }

    /// The machine.
    #[must_use]
    pub const fn machine(&self) -> &S {
        &self.machine
    }

    /// The machine, for handlers of domains.
    pub const fn machine_mut(&mut self) -> &mut S {
        &mut self.machine
    }
}

/// Instructions between two reports of progress.
const ADVANCE: u64 = 1 << 8;

/// The machine's own programs.
fn own<'a, S: State>(programs: &[&'a dyn Program]) -> Result<Programs<'a, S>, Refusal> {
    programs.iter().map(|program| program.own()).collect::<Result<_, _>>().map(Programs)
}

/// Puts what programs hold beside their code into the state, once.
fn fill<S: State>(
    board: &mut Board<S, S::Kept>,
    programs: &Programs<'_, S>,
) -> Result<(), Refusal> {
    if std::mem::replace(&mut board.prepared, true) {
        return Ok(());
    }
    let Board { machine, kept, .. } = board;
    programs.0.iter().try_for_each(|program| machine.prepare(&program.held, kept))
}

impl<S: State<Kept = K>, K: 'static> machine::Board for Board<S, K> {
    fn run_cores(&mut self, programs: &[&dyn Program], run: Run<'_>) -> Result<Ran, RunError> {
        let programs = own(programs)?;
        fill(self, &programs)?;
        let (mut advance, mut done) = (run.advance, 0);
        let ran = self.machine.run(&programs.words()?, run.limit, &mut |_, ()| {
            done += 1;
            if let Some(advance) = advance.as_mut().filter(|_| done % ADVANCE == 0) {
                advance(done);
            }
            ControlFlow::Continue(())
        });
        let counts = ran.map_err(|stop| programs.stopped(stop))?;
        Ok(Ran { counts, remarks: Vec::new() })
    }

    fn prepare(&mut self, programs: &[&dyn Program]) -> Result<(), Refusal> {
        fill(self, &own(programs)?)
    }

    /// What is not as at reset.
    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let found = self.machine.differences(&self.machine.at_reset(), usize::MAX);
        found.first.iter().try_for_each(|part| writeln!(out, "{}={}", part.name, part.own))
    }

    fn elements(&self, memory: &str) -> Result<Option<Elements>, Refusal> {
        self.machine.elements(&self.kept, memory)
    }

    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        self.machine.load(&self.kept, memory, machine::file(input, 32)?)
    }

    fn save(&self, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        self.machine.save(&self.kept, memory, out)
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        S::Part::parse(target).map(|part| part.shape())
    }

    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        Ok(vec![(target.into(), S::Part::parse(target)?.get(&self.machine, units)?)])
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        S::Part::parse(target)?.set(&mut self.machine, value)
    }

    fn differences(&self, other: &dyn machine::Board, most: usize) -> Result<Differences, Refusal> {
        Ok(self.machine.differences(&other.own::<Self>()?.machine, most))
    }
}

impl<S: State<Kept = K>, K: 'static> Tell for Board<S, K> {
    fn tell(
        &mut self,
        program: &dyn Program,
        pes: Option<&str>,
        run: Run<'_>,
        each: &mut machine::Each<'_>,
    ) -> Result<(), RunError> {
        if pes.is_some() {
            let refusal = Refusal::new(format!("{} has no PEs", S::SHORT));
            return Err(refusal.help("no --pe").into());
        }
        let programs = own::<S>(&[program])?;
        fill(self, &programs)?;
        let several = programs.is_several();
        let ran = self.machine.trace(&programs.words()?, run.limit, &mut |at, told| {
            let text = match several {
                true => format!("{} {}: {told}", S::CORE, at[0]),
                false => told,
            };
            each(&Told { line: programs.line(at), text })
        });
        ran.map_err(|stop| programs.stopped(stop))
    }
}
