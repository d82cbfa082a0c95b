//! Bits about the place of rounding: B3 (B27, B29) the last one kept and what follows, B7 one bit
//! among those that follow, B8 those that follow next to a border.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let exact = matches!(subject.arithmetic, None | Some(Arithmetic::Compare | Arithmetic::Order));
    // Where the bits of a posit end has crosses of its own.
    let posit = subject.result.format.is_posit() && !subject.is_integral();
    if exact || posit || subject.result.format.width == 1 {
        return Vec::new();
    }
    let mut all = vec![rounding(subject)];
    if subject.rounds_to_float() && subject.result.precision() > 1 {
        all.push(carry());
    }
    let sum = matches!(subject.arithmetic, Some(Arithmetic::Sum { .. }));
    if sum || subject.is_product() || subject.fused().is_some() {
        all.push(walking(subject));
        all.push(borders(subject));
    }
    all
}

/// The numbers of a region of the result: the smallest and largest exponent.
fn region(subject: &Subject, below: bool) -> (i64, i64) {
    let r = &subject.result;
    if subject.is_integral() {
        // Of an integral value as large as has a fraction.
        return (-2, subject.operands[0].precision().min(i64::from(r.format.width)) + 1);
    }
    let (emin, emax) = (r.emin(), r.emax());
    if below { (emin - r.precision(), emin - 1) } else { (emin, emax) }
}

fn rounding(subject: &Subject) -> Cross {
    let subnormal = subject.rounds_to_float() && subject.result.format.subnormal;
    let regions: &[&str] = if subnormal { &["normal", "subnormal"] } else { &["normal"] };
    let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
    Cross {
        name: "B3",
        bins: UNROUNDED,
        what: "last bit kept, guard and sticky bit of the unrounded result",
        axes: [Axis::new("range", regions), Axis::sign("sign")].into_iter().chain(bits).collect(),
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let below = subnormal && real.exponent < view.subject.result.emin();
            if !below && !view.subject.is_integral() && real.exponent > view.subject.result.emax() {
                return;
            }
            let cut = real.cut(view.subject.last(real.exponent));
            let bit = usize::from;
            hit(&[bit(below), bit(real.sign), bit(cut.lsb), bit(cut.guard), bit(cut.sticky)]);
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (first, last) = region(subject, goal[0] == 1);
            let exponent = first + rng.below((last - first + 1).max(1) as u64) as i64;
            let place = subject.last(exponent);
            let extra = if goal[4] == 1 { Tail::any(subject, rng) } else { Tail::none() };
            let low = Low { bits: 2 * goal[2] as u128 + goal[3] as u128, len: 2 };
            real(goal[1] == 1, exponent, place, low, extra, rng).map(Aim::Result)
        }),
        never: Box::new(|subject, goal| {
            never::rounding(
                subject,
                goal[0] == 1,
                goal[1] == 1,
                goal[2] == 1,
                goal[3] == 1,
                goal[4] == 1,
            )
        }),
    }
}

/// The bits that are asked for, the last of them of value 2^(place - 1).
#[derive(Clone, Copy)]
struct Low {
    bits: u128,
    len: i64,
}

/// What follows them.
#[derive(Clone, Copy)]
struct Tail {
    bits: u128,
    len: i64,
}

impl Tail {
    const fn none() -> Self {
        Self { bits: 0, len: 0 }
    }

    fn any(subject: &Subject, rng: &mut Rng) -> Self {
        let p = subject.result.precision().max(2);
        let len = rng.below(p.min(60) as u64) as i64 + 1;
        Self { bits: u128::from(rng.next() & (u64::MAX >> (64 - len)) | 1), len }
    }
}

/// A number with these bits from `place` on down, any above them, and its leading bit of this exponent
/// where that is above `place`.
fn real(
    sign: bool,
    exponent: i64,
    place: i64,
    low: Low,
    tail: Tail,
    rng: &mut Rng,
) -> Option<Real> {
    let head = match exponent - place {
        above @ 1..=62 => {
            // Few leading bits, and zeros or ones behind them, which one of two terms may have alone.
            let (any, few) = (u128::from(rng.next()), rng.below(8).min(above as u64 - 1));
            let rest = (1u128 << (above as u64 - few - 1)) - 1;
            let any = match rng.below(4) {
                0 => any & !rest,
                1 => any | rest,
                _ => any,
            };
            any & ((1 << above) - 1) | 1 << (above - 1)
        }
        _ => 0,
    };
    let significand = (head << low.len | low.bits) << tail.len | tail.bits;
    Real::of(Value { sign, exponent: place - (low.len - 1) - tail.len, significand })
}

