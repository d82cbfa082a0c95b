//! The evaluator against integers, the presets against the functions and cases they describe.

mod conformance;
mod exact;
mod mncore;
mod model;
mod presets;
mod properties;
mod random;

/// splitmix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A random number below `n`.
fn below(state: &mut u64, n: u64) -> u64 {
    (random(state) >> 20) % n
}

/// One of these.
fn one_of<T: Copy>(state: &mut u64, choices: &[T]) -> T {
    choices[below(state, choices.len() as u64) as usize]
}
