//! Significands of operands: B9 every pair of shapes, B11 with every distance of the operands, B15 with
//! every distance of the addend.

use super::super::bins::{self, Bins, Codes, LANE, Point, UNROUNDED, Values, literal};
use super::distance;
use crate::cover::cross::{Aim, Axis, Cross, always};
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;

/// Shapes of a significand, the first that fits.
const SHAPES: [&str; 11] = [
    "zeros",
    "ones",
    "one bit",
    "one zero",
    "chequered",
    "leading ones",
    "trailing ones",
    "leading zeros",
    "trailing zeros",
    "few bits",
    "other",
];

/// Significands of fewer bits have no shapes.
const LEAST: u32 = 6;

/// The shape of a mantissa field of so many bits.
fn shape(mantissa: u64, bits: u32) -> usize {
    let ones = u64::MAX >> (64 - bits);
    let half = bits / 2;
    let (high, low) = (mantissa >> (bits - half), mantissa & ((1 << half) - 1));
    let full = (1 << half) - 1;
    let chequered = 0x5555_5555_5555_5555 & ones;
    match mantissa {
        0 => 0,
        m if m == ones => 1,
        m if m.is_power_of_two() => 2,
        m if (m ^ ones).is_power_of_two() => 3,
        m if m == chequered || m == ones ^ chequered => 4,
        _ if high == full => 5,
        _ if low == full => 6,
        _ if high == 0 => 7,
        _ if low == 0 => 8,
        m if m.count_ones() <= (bits / 4).max(2) => 9,
        _ => 10,
    }
}

/// A mantissa field that is likely to have a shape.
fn drawn(at: usize, bits: u32, rng: &mut Rng) -> u64 {
    let ones = u64::MAX >> (64 - bits);
    let half = bits / 2;
    let (any, full) = (rng.next() & ones, (1u64 << half) - 1);
    let chequered = 0x5555_5555_5555_5555 & ones;
    let bit = 1 << rng.below(bits.into());
    match at {
        0 => 0,
        1 => ones,
        2 => bit,
        3 => ones ^ bit,
        4 => {
            if rng.one_in(2) {
                chequered
            } else {
                chequered ^ ones
            }
        }
        5 => any | full << (bits - half),
        6 => any | full,
        7 => any & ones >> half,
        8 => any & !full,
        9 => {
            let few = rng.below(u64::from(bits / 4).max(2)) + 1;
            (0..few).fold(0, |m, _| m | 1 << rng.below(bits.into()))
        }
        _ => any,
    }
}

/// The mantissa field of a code.
fn mantissa(port: &Port, code: u64) -> u64 {
    code >> port.format.pad & ((1 << port.format.man_bits) - 1)
}

/// Whether the significands of an operand are long enough to have shapes.
fn has_shapes(port: &Port) -> bool {
    port.float.is_some() && port.format.man_bits >= LEAST
}

/// A number of an exponent and a shape.
fn number(port: &Port, sign: bool, exponent: i64, at: usize, rng: &mut Rng) -> u64 {
    let mantissa = drawn(at, port.format.man_bits, rng);
    let Some(float) = &port.float else { return 0 };
    let code = float.at(sign, exponent, mantissa) << port.format.pad;
    match port.value(code) {
        // The last mantissas of the largest exponent may be no numbers.
        None => float.code(sign, 0, mantissa) << port.format.pad,
        Some(_) => code,
    }
}

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let shaped = subject.operands.iter().all(has_shapes) && !subject.operands.is_empty();
    if !shaped || subject.arithmetic.is_none() {
        return Vec::new();
    }
    let mut all = vec![pairs(subject)];
    // Where normal numbers lie close together, distances hang on shapes.
    let wide = |port: &Port| port.emax() - port.emin() >= port.precision();
    if !subject.operands.iter().all(wide) {
        return all;
    }
    match subject.arithmetic {
        Some(Arithmetic::Sum { .. }) => all.push(apart(subject, "B11", [0, 1])),
        _ if subject.fused().is_some() => all.push(apart(subject, "B15", [0, 2])),
        _ => {}
    }
    all
}

