//! Integers: B22, B28 the size of what is rounded to an integer, B23, B24 quarters about 0, 1 and the
//! limits, B26 the size of an integer that becomes a number.

use crate::cover::bins::{self, Bins, FIELDS, LANE, Line, Point};
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

/// Quarters about a number.
const QUARTERS: i64 = 4;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    match subject.arithmetic {
        Some(Arithmetic::Convert) if subject.operands[0].is_fixed() => {
            let width = i64::from(subject.operands[0].format.width);
            vec![sizes(
                subject,
                "B26",
                "size of the integer: exponent of its leading bit",
                (0, width - 1),
            )]
        }
        Some(Arithmetic::Convert) if subject.result.is_fixed() => {
            let width = i64::from(subject.result.format.width) + subject.result.unit();
            vec![
                sizes(subject, "B22", "size of the number: its exponent", (-4, width + 3)),
                quarters(subject),
            ]
        }
        Some(Arithmetic::Integral) => {
            let p = subject.operands[0].precision();
            vec![
                sizes(subject, "B28", "size of the number: its exponent", (-3, p + 2)),
                quarters(subject),
            ]
        }
        _ => Vec::new(),
    }
}

fn sizes(
    subject: &Subject,
    name: &'static str,
    what: &'static str,
    (first, last): (i64, i64),
) -> Cross {
    Cross {
        name,
        bins: bins::keyed(subject, |real| Some(real.exponent.into()), first.into()..=last.into()),
        what,
        axes: vec![Axis::sign("sign"), Axis::range("exponent", first, last)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            if real.exponent >= first {
                hit(&[usize::from(real.sign), (real.exponent - first) as usize]);
            }
        }),
        aims: Box::new(move |_, goal, rng| {
            let exponent = first + goal[1] as i64;
            let significand = u128::from(rng.next() | 1 << 63) << 64;
            let significand = if rng.one_in(3) { 1 << 127 } else { significand };
            Some(Aim::Result(Real { sign: goal[0] == 1, exponent, significand, more: false }))
        }),
        never: Box::new(move |subject, goal| {
            let exponent = first + goal[1] as i64;
            let power = Value { sign: goal[0] == 1, exponent, significand: 1 };
            never::operand(subject, &power, true)
        }),
    }
}

/// The exponent from which on numbers have no fraction.
fn whole(port: &Port) -> i64 {
    (0..port.precision()).find(|exponent| port.last(*exponent) >= 0).unwrap_or(port.precision() - 1)
}

/// 0, 1 and the limit of the result's sign, in quarters.
fn quarters(subject: &Subject) -> Cross {
    let f = subject.result.format;
    let limits = match subject.result.is_fixed() {
        true => {
            let most = u128::from(f.max_finite());
            [most, if f.sign { most + 1 } else { most }]
        }
        // Of an integral value: the largest number with a fraction.
        false => [1 << whole(&subject.operands[0]); 2],
    };
    let value = move |goal: &[usize]| {
        let centre = [0, 1, limits[goal[0]]][goal[1]] as i128 * 4;
        let quarters = centre + goal[2] as i128 - i128::from(QUARTERS);
        let negative = (goal[0] == 1) != (quarters < 0);
        Value { sign: negative, exponent: -2, significand: quarters.unsigned_abs() }
    };
    let said = Line::of(&subject.operands[0], subject.env.daz).map_or(FIELDS, |line| {
        let goals = (0..2).flat_map(|sign| (0..3).map(move |at| (sign, at)));
        let goals =
            goals.flat_map(|(sign, at)| (0..=2 * QUARTERS as usize).map(move |q| [sign, at, q]));
        let bin = |goal: [usize; 3]| match Real::of(value(&goal)) {
            None => line.zeros(),
            Some(own) => {
                let key = |real: &Real| {
                    let (whole, more) = real.places(-2)?;
                    Some(2 * whole as i128 + i128::from(more))
                };
                line.span(own.sign, key, 2 * value(&goal).significand as i128)
            }
        };
        let width = subject.operands[0].format.width;
        let point = Point::new(LANE[0].to_owned(), width, goals.map(bin).collect());
        Bins::Said(vec![point.over(3)])
    });
    Cross {
        name: "B23",
        bins: said,
        what: "the number in quarters from 0, 1 and the limit",
        axes: vec![
            Axis::sign("sign"),
            Axis::new("about", &["0", "1", "limit"]),
            Axis::range("quarters", -QUARTERS, QUARTERS),
        ],
        hits: Box::new(move |view, hit| {
            let Some(values) = &view.scene.values else { return };
            let Value { sign, exponent, significand } = values[0];
            let real = view.scene.reals[0];
            // In quarters, if it is a whole number of them.
            let four = match real {
                None => 0,
                Some(real) if real.last() >= -2 && real.exponent < 90 => {
                    let shift = exponent + 2;
                    if shift >= 0 { significand << shift } else { significand >> -shift }
                }
                Some(_) => return,
            };
            for (at, limit) in limits.into_iter().enumerate() {
                let signed = if sign == (at == 1) { four as i128 } else { -(four as i128) };
                for (i, centre) in [0, 1, limit].into_iter().enumerate() {
                    let away = signed - 4 * centre as i128 + i128::from(QUARTERS);
                    if (0..=2 * i128::from(QUARTERS)).contains(&away) {
                        hit(&[at, i, away as usize]);
                    }
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            Some(match Real::of(value(goal)) {
                Some(real) => Aim::Result(real),
                None => {
                    let top = 1 << (subject.operands[0].format.width - 1);
                    Aim::Operands([
                        if rng.one_in(2) && subject.operands[0].format.neg_zero { top } else { 0 },
                        0,
                        0,
                    ])
                }
            })
        }),
        never: Box::new(move |subject, goal| never::operand(subject, &value(goal), false)),
    }
}
