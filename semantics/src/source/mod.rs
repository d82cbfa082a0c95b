//! What every machine's texts share: places and what is wrong there, lines, limits, exceptions.

pub(crate) mod diagnostic;
pub(crate) mod exceptions;
pub(crate) mod fault;
mod limits;
pub(crate) mod lines;
pub(crate) mod number;

pub use diagnostic::{Allowed, Diagnostic, Earlier, Errors, ReadError, Severity, more};
pub(crate) use fault::{Fault, Res, Span};
pub use limits::{MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, MAX_STATEMENTS};

use std::fmt;
use std::io::{BufRead, Read};

/// A source whose statements stand far enough apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The source with the `nop`s.
    pub text: Vec<u8>,
    /// How many steps of `nop` it has more.
    pub nops: u64,
    /// In how many places.
    pub places: u64,
}

// What a machine does not have, or does not take.

/// A request that a machine cannot meet, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What would be right, where something would.
    pub help: Option<String>,
}

impl Refusal {
    /// Without a help.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    /// With what would be right.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  right: {help}"))
    }
}

impl std::error::Error for Refusal {}

// Sources that are read whole.

/// All bytes of a source; of one over the limit one more than that.
pub(crate) fn bytes(source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = source.take(MAX_SOURCE + 1).read_to_end(&mut bytes);
    read.map_err(|error| ReadError::Io { line: 1, error })?;
    Ok(bytes)
}

/// The source as text.
pub(crate) fn text(source: &mut dyn BufRead) -> Result<String, ReadError> {
    let bytes = bytes(source)?;
    let wrong = |line, message: &str| {
        let fault = Fault::error("syntax", "", Span::default(), message);
        ReadError::Errors(Errors { diagnostics: vec![fault.place(line, "")], more: 0 })
    };
    if bytes.len() as u64 > MAX_SOURCE {
        return Err(wrong(1, "the source is longer than 256 MiB"));
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
        return Err(wrong(
            line,
            "there is a zero byte: this is no text; `assay disasm` makes text of machine words",
        ));
    }
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u32;
        wrong(line, "the line is no UTF-8")
    })
}

/// The longest word that is looked for among others.
const NEAR: usize = 64;

/// The words that are near to one, if any are.
pub(crate) fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    // Of long names the distance takes long, and nobody means another by them.
    let alike = |known: &&str| known.len().abs_diff(name.len()) <= 1 + known.len() / 4;
    let mut found: Vec<(usize, &str)> = known
        .filter(|known| !known.contains(' ') && name.len() <= NEAR && alike(known))
        .map(|known| (strsim::osa_distance(name, known), known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(3);
    (!found.is_empty())
        .then(|| found.iter().map(|(_, known)| *known).collect::<Vec<_>>().join(", "))
}
