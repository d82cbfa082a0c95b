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

mod judge;
mod measure;
mod order;
mod part;
mod read;
mod shape;
mod shard;
mod ulps;

pub use judge::{Answer, Judge, Special};
pub use measure::{Accuracy, Breach, Difference, Point, Summary, Worst};
pub use part::{Part, PartError, Run, join};
pub use read::each;
pub use ulps::{NoUlps, Ulps};

use crate::registry::Op;
use functions::Function;

/// The function that an operation rounds.
#[must_use]
pub fn function_of(op: &Op) -> Option<Function> {
    op.link.evaluate.function()
}
