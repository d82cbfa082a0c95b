//! One bit alone behind the last one that a posit has room for: a sticky bit that must not be lost.

use super::aim::aim;
use super::regime::few;
use super::{Cross, Posit};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;
use crate::cover::never;

pub(super) fn cross(posit: Posit, longest: i64) -> Cross {
    let (first, last) = posit.regimes();
    Cross {
        name: "sticky",
        bins: UNROUNDED,
        what: "the only bit that is set behind the last one kept, counted from the guard bit",
        axes: vec![Axis::sign("sign"), Axis::range("bit", 1, longest)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let extra = posit.look(real).and_then(|look| look.extra);
            if let Some(extra) = extra.filter(|extra| extra.is_power_of_two()) {
                hit(&[usize::from(real.sign), extra.leading_zeros() as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let len = goal[1] as i64 + 1;
            // Where numbers are short, so that the bit is not too far below the leading one.
            let fits = |regime: &i64| posit.kept(*regime) - i64::from(posit.es) + len <= longest;
            let short: Vec<i64> = (first..=last).filter(fits).collect();
            let regime = match short.is_empty() || rng.one_in(3) {
                true => first + rng.below((last - first + 1) as u64) as i64,
                false => short[rng.below(short.len() as u64) as usize],
            };
            let kept = posit.kept(regime);
            let bits = few(kept, rng) << len | 1;
            Some(aim(subject, posit.number(goal[0] == 1, regime, bits, kept + len), rng))
        }),
        never: Box::new(|subject, goal| never::sign(subject, goal[0] == 1)),
    }
}
