//! How long a program is and what it keeps busy: the score of a contest, occupancy step by step,
//! floating-point operations against the peak, and an estimate of its time.
//!
//! ```
//! use semantics::mncore2::{steps::{Model, survey}, text};
//! let program = text::parse(
//!     "mvp/n64i01 $p0@0 $lc0@0.0\n\
//!      nop; wait i01\n\
//!      l2bmb $lc0 $lb0\n\
//!      nop/2\n\
//!      l1bmp $llb0 $llr0v; dvadd $lm0v $ls0v $ln0v\n",
//! )?;
//! let survey = survey(&program, &Model::default());
//! assert_eq!(survey.score(), 6);
//! // 64 long words at 16 a cycle.
//! assert_eq!(survey.moves[0].end - survey.moves[0].start, 4);
//! assert_eq!(survey.flops, 4 * 4 * 1024);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The estimate
//!
//! - A PE step lasts 4 cycles (s. 1.2).
//! - The stream goes to the machine packed: units of 3 PE steps and an MV in auto-stride mode, of 2 and
//!   an MV in flat mode (s. 1.2). Statements keep their order. An MV is issued when the PE steps of its
//!   unit have been; what a unit lacks of PE steps is filled with `nop`, which cost their 4 cycles, and
//!   what it lacks of an MV with `mvnop`, which costs nothing. The end of the program fills its unit.
//! - An MV moves its words at the throughput that its section of s. 3.5.8 states, and is complete after a
//!   further latency, which the manual does not give ([`Model::latency`]).
//! - A memory (a PDM, a DRAM, an L2BM) serves one MV at a time: of those issued the one with the highest
//!   priority (s. 3.5.7), among equals the one issued first. An MV runs at its full throughput while it
//!   has all its memories, and stands still while a better one has one of them, also in the middle.
//!   An MV that stands still blocks no memory. [`Sharing::Apart`] leaves this out.
//! - `wait` holds the stream, in whole steps, until every MV that was given the tag before is complete
//!   (s. 3.6.13).
//!
//! Left out: the latency of the pipeline behind the last step and of the way into it; how fast the
//! host delivers instructions; what s. 1.5 warns of, switching between reading and writing; refresh and
//! row misses of DRAM, and what indirection adds to them; what different parts of one memory could do at
//! once; the constraints of s. 3.5.9. Steps that hazards would need (s. 3.6.3) are not inserted.

mod bytes;
mod calculation;
mod figures;
mod lanes;
mod moves;
mod survey;
mod throughput;
mod uses;

pub use bytes::CodeBytes;
pub use calculation::{Calculation, Calculations};
pub use figures::{CYCLES_A_STEP, MAUS, peak};

use super::Mode;
use crate::mncore2::account::accesses;
use crate::mncore2::isa::Statement;
use crate::mncore2::text::{Line, Program};

pub use lanes::{LANES, Use};
pub use moves::Sharing;
pub use survey::{Model, survey};
pub use throughput::{memories, memory_names, rate};
pub use uses::uses;

/// The first line with a list of addresses that only flat mode can say (s. 1.2). A list in even steps
/// that `v` could make is taken for that (MN-D77).
///
/// ```
/// use semantics::mncore2::{steps::flat_list, text};
/// let program = text::parse("lpassa $lm[0,2,4,6] $ln0v\nlpassa $lm[0,4,2,6] $lr0v").unwrap();
/// assert_eq!(flat_list(&program).unwrap().number, 2);
/// ```
#[must_use]
pub fn flat_list(program: &Program) -> Option<&Line> {
    program.lines().iter().find(|line| match line.statement() {
        Statement::Step(step) => accesses(&step.exprs).any(|(_, access)| access.stride().is_none()),
        _ => false,
    })
}

// The packed stream of units: PE steps and an MV (s. 1.2).

/// What has been issued.
#[derive(Clone, Copy, Debug, Default)]
struct Stream {
    mode: Mode,
    /// Steps so far, of all kinds.
    slots: u64,
    /// PE steps of the unit at hand.
    in_unit: u64,
    /// `nop` that packing inserted.
    nops: u64,
    /// `mvnop` that packing inserted.
    mvnops: u64,
    /// Steps that waits held.
    held: u64,
}

impl Stream {
    fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// The cycle at which the next step would be issued.
    const fn now(&self) -> u64 {
        self.slots.saturating_mul(CYCLES_A_STEP)
    }

    /// Holds until a cycle; how many steps that takes.
    fn hold(&mut self, until: u64) -> u64 {
        let steps = until.saturating_sub(self.now()).div_ceil(CYCLES_A_STEP);
        self.slots = self.slots.saturating_add(steps);
        self.held = self.held.saturating_add(steps);
        steps
    }

    /// Some PE steps, at least one.
    fn steps(&mut self, steps: u64) {
        let (all, unit) = (self.in_unit + steps, self.mode.steps_a_unit());
        // A unit that another step follows goes without an MV.
        self.mvnops += (all - 1) / unit;
        self.in_unit = (all - 1) % unit + 1;
        self.slots = self.slots.saturating_add(steps);
    }

    /// An MV ends its unit; how many `nop` that takes.
    fn mv(&mut self) -> u64 {
        let nops = self.mode.steps_a_unit() - self.in_unit;
        self.in_unit = 0;
        self.nops += nops;
        self.slots = self.slots.saturating_add(nops);
        nops
    }

    /// The last unit is filled.
    fn finish(&mut self) {
        if self.in_unit > 0 {
            self.mv();
            self.mvnops += 1;
        }
    }
}
