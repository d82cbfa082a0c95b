//! Results about the ends of the range: B2 in Hamming distance, B4 the largest number, B5 the smallest
//! ones, B6 below them.

use crate::cover::bins::{self, Bins, Codes, FIELDS, LANE, OUT, Point, UNROUNDED, Values};
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;

/// Steps about a number: so many places, or between two numbers of places.
const STEPS: i64 = 3;

const SMALLEST: &str = "unrounded result about the smallest normal number";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if !subject.rounds_to_float() {
        return Vec::new();
    }
    let r = &subject.result;
    let (p, emin, emax) = (r.precision(), r.emin(), r.emax());
    let max = r.value(r.format.max_finite()).map_or(0, |v| v.significand);
    let last = emax - (p - 1);
    let max = max << (p - 1 - (127 - i64::from(max.leading_zeros()))).max(0);
    let mut all = vec![
        near(
            subject,
            "B4",
            "unrounded result about the largest number, in its last places",
            max,
            last,
        ),
        exponents(
            subject,
            "B4",
            "exponent of the unrounded result, about the largest",
            (emax - 3, emax + 3),
        ),
    ];
    if r.has_subnormal() {
        let least = emin - (p - 1);
        all.push(hamming(subject));
        all.push(near(subject, "B5", SMALLEST, 1 << (p - 1), least));
        all.push(smallest(subject, least));
        all.push(exponents(
            subject,
            "B5",
            "exponent of the unrounded result, from the smallest on",
            (emin, emin + 5),
        ));
        all.push(below(subject, least));
    } else {
        let (centre, least) = (1 << (p - 1), emin - (p - 1));
        let about = "exponent of the unrounded result, about the smallest";
        all.push(near(subject, "B5", SMALLEST, centre, least));
        all.push(exponents(subject, "B5", about, (emin - 2, emin + 5)));
    }
    all
}

/// A number of so many units and a fraction.
fn number(
    sign: bool,
    whole: u128,
    fraction: bool,
    last: i64,
    p: i64,
    rng: &mut Rng,
) -> Option<Real> {
    if !fraction {
        return Real::of(Value { sign, exponent: last, significand: whole });
    }
    let bits = rng.below(p.clamp(1, 60) as u64) as i64 + 1;
    let tail = u128::from(rng.next() & (u64::MAX >> (64 - bits))) | 1;
    Real::of(Value { sign, exponent: last - bits, significand: whole << bits | tail })
}

/// The names of `first` halves of steps to `last`: whole steps and what lies between.
fn steps(first: i64, last: i64) -> Vec<String> {
    (first..=last)
        .map(|d| match d.rem_euclid(2) {
            0 => (d / 2).to_string(),
            _ => format!("{}..{}", d.div_euclid(2), d.div_euclid(2) + 1),
        })
        .collect()
}

