//! Sources that are read whole.

use super::{Errors, Fault, MAX_SOURCE, ReadError, Span};
use std::io::{BufRead, Read};

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
