//! What each instruction does, in two steps: a plan from the operand table alone (fields checked, regions of memory named), and the
//! work, from the elements read to those written. Nothing is written where a step fails (XDSA-D20, D71, D106).
//!
//! A group of instructions is one file or folder and one line of [`plan`].

mod accuracy;
mod activation;
mod branch;
mod convolution;
mod create;
mod dropout;
mod effort;
mod elementwise;
mod encoding;
mod exact;
mod geometry;
mod index;
mod indexing;
mod loss;
mod matrix;
mod moves;
mod norm;
mod offsets;
mod optimizer;
mod pooling;
mod quantised;
mod random;
mod recurrent;
mod reduction;
mod region;
mod request;
mod resize;
mod results;
mod signal;
#[cfg(test)]
mod single;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trial;
mod vision;

pub(super) use effort::{MOVED, effort};

pub use region::Region;
pub use request::Request;

use super::Error;
use super::isa::{Group, Operation, Unit};
use crate::xdsa::number::Number;
use elementwise::{any, truth};
use softfloat::Flags;
use std::fmt;

/// What an instruction reads, writes and works out.
pub struct Plan {
    /// What is read, whole, before anything is written (XDSA-D107).
    pub reads: Vec<Region>,
    /// What is written, in this order; the last write wins (XDSA-D20, D105).
    pub writes: Vec<Region>,
    /// What is neither read nor written but must lie in the address space (EMPTY, XDSA-D93).
    pub spans: Vec<Region>,
    /// Whether destinations must not overlap (XDSA-D105).
    pub distinct: bool,
    /// Whether it draws random numbers (XDSA-D67).
    pub draws: bool,
    /// Products, taps of windows and the like, where the work takes more of them than there are elements.
    pub inner: u64,
    /// From the elements of `reads`, a vector each, to those of `writes`.
    pub work: Work,
}

/// The elements of what is read, in the order of [`Region`]s, as codes in the low bits.
pub type Elements = Vec<Vec<u64>>;

/// The work of an instruction. Errors are `IndexRange` only.
pub type Work = Box<dyn FnOnce(&[Vec<u64>], &Environment<'_>) -> Result<Done, Error> + Send>;

/// What the work needs beside its operands.
#[derive(Clone, Copy, Debug)]
pub struct Environment<'a> {
    /// The model's switches.
    pub profile: &'a Profile,
    /// The machine's seed.
    pub seed: u64,
    /// Random instructions that this core has executed.
    pub drawn: u64,
}

/// What the work has worked out.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The elements of `writes`, a vector each.
    pub written: Elements,
    /// The instruction that is executed next, if not the following one.
    pub target: Option<u64>,
    /// Exceptions of any element, for diagnosis (XDSA-D29).
    pub flags: Flags,
}

impl Done {
    /// Elements of one destination.
    #[must_use]
    pub fn one(elements: Vec<u64>) -> Self {
        Self { written: vec![elements], ..Self::default() }
    }
}

impl Plan {
    /// From regions to regions.
    pub fn new(
        reads: Vec<Region>,
        writes: Vec<Region>,
        work: impl FnOnce(&[Vec<u64>], &Environment<'_>) -> Result<Done, Error> + Send + 'static,
    ) -> Self {
        let work = Box::new(work);
        Self { reads, writes, spans: Vec::new(), distinct: false, draws: false, inner: 0, work }
    }

    /// The same, with so much work within.
    #[must_use]
    pub fn with_inner(self, inner: u64) -> Self {
        Self { inner, ..self }
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reads, writes, spans, distinct, draws, inner, work: _ } = self;
        let mut plan = f.debug_struct("Plan");
        plan.field("reads", reads).field("writes", writes).field("spans", spans);
        plan.field("distinct", distinct)
            .field("draws", draws)
            .field("inner", inner)
            .finish_non_exhaustive()
    }
}

