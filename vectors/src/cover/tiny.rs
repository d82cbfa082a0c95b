//! Results next below the smallest normal number: tiny before they are rounded; whether they are tiny also
//! afterwards hangs on the direction and on quarters of a place.

use super::bins::UNROUNDED;
use super::cross::{self, Aim, Axis, Cross, View};
use super::exact::Real;
use super::never;
use super::port::Port;
use super::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use softfloat::Rounding;
use std::sync::Arc;

/// Parts of the last place below the smallest normal number.
const ZONES: [&str; 6] = ["0", "0..1/4", "1/4", "1/4..1/2", "1/2", "1/2..1"];

/// The same in eighths: from which to which; what is odd lies between two quarters.
const EIGHTHS: [(u128, u128); 6] = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 7)];

const TINY: [&str; 2] = ["before rounding alone", "before and after"];

const STAYS: &str =
    "what is tiny is rounded to a number that is tiny, or it is not tiny afterwards";

/// A place near the smallest normal number: so many quarters of its last place, and whether there is more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Of value 2^last.
    pub(super) quarters: u128,
    pub(super) more: bool,
    pub(super) last: i64,
}

/// Tells the unrounded results of a case.
type Exact = Arc<dyn Fn(&View<'_>, &mut dyn FnMut(&Real)) + Send + Sync>;

/// Draws a case whose unrounded result is this number.
type Aims = Arc<dyn Fn(&Subject, &Real, &mut Rng) -> Option<Aim> + Send + Sync>;

/// Why no unrounded result of this sign lies there.
type Never = Arc<dyn Fn(&Subject, bool, Near) -> Option<&'static str> + Send + Sync>;

/// The crosses of an operation that is arithmetic lane by lane.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if !subject.rounds_to_float() || !Tiny::has(&subject.result) {
        return Vec::new();
    }
    let tiny = Tiny {
        port: subject.result.clone(),
        rounding: subject.env.rounding,
        tail: subject.result.precision().min(50) as u32,
        exact: Arc::new(|view, tell| view.scene.exact.iter().for_each(tell)),
        aims: Arc::new(|_, real, _| Some(Aim::Result(*real))),
        never: Arc::new(|subject, minus, near| {
            never::place(subject, minus, near.quarters, near.more, near.last)
        }),
    };
    tiny.crosses().into()
}

/// The smallest normal number, and what a number next to it has less, by its bits.
pub(super) fn parts(port: &Port, real: &Real) -> (Real, Vec<Real>) {
    let one = |exponent| Real { exponent, significand: 1 << 127, more: false, ..*real };
    let smallest = one(port.emin());
    let rest = smallest.signed(!real.sign).plus(real);
    let bits = rest.map_or(0, |rest| rest.significand);
    let exponent = rest.map_or(0, |rest| rest.exponent);
    let set = (0..128).filter(|bit| bits << bit >> 127 == 1);
    let parts = set.map(|bit| one(exponent - bit).signed(!real.sign));
    (smallest, parts.collect())
}

/// What is known of an operation's unrounded results.
#[derive(Clone)]
pub(super) struct Tiny {
    pub(super) port: Port,
    pub(super) rounding: Rounding,
    /// The most bits behind quarters of a place that a case is asked for.
    pub(super) tail: u32,
    pub(super) exact: Exact,
    pub(super) aims: Aims,
    pub(super) never: Never,
}

impl Tiny {
    /// Whether results of a format can be tiny.
    pub(super) fn has(port: &Port) -> bool {
        port.float.is_some() && !port.format.zeroless() && port.precision() > 1
    }

    /// The crosses.
    pub(super) fn crosses(self) -> [Cross; 2] {
        [self.zones(), self.classes()]
    }

    /// The smallest normal number in quarters of its last place.
    fn smallest(&self) -> u128 {
        1 << (self.port.precision() + 1)
    }

    fn last(&self) -> i64 {
        self.port.emin() - (self.port.precision() + 1)
    }

    /// So many eighths below the smallest normal number.
    fn near(&self, eighths: u128) -> Near {
        let quarters = self.smallest() - eighths.div_ceil(2);
        Near { quarters, more: eighths % 2 == 1, last: self.last() }
    }

    /// The zone of a number.
    fn zone(&self, real: &Real) -> Option<usize> {
        let (quarters, more) = real.places(self.last())?;
        let below = self.smallest().checked_sub(quarters)?;
        let eighths = (2 * below).checked_sub(more.into())?;
        EIGHTHS.iter().position(|(low, high)| (*low..=*high).contains(&eighths))
    }