fn near(
    subject: &Subject,
    name: &'static str,
    what: &'static str,
    centre: u128,
    last: i64,
) -> Cross {
    Cross {
        name,
        bins: placed(subject, last, (2 * centre as i128 - 2 * i128::from(STEPS), 4 * STEPS)),
        what,
        axes: vec![Axis::sign("sign"), Axis { name: "ulp", values: steps(-2 * STEPS, 2 * STEPS) }],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let Some((whole, more)) = real.places(last) else { return };
            let distance = 2 * (whole as i128 - centre as i128) + i128::from(more);
            let at = distance + 2 * i128::from(STEPS);
            if (0..=4 * i128::from(STEPS)).contains(&at) {
                hit(&[usize::from(real.sign), at as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let half = goal[1] as i64 - 2 * STEPS;
            let whole = centre.checked_add_signed(i128::from(half.div_euclid(2)))?;
            let p = subject.result.precision();
            number(goal[0] == 1, whole, half.rem_euclid(2) == 1, last, p, rng).map(Aim::Result)
        }),
        never: Box::new(move |subject, goal| {
            let half = goal[1] as i64 - 2 * STEPS;
            let Some(whole) = centre.checked_add_signed(i128::from(half.div_euclid(2))) else {
                return Some("that is not above 0");
            };
            never::place(subject, goal[0] == 1, whole, half.rem_euclid(2) == 1, last)
        }),
    }
}

/// Halves of places of a number that is converted, which stands before rounding as it is: the first, and how many more.
fn placed(subject: &Subject, last: i64, (first, more): (i128, i64)) -> Bins {
    let half = move |real: &Real| {
        let (whole, more) = real.places(last)?;
        Some(2 * whole as i128 + i128::from(more))
    };
    match subject.arithmetic {
        Some(Arithmetic::Convert) => bins::keyed(subject, half, first..=first + i128::from(more)),
        _ => UNROUNDED,
    }
}

/// Results of numbers one bit beside these codes, of so many bits behind the sign.
fn beside(subject: &Subject, ends: &[u64], bits: u32) -> Option<Vec<Point>> {
    let f = &subject.result.format;
    let finite = subject
        .operands
        .iter()
        .zip(LANE)
        .map(|(port, argument)| Codes::of(port).map(|codes| codes.finite(argument)));
    let finite = finite.collect::<Option<Vec<_>>>()?;
    let signs = || (0..2u64).filter(|sign| f.sign || *sign == 0);
    let of = bins::bits(OUT, f.width - 1, f.pad, f.width);
    let codes = signs().flat_map(|sign| {
        ends.iter().flat_map(move |end| (0..bits).map(move |bit| sign << bits | end ^ 1 << bit))
    });
    let mut all: Vec<_> = codes.map(|code| Values::Spans(vec![(code, code)])).collect();
    all.resize(2 * ends.len() * bits as usize, Values::Spans(Vec::new()));
    Some(vec![Point::new(of, f.width - f.pad, all).over(3).when(finite)])
}

/// Up to four of the smallest subnormal number.
fn smallest(subject: &Subject, last: i64) -> Cross {
    Cross {
        name: "B5",
        bins: placed(subject, last, (1, 7)),
        what: "unrounded result in units of the smallest subnormal number",
        axes: vec![Axis::sign("sign"), Axis { name: "units", values: steps(1, 8) }],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let Some((whole, more)) = real.places(last) else { return };
            if whole <= 4 {
                // 0 is no number here; beyond four there is nothing.
                let half = 2 * whole as usize + usize::from(more);
                if (1..=8).contains(&half) {
                    hit(&[usize::from(real.sign), half - 1]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let half = goal[1] as u128 + 1;
            let p = subject.result.precision();
            number(goal[0] == 1, half / 2, half % 2 == 1, last, p, rng).map(Aim::Result)
        }),
        never: Box::new(move |subject, goal| {
            let half = goal[1] as u128 + 1;
            never::place(subject, goal[0] == 1, half / 2, half % 2 == 1, last)
        }),
    }
}

/// Below the smallest subnormal number: less than half of it, half, more.
fn below(subject: &Subject, last: i64) -> Cross {
    Cross {
        name: "B6",
        bins: placed(subject, last - 1, (1, 2)),
        what: "unrounded result in parts of the smallest subnormal number",
        axes: vec![Axis::sign("sign"), Axis::new("part", &["0..1/2", "1/2", "1/2..1"])],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let Some((whole, more)) = real.places(last - 1) else { return };
            if whole <= 1 {
                hit(&[usize::from(real.sign), whole as usize + usize::from(whole == 1 && more)]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let p = subject.result.precision();
            let (whole, more) = [(0, true), (1, false), (1, true)][goal[1].min(2)];
            number(goal[0] == 1, whole, more, last - 1, p, rng).map(Aim::Result)
        }),
        never: Box::new(move |subject, goal| {
            let (whole, more) = [(0, true), (1, false), (1, true)][goal[1].min(2)];
            never::place(subject, goal[0] == 1, whole, more, last - 1)
        }),
    }
}

fn exponents(
    subject: &Subject,
    name: &'static str,
    what: &'static str,
    (first, last): (i64, i64),
) -> Cross {
    Cross {
        name,
        bins: match subject.arithmetic {
            Some(Arithmetic::Convert) => {
                bins::keyed(subject, |real| Some(real.exponent.into()), first.into()..=last.into())
            }
            _ => UNROUNDED,
        },
        what,
        axes: vec![Axis::sign("sign"), Axis::range("exponent", first, last)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            let at = real.exponent - first;
            if at >= 0 {
                hit(&[usize::from(real.sign), at as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let bits = rng.below(subject.result.precision() as u64) as u32 + 1;
            let significand =
                (u128::from(rng.next()) << 64 | 1 << 127) >> (128 - bits) << (128 - bits);
            let exponent = first + goal[1] as i64;
            Some(Aim::Result(Real { sign: goal[0] == 1, exponent, significand, more: false }))
        }),
        never: Box::new(move |subject, goal| {
            never::exponent(subject, goal[0] == 1, first + goal[1] as i64)
        }),
    }
}

/// Results that differ in one bit from 0, the smallest and largest subnormal and normal number, or 1.
fn hamming(subject: &Subject) -> Cross {
    let f = subject.result.format;
    let one = (f.bias as u64) << f.man_bits;
    let (least, max) = (f.min_normal() >> f.pad, f.max_finite() >> f.pad);
    let ends = [0, 1, (1 << f.man_bits) - 1, least, one, max];
    let names = ["zero", "submin", "submax", "min", "one", "max"];
    let bits = i64::from(f.width - f.pad - u32::from(f.sign));
    let code = move |goal: &[usize]| {
        let magnitude = ends[goal[1]] ^ 1 << goal[2];
        (u64::from(goal[0] == 1) << (bits as u32) | magnitude) << f.pad
    };
    Cross {
        name: "B2",
        bins: beside(subject, &ends, bits as u32).map_or(FIELDS, Bins::Said),
        what: "result one bit beside the ends of its ranges",
        axes: vec![Axis::sign("sign"), Axis::new("end", &names), Axis::range("bit", 0, bits - 1)],
        hits: Box::new(move |view, hit| {
            let magnitude = view.scene.out >> f.pad;
            let sign = (magnitude >> bits & 1) as usize;
            for (at, end) in ends.iter().enumerate() {
                let bits = (magnitude & ((1 << bits) - 1)) ^ end;
                if bits.is_power_of_two() && view.scene.values.is_some() {
                    hit(&[sign, at, bits.trailing_zeros() as usize]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, _| {
            let code = code(goal);
            let real = f.holds(code).then(|| subject.result.value(code)).flatten();
            Some(match real.and_then(Real::of) {
                Some(real) => Aim::Result(real),
                None => Aim::Any,
            })
        }),
        never: Box::new(move |subject, goal| {
            if goal[0] == 1 && !f.sign {
                return Some("the result's format has no sign");
            }
            let Some(value) = subject.result.value(code(goal)) else {
                return Some("this code is no finite number");
            };
            never::result(subject, &value)
        }),
    }
}
