//! What programs see and leave of the machine, by names.

use super::array::{self, Tables};
use super::exec::Region;
use super::isa::Word;
use super::program::Held;
use super::targets::Target;

use super::{Ran, Stopped, Xdsa, differ, trace};
use crate::cores::{self, Each, Part, State, Stop};
use crate::machine::{Differences, Elements, SaveError, Value};
use crate::source::Refusal;
use crate::source::number::c_number;
use std::io::Write;

/// A machine as a board, with the operand tables of its programs.
pub type Board = cores::Board<Xdsa, Tables>;

/// Bytes of memory that are saved at once.
const PIECE: usize = 1 << 20;

impl From<Stopped> for Stop {
    fn from(Stopped { core, index, error }: Stopped) -> Self {
        let text = format!("instruction {index}: {error}");
        Self { at: [core, index], name: error.kind.name(), text }
    }
}

impl State for Xdsa {
    type Word = Word;
    type Held = Held;
    type Kept = Tables;
    type Part = Target;

    const SHORT: &'static str = "xDSA";
    const CORE: &'static str = "core";
    const BETWEEN: &'static str = ", ";

    fn at_reset(&self) -> Self {
        Self::new(self.settings().clone())
    }

    fn prepare(&mut self, held: &Held, tables: &mut Tables) -> Result<(), Refusal> {
        tables.extend(held.tables.clone());
        held.data.iter().for_each(|datum| self.write(datum.address, &datum.bytes));
        held.keys.iter().for_each(|[bar, entry, keys]| self.preset(*bar, *entry, *keys));
        Ok(())
    }

    fn run(
        &mut self,
        words: &[Vec<Word>],
        limit: Option<u64>,
        each: &mut Each<'_, ()>,
    ) -> Result<String, Stop> {
        let ran = self.watch_within(words, limit, &mut |core, index, _, _| each([core, index], ()));
        let Ran { instructions, foreign, waits } = ran?;
        let mut counts = format!("instructions={instructions}");
        if foreign > 0 {
            counts.push_str(&format!(" foreign={foreign}"));
        }
        if waits > 0 {
            counts.push_str(&format!(" waits={waits}"));
        }
        Ok(counts)
    }

    fn trace(
        &mut self,
        words: &[Vec<Word>],
        limit: Option<u64>,
        each: &mut Each<'_, String>,
    ) -> Result<(), Stop> {
        self.watch_within(words, limit, &mut |core, index, word, effect| {
            each([core, index], trace::text(word, effect))
        })?;
        Ok(())
    }

    fn differences(&self, other: &Self, most: usize) -> Differences {
        differ::differences(self, other, most)
    }

    fn elements(&self, tables: &Tables, memory: &str) -> Result<Option<Elements>, Refusal> {
        Ok(operand(self, tables, memory)?.map(|region| array::elements(&region)))
    }

    /// `mem@ADDRESS`, or `TABLE.FIELD`: elements as files have them
    fn load(&mut self, tables: &Tables, memory: &str, bytes: Vec<u8>) -> Result<(), Refusal> {
        if let Some(region) = operand(self, tables, memory)? {
            let elements = array::load(&region, &bytes)?;
            region.write(self.memory_mut(), &elements);
            return Ok(());
        }
        Target::Memory(place(memory)?.0).set(self, &Value::Image(bytes))
    }

    /// `mem@ADDRESS:BYTES`, or `TABLE.FIELD`
    fn save(&self, tables: &Tables, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        if let Some(region) = operand(self, tables, memory)? {
            return Ok(out.write_all(&array::save(&region, self.memory()))?);
        }
        let (address, bytes) = place(memory)?;
        let bytes = bytes.ok_or_else(|| {
            Refusal::new("how much of memory is saved?").help("mem@ADDRESS:BYTES")
        })?;
        let bytes = Some(bytes).filter(|bytes: &u64| *bytes <= 1 << 32);
        let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.ok_or_else(|| Refusal::new("at most 2^32 bytes are saved"))?;
        Target::Memory(address).fits(bytes)?;
        for done in (0..bytes).step_by(PIECE) {
            let mut piece = vec![0; PIECE.min(bytes - done)];
            self.memory().read(address + done as u64, &mut piece);
            out.write_all(&piece)?;
        }
        Ok(())
    }
}

/// The operand that a memory is, if it is no place of bytes.
fn operand(machine: &Xdsa, tables: &Tables, memory: &str) -> Result<Option<Region>, Refusal> {
    if memory.split(['@', ':']).next() == Some("mem") {
        return Ok(None);
    }
    array::region(tables, memory, machine.settings()).map(Some)
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
