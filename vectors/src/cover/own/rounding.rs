//! Bits of exact sums about the place of rounding.

use super::elements::{Elements, ladder, middle};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross, ROUND};
use crate::cover::exact::Real;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// How far behind the guard bit a bit is looked for.
const BEHIND: i64 = 8;

/// Whether terms of their own have the guard bit and what lies behind it.
pub(super) fn reached(subject: &Subject, terms: Terms) -> bool {
    behind(subject, terms) > 0
}

/// How far behind the guard bit a term lies that has one bit, beside one that has the guard bit.
fn behind(subject: &Subject, terms: Terms) -> i64 {
    let p = subject.result.precision();
    let mut rng = Rng::new(0, 0);
    let is = |d: &i64| ladder(subject, terms, &[0, -p + 1, -p, -p - d], &mut rng).is_some();
    (1..=BEHIND).take_while(is).count() as i64
}

/// A number's leading bit, and others so far above it, as terms.
fn sum(subject: &Subject, terms: Terms, sign: bool, above: &[i64], rng: &mut Rng) -> Aim {
    let mut elements = Elements::new(subject, terms);
    let n = terms.count();
    let (places, lead) = ladder(subject, terms, above, rng).unwrap_or_else(|| {
        let first = rng.below(n as u64) as usize;
        ((0..n).map(|i| (first + i) % n).collect(), middle(subject))
    });
    let one =
        |above: i64| Real { sign, exponent: lead + above, significand: 1 << 127, more: false };
    let put = above.len() <= n
        && above.iter().zip(places).all(|(above, at)| elements.put(at, one(*above), rng));
    elements.aim(put, rng)
}

/// The last bit kept, the guard and the sticky bit.
pub(super) fn bits() -> Cross {
    let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
    Cross {
        name: ROUND,
        bins: UNROUNDED,
        what: "last bit kept, guard and sticky bit of the exact sum",
        axes: [Axis::sign("sign")].into_iter().chain(bits).collect(),
        hits: Box::new(|view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if sum.exponent > r.emax() {
                return;
            }
            let cut = sum.cut(r.last(sum.exponent));
            let bit = usize::from;
            hit(&[bit(sum.sign), bit(cut.lsb), bit(cut.guard), bit(cut.sticky)]);
        }),
        aims: Box::new(|subject, goal, rng| {
            let terms = subject.terms?;
            let p = subject.result.precision();
            let mut above = vec![0];
            above.extend((goal[1] == 1).then_some(-(p - 1)));
            above.extend((goal[2] == 1).then_some(-p));
            above.extend((goal[3] == 1).then_some(-p - 1 - rng.below(3) as i64));
            Some(sum(subject, terms, goal[0] == 1, &above, rng))
        }),
        never: Box::new(|_, _| None),
    }
}

/// One bit alone behind the guard bit, at each place.
pub(super) fn alone(subject: &Subject, terms: Terms) -> Option<Cross> {
    let most = behind(subject, terms);
    let (p, r) = (subject.result.precision(), subject.result.clone());
    (most > 0).then(|| Cross {
        name: "sticky",
        bins: UNROUNDED,
        what: "how far behind the guard bit the only other bit of an exact sum lies",
        axes: [
            Axis::sign("sign"),
            Axis::bit("lsb"),
            Axis::bit("guard"),
            Axis::range("behind", 1, most),
        ]
        .into(),
        hits: Box::new(move |view, hit| {
            let Some(sum) = &view.scene.exact else { return };
            if !(r.emin()..=r.emax()).contains(&sum.exponent) || sum.more {
                return;
            }
            let cut = sum.cut(r.last(sum.exponent));
            let rest = cut.extra << 1;
            let behind = i64::from(rest.leading_zeros()) + 1;
            if rest.count_ones() == 1 && behind <= most {
                let bit = usize::from;
                hit(&[bit(sum.sign), bit(cut.lsb), bit(cut.guard), (behind - 1) as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut above = vec![0];
            above.extend((goal[1] == 1).then_some(-(p - 1)));
            above.extend((goal[2] == 1).then_some(-p));
            above.push(-p - 1 - goal[3] as i64);
            Some(sum(subject, terms, goal[0] == 1, &above, rng))
        }),
        never: Box::new(|_, _| None),
    })
}
