//! Registers and numbers by name (Tile, s. 2.4).

use crate::source::number::{c_number, decimal};
use crate::tile::isa::Scalar;

/// A number: decimal or hexadecimal.
pub(super) fn number(text: &str) -> Option<u64> {
    c_number(text)
}

fn digits(text: &str, below: u64) -> Option<u64> {
    let canonical = text == "0" || !text.starts_with('0');
    decimal(text).filter(|n| canonical && *n < below)
}

/// Names of the calling convention: what they begin with, from which number, to which, and the register of that number.
type Names = &'static [(&'static str, u64, u64, u64)];

const INTEGERS: Names =
    &[("t", 0, 2, 5), ("t", 3, 6, 28), ("s", 0, 1, 8), ("s", 2, 11, 18), ("a", 0, 7, 10)];
const FLOATS: Names =
    &[("ft", 0, 7, 0), ("ft", 8, 11, 28), ("fs", 0, 1, 8), ("fs", 2, 11, 18), ("fa", 0, 7, 10)];

fn named(text: &str, names: Names) -> Option<u64> {
    names.iter().find_map(|(prefix, first, last, register)| {
        let n = digits(text.strip_prefix(prefix)?, last + 1)?;
        (n >= *first).then(|| register + n - first)
    })
}

/// An integer register.
pub(super) fn integer(text: &str) -> Option<u64> {
    let alone = match text {
        "zero" => Some(0),
        "ra" => Some(1),
        "sp" => Some(2),
        "gp" => Some(3),
        "tp" => Some(4),
        "fp" => Some(8),
        _ => None,
    };
    let by_number = || text.strip_prefix('x').and_then(|n| digits(n, 32));
    alone.or_else(by_number).or_else(|| named(text, INTEGERS))
}

/// A float register.
pub(super) fn float(text: &str) -> Option<u64> {
    let by_number = text.strip_prefix('f').and_then(|n| digits(n, 32));
    by_number.or_else(|| named(text, FLOATS))
}

/// A vector register.
pub(super) fn vector(text: &str) -> Option<u64> {
    text.strip_prefix('v').and_then(|n| digits(n, 32))
}

/// A tile register.
pub(super) fn tile(text: &str) -> Option<u64> {
    text.strip_prefix('t').and_then(|n| digits(n, 256))
}

/// A register of any of these kinds, the first that knows the name; `t0` is a tile where tiles may stand.
pub(super) fn any(text: &str, kinds: &[Scalar]) -> Option<(Scalar, u64)> {
    kinds.iter().find_map(|kind| {
        let found = match kind {
            Scalar::Tile => tile(text),
            Scalar::Integer => integer(text),
            Scalar::Float => float(text),
            Scalar::Vector => vector(text),
            Scalar::Immediate => text.strip_prefix('#').and_then(number),
        };
        found.map(|n| (*kind, n))
    })
}