    /// What a number that is rounded to the smallest normal one is: tiny before rounding alone, or also
    /// afterwards. Nothing of what is not tiny, or becomes another number.
    fn class(&self, real: &Real) -> Option<usize> {
        let emin = self.port.emin();
        let normal = |place: i64| {
            real.rounded(place, self.rounding).is_some_and(|rounded| rounded.exponent >= emin)
        };
        let (place, p) = (self.port.last(real.exponent), self.port.precision());
        if real.exponent >= emin || !normal(place) {
            return None;
        }
        Some(usize::from(!normal(real.exponent - (p - 1))))
    }

    /// The class of the numbers of a zone.
    fn class_of(&self, minus: bool, zone: usize) -> Option<usize> {
        let eighths = EIGHTHS[zone].0;
        let exponent = self.last() - 1;
        let significand = 2 * self.smallest() - eighths;
        self.class(&Real::of(Value { sign: minus, exponent, significand })?)
    }

    /// Why there is no number in a zone.
    fn out_of(&self, subject: &Subject, minus: bool, zone: usize) -> Option<&'static str> {
        let (low, high) = EIGHTHS[zone];
        let mut reasons = (low..=high).map(|e| (self.never)(subject, minus, self.near(e)));
        let first = reasons.next()??;
        reasons.all(|reason| reason.is_some()).then_some(first)
    }

    /// A number of a zone.
    fn drawn(&self, minus: bool, zone: usize, rng: &mut Rng) -> Option<Real> {
        let (low, high) = EIGHTHS[zone];
        let near = self.near(low + rng.below((high - low + 1) as u64) as u128);
        let bits = match near.more {
            true => rng.below(self.tail.into()) as i64 + 1,
            false => 0,
        };
        let tail = match bits {
            0 => 0,
            bits => u128::from(rng.next() & (u64::MAX >> (64 - bits))) | 1,
        };
        let significand = near.quarters << bits | tail;
        Real::of(Value { sign: minus, exponent: near.last - bits, significand })
    }

    /// A cross of signs and the places of unrounded results, each place told by `place`, and a zone of a goal drawn by `zone`.
    fn cross(
        &self,
        what: &'static str,
        places: Axis,
        place: fn(&Self, &Real) -> Option<usize>,
        zone: fn(&Self, &[usize], &mut Rng) -> Option<usize>,
        never: cross::Never,
    ) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        Cross {
            name: "tiny",
            bins: UNROUNDED,
            what,
            axes: vec![Axis::sign("sign"), places],
            hits: Box::new(move |view, hit| {
                (own.exact)(view, &mut |real| {
                    if let Some(at) = place(&own, real) {
                        hit(&[usize::from(real.sign), at]);
                    }
                });
            }),
            aims: Box::new(move |subject, goal, rng| {
                let zone = zone(&drawn, goal, rng)?;
                let real = drawn.drawn(goal[0] == 1, zone, rng)?;
                (drawn.aims)(subject, &real, rng)
            }),
            never,
        }
    }

    fn zones(&self) -> Cross {
        let what = "unrounded result in parts of a place below the smallest normal number";
        let own = self.clone();
        self.cross(
            what,
            Axis::new("below", &ZONES),
            Self::zone,
            |_, goal, _| Some(goal[1]),
            Box::new(move |subject, goal| own.out_of(subject, goal[0] == 1, goal[1])),
        )
    }

    /// The zones whose numbers become the smallest normal one, and are tiny as the goal has it.
    fn zones_of(&self, goal: &[usize]) -> Vec<usize> {
        let all = 0..ZONES.len();
        all.filter(|zone| self.class_of(goal[0] == 1, *zone) == Some(goal[1])).collect()
    }

    fn classes(&self) -> Cross {
        let what = "results rounded to the smallest normal number: when they are tiny";
        let own = self.clone();
        self.cross(
            what,
            Axis::new("tiny", &TINY),
            Self::class,
            |tiny, goal, rng| {
                let zones = tiny.zones_of(goal);
                zones.get(rng.below(zones.len().max(1) as u64) as usize).copied()
            },
            Box::new(move |subject, goal| {
                let zones = own.zones_of(goal);
                let mut reasons = zones.iter().map(|zone| own.out_of(subject, goal[0] == 1, *zone));
                match reasons.next() {
                    None => Some(STAYS),
                    Some(first) => first.filter(|_| reasons.all(|reason| reason.is_some())),
                }
            }),
        )
    }
}
