//! The machine by the names that case files use (TILE-D82).

use super::control::{read, write};
use super::run::run;
use super::state::{Profile, Settings, Shared, Thread};
use crate::interpreters::judge::{Judge, Name, State, at_core, image, number, runs, scalar};
use semantics::machine::{self, Run, RunError, Value};
use semantics::source::Refusal;
use semantics::tile::state::NAMES;
use semantics::tile::{Program, TileMachine};

/// Bytes of each memory (TILE-D82).
const MEMORY: usize = 1 << 20;

/// Threads and what they share.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Registers.
    pub threads: Vec<Thread>,
    /// Memories and what else is shared.
    pub shared: Shared,
    settings: Settings,
}

impl Machine {
    /// The bytes of a name, to its part's end.
    fn bytes(&self, name: &Name<'_>) -> Option<&[u8]> {
        let thread = self.threads.get(name.of.unwrap_or(0))?;
        let all: &[u8] = match name.stem {
            "gmem" => &self.shared.global,
            "smem" => &self.shared.local[self.shared.own],
            "t" => &thread.tiles[name.number],
            "ts" => &thread.scales[name.number],
            "v" => &thread.v[name.number],
            _ => return None,
        };
        all.get(name.address() as usize..)
    }

    fn scalar(&self, name: &Name<'_>) -> Option<Value> {
        let thread = self.threads.get(name.of.unwrap_or(0))?;
        let (value, bits) = match name.stem {
            "x" => (thread.x[name.number], 64),
            "f" => (thread.f[name.number], 64),
            "frm" => (thread.rounding.into(), 3),
            "fflags" => (thread.flags.into(), 5),
            "fcsr" => ((thread.rounding << 5 | thread.flags).into(), 8),
            "sem" => (self.shared.semaphores[name.address() as usize].into(), 32),
            csr => match read(thread, index(csr)?, self.settings) {
                Ok(value) => (value, 64),
                Err(_) => return Some(Value::None),
            },
        };
        Some(Value::Number(value.into(), bits))
    }
}

fn index(csr: &str) -> Option<usize> {
    NAMES.iter().find(|(name, _)| *name == csr).map(|(_, index)| *index as usize)
}

impl Judge for Machine {
    const MACHINE: &'static dyn machine::Machine = &TileMachine;
    type Program = Program;

    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self, Refusal> {
        let (mut settings, mut memories) = (Settings::default(), [MEMORY; 2]);
        for (name, value) in parameters {
            match (*name, *value) {
                ("ext", value) => settings.extensions = value == "1",
                ("gmem", bytes) => memories[0] = number(bytes).unwrap_or(0) as usize,
                ("smem", bytes) => memories[1] = number(bytes).unwrap_or(0) as usize,
                ("profile", "slice") => settings.profile = Profile::Slice,
                ("profile", "chain") => settings.profile = Profile::Chain,
                ("profile", "full") => settings.profile = Profile::Full,
                ("profile", align) => {
                    let bits = align.strip_prefix("align:").and_then(number);
                    settings.profile = Profile::Align(bits.unwrap_or(0));
                }
                _ => return Err(Refusal::new(format!("the judge has no {name}={value}"))),
            }
        }
        let shared = Shared::new(memories[0], memories[1]);
        Ok(Self { threads: vec![Thread::default()], shared, settings })
    }

    fn prepare(&mut self, programs: &[&Program]) {
        let warps = programs.iter().map(|program| program.words().len()).sum();
        self.threads.resize_with(self.threads.len().max(warps), Thread::default);
    }

    fn run(&mut self, programs: &[&Program], _: Run<'_>) -> Result<(), RunError> {
        let words: Vec<Vec<u64>> = programs.iter().flat_map(|program| program.words()).collect();
        let ran = run(&words, &mut self.threads[..words.len()], &mut self.shared, self.settings);
        ran.map_err(|stop| {
            at_core(programs, [stop.thread, stop.index], stop.kind.name(), Program::line)
        })
    }

    fn get(&self, name: &str, units: usize) -> Option<Vec<(String, Value)>> {
        let parsed = Name::of(name);
        let value = match self.scalar(&parsed) {
            Some(value) => value,
            None => Value::Image(self.bytes(&parsed)?.get(..units)?.to_vec()),
        };
        Some(vec![(name.to_owned(), value)])
    }

    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        let name = Name::of(name);
        let warp = name.of.unwrap_or(0);
        self.threads.resize_with(self.threads.len().max(warp + 1), Thread::default);
        let thread = &mut self.threads[warp];
        if let Some(bytes) = image(value) {
            let all: &mut [u8] = match name.stem {
                "gmem" => &mut self.shared.global,
                "smem" => &mut self.shared.local[self.shared.own],
                "t" => &mut thread.tiles[name.number],
                "ts" => &mut thread.scales[name.number],
                "v" => &mut thread.v[name.number],
                _ => return None,
            };
            all.get_mut(name.address() as usize..)?.get_mut(..bytes.len())?.copy_from_slice(bytes);
            return Some(());
        }
        let value = scalar(value)? as u64;
        match name.stem {
            "x" => thread.set_x(name.number, value),
            "f" => thread.f[name.number] = value,
            "frm" => thread.rounding = value as u8,
            "fflags" => thread.flags = value as u8,
            "fcsr" => (thread.rounding, thread.flags) = (value as u8 >> 5, value as u8 & 31),
            "sem" => self.shared.semaphores[name.address() as usize] = value as u32,
            csr => match index(csr)? {
                index @ 0..3 => write(thread, index, value),
                index => *thread.context.get_mut(index.checked_sub(19)?)? = value,
            },
        }
        Some(())
    }

    fn state(&self) -> State {
        let mut state = State::new();
        for (warp, thread) in self.threads.iter().enumerate() {
            let of = if warp == 0 { String::new() } else { format!("w{warp}.") };
            for n in 0..256 {
                runs(&thread.tiles[n], &mut state, |at| format!("{of}t{n}[{at:#x}]"));
                runs(&thread.scales[n], &mut state, |at| format!("{of}ts{n}[{at:#x}]"));
            }
            for (n, vector) in thread.v.iter().enumerate() {
                runs(vector, &mut state, |at| format!("{of}v{n}[{at:#x}]"));
            }
            let numbered =
                ["x", "f"].into_iter().flat_map(|s| (0..32).map(move |n| format!("{s}{n}")));
            let csrs = NAMES.iter().map(|(name, _)| *name).chain(["frm", "fflags"]);
            for name in numbered.chain(csrs.map(str::to_owned)) {
                let name = format!("{of}{name}");
                let value = self.scalar(&Name::of(&name)).unwrap_or(Value::None);
                state.extend((!matches!(value, Value::Number(0, _))).then_some((name, value)));
            }
        }
        runs(&self.shared.global, &mut state, |at| format!("gmem[{at:#x}]"));
        let own = &self.shared.local[self.shared.own];
        runs(own, &mut state, |at| format!("smem[{at:#x}]"));
        let semaphores = (0..).zip(self.shared.semaphores).filter(|(_, value)| *value > 0);
        state.extend(
            semaphores.map(|(n, value): (u32, u32)| {
                (format!("sem[{n}]"), Value::Number(value.into(), 32))
            }),
        );
        state
    }
}
