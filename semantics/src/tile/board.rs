//! The machine as a board: programs run on it, its state has names.

use super::isa::Instruction;
use super::machine::{Stopped, Tile, Words, number};
use super::program::Program;
use super::targets::Target;
use super::text;
use super::{array, differ};
use crate::machine::{
    self, Differences, Each, Elements, Run, RunError, RunErrorKind, SaveError, Shape, Tell, Told,
    Value,
};
use crate::source::Refusal;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

/// A machine.
#[derive(Debug)]
pub struct Board {
    machine: Tile,
    /// Whether the state before is there.
    prepared: bool,
}

/// Who watches: warp, line, and instruction, with the machine behind it. May break off.
type Watcher<'a> = dyn FnMut(usize, u32, &Instruction, &Tile) -> ControlFlow<()> + 'a;

/// Instructions between two reports of progress.
const ADVANCE: u64 = 1 << 8;

impl Board {
    /// A board with this machine.
    #[must_use]
    pub const fn new(machine: Tile) -> Self {
        Self { machine, prepared: false }
    }

    /// The machine.
    #[must_use]
    pub const fn machine(&self) -> &Tile {
        &self.machine
    }

    /// The machine.
    pub const fn machine_mut(&mut self) -> &mut Tile {
        &mut self.machine
    }

    fn watch(
        &mut self,
        programs: &[&Program],
        limit: Option<u64>,
        each: &mut Watcher<'_>,
    ) -> Result<u64, RunError> {
        self.fill(programs).map_err(RunError::refused)?;
        let words = words(programs)?;
        let ran =
            self.machine.run_within(&words, limit, &mut |warp, index, instruction, machine| {
                each(warp, line(programs, warp, index), instruction, machine)
            });
        ran.map_err(|stopped| error(programs, stopped))
    }

    /// Puts what programs hold beside their code into the state, once.
    fn fill(&mut self, programs: &[&Program]) -> Result<(), Refusal> {
        if std::mem::replace(&mut self.prepared, true) {
            return Ok(());
        }
        for (target, value) in programs.iter().flat_map(|program| &program.state) {
            target.set(&mut self.machine, value)?;
        }
        Ok(())
    }
}

fn own<'a>(programs: &[&'a dyn machine::Program]) -> Result<Vec<&'a Program>, RunError> {
    programs.iter().map(|program| program.downcast().ok_or_else(RunError::foreign)).collect()
}

/// The words of each warp: of one program all of its warps, of several the one warp of each.
fn words(programs: &[&Program]) -> Result<Vec<Words>, RunError> {
    match programs {
        [program] => Ok(program.words()),
        _ if programs.iter().all(|program| program.warps.len() <= 1) => {
            let words = programs.iter().map(|p| p.words().into_iter().next().unwrap_or_default());
            Ok(words.collect())
        }
        _ => {
            let refusal = Refusal::new("a program of a warp has warps of its own")
                .help("`.warp`, or a program for each warp");
            Err(RunError::refused(refusal))
        }
    }
}

fn line(programs: &[&Program], warp: usize, index: usize) -> u32 {
    match programs {
        [program] => program.line(warp, index),
        _ => programs.get(warp).map_or(0, |program| program.line(0, index)),
    }
}

fn error(programs: &[&Program], stopped: Stopped) -> RunError {
    let Stopped { warp, index, fault } = stopped;
    let warps = programs.iter().map(|program| program.warps.len()).sum::<usize>();
    let of = if warps > 1 { format!("warp {warp}: ") } else { String::new() };
    RunError {
        core: if programs.len() > 1 { warp as u32 } else { 0 },
        line: line(programs, warp, index),
        at: Some(index as u32),
        kind: RunErrorKind::Machine(fault.kind.name(), format!("{of}{fault}")),
    }
}

impl machine::Board for Board {
    fn run(
        &mut self,
        program: &dyn machine::Program,
        run: Run<'_>,
    ) -> Result<machine::Ran, RunError> {
        self.run_cores(&[program], run)
    }

    fn run_cores(
        &mut self,
        programs: &[&dyn machine::Program],
        run: Run<'_>,
    ) -> Result<machine::Ran, RunError> {
        let programs = own(programs)?;
        let Run { limit, mut advance, .. } = run;
        let mut done = 0;
        let ran = self.watch(&programs, limit, &mut |_, _, _, _| {
            done += 1;
            if done % ADVANCE == 0
                && let Some(advance) = &mut advance
            {
                advance(done);
            }
            ControlFlow::Continue(())
        })?;
        Ok(machine::Ran { counts: format!("instructions={ran}"), remarks: Vec::new() })
    }

