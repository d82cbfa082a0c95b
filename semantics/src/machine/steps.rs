//! How long a program is and what each of its steps keeps busy.

use super::{Program, RunError};
use serde::Serialize;

/// What a machine can whose steps have slots: units and ports of memories, and transfers beside them.
pub trait Steps {
    /// All that is known of a program's time.
    ///
    /// # Errors
    /// A statement that cannot be assembled so, or the first step over the limit.
    fn survey(
        &self,
        program: &dyn Program,
        source: &[u8],
        model: &Model<'_>,
        limit: Option<u64>,
    ) -> Result<Survey, RunError>;

    /// The text of a statement, in the order of the program from 0.
    fn statement(&self, program: &dyn Program, index: u32) -> String;
}

/// What the estimate assumes.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// One of [`Facts::modes`](super::Facts::modes).
    pub mode: &'a str,
    /// Cycles between the last word of a transfer and its completion.
    pub latency: u64,
    /// Whether each transfer runs as if it were alone.
    pub apart: bool,
}

/// All that is known of a program's time.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The letter of a step's line of assembled text.
    pub letter: char,
    /// Steps.
    pub steps: u64,
    /// Of the steps those without an operation.
    pub nops: u64,
    /// Transfers, those of nothing too.
    pub transfers: u64,
    /// Bytes of the source without comments.
    pub bytes: u64,
    /// Steps by unit and port.
    pub occupancy: Occupancy,
    /// Floating-point operations of the whole machine.
    pub flops: u64,
    /// The same by form of calculation, those that the program lacks too.
    pub forms: Vec<Form>,
    /// The statements that are steps.
    pub rows: Vec<Row>,
    /// The memories that transfers use.
    pub memories: Vec<String>,
    /// The transfers of something.
    pub moves: Vec<Move>,
    /// Cycles of a step.
    pub cycles_a_step: u64,
    /// The time.
    pub estimate: Estimate,
}

impl Survey {
    /// Steps and transfers together.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.steps.saturating_add(self.transfers)
    }
}

/// How long a program takes, as the model has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Steps of the packed stream, with all that was inserted and held.
    pub steps: u64,
    /// Of them those without an operation that packing inserted.
    pub nops: u64,
    /// Transfers of nothing that packing inserted.
    pub mvnops: u64,
    /// Of the steps those that waits held.
    pub held: u64,
    /// Cycles until the last step is issued and the last transfer is complete.
    pub cycles: u64,
}

/// A statement that is a step, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which of the program's statements it is, from 0.
    pub index: u32,
    /// The number of its source line.
    pub line: u32,
    /// Its steps: 1, or n of `nop/n`.
    pub steps: u32,
    /// Which step of the program it is, from 0.
    pub first: u64,
    /// Where it stands in the packed stream, from 0, behind what was inserted and held.
    pub slot: u64,
    /// Steps of `nop` that packing inserted between the row before and this one.
    pub nops: u64,
    /// Steps that its `wait` holds the stream, behind those.
    pub held: u64,
    /// What it uses.
    pub uses: Uses,
    /// Floating-point operations of the whole machine.
    pub flops: u64,
}

/// A form of calculation in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Form {
    /// The letter of its precision.
    pub precision: char,
    /// Matrix-vector products, or vector operations.
    pub matrix: bool,
    /// Steps that have one.
    pub steps: u64,
    /// Operations of the whole machine.
    pub flops: u64,
    /// Operations of the whole machine in a step at its peak.
    #[serde(rename = "peak_flops_a_step")]
    pub peak: u64,
}

/// Throughput of a transfer, in words a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    /// At its source and at its destination.
    pub sides: [u32; 2],
    /// On the side where its size counts.
    pub counted: u32,
    /// The section that states it.
    pub section: &'static str,
}

impl Rate {
    /// Cycles for a transfer of this size, in words.
    #[must_use]
    pub const fn cycles(&self, size: u32) -> u64 {
        (size as u64).div_ceil(self.counted as u64)
    }
}

