//! Arrays in NPY files: into and out of memories whose elements the machine knows.

use crate::npy::{self, Kind};
use crate::printable;
use semantics::machine::{Board, ElementKind, Elements};
use semantics::source::Refusal;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes of an array.
const MOST: u64 = 1 << 32;

pub(super) const fn kind(kind: ElementKind) -> Kind {
    match kind {
        ElementKind::Unsigned => Kind::Unsigned,
        ElementKind::Signed => Kind::Signed,
        ElementKind::Float => Kind::Float,
    }
}

fn elements(board: &dyn Board, memory: &str) -> Result<Elements, Refusal> {
    board.elements(memory)?.ok_or_else(|| {
        Refusal::new(format!("`{memory}` holds bytes, not the elements of an array"))
            .help("a file of another extension, which is raw bytes")
    })
}

/// The elements of a file, little-endian. Its shape may be any of as many elements.
pub(super) fn read(
    board: &dyn Board,
    memory: &str,
    input: &mut impl Read,
) -> Result<Vec<u8>, String> {
    let Elements { element, shape } = elements(board, memory).map_err(|e| e.to_string())?;
    let head = npy::read(input)?;
    let codes = element.named.is_some() && head.kind == Kind::Opaque;
    if head.size != element.bytes || head.kind != kind(element.kind) && !codes {
        let letter = match element.kind {
            ElementKind::Unsigned => 'u',
            ElementKind::Signed => 'i',
            ElementKind::Float => 'f',
        };
        let or = element.named.map_or_else(String::new, |name| format!(", or ml_dtypes' {name}"));
        return Err(format!(
            "its numbers are {}; right: <{letter}{}{or}",
            head.descr, element.bytes
        ));
    }
    let count = shape.iter().fold(1_u64, |n, size| n.saturating_mul(*size));
    if head.words != count {
        return Err(format!("it has {} numbers; right: {count}", head.words));
    }
    let bytes = count.saturating_mul(element.bytes as u64);
    if bytes > MOST {
        return Err(format!("it has {bytes} bytes; right: at most {MOST}"));
    }
    let mut all = Vec::new();
    input.take(bytes).read_to_end(&mut all).map_err(|e| format!("cannot read: {e}"))?;
    if all.len() as u64 != bytes {
        return Err(format!("it ends inside its numbers: {} of {bytes} bytes", all.len()));
    }
    if !head.little {
        all.chunks_mut(element.bytes).for_each(<[u8]>::reverse);
    }
    Ok(all)
}

/// The name of the elements of a memory, which no NPY file tells: it stands in a file beside it, `x.npy.dtype`.
pub(super) fn name(board: &dyn Board, memory: &str) -> Result<Option<&'static str>, Refusal> {
    Ok(elements(board, memory)?.element.named)
}

/// The file beside an NPY file.
pub(super) fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".dtype");
    name.into()
}

/// Whether the file beside says what is loaded; where there is none, nothing is said.
pub(super) fn agrees(board: &dyn Board, memory: &str, file: &Path) -> Result<(), String> {
    let Ok(text) = std::fs::read_to_string(beside(file)) else { return Ok(()) };
    let found = text.trim();
    let right = name(board, memory).map_err(|e| e.to_string())?;
    match right {
        Some(right) if right == found => Ok(()),
        Some(right) => Err(format!("its numbers are {}; right: {right}", printable::text(found))),
        None => {
            Err(format!("its numbers are {}; `{memory}` asks for others", printable::text(found)))
        }
    }
}

/// The head of a file with the elements of a memory.
pub(super) fn head(board: &dyn Board, memory: &str) -> Result<Vec<u8>, Refusal> {
    let Elements { element, shape } = elements(board, memory)?;
    let mut head = Vec::new();
    let written = npy::write(&shape, kind(element.kind), element.bytes, &mut head);
    written.map_err(|e| Refusal::new(format!("cannot write: {e}")))?;
    Ok(head)
}
