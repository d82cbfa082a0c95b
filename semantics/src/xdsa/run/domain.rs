//! Handlers of other domains (section 1.3 of the source, XDSA-D03).

use super::Shared;
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