/// A transfer and when it ran. Times are in cycles from the first step of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which of the program's statements it is, from 0.
    pub index: u32,
    /// The number of its source line.
    pub line: u32,
    /// Words, as the statement says.
    pub size: u32,
    /// Its throughput; nothing if no form has its operands.
    pub rate: Option<Rate>,
    /// Which of [`Survey::memories`] it uses, a bit each.
    pub memories: u16,
    /// The highest goes first.
    pub priority: u8,
    /// When it is issued.
    pub issue: u64,
    /// When it begins to move words.
    pub start: u64,
    /// When it is complete.
    pub end: u64,
    /// The source line of the statement that waits for it.
    pub waited: Option<u32>,
}

impl Move {
    /// Cycles it moves words when it is alone.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.rate.map_or(0, |rate| rate.cycles(self.size))
    }

    /// Whether it uses a memory.
    #[must_use]
    pub const fn is_on(&self, memory: usize) -> bool {
        self.memories >> memory & 1 == 1
    }
}

/// A unit or port with all its uses: a line of a slot chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a port of a memory; else a unit that computes or transfers.
    pub port: bool,
    /// Its uses.
    pub uses: &'static [Use],
}

/// A use of a unit or port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its number among all uses.
    pub number: u8,
    /// The mark that stands for it.
    pub mark: char,
    /// Its name.
    pub name: &'static str,
    /// How it is drawn.
    pub way: Way,
}

/// What a use does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A unit computes.
    Busy,
    /// Something is read, or on the way down.
    Read,
    /// Something is written, or on the way up.
    Written,
    /// Another use.
    Other,
}

impl Lane {
    /// Its uses as a set.
    #[must_use]
    pub fn set(&self) -> Uses {
        self.uses.iter().map(|one| one.number).collect()
    }

    /// The marks of those of its uses that are in a set; empty for none.
    pub fn marks(&self, uses: Uses) -> impl Iterator<Item = char> {
        self.uses.iter().filter(move |one| uses.has(one.number)).map(|one| one.mark)
    }
}

/// A set of uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uses(u64);

impl Uses {
    /// Whether a use is in it.
    #[must_use]
    pub fn has(self, one: impl Into<u8>) -> bool {
        self.0 >> one.into() & 1 == 1
    }

    /// Whether it shares a use with another.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a use.
    pub fn add(&mut self, one: impl Into<u8>) {
        self.0 |= 1 << one.into();
    }
}

impl<T: Into<u8>> FromIterator<T> for Uses {
    fn from_iter<I: IntoIterator<Item = T>>(uses: I) -> Self {
        let mut set = Self::default();
        uses.into_iter().for_each(|one| set.add(one));
        set
    }
}

/// How many steps use each unit and port.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    /// The units and ports, units first.
    pub lanes: &'static [Lane],
    sets: Vec<Uses>,
    steps: Vec<u64>,
    uses: Vec<u64>,
}

impl Occupancy {
    /// No step.
    #[must_use]
    pub fn of_lanes(lanes: &'static [Lane]) -> Self {
        let sets = lanes.iter().map(Lane::set).collect();
        // A set has 64 bits.
        Self { lanes, sets, steps: vec![0; lanes.len()], uses: vec![0; 64] }
    }

    /// Counts a step.
    pub fn add(&mut self, used: Uses) {
        if used == Uses::default() {
            return;
        }
        for (i, lane) in self.lanes.iter().enumerate() {
            if used.meets(self.sets[i]) {
                self.steps[i] += 1;
                for Use { number, .. } in lane.uses {
                    self.uses[usize::from(*number)] += u64::from(used.has(*number));
                }
            }
        }
    }

    /// Each unit and port, and how many steps use it.
    pub fn lanes(&self) -> impl Iterator<Item = (&'static Lane, u64)> + '_ {
        self.lanes.iter().zip(self.steps.iter().copied())
    }

    /// How many steps have this use.
    #[must_use]
    pub fn of(&self, one: impl Into<u8>) -> u64 {
        self.uses[usize::from(one.into())]
    }
}
