//! Results about the least and the largest posit, and beyond them, which become these.

use super::aim::aim;
use super::{Cross, Posit, Real, never};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;

/// Where a magnitude lies.
const ZONES: [&str; 7] = [
    "<minpos/2",
    "minpos/2",
    "minpos/2..minpos",
    "minpos",
    "maxpos",
    "maxpos..2maxpos",
    ">=2maxpos",
];

/// The zone of a number.
fn zone(posit: Posit, real: &Real) -> Option<usize> {
    let (reach, power) = (posit.reach(), real.significand << 1 == 0 && !real.more);
    match real.exponent {
        e if e < -reach - 1 => Some(0),
        e if e == -reach - 1 => Some(if power { 1 } else { 2 }),
        e if e == -reach && power => Some(3),
        e if e == reach => Some(if power { 4 } else { 5 }),
        e if e > reach => Some(6),
        _ => None,
    }
}

/// The exponent of the leading bit of a zone's numbers, and whether there are other bits.
fn number(posit: Posit, zone: usize) -> (i64, bool) {
    let reach = posit.reach();
    match zone {
        0 => (-reach - 2, false),
        1 => (-reach - 1, false),
        2 => (-reach - 1, true),
        3 => (-reach, false),
        4 => (reach, false),
        5 => (reach, true),
        _ => (reach + 1, false),
    }
}

pub(super) fn cross(posit: Posit) -> Cross {
    Cross {
        name: "limits",
        bins: UNROUNDED,
        what: "unrounded result about the least and the largest posit",
        axes: vec![Axis::sign("sign"), Axis::new("result", &ZONES)],
        hits: Box::new(move |view, hit| {
            let Some(real) = &view.scene.exact else { return };
            if let Some(zone) = zone(posit, real) {
                hit(&[usize::from(real.sign), zone]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let (exponent, more) = number(posit, goal[1]);
            let further = rng.below(8) as i64;
            let exponent = match goal[1] {
                0 => exponent - further,
                6 => exponent + further,
                _ => exponent,
            };
            let second = if more { 1 << (126 - rng.below(3)) } else { 0 };
            let significand = 1 << 127 | second;
            let real = Real { sign: goal[0] == 1, exponent, significand, more: false };
            Some(aim(subject, real, rng))
        }),
        never: Box::new(move |subject, goal| {
            let (exponent, more) = number(posit, goal[1]);
            never::beyond(subject, posit, goal[0] == 1, exponent, more)
        }),
    }
}