    fn prepare(&mut self, programs: &[&dyn machine::Program]) -> Result<(), Refusal> {
        let programs = own(programs).map_err(|error| Refusal::new(error.to_string()))?;
        self.fill(&programs)
    }

    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let reset = Tile::new(self.machine.settings().clone());
        for part in differ::differences(&self.machine, &reset, usize::MAX).first {
            writeln!(out, "{}={}", part.name, part.own)?;
        }
        Ok(())
    }

    /// `gmem@ADDRESS`, `smem@ADDRESS`, `t8`, `ts8`, `v2`
    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        const MOST: u64 = 1 << 32;
        let mut bytes = Vec::new();
        let read = input.take(MOST + 1).read_to_end(&mut bytes);
        read.map_err(|e| Refusal::new(format!("cannot read: {e}")))?;
        if bytes.len() as u64 > MOST {
            return Err(Refusal::new("there are more than 2^32 bytes"));
        }
        place(memory)?.0.set(&mut self.machine, &Value::Image(bytes))
    }

    /// `gmem@ADDRESS:BYTES`, `smem@ADDRESS:BYTES`, `t8:BYTES`, `ts8:BYTES`, `v2:BYTES`
    fn save(&self, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        let (target, bytes) = place(memory)?;
        let bytes = bytes.ok_or_else(|| {
            Refusal::new("how many bytes are saved?").help("gmem@ADDRESS:BYTES, t8:1024")
        })?;
        match target.get(&self.machine, usize::try_from(bytes).unwrap_or(usize::MAX))? {
            Value::Image(bytes) => Ok(out.write_all(&bytes)?),
            _ => Err(Refusal::new("this is a number, and no bytes").into()),
        }
    }

    /// `t8:bfloat16[16x32]`
    fn elements(&self, memory: &str) -> Result<Option<Elements>, Refusal> {
        place(memory)?;
        let array = memory.split_once(':').map(|(_, array)| array).filter(|a| a.ends_with(']'));
        array.map(|array| array::parse(array).map(Into::into)).transpose()
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        Target::parse(target).map(Target::shape)
    }

    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        let value = Target::parse(target)?.get(&self.machine, units)?;
        Ok(vec![(target.into(), value)])
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        Target::parse(target)?.set(&mut self.machine, value)
    }

    fn differences(&self, other: &dyn machine::Board, most: usize) -> Result<Differences, Refusal> {
        let other: &Self = other.downcast().ok_or_else(|| Refusal::new("another machine"))?;
        Ok(differ::differences(&self.machine, &other.machine, most))
    }
}

impl Tell for Board {
    fn tell(
        &mut self,
        program: &dyn machine::Program,
        pes: Option<&str>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError> {
        if pes.is_some() {
            return Err(RunError::refused(Refusal::new("Tile has no PEs").help("no --pe")));
        }
        let program: &Program = program.downcast().ok_or_else(RunError::foreign)?;
        self.fill(&[program]).map_err(RunError::refused)?;
        let several = program.warps.len() > 1;
        let mut before = self.machine.clone();
        self.watch(&[program], run.limit, &mut |warp, line, instruction, machine| {
            let of = if several { format!("warp {warp}: ") } else { String::new() };
            let mut told = format!("{of}{}", text::print(instruction));
            for part in differ::differences(machine, &before, usize::MAX).first {
                told.push_str(&format!("\n  {}={} was {}", part.name, part.own, part.other));
            }
            before.clone_from(machine);
            each(&Told { line, text: told })
        })?;
        Ok(())
    }
}

/// What a memory is called: a part of the state, and behind `:` how many bytes of it, or the array that it holds.
fn place(memory: &str) -> Result<(Target, Option<u64>), Refusal> {
    let wrong = || {
        Refusal::new(format!("`{memory}` is no memory"))
            .help("gmem@ADDRESS, smem@ADDRESS, t8, ts8 or v2, to save with :BYTES or :TYPE[ROWSxCOLUMNS] behind")
    };
    let (name, bytes) = match memory.split_once(':') {
        Some((name, array)) if array.ends_with(']') => (name, Some(array::parse(array)?.bytes())),
        Some((name, bytes)) => (name, Some(number(bytes).ok_or_else(wrong)?)),
        None => (memory, None),
    };
    let (name, address) = match name.split_once('@') {
        Some((name, address)) => (name, Some(number(address).ok_or_else(wrong)?)),
        None => (name, matches!(name, "gmem" | "smem").then_some(0)),
    };
    let target = match address {
        Some(address) => format!("{name}[{address}]"),
        None => name.to_owned(),
    };
    let target = Target::parse(&target).map_err(|_| wrong())?;
    match target.shape() {
        Shape::Image { .. } => Ok((target, bytes)),
        _ => Err(wrong()),
    }
}