/// The plan of an operation.
///
/// # Errors
/// Of what is wrong with the fields the first (XDSA-D106): `ReservedBits` to `TooLarge`.
pub fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    request.check(operation)?;
    match operation.row().group {
        Group::Exit => Err(request.unknown(operation)),
        Group::Branch => branch::plan(operation, request),
        Group::Indexing => indexing::plan(operation, request),
        Group::Index => index::plan(operation, request),
        Group::Encoding => encoding::plan(operation, request),
        Group::Move => moves::plan(operation, request),
        Group::Resize => resize::plan(operation, request),
        Group::Vision => vision::plan(operation, request),
        Group::Arithmetic => elementwise::arithmetic(operation, request),
        Group::Logic => elementwise::logic(operation, request),
        Group::Shift => elementwise::shift(operation, request),
        Group::Narrow => elementwise::narrow(operation, request),
        Group::Division => elementwise::division(operation, request),
        Group::Multiplication => elementwise::multiplication(operation, request),
        Group::Roundup => elementwise::roundup(operation, request),
        Group::Conversion => elementwise::conversion(operation, request),
        Group::Compare => elementwise::compare(operation, request),
        Group::Trigonometric | Group::Hyperbolic | Group::Exponential => {
            elementwise::function(operation, request)
        }
        Group::Activation => activation::plan(operation, request),
        Group::Quantised => quantised::plan(operation, request),
        Group::Query => query(operation, request),
        Group::Convolution => convolution::plan(operation, request),
        Group::Matrix => matrix::plan(operation, request),
        Group::Create if operation == Operation::CreateFromDiag => matrix::diagonal(request),
        Group::Pooling => pooling::plan(operation, request),
        Group::Reduction => reduction::plan(operation, request),
        // One line a group.
        Group::Create if random::has(operation) => random::plan(operation, request),
        Group::Create => create::plan(operation, request),
        Group::Signal => signal::plan(operation, request),
        Group::Norm => norm::plan(operation, request),
        Group::Recurrent => recurrent::plan(operation, request),
        Group::Dropout => dropout::plan(operation, request),
        Group::Loss => loss::plan(operation, request),
        Group::Accuracy => accuracy::plan(operation, request),
        Group::Optimizer => optimizer::plan(operation, request),
    }
}

// Switches of the model, where a device may differ (XDSA-D72).

/// The order and the unit of sums (XDSA-D32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// Exact, rounded once.
    #[default]
    Exact,
    /// Each step rounded to a floating-point unit, in the order kernel row, kernel column, channel.
    Sequential(Unit),
}

/// The switches; the default is what the decisions say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Keys are bits of consecutive entries, not counters (XDSA-D07).
    pub key_bits: bool,
    /// BCLR and BSET by their names (XDSA-D17).
    pub logic_by_name: bool,
    /// Sums of convolutions and matrix products (XDSA-D32).
    pub sums: SumRule,
    /// `SCALE_O` is added behind the shift as a zero point, not multiplied (XDSA-D35).
    pub scale_adds: bool,
    /// `MATRIX_MUL` into any unit (XDSA-D53).
    pub any_result: bool,
    /// The largest side of matrices that are factored exactly (XDSA-D54).
    pub largest: u32,
    /// The most elements that one instruction reads and writes.
    pub elements: u64,
    /// The most points of FFT and IFFT: every point is an exact sum over all of them.
    pub points: u64,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            key_bits: false,
            logic_by_name: false,
            sums: SumRule::Exact,
            scale_adds: false,
            any_result: false,
            largest: 64,
            elements: 1 << 28,
            points: 1 << 14,
        }
    }
}

// IS_FINITE, HAS_INF, HAS_NAN of the default set (text 2511 to 2594, section 2.5): one element, 1 or 0.

/// The plan of a query.
fn query(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    // What is looked for, and what it says.
    let (is, found): (fn(&Number) -> bool, bool) = match operation {
        Operation::IsFinite => (|x| !x.is_finite(), false),
        Operation::HasInf => (Number::is_infinite, true),
        Operation::HasNan => (Number::is_nan, true),
        _ => return Err(request.unknown(operation)),
    };
    let (src, des, len) = (request.unit("src"), request.unit("des"), request.length("len"));
    request.done()?;
    let reads = vec![request.dense("s", src, len)];
    let writes = vec![request.dense("d", des, 1)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        let seen = any(source, |x| is(&Number::of(src, x)));
        Ok(Done::one(vec![truth(seen == found, des).0]))
    }))
}
