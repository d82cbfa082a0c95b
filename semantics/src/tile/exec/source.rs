//! Source 1 of TCVT and TALU: a tile, or a number that stands for every element (TILE-D50, D58, D59, D87).

use super::element::Element;
use crate::tile::isa::{Field, Instruction, Scalar};
use crate::tile::state::Thread;

/// The bytes of `count` registers of source 1.
pub(super) fn first(thread: &Thread, i: &Instruction, element: Element, count: usize) -> Vec<u8> {
    let number = i.field(Field::Src1);
    let code = match i.scalar() {
        Scalar::Integer => thread.x(number),
        Scalar::Float => unboxed(thread.f(number), element),
        Scalar::Immediate => i.immediate().into(),
        Scalar::Tile | Scalar::Vector => return thread.group(number, count).to_vec(),
    };
    let size = element.width() / 8;
    code.to_le_bytes()[..size].iter().copied().cycle().take(count * 1024).collect()
}

/// The element in a float register; the canonical NaN where the bits above it are not all ones.
fn unboxed(bits: u64, element: Element) -> u64 {
    let above = !0 << element.width();
    match element.format(super::element::Codes::default()).canonical_nan() {
        Some(nan) if bits & above != above => nan,
        _ => bits & !above,
    }
}
