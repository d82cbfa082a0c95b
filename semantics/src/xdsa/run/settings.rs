//! What a machine is made with.

use super::Hooks;
use crate::xdsa::exec::Profile;

/// How cores take turns (XDSA-D08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// By their numbers, one attempt a turn.
    #[default]
    RoundRobin,
    /// Any core that is not finished, drawn from this seed.
    Random(u64),
}

/// The switches of a machine.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Whether the default set stands for what the source leaves to users (XDSA-D69).
    pub defaults: bool,
    /// Whether reserved bits are ignored (XDSA-D04).
    pub lenient: bool,
    /// The seed of random numbers (XDSA-D67).
    pub seed: u64,
    /// The most turns that do something, one more is `StepLimit`; [`STEPS`](super::STEPS) where there is none.
    pub steps: Option<u64>,
    /// Where tables of keys are mapped into the memory of the Unity domain (XDSA-D09).
    pub mapped: [Option<u64>; 4],
    /// The order of cores.
    pub schedule: Schedule,
    /// Where a device may differ (XDSA-D72).
    pub profile: Profile,
    /// The user's own instructions.
    pub hooks: Hooks,
}
