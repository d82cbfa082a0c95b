//! Conversions that are rounded twice, by way of a format between both: what lies next to the middle of two results by one bit alone becomes
//! that middle where the format in between ends before that bit, and is then rounded to even (or away) as no number there should be.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

const RANGE: &str = "the operand has no bits so far behind a normal result's last place";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let converts = subject.arithmetic == Some(Arithmetic::Convert) && subject.rounds_to_float();
    let p = subject.result.precision();
    let most = match subject.operands.first() {
        Some(port) if converts && p > 1 && port.float.is_some() && !port.format.is_posit() => {
            port.precision() - p
        }
        _ => 0,
    };
    if most < 2 {
        return Vec::new();
    }
    vec![Cross {
        name: "twice",
        bins: UNROUNDED,
        what: "results next to the middle of two: the bit by which they are, counted from the guard bit",
        axes: vec![
            Axis::sign("sign"),
            Axis::new("middle", &["above even", "below odd"]),
            Axis::range("bit", 2, most),
        ],
        hits: Box::new(move |view, hit| {
            let (Some(real), r) = (&view.scene.exact, &view.subject.result) else { return };
            if !(r.emin()..=r.emax()).contains(&real.exponent) || real.more {
                return;
            }
            let cut = real.cut(view.subject.last(real.exponent));
            let beside = if cut.guard {
                cut.extra << 1
            } else {
                (1u128 << 127).wrapping_sub(cut.extra) << 1
            };
            let bit = i64::from(beside.leading_zeros()) + 2;
            if beside.is_power_of_two() && cut.guard != cut.lsb && bit <= most {
                hit(&[usize::from(real.sign), usize::from(cut.lsb), (bit - 2) as usize]);
            }
        }),
        aims: Box::new(|subject, goal, rng| {
            let bit = goal[2] as i64 + 2;
            let (first, last) = exponents(subject, bit);
            let exponent = first + rng.below(u64::try_from(last - first + 1).ok()?.max(1)) as i64;
            let p = subject.result.precision();
            let below = goal[1] == 1;
            let kept = (1u128 << (p - 1)) | (u128::from(rng.next()) % (1 << (p - 1)));
            let kept = kept & !1 | u128::from(below);
            let half = 1u128 << (bit - 1);
            let extra = if below { half - 1 } else { half + 1 };
            let value = Value {
                sign: goal[0] == 1,
                exponent: exponent - (p - 1) - bit,
                significand: kept << bit | extra,
            };
            Real::of(value).map(Aim::Result)
        }),
        never: Box::new(|subject, goal| {
            let bit = goal[2] as i64 + 2;
            let (first, last) = exponents(subject, bit);
            never::walking(subject, goal[0] == 1, 1).or((first > last).then_some(RANGE))
        }),
    }]
}

/// The exponents of normal results that have operands with a bit so far behind the last place.
fn exponents(subject: &Subject, bit: i64) -> (i64, i64) {
    let (port, r) = (&subject.operands[0], &subject.result);
    let least = if port.format.subnormal && !subject.env.daz {
        port.unit() + (r.precision() - 1) + bit
    } else {
        port.emin()
    };
    (r.emin().max(least), r.emax().min(port.emax()))
}
