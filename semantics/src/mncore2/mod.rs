//! MN-Core 2: 4 groups of 2 L2B of 8 L1B of 16 MAB of 4 PE; the sections (s.) are those of its
//! developer manual, the decisions (MN-D..) are stated in `docs/decisions.md`.

mod account;
pub mod assembly;
mod board;
pub mod build;
mod changes;
pub mod check;
pub mod code;
mod differ;
pub mod dump;
mod exec;
pub mod isa;
pub mod layout;
mod machine;
mod memory;
pub(crate) mod state;
pub mod steps;
mod targets;
pub mod text;
pub mod trace;

pub use board::{Board, RunError, RunErrorKind, Summary};
pub use machine::{MnCore2, first_beyond};
pub use memory::{AccessError, Level, Place, Store};

/// How a program is assembled (s. 1.2, s. 3.6.1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The address of every cycle: `j` lines, whose words nobody knows. It takes every program; what a contest counts.
    #[default]
    Flat,
    /// Addresses with strides: `i` lines.
    AutoStride,
}

impl Mode {
    /// Both, the first where none is asked for.
    pub const ALL: [Self; 2] = [Self::Flat, Self::AutoStride];

    /// PE steps of a unit of the packed stream; one MV goes with them (s. 1.2).
    #[must_use]
    pub const fn steps_a_unit(self) -> u64 {
        match self {
            Self::Flat => 2,
            Self::AutoStride => 3,
        }
    }

    /// The letter of a PE line of assembled text.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Flat => 'j',
            Self::AutoStride => 'i',
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::AutoStride => "auto-stride",
        }
    }
}
