//! Exact arithmetic on integers: dyadic numbers, their quotients, roots, powers and sums.
//!
//! Nothing here has a precision. What an [`Unrounded`](softfloat::Unrounded) cannot hold is cut to its
//! leading bits, at least 126 of them, and marked sticky.

mod dyadic;
mod odd;
mod root;
mod sum;

pub(crate) use dyadic::scaled;
pub use dyadic::{Dyadic, cut};
pub(crate) use odd::Odd;
pub use root::{quotient, root};
pub(crate) use sum::{Term, sum};