/// All bits that are kept are ones: what is rounded up carries into the next power of two.
fn carry() -> Cross {
    Cross {
        name: "carry",
        bins: UNROUNDED,
        what: "guard and sticky bit of a normal result whose kept bits are all ones",
        axes: [Axis::sign("sign")].into_iter().chain(["guard", "sticky"].map(Axis::bit)).collect(),
        hits: Box::new(|view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if (r.emin()..=r.emax()).contains(&real.exponent) && real.is_ones(r.precision()) {
                let cut = real.cut(view.subject.last(real.exponent));
                hit(&[real.sign, cut.guard, cut.sticky].map(usize::from));
            }
        }),
        aims: Box::new(|subject, goal, rng| {
            let (first, last) = region(subject, false);
            let exponent = first + rng.below((last - first + 1).max(1) as u64) as i64;
            let p = subject.result.precision();
            let Tail { bits, len } =
                if goal[2] == 1 { Tail::any(subject, rng) } else { Tail::none() };
            let ones = (1u128 << p) - 1;
            let significand = (2 * ones + goal[1] as u128) << len | bits;
            let exponent = exponent - (p - 1) - 1 - len;
            Real::of(Value { sign: goal[0] == 1, exponent, significand }).map(Aim::Result)
        }),
        never: Box::new(|subject, goal| {
            never::carry(subject, goal[0] == 1, goal[1] == 1, goal[2] == 1)
        }),
    }
}

/// How many extra bits are looked at.
fn extra(subject: &Subject) -> i64 {
    subject.result.precision().min(60)
}

/// One bit is set behind the last that is kept.
fn walking(subject: &Subject) -> Cross {
    let most = extra(subject);
    Cross {
        name: "B7",
        bins: UNROUNDED,
        what: "the only bit that is set behind the last one kept, counted from the guard bit",
        axes: vec![Axis::sign("sign"), Axis::range("bit", 1, most)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if !(r.emin()..=r.emax()).contains(&real.exponent) || real.more {
                return;
            }
            let extra = real.cut(view.subject.last(real.exponent)).extra;
            if extra.is_power_of_two() {
                hit(&[usize::from(real.sign), extra.leading_zeros() as usize]);
            }
        }),
        aims: Box::new(|subject, goal, rng| {
            let (first, last) = region(subject, false);
            let exponent = first + rng.below((last - first + 1).max(1) as u64) as i64;
            let len = goal[1] as i64 + 1;
            let low = Low { bits: u128::from(rng.one_in(2)), len: 1 };
            let place = subject.last(exponent);
            real(goal[0] == 1, exponent, place, low, Tail { bits: 1, len }, rng).map(Aim::Result)
        }),
        never: Box::new(|subject, goal| never::walking(subject, goal[0] == 1, goal[1] as i64 + 1)),
    }
}

/// Names of what lies next to a border: a number, a tie, the next number.
const BORDERS: [&str; 12] = [
    "0+1", "0+2", "0+3", "1/2-3", "1/2-2", "1/2-1", "1/2+1", "1/2+2", "1/2+3", "1-3", "1-2", "1-1",
];

/// The extra bits of a goal, of so many.
fn border(at: usize, len: i64) -> u128 {
    let half = 1i128 << (len - 1);
    let value = match at {
        0..3 => at as i128 + 1,
        3..6 => half - 3 + (at as i128 - 3),
        6..9 => half + 1 + (at as i128 - 6),
        _ => 2 * half - 3 + (at as i128 - 9),
    };
    value as u128
}

fn borders(subject: &Subject) -> Cross {
    let len = extra(subject);
    if len < 4 {
        return Cross {
            name: "B8",
            bins: UNROUNDED,
            what: "",
            axes: vec![Axis::new("extra", &[])],
            hits: Box::new(|_, _| {}),
            aims: Box::new(|_, _, _| None),
            never: crate::cover::cross::always(),
        };
    }
    Cross {
        name: "B8",
        bins: UNROUNDED,
        what: "bits behind the last one kept, as many as those that are, next to a border",
        axes: vec![Axis::sign("sign"), Axis::bit("lsb"), Axis::new("extra", &BORDERS)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let r = &view.subject.result;
            if !(r.emin()..=r.emax()).contains(&real.exponent) || real.more {
                return;
            }
            let cut = real.cut(view.subject.last(real.exponent));
            if cut.extra << len != 0 {
                return;
            }
            let bits = cut.extra >> (128 - len);
            for at in 0..BORDERS.len() {
                if border(at, len) == bits {
                    hit(&[usize::from(real.sign), usize::from(cut.lsb), at]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (first, last) = region(subject, false);
            let exponent = first + rng.below((last - first + 1).max(1) as u64) as i64;
            let low = Low { bits: goal[1] as u128, len: 1 };
            let tail = Tail { bits: border(goal[2], len), len };
            real(goal[0] == 1, exponent, subject.last(exponent), low, tail, rng).map(Aim::Result)
        }),
        never: Box::new(move |subject, goal| {
            never::border(subject, goal[0] == 1, border(goal[2], len), len)
        }),
    }
}