/// The shapes of these operands as points, where they are numbers and not 0: the first shape that fits.
fn said(subject: &Subject, first: Option<Point>, of: &[usize]) -> Bins {
    let point = |at: &usize| {
        let (port, argument) = (&subject.operands[*at], LANE[*at]);
        let (codes, f) = (Codes::of(port)?, &port.format);
        let (bits, half) = (f.man_bits, f.man_bits / 2);
        let part = |high, low| bins::bits(argument, high + f.pad, low + f.pad, f.width);
        let m = part(bits - 1, 0);
        let (high, low) = (part(bits - 1, bits - half), part(half - 1, 0));
        let ones = u64::MAX >> (64 - bits);
        let chequered = 0x5555_5555_5555_5555 & ones;
        let is = |m: &str, width: u32, value: u64| format!("{m} == {}", literal(width, value));
        let count = |is: &str, n: u32| format!("$countones({m}) {is} {n}");
        let full = (1 << half) - 1;
        let shapes = [
            count("==", 0),
            count("==", bits),
            count("==", 1),
            count("==", bits - 1),
            format!("({} || {})", is(&m, bits, chequered), is(&m, bits, ones ^ chequered)),
            is(&high, half, full),
            is(&low, half, full),
            is(&high, half, 0),
            is(&low, half, 0),
            count("<=", (bits / 4).max(2)),
        ];
        let last = shapes.len();
        let pattern = |at: usize| match at {
            at if at == last => "0".repeat(last),
            at => format!("{}1{}", "0".repeat(at), "?".repeat(last - 1 - at)),
        };
        let bins = (0..=last).map(pattern).map(Values::Pattern).collect();
        let point = Point::new(format!("{{{}}}", shapes.join(", ")), last as u32, bins);
        Some(point.when([codes.nonzero(argument, subject.env.daz)]))
    };
    let points = first.into_iter().map(Some).chain(of.iter().map(point));
    points.collect::<Option<Vec<_>>>().map_or(bins::FIELDS, Bins::Said)
}

fn axis(name: &'static str) -> Axis {
    Axis::new(name, &SHAPES)
}

/// B9: of every operand.
fn pairs(subject: &Subject) -> Cross {
    let names = ["x", "y", "z"].into_iter().take(subject.operands.len());
    Cross {
        name: "B9",
        bins: said(subject, None, &[0, 1, 2][..subject.operands.len()]),
        what: "shapes of the operands' significands",
        axes: names.map(axis).collect(),
        hits: Box::new(|view, hit| {
            let Some(values) = &view.scene.values else { return };
            let ports = &view.subject.operands;
            let mut goal = [0; 3];
            for (i, port) in ports.iter().enumerate() {
                if values[i].significand == 0 {
                    return;
                }
                goal[i] = shape(mantissa(port, view.scene.x[i]), port.format.man_bits);
            }
            hit(&goal[..ports.len()]);
        }),
        aims: Box::new(|subject, goal, rng| {
            let mut x = [0; 3];
            for ((x, port), at) in x.iter_mut().zip(&subject.operands).zip(goal) {
                let exponent = rng.around(6);
                *x = number(port, rng.one_in(2), exponent, *at, rng);
            }
            Some(Aim::Operands(x))
        }),
        never: always(),
    }
}

/// B11, B15: the shapes of two operands at every distance.
fn apart(subject: &Subject, name: &'static str, of: [usize; 2]) -> Cross {
    let (first, last) = distance::reach(subject);
    Cross {
        name,
        bins: match distance::point(subject) {
            Some(point) => said(subject, Some(point), &of),
            None => UNROUNDED,
        },
        what: "distance of the operands, and the shapes of their significands",
        axes: vec![
            Axis { name: "distance", values: distance::names(first, last) },
            axis("x"),
            axis(["x", "y", "z"][of[1]]),
        ],
        hits: Box::new(move |view, hit| {
            let Some(distance) = distance::of(view.scene) else { return };
            let at = (distance.clamp(first, last) - first) as usize;
            let shape = |i: usize| {
                let port = &view.subject.operands[i];
                shape(mantissa(port, view.scene.x[i]), port.format.man_bits)
            };
            hit(&[at, shape(of[0]), shape(of[1])]);
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut x = distance::aim(subject, first + goal[0] as i64, rng)?;
            for (i, at) in of.into_iter().zip(&goal[1..]) {
                let port = &subject.operands[i];
                let mask = ((1 << port.format.man_bits) - 1) << port.format.pad;
                x[i] = x[i] & !mask | drawn(*at, port.format.man_bits, rng) << port.format.pad;
            }
            Some(Aim::Operands(x))
        }),
        never: Box::new(move |subject, goal| distance::never(subject, first + goal[0] as i64)),
    }
}
