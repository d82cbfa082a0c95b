//! Bits about the place where a posit ends, under each regime; and numbers whose rounding carries into the next one.

use super::aim::aim;
use super::{Cross, Look, Posit, never};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;
use crate::draw::rng::Rng;

/// Bits behind those that are kept: the guard bit, and others where there are to be any.
pub(super) fn tail(guard: bool, sticky: bool, rng: &mut Rng) -> (u128, i64) {
    let most = if rng.one_in(2) { 3 } else { 24 };
    let behind = if sticky { 1 + rng.below(most) as i64 } else { 0 };
    let random = u128::from(rng.next()) & ((1 << behind) - 1);
    let bits = if rng.one_in(2) { random } else { 0 } | u128::from(sticky);
    (u128::from(guard) << behind | bits, 1 + behind)
}

/// Any bits, often few of them.
pub(super) fn few(len: i64, rng: &mut Rng) -> u128 {
    let all = (1u128 << len) - 1;
    let random = u128::from(rng.next()) & all;
    match rng.below(4) {
        0 => random,
        1 => random & all << rng.below(len as u64 + 1),
        2 => random & all >> rng.below(len as u64 + 1),
        _ => 0,
    }
}

/// The regime of the unrounded result, the last bit that is kept, guard and sticky bit.
pub(super) fn cross(posit: Posit) -> Cross {
    let (first, last) = posit.regimes();
    let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
    let axes = [Axis::sign("sign"), Axis::range("regime", first, last)];
    Cross {
        name: "regime",
        bins: UNROUNDED,
        what: "regime of the unrounded result, last bit kept, guard and sticky bit of its string",
        axes: axes.into_iter().chain(bits).collect(),
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let Some(look) = posit.look(real) else { return };
            let Look { regime, lsb, guard, sticky, .. } = look;
            let [sign, lsb, guard, sticky] = [real.sign, lsb, guard, sticky].map(usize::from);
            hit(&[sign, (regime - first) as usize, lsb, guard, sticky]);
        }),
        aims: Box::new(move |subject, goal, rng| {
            let regime = first + goal[1] as i64;
            let kept = posit.kept(regime);
            let head = match kept {
                0 => 0,
                kept => few(kept, rng) >> 1 << 1 | goal[2] as u128,
            };
            let (bits, len) = tail(goal[3] == 1, goal[4] == 1, rng);
            let real = posit.number(goal[0] == 1, regime, head << len | bits, kept + len);
            Some(aim(subject, real, rng))
        }),
        never: Box::new(move |subject, goal| {
            let bits = [goal[2], goal[3], goal[4]].map(|bit| bit == 1);
            never::bits(subject, posit, goal[0] == 1, first + goal[1] as i64, bits)
        }),
    }
}

/// All bits that are kept behind the regime are ones: what is rounded up has the next regime.
pub(super) fn carry(posit: Posit) -> Cross {
    let (first, last) = posit.regimes();
    Cross {
        name: "carry",
        bins: UNROUNDED,
        what: "guard and sticky bit of a result whose kept bits behind the regime are all ones",
        axes: [Axis::sign("sign")].into_iter().chain(["guard", "sticky"].map(Axis::bit)).collect(),
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            if let Some(look) = posit.look(real).filter(|look| look.ones) {
                hit(&[real.sign, look.guard, look.sticky].map(usize::from));
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let regime = first + rng.below((last - first + 1) as u64) as i64;
            let kept = posit.kept(regime);
            let (bits, len) = tail(goal[1] == 1, goal[2] == 1, rng);
            let head = ((1u128 << kept) - 1) << len;
            let real = posit.number(goal[0] == 1, regime, head | bits, kept + len);
            Some(aim(subject, real, rng))
        }),
        never: Box::new(move |subject, goal| {
            never::carry(subject, posit, [0, 1, 2].map(|at| goal[at] == 1))
        }),
    }
}
