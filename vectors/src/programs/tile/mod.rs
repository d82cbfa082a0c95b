//! Random programs of RISC-V Tile over every row of its table.
//!
//! A program is parameters of the model, a state before, and words. Integer registers x10 to x15 are addresses, x16 to x31
//! offsets, strides, lengths and places of barrier words and tensor maps whose values are known, so that accesses are drawn
//! where they reach something; x1 to x9 are data. Tile registers get data of the format that an instruction reads, before
//! the program or by what ran earlier. With [`Settings::faults`] a share of the programs ends with something wrong.
//!
//! ```
//! use vectors::programs::Seeded;
//! use vectors::programs::tile::{Settings, program};
//! let program = program(&mut Seeded::new(1), &Settings::default());
//! assert!(!program.words.is_empty());
//! ```

mod compute;
mod control;
mod copy;
mod data;
mod draw;
mod line;
mod memory;
mod product;

pub use data::Init;

use crate::programs::choices::{Choices, Seeded, chance, pick};
use draw::Drawing;
use semantics::tile::isa::Instruction;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// What programs look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many instructions.
    pub instructions: RangeInclusive<u64>,
    /// How many programs of 8 end with a fault.
    pub faults: u64,
    /// The largest `n` of products: `2^n` steps.
    pub steps: u64,
    /// The only row that is drawn.
    pub only: Option<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { instructions: 1..=6, faults: 2, steps: 3, only: None }
    }
}

/// How products are accumulated (TILE-D34), as a case file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// A slice is rounded once.
    Slice,
    /// Each product is rounded.
    Chain,
    /// An instruction is rounded once.
    Full,
    /// Terms are cut so many bits below the largest.
    Align(u64),
}

/// A random program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// `set profile=`
    pub profile: Profile,
    /// `set ext=`
    pub extensions: bool,
    /// The state before; the rest is as after a reset.
    pub init: Vec<Init>,
    /// The words in program order.
    pub words: Vec<u64>,
}

impl Program {
    /// The program as a case of a case file, without what it is to expect.
    #[must_use]
    pub fn case(&self, id: &str) -> String {
        let profile = match self.profile {
            Profile::Slice => "slice".to_owned(),
            Profile::Chain => "chain".to_owned(),
            Profile::Full => "full".to_owned(),
            Profile::Align(extra) => format!("align:{extra}"),
        };
        let mut text =
            format!("test {id}\nset profile={profile} ext={}\n", u8::from(self.extensions));
        self.init.iter().for_each(|init| text += &format!("init {init}\n"));
        self.words.iter().for_each(|word| text += &format!("code {}\n", line::text(*word)));
        text
    }
}

/// A program.
pub fn program(choices: &mut dyn Choices, settings: &Settings) -> Program {
    let profile = match choices.below(8) {
        0 => Profile::Chain,
        1 => Profile::Full,
        2 => Profile::Align(pick(choices, &[0, 1, 2, 3, 8, 40])),
        _ => Profile::Slice,
    };
    let extensions = chance(choices, 1, 2) || settings.only.is_some();
    let faulty = choices.below(8) < settings.faults;
    // One choice makes all the data, so that few bytes of a fuzzer go into it.
    let mut drawing = Drawing::new(settings, extensions, Seeded::new(choices.bits()));
    let (least, most) = (*settings.instructions.start(), *settings.instructions.end());
    let count = least + choices.below(most.saturating_sub(least) + 1);
    (0..count).for_each(|_| drawing.next(choices));
    if faulty {
        drawing.fault(choices);
    }
    let (init, words) = drawing.finish();
    Program { profile, extensions, init, words }
}

/// The random programs of Tile.
pub const PROGRAMS: super::Programs = super::Programs { system: "tile", text, case: Some(case) };

/// The words of a program as assembly text.
fn text(choices: &mut dyn Choices) -> String {
    let program = program(choices, &Settings { faults: 0, ..Settings::default() });
    program.words.iter().map(|word| line::text(*word) + "\n").collect()
}

/// The names of decisions by their numbers.
static DECISIONS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..=u8::MAX).map(|number| format!("TILE-D{number:02}")).collect());

/// A case with few registers, so that it is read at once; one in four may end with an error.
fn case(choices: &mut dyn Choices, id: &str) -> super::Draft {
    let settings = Settings { instructions: 1..=3, steps: 0, ..Settings::default() };
    let program = program(choices, &settings);
    let rows = program.words.iter().filter_map(|word| Some(Instruction::decode(*word).ok()?.row()));
    let numbers = rows.flat_map(|row| row.decisions.iter());
    let mut decisions: Vec<&'static str> =
        numbers.map(|number| DECISIONS[usize::from(*number)].as_str()).collect();
    decisions.sort_unstable();
    decisions.dedup();
    super::Draft { text: program.case(id), decisions, also: &["fflags"] }
}
