//! Case files: what a machine holds before, what is executed, what it holds after. One text form for
//! every machine; the names of the state are the machine's own ([`Board::shape`](crate::machine::Board::shape)).
//!
//! ```
//! use semantics::cases;
//! let source = "system mncore2\n\
//!     test MN-T1 a sum\n\
//!     init $lr0n0c0b0m0p0=3ff0000000000000\n\
//!     code dvadd $lr0 $lr0 $ls0\n\
//!     expect $ls0n0c0b0m0p0=4000000000000000\n";
//! let file = cases::read(source.as_bytes())?;
//! assert_eq!(file.cases[0].id, "MN-T1");
//! assert_eq!(file.cases[0].run(file.machine)?, []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod line;
mod read;
mod run;

pub use read::read;
pub use run::{Broken, Mismatch};

use crate::machine::{Machine, Value};

/// The cases of a file.
#[derive(Debug)]
pub struct File {
    /// The machine of all of them.
    pub machine: &'static dyn Machine,
    /// In the order of the file.
    pub cases: Vec<Case>,
}

/// State in, code, state out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its name, without blanks.
    pub id: String,
    /// What it is about.
    pub text: String,
    /// The line of its `test`.
    pub line: u32,
    /// Parameters of the model.
    pub parameters: Vec<(String, String)>,
    /// The state before.
    pub init: Vec<Assignment>,
    /// The program, a line each, with the lines of the file.
    pub code: Vec<(u32, String)>,
    /// The state after.
    pub expect: Vec<Assignment>,
    /// The error that must end the run, and the code line, from 0.
    pub error: Option<(String, Option<u32>)>,
    /// What `#@` lines say: key and text.
    pub notes: Vec<(String, String)>,
}

/// A part of the state and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The line of the file.
    pub line: u32,
    /// The part's name.
    pub target: String,
    /// Its value.
    pub value: Value,
}
