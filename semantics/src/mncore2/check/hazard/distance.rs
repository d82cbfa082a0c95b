//! How far apart a write and a read are, and whether that is enough.

use super::rule::{Needed, Rule};

/// A read that comes too early: what of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// The rule.
    pub(super) rule: &'static Rule,
    /// The number of the later step less that of the earlier one.
    pub(super) steps: u32,
    /// What lies between, counted as the rule does.
    pub(super) has: u32,
    /// The word or the L1B that both touch, where the rule asks for one.
    pub(super) place: u32,
    /// Whether it is a warning only.
    pub(super) warning: bool,
}

impl Met {
    /// Too close by a rule that counts steps.
    pub(super) fn by_steps(rule: &'static Rule, steps: u32) -> Option<Self> {
        let Needed::Steps(needed) = rule.needed else { return None };
        (steps <= needed).then_some(Self { rule, steps, has: steps - 1, place: 0, warning: false })
    }

    /// Too close by a rule that counts cycles, in some pair of a cycle that writes and a cycle that
    /// reads; `place` tells what is written in the one and read in the other.
    pub(super) fn by_cycles(
        rule: &'static Rule,
        steps: u32,
        place: impl Fn(u32, u32) -> Option<u32>,
    ) -> Option<Self> {
        let Needed::Cycles(needed) = rule.needed else { return None };
        let (has, place) = closest(steps, needed, place)?;
        Some(Self { rule, steps, has, place, warning: false })
    }
}

/// The least number of cycles between two meeting cycles of four each, where fewer than `needed` lie
/// between, and the place where they meet.
fn closest(steps: u32, needed: u32, place: impl Fn(u32, u32) -> Option<u32>) -> Option<(u32, u32)> {
    // Even the last cycle of the one and the first of the other are far enough apart.
    if 4 * steps - 4 >= needed {
        return None;
    }
    let mut least = None;
    let mut limit = needed;
    for first in 0..4 {
        for second in 0..4 {
            let between = 4 * steps + second - first - 1;
            if between < limit
                && let Some(place) = place(first, second)
            {
                (least, limit) = (Some((between, place)), between);
            }
        }
    }
    least
}
