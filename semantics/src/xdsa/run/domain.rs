//! Handlers of other domains (section 1.3 of the source, XDSA-D03).

use super::{Hooks, Shared};
use crate::xdsa::exec::Profile;
use crate::xdsa::{Error, Kind};

/// Executes the instructions of a domain other than Unity. Each domain has a memory of its own.
pub trait DomainHandler: Send {
    /// Executes a payload. Where it waits it must have changed nothing; it is asked again at the core's next turn.
    ///
    /// # Errors
    /// What stops the machine.
    fn execute(&mut self, payload: &[u8; 16], shared: &mut Shared<'_>) -> Result<Handled, Error>;
}

/// How an instruction of another domain went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handled {
    /// It is executed.
    Done,
    /// It waits for keys.
    Waits,
}

/// The error of a domain that nobody handles.
pub(super) fn unhandled(did: u8) -> Error {
    match did {
        1..=6 | 0x80..=0xff => {
            let name = match did {
                1 => "ZHOUYI",
                2 => "ARM32",
                3 => "ARM64",
                4 => "RISCV32",
                5 => "RISCV64",
                6 => "MIPS32",
                _ => "custom",
            };
            let message = format!(
                "domain {did:02X} ({name}) has no handler; right: one that the host has given it"
            );
            Error::new(Kind::UnsupportedDomain, message)
        }
        _ => Error::new(
            Kind::ReservedDomain,
            format!("domain {did:02X} is reserved; right: 00 to 06, 7F, 80 to FF"),
        ),
    }
}

// What a machine is made with.

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
