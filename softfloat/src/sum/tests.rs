//! The evaluator against integers, the presets against the functions and cases they describe.

mod conformance;
mod exact;
mod mncore2;
mod model;
mod presets;
mod properties;
mod random;

use seeded::{Draw, Random};

/// One of these.
fn one_of<T: Copy>(state: &mut Random, choices: &[T]) -> T {
    *state.pick(choices)
}
