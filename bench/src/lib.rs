//! What an operation costs: the cases that both benches measure.
//!
//! `cargo bench -p bench --bench counts` counts instructions under valgrind and fails where an
//! operation exceeds its goal; `cargo bench -p bench --bench speed` measures time. Both measure the
//! same [`CASES`] in the same way: a pass calls the operation once for each of [`SETS`] sets of
//! operands, through a function that is not inlined, as Berkeley SoftFloat's are not. `counts` counts
//! [`FILES`], too: what `gen` and `check` do for a case.

mod apfloat;
mod berkeley;
mod cases;
mod files;
mod operands;
mod ours;

pub use cases::{CASES, Case, EMPTY, Group};
pub use files::FILES;
pub use operands::{SETS, normal_numbers};
