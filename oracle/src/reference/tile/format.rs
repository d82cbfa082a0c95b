//! The formats by their names in mnemonics, and the one rule that is chosen.

use crate::reference::engine::{Facts, Rounding};
use crate::reference::number::{self, TABLE};
use crate::reference::options::Options;

/// The direction; Tile has no other rule to choose.
pub(super) fn rounding(options: Options<'_>) -> Option<Rounding> {
    Some(number::env(options)?.rounding)
}

/// The format of this name in mnemonics; `other` has the codes of FP8 that are not the usual ones, and `block` says whether the
/// elements stand in blocks, whose usual codes are OCP's.
pub(super) fn format(name: &str, block: bool, other: bool) -> Option<&'static Facts> {
    let ocp = block != other;
    Some(
        TABLE[match (name, ocp) {
            ("f32" | "fp32", _) => "ieee_binary32",
            ("f16" | "fp16", _) => "ieee_binary16",
            ("bf16", _) => "bf16",
            ("tf32", _) => "tf32",
            ("e4m3", true) => "fp8_e4m3_ocp",
            ("e4m3", false) => "fp8_e4m3_fnuz",
            ("e5m2", true) => "fp8_e5m2_ocp",
            ("e5m2", false) => "fp8_e5m2_fnuz",
            ("e3m2", _) => "fp6_e3m2",
            ("e2m3", _) => "fp6_e2m3",
            ("e2m1", _) => "fp4_e2m1",
            ("int8", _) => "mxint8_elem",
            ("int4", _) => "mxint4_elem",
            ("u8", _) => "uint8",
            ("s8", _) => "int8",
            ("u4", _) => "uint4",
            ("s4", _) => "int4",
            _ => return None,
        }],
    )
}
