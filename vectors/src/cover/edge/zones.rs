//! Places about the ends of a format's range, and what families know of the unrounded results that lie there.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{self, Aim, Axis, Cross, View};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use softfloat::Rounding;
use std::sync::Arc;

/// A place near an end: so many quarters of a last place, and whether there is more.
#[derive(Clone, Copy, Debug)]
pub(in crate::cover) struct Near {
    /// Of value 2^last.
    pub(in crate::cover) quarters: u128,
    pub(in crate::cover) more: bool,
    pub(in crate::cover) last: i64,
}

/// Tells the unrounded results of a case.
type Exact = Arc<dyn Fn(&View<'_>, &mut dyn FnMut(&Real)) + Send + Sync>;

/// Draws a case whose unrounded result is this number.
type Aims = Arc<dyn Fn(&Subject, &Real, &mut Rng) -> Option<Aim> + Send + Sync>;

/// Why no unrounded result of this sign lies there.
type Never = Arc<dyn Fn(&Subject, bool, Near) -> Option<&'static str> + Send + Sync>;

/// What is known of an operation's unrounded results.
#[derive(Clone)]
pub(in crate::cover) struct Edge {
    pub(in crate::cover) port: Port,
    pub(in crate::cover) rounding: Rounding,
    /// The most bits behind quarters of a place that a case is asked for.
    pub(in crate::cover) tail: u32,
    pub(in crate::cover) exact: Exact,
    pub(in crate::cover) aims: Aims,
    pub(in crate::cover) never: Never,
}

/// The number at the end next to `real`, and what that has more or less, by its bits.
pub(in crate::cover) fn parts(port: &Port, real: &Real) -> (Real, Vec<Real>) {
    let one = |exponent| Real { exponent, significand: 1 << 127, more: false, ..*real };
    let largest = port.largest().filter(|largest| real.exponent >= largest.exponent);
    let end = largest.map_or(one(port.emin()), |largest| largest.signed(real.sign));
    let rest = end.signed(!real.sign).plus(real);
    let Some(rest) = rest else { return (end, Vec::new()) };
    let set = (0..128).filter(|bit| rest.significand << bit >> 127 == 1);
    let parts = set.map(|bit| one(rest.exponent - bit).signed(rest.sign));
    (end, parts.collect())
}

impl Edge {
    /// Whether a format has such ends.
    pub(in crate::cover) fn has(port: &Port) -> bool {
        port.float.is_some() && !port.format.zeroless() && port.precision() > 1
    }
}

/// Zones behind a number, outward or inward, in eighths of its last place: from which to which; what is odd lies between two
/// quarters.
#[derive(Clone, Copy)]
pub(super) struct Zones {
    /// The number in quarters of its last place, of value 2^last.
    pub(super) end: u128,
    pub(super) last: i64,
    pub(super) outward: bool,
    pub(super) eighths: &'static [(u128, u128)],
}

impl Zones {
    /// So many eighths behind the number.
    fn near(&self, eighths: u128) -> Near {
        let at = if self.outward { 2 * self.end + eighths } else { 2 * self.end - eighths };
        Near { quarters: at / 2, more: at % 2 == 1, last: self.last }
    }

    /// The zone of a number.
    pub(super) fn zone(&self, real: &Real) -> Option<usize> {
        let (quarters, more) = real.places(self.last)?;
        let (at, end) = (2 * quarters + u128::from(more), 2 * self.end);
        let eighths = if self.outward { at.checked_sub(end)? } else { end.checked_sub(at)? };
        self.eighths.iter().position(|(low, high)| (*low..=*high).contains(&eighths))
    }

    /// The number at a zone's first eighth.
    pub(super) fn first(&self, minus: bool, zone: usize) -> Option<Real> {
        let Near { quarters, more, last } = self.near(self.eighths[zone].0);
        let significand = 2 * quarters + u128::from(more);
        Real::of(Value { sign: minus, exponent: last - 1, significand })
    }

    /// Why there is no number in a zone.
    pub(super) fn out_of(
        &self,
        edge: &Edge,
        subject: &Subject,
        minus: bool,
        zone: usize,
    ) -> Option<&'static str> {
        let (low, high) = self.eighths[zone];
        let mut reasons = (low..=high).map(|e| (edge.never)(subject, minus, self.near(e)));
        let first = reasons.next()??;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }

    /// A number of a zone, of at most so many bits behind the quarters.
    pub(super) fn drawn(&self, minus: bool, zone: usize, tail: u32, rng: &mut Rng) -> Option<Real> {
        let (low, high) = self.eighths[zone];
        let near = self.near(low + rng.below((high - low + 1) as u64) as u128);
        let bits = match near.more {
            true => rng.below(tail.into()) as i64 + 1,
            false => 0,
        };
        let tail = match bits {
            0 => 0,
            bits => u128::from(rng.next() & (u64::MAX >> (64 - bits))) | 1,
        };
        let significand = near.quarters << bits | tail;
        Real::of(Value { sign: minus, exponent: near.last - bits, significand })
    }
}

/// Tells the place of a number on a cross's second axis.
pub(super) type Place = Box<dyn Fn(&Real) -> Option<usize> + Send + Sync>;

/// Draws a zone of a goal.
pub(super) type Zone = Box<dyn Fn(&[usize], &mut Rng) -> Option<usize> + Send + Sync>;

/// What a cross of an end looks at.
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) axis: Axis,
    pub(super) place: Place,
    pub(super) zone: Zone,
    pub(super) never: cross::Never,
}

impl Look {
    /// A cross of signs and the places of unrounded results.
    pub(super) fn cross(self, edge: &Edge, zones: Zones) -> Cross {
        let Self { name, what, axis, place, zone, never } = self;
        let (exact, aims, tail) = (edge.exact.clone(), edge.aims.clone(), edge.tail);
        Cross {
            name,
            bins: UNROUNDED,
            what,
            axes: vec![Axis::sign("sign"), axis],
            hits: Box::new(move |view, hit| {
                exact(view, &mut |real| {
                    if let Some(at) = place(real) {
                        hit(&[usize::from(real.sign), at]);
                    }
                });
            }),
            aims: Box::new(move |subject, goal, rng| {
                let zone = zone(goal, rng)?;
                aims(subject, &zones.drawn(goal[0] == 1, zone, tail, rng)?, rng)
            }),
            never,
        }
    }
}
