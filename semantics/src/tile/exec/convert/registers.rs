//! The registers of a conversion.

use super::super::element::Element;
use super::super::mask::Mask;
use super::{Conversion, Group, block, narrow, wide};
use softfloat::Flags;

/// Converts the elements of `bytes`, whose registers have `scales`, into a group of registers. The exceptions of
/// the elements that the mask lets through come back.
pub fn convert(
    conversion: &Conversion,
    bytes: &[u8],
    scales: &[u8],
    mask: Mask,
    target: &mut Group<'_>,
) -> Flags {
    match (conversion.from, conversion.to) {
        (Element::F32 | Element::Bf16 | Element::F16, to) if to.is_block() => {
            block::convert(conversion, bytes, mask, target)
        }
        (Element::F32 | Element::Bf16 | Element::F16, _) => {
            narrow::convert(conversion, bytes, mask, target.bytes)
        }
        _ => wide::convert(conversion, bytes, scales, mask, target.bytes),
    }
}
