//! What each instruction of a run read and wrote.

use super::Effect;
use super::exec::Region;
use super::isa::{Unit, Word};
use std::fmt::Write as _;

/// Elements of a region that are shown.
const SHOWN: usize = 8;

/// The instruction, and the elements of each operand.
pub(super) fn text(word: &Word, effect: Option<&Effect>) -> String {
    let mut text = super::text::word(word);
    let Some(effect) = effect else { return text };
    for (direction, regions) in [("reads", &effect.reads), ("writes", &effect.writes)] {
        for (region, elements) in regions {
            let _ = write!(text, "\n    {direction} {}", operand(region, elements));
        }
    }
    if let Some(target) = effect.target {
        let _ = write!(text, "\n    goes to {target}");
    }
    if effect.flags != softfloat::Flags::NONE {
        let _ = write!(text, "\n    flags {}", effect.flags);
    }
    text
}

/// `s0 mem[0x0200] sint8 4: 64 9c 7f 01`
fn operand(region: &Region, elements: &[u64]) -> String {
    let Region { field, address, unit, .. } = region;
    let mut text = format!("{field} mem[{address:#06x}] {unit} {}:", elements.len());
    for element in elements.iter().take(SHOWN) {
        let digits = unit.bits() as usize / 4;
        let _ = write!(text, " {:0digits$x}={}", element & unit.mask(), value(*unit, *element));
    }
    if elements.len() > SHOWN {
        text.push_str(" ...");
    }
    text
}

/// An element as people read it.
fn value(unit: Unit, element: u64) -> String {
    match unit {
        Unit::Fp64 => format!("{:?}", f64::from_bits(element)),
        Unit::Fp32 => format!("{:?}", f32::from_bits(element as u32)),
        Unit::Fp16 => {
            let wide =
                softfloat::convert::<softfloat::format::Binary16, softfloat::format::Binary32>;
            let single = wide(element as u16, &softfloat::Env::IEEE).bits;
            format!("{:?}", f32::from_bits(single))
        }
        _ => unit.integer(element).to_string(),
    }
}
