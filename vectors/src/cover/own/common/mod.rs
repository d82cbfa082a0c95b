//! MN-Core 2's block conversion (s. 4.4): how far each element lies below the largest, which element's
//! carry raises the common exponent and whether that makes the block infinite, extended elements, elements
//! that become 0, and the bits about the place of rounding.

mod blocks;
mod places;
mod rules;

use crate::cover::cross::Cross;
use crate::cover::subject::Subject;
use crate::draw::code::Float;
use crate::registry::Group;
use rules::Rules;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(Group::Common { kept, raise, extended }) = subject.group else { return Vec::new() };
    let shape = subject.plan.operands[0];
    let Some(float) = Float::of(&shape.format) else { return Vec::new() };
    let rules = Rules { float, len: shape.len, kept, raise, extended };
    let mut all =
        vec![rules.spread(), rules.carry(), rules.zeros(), rules.rounding(), rules.underflow()];
    if extended {
        all.push(rules.limit());
    }
    all
}
