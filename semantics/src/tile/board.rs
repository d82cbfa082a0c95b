//! What programs see and leave of the machine, by names.

use super::program::Held;
use super::run::{Stopped, Tile, Words};
use super::targets::Target;
use super::{array, differ, text};
use crate::cores::{self, Each, Part, State, Stop};
use crate::machine::{Differences, Elements, SaveError, Shape, Value};
use crate::source::Refusal;
use crate::source::number::c_number;
use std::io::Write;

/// A machine as a board.
pub type Board = cores::Board<Tile, ()>;

impl From<Stopped> for Stop {
    fn from(Stopped { warp, index, fault }: Stopped) -> Self {
        Self { at: [warp, index], name: fault.kind.name(), text: fault.to_string() }
    }
}

impl State for Tile {
    type Word = u64;
    type Held = Held;
    type Kept = ();
    type Part = Target;

    const SHORT: &'static str = "Tile";
    const CORE: &'static str = "warp";
    const BETWEEN: &'static str = ": ";

    fn at_reset(&self) -> Self {
        Self::new(self.settings().clone())
    }

    fn prepare(&mut self, held: &Held, (): &mut ()) -> Result<(), Refusal> {
        held.0.iter().try_for_each(|(target, value)| target.set(self, value))
    }

    fn run(
        &mut self,
        words: &[Words],
        limit: Option<u64>,
        each: &mut Each<'_, ()>,
    ) -> Result<String, Stop> {
        let ran =
            self.run_within(words, limit, &mut |warp, index, _, _| each([warp, index], ()))?;
        Ok(format!("instructions={ran}"))
    }

    fn trace(
        &mut self,
        words: &[Words],
        limit: Option<u64>,
        each: &mut Each<'_, String>,
    ) -> Result<(), Stop> {
        let mut before = self.clone();
        self.run_within(words, limit, &mut |warp, index, instruction, machine| {
            let mut told = text::print(instruction);
            for part in differ::differences(machine, &before, usize::MAX).first {
                told.push_str(&format!("\n  {}={} was {}", part.name, part.own, part.other));
            }
            before.clone_from(machine);
            each([warp, index], told)
        })?;
        Ok(())
    }

    fn differences(&self, other: &Self, most: usize) -> Differences {
        differ::differences(self, other, most)
    }

    /// `t8:bfloat16[16x32]`
    fn elements(&self, (): &(), memory: &str) -> Result<Option<Elements>, Refusal> {
        place(memory)?;
        let array = memory.split_once(':').map(|(_, array)| array).filter(|a| a.ends_with(']'));
        array.map(|array| array::parse(array).map(Into::into)).transpose()
    }

    /// `gmem@ADDRESS`, `smem@ADDRESS`, `t8`, `ts8`, `v2`
    fn load(&mut self, (): &(), memory: &str, bytes: Vec<u8>) -> Result<(), Refusal> {
        place(memory)?.0.set(self, &Value::Image(bytes))
    }

    /// `gmem@ADDRESS:BYTES`, `smem@ADDRESS:BYTES`, `t8:BYTES`, `ts8:BYTES`, `v2:BYTES`
    fn save(&self, (): &(), memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        let (target, bytes) = place(memory)?;
        let bytes = bytes.ok_or_else(|| {
            Refusal::new("how many bytes are saved?").help("gmem@ADDRESS:BYTES, t8:1024")
        })?;
        match target.get(self, usize::try_from(bytes).unwrap_or(usize::MAX))? {
            Value::Image(bytes) => Ok(out.write_all(&bytes)?),
            _ => Err(Refusal::new("this is a number, and no bytes").into()),
        }
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
