//! The machine as a board: programs run on it, its state has names.

use super::differ;
use super::isa::Word;
use super::program::Program;
use super::targets::Target;
use super::tensor::{self, Tables};
use super::trace;
use super::{Effect, Ran, Stopped, Xdsa};
use crate::cores;
use crate::machine::{self, Differences, Each, Run, RunError, SaveError, Shape, Tell, Told, Value};
use crate::source::Refusal;
use crate::source::number::c_number;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

/// A machine, and what programs have put into its memory.
#[derive(Debug)]
pub struct Board {
    pub(super) machine: Xdsa,
    /// Whether the data of programs are there.
    prepared: bool,
    /// The operand tables of the programs.
    tables: Tables,
}

/// Who watches: core, line and word of an instruction that was executed, and what it did. May break off.
type Watcher<'a> = dyn FnMut(usize, u32, &Word, Option<&Effect>) -> ControlFlow<()> + 'a;

/// Bytes of memory that are saved at once.
const PIECE: usize = 1 << 20;

impl Board {
    /// A board with this machine.
    #[must_use]
    pub const fn new(machine: Xdsa) -> Self {
        Self { machine, prepared: false, tables: Tables::new() }
    }

    /// The machine.
    #[must_use]
    pub const fn machine(&self) -> &Xdsa {
        &self.machine
    }

    /// The machine, for handlers of domains.
    pub const fn machine_mut(&mut self) -> &mut Xdsa {
        &mut self.machine
    }

    /// Runs programs and shows each instruction; at most so many.
    pub(super) fn watch(
        &mut self,
        programs: &[&Program],
        limit: Option<u64>,
        each: &mut Watcher<'_>,
    ) -> Result<Ran, RunError> {
        self.fill(programs);
        let words = cores::words(programs)?;
        let ran = self.machine.watch_within(&words, limit, &mut |core, index, word, effect| {
            each(core, cores::line(programs, core, index), word, effect)
        });
        ran.map_err(|stopped| error(programs, stopped))
    }

    fn fill(&mut self, programs: &[&Program]) {
        if !std::mem::replace(&mut self.prepared, true) {
            for program in programs {
                self.tables.extend(program.tables.clone());
            }
            for datum in programs.iter().flat_map(|program| &program.data) {
                self.machine.write(datum.address, &datum.bytes);
            }
            for ((bar, entry), keys) in programs.iter().flat_map(|program| program.keys()) {
                self.machine.preset(bar, entry, keys);
            }
        }
    }
}

impl Board {
    /// The operand that a memory is, if it is no place of bytes.
    fn operand(&self, memory: &str) -> Result<Option<super::exec::Region>, Refusal> {
        if memory.split(['@', ':']).next() == Some("mem") {
            return Ok(None);
        }
        tensor::region(&self.tables, memory, self.machine.settings()).map(Some)
    }
}

fn error(programs: &[&Program], Stopped { core, index, error }: Stopped) -> RunError {
    cores::stopped(programs, [core, index], error.kind.name(), |of| {
        let of = of.map_or_else(String::new, |core| format!("{core}, "));
        format!("{of}instruction {index}: {error}")
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
        let Ran { instructions, foreign, waits } = ran;
        let mut counts = format!("instructions={instructions}");
        if foreign > 0 {
            counts.push_str(&format!(" foreign={foreign}"));
        }
        if waits > 0 {
            counts.push_str(&format!(" waits={waits}"));
        }
        Ok(machine::Ran { counts, remarks: Vec::new() })
    }

    fn prepare(&mut self, programs: &[&dyn machine::Program]) -> Result<(), Refusal> {
        self.fill(&cores::own(programs)?);
        Ok(())
    }

    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let reset = Xdsa::new(self.machine.settings().clone());
        cores::dump(&differ::differences(&self.machine, &reset, usize::MAX), out)
    }

    fn elements(&self, memory: &str) -> Result<Option<machine::Elements>, Refusal> {
        Ok(self.operand(memory)?.map(|region| tensor::elements(&region)))
    }

    /// `mem@ADDRESS`, or `TABLE.FIELD`: elements as files have them
    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        let bytes = machine::file(input, 32)?;
        if let Some(region) = self.operand(memory)? {
            let elements = tensor::load(&region, &bytes)?;
            region.write(self.machine.memory_mut(), &elements);
            return Ok(());
        }
        let (address, _) = place(memory)?;
        Target::Memory(address).set(&mut self.machine, &Value::Image(bytes))
    }

    /// `mem@ADDRESS:BYTES`, or `TABLE.FIELD`
    fn save(&self, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        if let Some(region) = self.operand(memory)? {
            let bytes = tensor::save(&region, self.machine.memory());
            return Ok(out.write_all(&bytes)?);
        }
        let (address, bytes) = place(memory)?;
        let bytes = bytes.ok_or_else(|| {
            Refusal::new("how much of memory is saved?").help("mem@ADDRESS:BYTES")
        })?;
        let bytes = usize::try_from(bytes).ok().filter(|bytes| *bytes <= 1 << 32);
        let bytes = bytes.ok_or_else(|| Refusal::new("at most 2^32 bytes are saved"))?;
        Target::Memory(address).fits(bytes)?;
        for done in (0..bytes).step_by(PIECE) {
            let mut piece = vec![0; PIECE.min(bytes - done)];
            self.machine.memory().read(address + done as u64, &mut piece);
            out.write_all(&piece)?;
        }
        Ok(())
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
        cores::no_pes("xDSA", pes)?;
        let program: &Program = program.own()?;
        let cores = program.cores.len();
        self.watch(&[program], run.limit, &mut |core, line, word, effect| {
            each(&Told { line, text: trace::text(cores, core, word, effect) })
        })?;
        Ok(())
    }
}

/// `mem@ADDRESS:BYTES`
fn place(memory: &str) -> Result<(u64, Option<u64>), Refusal> {
    let wrong = || {
        Refusal::new(format!("`{memory}` is no memory"))
            .help("mem@ADDRESS, to save mem@ADDRESS:BYTES")
    };
    let number = |text: &str| c_number(text).ok_or_else(wrong);
    let (place, bytes) = match memory.split_once(':') {
        Some((place, bytes)) => (place, Some(number(bytes)?)),
        None => (memory, None),
    };
    match place.split_once('@').unwrap_or((place, "0")) {
        ("mem", address) => Ok((number(address)?, bytes)),
        _ => Err(wrong()),
    }
}
