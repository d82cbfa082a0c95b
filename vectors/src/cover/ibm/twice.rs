//! Conversions that are rounded twice, by way of a format between both: what lies next to the middle of two results by one bit alone becomes
//! that middle where the format in between ends before that bit, and is then rounded to even (or away) as no number there should be.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Aims, Axis, Cross, Hits, Never};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

const RANGE: &str = "the operand has no bits so far behind a normal result's last place";

const UNSIGNED: &str = "an integer without a sign is not negative";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if subject.arithmetic != Some(Arithmetic::Convert) {
        return Vec::new();
    }
    if subject.result.is_fixed() {
        return to_integers(subject).into_iter().collect();
    }
    let p = subject.result.precision();
    let most = match subject.operands.first() {
        Some(_) if !subject.rounds_to_float() || p < 2 => 0,
        Some(port) if port.is_fixed() => size(port) - p,
        Some(port) if port.float.is_some() || port.format.is_posit() => port.precision() - p,
        _ => 0,
    };
    if most < 2 {
        return Vec::new();
    }
    let hits: Hits = Box::new(move |view, hit| {
        let (Some(real), r) = (&view.scene.exact, &view.subject.result) else { return };
        if !(r.emin()..=r.emax()).contains(&real.exponent) || real.more {
            return;
        }
        if let Some((bit, below)) = beside(real, view.subject.last(real.exponent))
            && bit <= most
        {
            hit(&[usize::from(real.sign), usize::from(below), (bit - 2) as usize]);
        }
    });
    let aims: Aims = Box::new(|subject, goal, rng| {
        let bit = goal[2] as i64 + 2;
        let (first, last) = exponents(subject, bit);
        let exponent = first + rng.below(u64::try_from(last - first + 1).ok()?.max(1)) as i64;
        let p = subject.result.precision();
        let below = goal[1] == 1;
        let kept = (1u128 << (p - 1)) | (u128::from(rng.next()) % (1 << (p - 1)));
        let kept = kept & !1 | u128::from(below);
        let extra = behind(bit, below);
        let value = Value {
            sign: goal[0] == 1,
            exponent: exponent - (p - 1) - bit,
            significand: kept << bit | extra,
        };
        Real::of(value).map(Aim::Result)
    });
    let never: Never = Box::new(|subject, goal| {
        let bit = goal[2] as i64 + 2;
        let (first, last) = exponents(subject, bit);
        if goal[0] == 1 && !subject.operands[0].format.sign {
            return Some(UNSIGNED);
        }
        never::walking(subject, goal[0] == 1, 1).or((first > last).then_some(RANGE))
    });
    vec![cross(most, hits, aims, never)]
}

/// The cross, of so many bits.
fn cross(most: i64, hits: Hits, aims: Aims, never: Never) -> Cross {
    Cross {
        name: "twice",
        bins: UNROUNDED,
        what: "results next to the middle of two: the bit by which they are, counted from the guard bit",
        axes: vec![
            Axis::sign("sign"),
            Axis::new("middle", &["above even", "below odd"]),
            Axis::range("bit", 2, most),
        ],
        hits,
        aims,
        never,
    }
}

/// The bits behind the last place, so many, of what lies beside a middle by the last of them.
const fn behind(bit: i64, below: bool) -> u128 {
    let half = 1u128 << (bit - 1);
    if below { half - 1 } else { half + 1 }
}

/// The exponents of normal results that have operands with a bit so far behind the last place.
fn exponents(subject: &Subject, bit: i64) -> (i64, i64) {
    let (port, r) = (&subject.operands[0], &subject.result);
    if port.is_fixed() {
        return (r.precision() - 1 + bit, r.emax().min(size(port) - 1));
    }
    // The longest fractions stand behind regimes of two bits.
    if let Some(es) = port.format.posit_exponent_bits() {
        return (r.emin().max(-1 << es), r.emax().min((1 << es) - 1));
    }
    let least = if port.format.subnormal && !subject.env.daz {
        port.unit() + (r.precision() - 1) + bit
    } else {
        port.emin()
    };
    (r.emin().max(least), r.emax().min(port.emax()))
}

/// The bits of an integer's magnitude.
fn size(port: &Port) -> i64 {
    i64::from(port.format.width) - i64::from(port.format.sign)
}

/// The bit by which a number lies beside the middle of two with this last place, counted from the guard bit, and whether it lies below an odd
/// one: above an even one else.
fn beside(real: &Real, last: i64) -> Option<(i64, bool)> {
    let cut = real.cut(last);
    let beside =
        if cut.guard { cut.extra << 1 } else { (1u128 << 127).wrapping_sub(cut.extra) << 1 };
    let bit = i64::from(beside.leading_zeros()) + 2;
    (beside.is_power_of_two() && cut.guard != cut.lsb).then_some((bit, cut.lsb))
}

/// The same of conversions to integers, whose middles are halves.
fn to_integers(subject: &Subject) -> Option<Cross> {
    let from = subject.operands.first().filter(|port| !port.is_fixed())?;
    let p = from.precision();
    if p < 3 || from.emin() > 0 {
        return None;
    }
    // Posits have shorter fractions behind longer regimes.
    let longest = from.format.posit_exponent_bits().map_or(from.emax(), |es| 1 << es);
    let (own, signed) = (size(&subject.result), subject.result.format.sign);
    let asked = from.clone();
    let hits: Hits = Box::new(move |view, hit| {
        let Some(real) = &view.scene.exact else { return };
        if real.exponent >= own || real.more || real.sign && !signed {
            return;
        }
        if let Some((bit, below)) = beside(real, 0)
            && bit < p
        {
            hit(&[usize::from(real.sign), usize::from(below), (bit - 2) as usize]);
        }
    });
    let aims: Aims = Box::new(move |_, goal, rng| {
        let (bit, below) = (goal[2] as i64 + 2, goal[1] == 1);
        // Bits of the integer that there is room for beside those behind its point.
        let room = (p - bit).min(own).min(longest).clamp(0, 62);
        let any = rng.next() & ((1 << rng.below(room as u64 + 1)) - 1);
        let kept = u128::from(if below { any | 1 } else { any & !1 });
        let extra = behind(bit, below);
        let (sign, significand) = (goal[0] == 1, kept << bit | extra);
        Real::of(Value { sign, exponent: -bit, significand }).map(Aim::Result)
    });
    let never: Never = Box::new(move |subject, goal| {
        let (bit, below) = (goal[2] as i64 + 2, goal[1] == 1);
        if goal[0] == 1 && !(signed && asked.format.sign) {
            return Some(UNSIGNED);
        }
        // The least that lies so: 1/2 and a bit, or 1, 1/2 less that bit.
        let tiny = asked.format.subnormal && !subject.env.daz && asked.unit() <= -bit;
        let held = below || asked.emin() < 0 || tiny || bit + 2 <= p;
        let reached = asked.unit() <= -bit && held;
        (!reached).then_some("the operand has no bits so far behind its point")
    });
    Some(cross(p - 1, hits, aims, never))
}
