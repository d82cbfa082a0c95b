//! Arrays in NPY files: into and out of memories whose elements the machine knows.

use crate::npy::{self, Kind};
use semantics::machine::{Board, ElementKind, Elements};
use semantics::source::Refusal;
use std::io::Read;

/// The most bytes of an array.
const MOST: u64 = 1 << 32;

const fn kind(kind: ElementKind) -> Kind {
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
    if (head.kind, head.size) != (kind(element.kind), element.bytes) {
        let letter = match element.kind {
            ElementKind::Unsigned => 'u',
            ElementKind::Signed => 'i',
            ElementKind::Float => 'f',
        };
        return Err(format!("its numbers are {}; right: <{letter}{}", head.descr, element.bytes));
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

/// The head of a file with the elements of a memory.
pub(super) fn head(board: &dyn Board, memory: &str) -> Result<Vec<u8>, Refusal> {
    let Elements { element, shape } = elements(board, memory)?;
    let mut head = Vec::new();
    let written = npy::write(&shape, kind(element.kind), element.bytes, &mut head);
    written.map_err(|e| Refusal::new(format!("cannot write: {e}")))?;
    Ok(head)
}
