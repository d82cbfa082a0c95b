//! How accurate another's results of functions are: errors in units in the last place, exactly.
//!
//! An *ulp* is the distance of two numbers of the format in the binade of the exact value: of a value v
//! with `2^e <= |v| < 2^(e+1)` in a format of p bits, `2^(e-p+1)`; below the smallest normal number the
//! distance of subnormal numbers, above the largest number the distance there. The error of an answer is
//! its distance from the exact value, not from the right answer, in that unit: a correctly rounded one is
//! at most 1/2 ulp off where rounding is to nearest. The value is enclosed so narrowly that an error is
//! known to 2^-64 ulp (of blocks, as far as the result itself was enclosed), and what is printed of it
//! is sure.
//!
//! An infinite answer to a value of the largest binade or above counts as the number behind the largest.
//! NaN, other infinities, and zeros of another sign where the value is 0 have no error: they are right, or
//! differ. A right answer to a value beyond the range, infinite or clamped, has none either.
//!
//! ```
//! use vectors::accuracy::Ulps;
//! let limit: Ulps = "0.75".parse().unwrap();
//! assert_eq!(limit.to_string(), "0.750000");
//! ```

mod bias;
mod judge;
mod measure;
mod order;
mod part;
mod report;
mod shape;
mod shard;
mod ulps;

pub use bias::{Bias, Moments, Statistics, is_stochastic};
pub use judge::{Answer, Judge, Special};
pub use measure::{Accuracy, Breach, Difference, Point, Summary, Worst};
pub use part::{Part, PartError, Run, join};
pub use report::{percent, report};

pub use ulps::{NoUlps, Ulps};

use crate::file::chunks::Chunks;
use crate::file::{Case, Error, Fault, Format, Parser, Watch};
use crate::registry::{Op, Operations, Plan};
use functions::Function;
use std::io::Read;

/// The function that an operation rounds.
#[must_use]
pub fn function_of(op: &Op) -> Option<Function> {
    op.link.evaluate.function()
}

/// Calls `visit` with every case of a file and its line: the number of lines. `plan` is what testfloat
/// lines are cases of.
///
/// # Errors
/// The first bad line, a file that is not whole, what `visit` says of a line, or what keeps the file from being read.
pub fn each(
    input: impl Read,
    format: Format,
    among: &'static Operations,
    plan: Option<Plan>,
    mut visit: impl FnMut(u64, &Case<'_>) -> Result<(), Box<Fault>>,
) -> Result<u64, Error> {
    if format.is_bare() && plan.is_none() {
        return Err(Error::NoOperation);
    }
    let mut parser = Parser::new(format, among, plan);
    let mut chunks = Chunks::new(input);
    let (mut line, mut head) = (0, parser.has_header());
    // Of an array cases count, not the lines that stand for them.
    let counts = format != Format::Npy;
    let mut watch = Watch::of(among);
    let mut chunk = Vec::new();
    while let Some(next) = chunks.next(chunk).map_err(Error::of_io)? {
        let mut rest = &next[..];
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            rest = others.get(1..).unwrap_or_default();
            line += 1;
            let faulty = |fault| Error::Line { line, fault };
            if std::mem::take(&mut head) {
                parser.header(own).map_err(faulty)?;
                line -= u64::from(!counts);
            } else if let Some(mark) = parser.mark(own).map_err(faulty)? {
                watch.mark(mark, line);
                line -= u64::from(!counts);
            } else if !parser.is_remark(own) {
                let case = parser.line(own).map_err(faulty)?;
                watch.case(&case, line).map_err(faulty)?;
                visit(line, &case).map_err(faulty)?;
            }
        }
        chunk = next;
    }
    watch.end(line)?;
    Ok(line)
}
