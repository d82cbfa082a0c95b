//! The codes of a scale (E8M0), the edges by themselves.

use crate::cover::bins::{Point, Values};
use crate::cover::cross::Axis;
use crate::draw::rng::Rng;

/// Scales: names, and the codes from which to which.
pub(super) const SCALES: [(&str, (i64, i64)); 10] = [
    ("00", (0, 0)),
    ("01", (1, 1)),
    ("02..7d", (2, 0x7d)),
    ("7e", (0x7e, 0x7e)),
    ("7f", (0x7f, 0x7f)),
    ("80", (0x80, 0x80)),
    ("81..fc", (0x81, 0xfc)),
    ("fd", (0xfd, 0xfd)),
    ("fe", (0xfe, 0xfe)),
    ("ff", (0xff, 0xff)),
];

/// The place of a scale's code among [`SCALES`].
pub(super) fn scale_at(code: u64) -> usize {
    let code = code as i64;
    SCALES.iter().position(|(_, (low, high))| (*low..=*high).contains(&code)).unwrap_or(0)
}

/// An axis of [`SCALES`].
pub(super) fn scale_axis(name: &'static str) -> Axis {
    Axis::new(name, &SCALES.map(|scale| scale.0))
}

/// A scale as a point.
pub(super) fn scale_point(argument: String) -> Point {
    let span = |(low, high): (i64, i64)| Values::Spans(vec![(low as u64, high as u64)]);
    Point::new(argument, 8, SCALES.map(|scale| span(scale.1)).to_vec())
}

/// A scale's code at a place of the axis.
pub(super) fn scale(at: usize, rng: &mut Rng) -> u64 {
    let (low, high) = SCALES[at].1;
    low as u64 + rng.below((high - low) as u64 + 1)
}
