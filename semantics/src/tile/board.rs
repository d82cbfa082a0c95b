//! The machine as a board: programs run on it, its state has names.

use super::isa::Instruction;
use super::program::Program;
use super::run::{Stopped, Tile};
use super::targets::Target;
use super::text;
use super::{array, differ};
use crate::cores;
use crate::machine::{
    self, Differences, Each, Elements, Run, RunError, SaveError, Shape, Tell, Told, Value,
};
use crate::source::Refusal;
use crate::source::number::c_number;
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
        self.fill(programs)?;
        let words = cores::words(programs)?;
        let ran =
            self.machine.run_within(&words, limit, &mut |warp, index, instruction, machine| {
                each(warp, cores::line(programs, warp, index), instruction, machine)
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

fn error(programs: &[&Program], Stopped { warp, index, fault }: Stopped) -> RunError {
    cores::stopped(programs, [warp, index], fault.kind.name(), |of| {
        let of = of.map_or_else(String::new, |warp| format!("{warp}: "));
        format!("{of}{fault}")
    })
}

impl machine::Board for Board {
    fn run_cores(
        &mut self,
        programs: &[&dyn machine::Program],
        run: Run<'_>,
    ) -> Result<machine::Ran, RunError> {
        let programs = cores::own(programs)?;
        let ran = cores::counted(run, |limit, one| {
            self.watch(&programs, limit, &mut |_, _, _, _| {
                one();
                ControlFlow::Continue(())
            })
        })?;
        Ok(machine::Ran { counts: format!("instructions={ran}"), remarks: Vec::new() })
    }

    fn prepare(&mut self, programs: &[&dyn machine::Program]) -> Result<(), Refusal> {
        self.fill(&cores::own(programs)?)
    }

    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let reset = Tile::new(self.machine.settings().clone());
        cores::dump(&differ::differences(&self.machine, &reset, usize::MAX), out)
    }

    /// `gmem@ADDRESS`, `smem@ADDRESS`, `t8`, `ts8`, `v2`
    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        let bytes = machine::file(input, 32)?;
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
        Ok(differ::differences(&self.machine, &other.own::<Self>()?.machine, most))
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
        cores::no_pes("Tile", pes)?;
        let program: &Program = program.own()?;
        self.fill(&[program])?;
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
        Some((name, bytes)) => (name, Some(c_number(bytes).ok_or_else(wrong)?)),
        None => (memory, None),
    };
    let (name, address) = match name.split_once('@') {
        Some((name, address)) => (name, Some(c_number(address).ok_or_else(wrong)?)),
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
