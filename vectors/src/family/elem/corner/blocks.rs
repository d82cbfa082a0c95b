//! Operands of functions of blocks: corner codes in every place, alike, alone, in pairs that cancel,
//! beside infinities.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::codes;
use crate::registry::Plan;

/// How a block is filled.
const KINDS: usize = 8;

/// The cases of a function of blocks.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let format = plan.operands[0].format;
    let n = plan.operands[0].len;
    let own = codes(&format);
    let sign = if format.sign { 1 << (format.width - 1) } else { 0 };
    let infinity =
        Float::of(&format).filter(|_| format.has_infinity()).map(|f| f.code(true, f.top, 0));
    let one = Float::of(&format).map_or(0x7f, |f| f.at(false, 0, 0));
    for turn in 0..own.len() * KINDS {
        let (kind, first) = (turn / own.len(), own[turn % own.len()]);
        let place = turn % n;
        let mut x = Vec::with_capacity(plan.elements());
        for k in 0..plan.elements() {
            let other = own[(turn * 3 + k * 7 + kind) % own.len()];
            let before = x.last().copied().unwrap_or(first);
            x.push(match kind {
                0 => other,
                // All alike, of one sign or of both.
                1 => first,
                2 => first ^ if k % 2 == 1 { sign } else { 0 },
                // One beside zeros, beside ones, beside negative infinities.
                3 => {
                    if k % n == place {
                        first
                    } else {
                        0
                    }
                }
                4 => {
                    if k % n == place {
                        first
                    } else {
                        one
                    }
                }
                5 => {
                    if k % n == place {
                        first
                    } else {
                        infinity.unwrap_or(first)
                    }
                }
                // Pairs that cancel, or nearly do.
                6 if k % 2 == 1 => before ^ sign,
                7 if k % 2 == 1 => before ^ sign ^ 1,
                _ => other,
            });
        }
        cases.push(&x);
    }
}
