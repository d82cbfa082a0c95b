//! The machines: [`ALL`] lists them, [`named`] and [`of_extension`] find one.
//!
//! ```
//! use semantics::machine::{Checks, How, Run};
//! use semantics::machines;
//! let machine = machines::of_extension("vsm").unwrap();
//! assert_eq!((machine.name(), machine.title()), ("mncore2", "MN-Core 2"));
//! let source = "imm i\"5\" $lr0v\nd getf $lr0n0c0b0m0p0 1\n";
//! let how = How { checks: Checks::Assembler, ..How::default() };
//! let program = machine.read(&mut source.as_bytes(), &how)?;
//! let mut board = machine.board(&[])?;
//! let mut dump = Vec::new();
//! board.run(&*program, Run::quietly(&mut dump))?;
//! assert!(String::from_utf8(dump)?.starts_with("DEBUG-GREG0(n0c0b0m0p0,0):"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::machine::Machine;
use crate::mncore2::MnCore2;
use crate::pod::PodMachine;
use crate::tile::TileMachine;
use crate::xdsa::XdsaMachine;

/// The machine of a source that does not tell its machine.
pub static DEFAULT: &dyn Machine = &MnCore2;

/// Every machine.
pub static ALL: &[&dyn Machine] = &[&MnCore2, &PodMachine, &XdsaMachine, &TileMachine];

/// The machine of this name.
///
/// ```
/// use semantics::machines::named;
/// assert_eq!(named("pod").map(|machine| machine.name()), Some("pod"));
/// assert!(named("abacus").is_none());
/// ```
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Machine> {
    ALL.iter().copied().find(|machine| machine.name() == name)
}

/// The names of all machines.
#[must_use]
pub fn names() -> String {
    ALL.iter().map(|machine| machine.name()).collect::<Vec<_>>().join(", ")
}

/// The machine whose programs have this extension.
///
/// ```
/// use semantics::machines::of_extension;
/// assert_eq!(of_extension("xdsa").map(|machine| machine.name()), Some("xdsa"));
/// ```
#[must_use]
pub fn of_extension(extension: &str) -> Option<&'static dyn Machine> {
    ALL.iter().copied().find(|machine| machine.extensions().contains(&extension))
}
