//! What runs on cores: the state of a machine.

use super::Program;
use crate::machine::{Differences, Elements, RunError, RunErrorKind, SaveError, Shape, Value};
use crate::source::Refusal;
use std::fmt::Debug;
use std::io::Write;
use std::ops::ControlFlow;

/// Hears of each instruction that was executed, by core and index, and takes what it did where that was asked for. May break off.
pub(crate) type Each<'a, T> = dyn FnMut([usize; 2], T) -> ControlFlow<()> + 'a;

/// An error of an instruction of a core.
pub(crate) struct Stop {
    /// The core, and the instruction in its program.
    pub(crate) at: [usize; 2],
    /// As case files call it.
    pub(crate) name: &'static str,
    /// What happened, behind the core where there are several.
    pub(crate) text: String,
}

/// The state of a machine of cores.
pub(crate) trait State: Debug + Sized + 'static {
    /// A machine word.
    type Word: Clone + Debug + 'static;
    /// What programs hold beside their words.
    type Held: Debug + Default + 'static;
    /// What a board keeps of it.
    type Kept: Debug + Default + 'static;
    /// A part of it that has a name.
    type Part: Part<Self>;

    /// As messages call the machine.
    const SHORT: &'static str;
    /// What a core is called: `core`.
    const CORE: &'static str;
    /// What stands between a core and an error of its program.
    const BETWEEN: &'static str;

    /// At reset, under the same parameters.
    fn at_reset(&self) -> Self;

    /// Puts in what a program holds.
    fn prepare(&mut self, held: &Self::Held, kept: &mut Self::Kept) -> Result<(), Refusal>;

    /// Runs a program on each core; at most so many instructions. What was counted.
    fn run(
        &mut self,
        words: &[Vec<Self::Word>],
        limit: Option<u64>,
        each: &mut Each<'_, ()>,
    ) -> Result<String, Stop>;

    /// The same, telling what each instruction is and did.
    fn trace(
        &mut self,
        words: &[Vec<Self::Word>],
        limit: Option<u64>,
        each: &mut Each<'_, String>,
    ) -> Result<(), Stop>;

    /// How many parts are not as in another state, and the first `most` of them.
    fn differences(&self, other: &Self, most: usize) -> Differences;

    /// What a memory holds, if not bytes.
    fn elements(&self, kept: &Self::Kept, memory: &str) -> Result<Option<Elements>, Refusal>;

    /// Fills a memory with what a file holds.
    fn load(&mut self, kept: &Self::Kept, memory: &str, bytes: Vec<u8>) -> Result<(), Refusal>;

    /// Writes a memory to a file.
    fn save(&self, kept: &Self::Kept, memory: &str, out: &mut dyn Write) -> Result<(), SaveError>;
}

/// A part of a state, by its name.
pub(crate) trait Part<S>: Sized {
    fn parse(name: &str) -> Result<Self, Refusal>;

    /// What its values look like.
    fn shape(&self) -> Shape;

    /// Its value; of bytes so many.
    fn get(&self, machine: &S, units: usize) -> Result<Value, Refusal>;

    fn set(&self, machine: &mut S, value: &Value) -> Result<(), Refusal>;
}

/// The programs of a machine: one for all of its cores, or one for each.
pub(super) struct Programs<'a, S: State>(pub(super) Vec<&'a Program<S::Word, S::Held>>);

impl<S: State> Programs<'_, S> {
    /// Whether there is more than one core.
    pub(super) fn is_several(&self) -> bool {
        self.0.iter().map(|program| program.codes.len()).sum::<usize>() > 1
    }

    /// The words of each core.
    pub(super) fn words(&self) -> Result<Vec<Vec<S::Word>>, Refusal> {
        match &self.0[..] {
            [program] => Ok(program.words()),
            several if several.iter().all(|program| program.codes.len() <= 1) => {
                let words = several.iter().map(|program| program.words().into_iter().next());
                Ok(words.map(Option::unwrap_or_default).collect())
            }
            _ => {
                let core = S::CORE;
                let refusal = Refusal::new(format!("a program of a {core} has {core}s of its own"));
                Err(refusal.help(format!("`.{core}`, or a program for each {core}")))
            }
        }
    }

    /// The line of an instruction of a core.
    pub(super) fn line(&self, [core, index]: [usize; 2]) -> u32 {
        match &self.0[..] {
            [program] => program.line(core, index),
            several => several.get(core).map_or(0, |program| program.line(0, index)),
        }
    }

    /// An error of an instruction of a core, whose name stands before the text where there are several.
    pub(super) fn stopped(&self, Stop { at, name, text }: Stop) -> RunError {
        let [core, index] = at;
        let text = match self.is_several() {
            true => format!("{} {core}{}{text}", S::CORE, S::BETWEEN),
            false => text,
        };
        RunError {
            core: if self.0.len() > 1 { core as u32 } else { 0 },
            line: self.line(at),
            at: Some(index as u32),
            kind: RunErrorKind::Machine(name, text),
        }
    }
}
