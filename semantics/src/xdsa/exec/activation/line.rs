//! Which element of a second source an element meets: the fields I, B, Valid_length and Data_format (XDSA-D34, D61, D90, D92).

use crate::xdsa::exec::elementwise::each;
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::number::{Fit, Number, round, round_shift};
use crate::xdsa::{Error, Kind};
use std::cmp::Ordering;

/// Elements of the second source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xdsa::exec) enum Source {
    /// One for all.
    One,
    /// One a channel, channels innermost (NHWC).
    Inner(u64),
    /// One a channel, channels outermost (NCHW).
    Outer(u64),
    /// One an element.
    Each,
}

impl Source {
    /// From the fields of the table.
    pub(in crate::xdsa::exec) fn read(request: &mut Request<'_>, len: u64) -> Self {
        let format = request.code("data_format", 2);
        match (request.get("i"), request.get("b")) {
            (1, _) => Self::One,
            (_, 1) => {
                let channels = request.size("valid_length");
                if channels != 0 && !len.is_multiple_of(channels) {
                    let message = format!(
                        "len is {len}; right: a multiple of valid_length, which is {channels}"
                    );
                    request.note(Kind::BadDimension, message);
                }
                if format == 0 { Self::Inner(channels) } else { Self::Outer(channels) }
            }
            _ => Self::Each,
        }
    }

    /// How many elements there are.
    pub(in crate::xdsa::exec) const fn count(self, len: u64) -> u64 {
        match self {
            Self::One => 1,
            Self::Inner(channels) | Self::Outer(channels) => channels,
            Self::Each => len,
        }
    }

    /// The one that element i of `len` meets.
    pub(in crate::xdsa::exec) const fn at(self, i: usize, len: usize) -> usize {
        match self {
            Self::One => 0,
            Self::Inner(channels) => i % channels as usize,
            Self::Outer(channels) => i / (len / channels as usize),
            Self::Each => i,
        }
    }
}

// PRELU (text 2642, XDSA-D33, D61, D88): x above 0, else a slope times x, of integers shifted.

/// The plan of PRELU.
pub(super) fn prelu(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, slope_unit) = (request.unit("src_unit"), request.unit("m_unit"));
    let shifts = !unit.is_float();
    let shift_unit = if shifts { request.integer("s_unit") } else { request.unit("s_unit") };
    let len = request.length("len");
    let source = Source::read(request, len);
    request.done()?;
    let (count, len) = (source.count(len), len);
    let mut reads = vec![request.dense("s", unit, len), request.dense("mul", slope_unit, count)];
    if shifts {
        reads.push(request.dense("shift", shift_unit, count));
    }
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [elements, slopes, rest @ ..] = read else { return Ok(Done::default()) };
        Ok(each(elements.len(), |i| {
            let x = Number::of(unit, elements[i]);
            if x.compare(&Number::ZERO) == Some(Ordering::Greater) {
                return round(&x, unit, Fit::Clamp);
            }
            let at = source.at(i, elements.len());
            let product = Number::of(slope_unit, slopes[at]).mul(&x);
            let value = match rest.first() {
                None => product,
                Some(shifts) => {
                    let shift = shift_unit.integer(shifts[at]).clamp(-9999, 9999);
                    round_shift(&product, shift as i64)
                }
            };
            round(&value, unit, Fit::Clamp)
        }))
    }))
}
