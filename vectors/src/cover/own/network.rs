//! Reduction networks (MN-Core 2, s. 4.2): the bits that each circuit cuts off an element before it adds,
//! where they show; the sums that it rounds; which elements meet in the first stage; overflow there.

use super::elements::{Elements, few};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::{Network, Terms};
use softfloat::Rounding::NearestEven;

/// Guard bits behind the last place of the largest element.
const GUARD: i64 = 3;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(terms @ Terms { network: Some(network), .. }) = subject.terms else {
        return Vec::new();
    };
    let circuits = Circuits::of(subject, terms, network);
    let mut all = vec![circuits.aligned(), circuits.sums(), circuits.stages()];
    if network.first < terms.len {
        all.push(circuits.overflow());
    }
    all
}

/// The circuits of a network.
#[derive(Clone)]
struct Circuits {
    terms: Terms,
    first: usize,
    circuit: Port,
    out: Port,
}

/// A number, 0 as `None`, or an infinity.
type Sum = Result<Option<Real>, ()>;

/// Rounded to a format's precision, out of range an infinity or 0.
fn packed(real: Option<Real>, port: &Port) -> Sum {
    let Some(real) = real else { return Ok(None) };
    let rounded = real.rounded(real.exponent - (port.precision() - 1), NearestEven);
    match rounded {
        Some(rounded) if rounded.exponent > port.emax() => Err(()),
        rounded => Ok(rounded.filter(|rounded| rounded.exponent >= port.emin())),
    }
}

impl Circuits {
    fn of(subject: &Subject, terms: Terms, network: Network) -> Self {
        Self {
            terms,
            first: network.first,
            circuit: Port::of(&network.circuit),
            out: subject.result.clone(),
        }
    }

    fn p(&self) -> i64 {
        self.circuit.precision()
    }

    /// The place that the elements of a circuit are rounded to; `None` where all are 0.
    fn place(&self, elements: &[Option<Real>]) -> Option<i64> {
        let top = elements.iter().flatten().map(|real| real.exponent).max()?;
        Some(top - (self.p() - 1) - GUARD)
    }

    /// The sum of a circuit's elements before it is rounded; the element at `turned` is rounded to the
    /// other neighbour.
    fn sum(&self, elements: &[Option<Real>], turned: Option<usize>) -> Option<Real> {
        let place = self.place(elements)?;
        let aligned = elements.iter().enumerate().filter_map(|(at, real)| {
            let real = (*real)?;
            if turned != Some(at) {
                return real.rounded(place, NearestEven);
            }
            let whole = real.places(place)?.0;
            let near = real.rounded(place, NearestEven).and_then(|near| near.places(place));
            let up = near.is_none_or(|(near, _)| near == whole);
            let significand = whole + u128::from(up);
            Real::of(Value { sign: real.sign, exponent: place, significand })
        });
        Real::total(aligned.collect::<Vec<_>>().iter())
    }

    /// The sum that is rounded last; where the first stage overflows an error.
    fn last(&self, terms: &[Option<Real>], turned: Option<usize>) -> Sum {
        if self.first == terms.len() {
            return Ok(self.sum(terms, turned));
        }
        let groups = terms.chunks(self.first).enumerate().map(|(group, elements)| {
            let from = group * self.first;
            let own = turned.and_then(|at| at.checked_sub(from)).filter(|at| *at < self.first);
            packed(self.sum(elements, own), &self.circuit)
        });
        Ok(self.sum(&groups.collect::<Result<Vec<_>, ()>>()?, None))
    }

    fn result(&self, terms: &[Option<Real>], turned: Option<usize>) -> Sum {
        packed(self.last(terms, turned)?, &self.out)
    }

    fn elements(&self) -> Axis {
        let values = (0..self.terms.len).map(|i| i.to_string()).collect();
        Axis { name: "element", values }
    }

    /// Another element of the same circuit, so many further.
    fn beside(&self, at: usize, further: usize) -> usize {
        let group = at - at % self.first;
        group + (at + further) % self.first
    }

    /// Each element's bits about the place of alignment; what is inexact decides the result.
    fn aligned(&self) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
        Cross {
            name: "aligned",
            bins: UNROUNDED,
            what: "last bit kept, guard and sticky bit of an element at the place of alignment, where they decide",
            axes: [self.elements(), Axis::sign("sign")].into_iter().chain(bits).collect(),
            hits: Box::new(move |view, hit| {
                let terms = &view.scene.terms;
                for (at, real) in terms.iter().enumerate() {
                    let group = at / own.first * own.first;
                    let circuit = terms.get(group..group + own.first);
                    let place = circuit.and_then(|circuit| own.place(circuit));
                    let Some((real, place)) = real.zip(place) else { continue };
                    let cut = real.cut(place);
                    let shows = || own.result(terms, None) != own.result(terms, Some(at));
                    if !(cut.guard || cut.sticky) || shows() {
                        let bits = [real.sign, cut.lsb, cut.guard, cut.sticky].map(usize::from);
                        hit(&[at, bits[0], bits[1], bits[2], bits[3]]);
                    }
                }
            }),
            aims: Box::new(move |subject, goal, rng| {
                let [at, sign, lsb, guard, sticky] = goal[..] else { return None };
                let mut elements = Elements::new(subject, drawn.terms);
                let top = drawn.top(subject) - rng.below(4) as i64;
                let place = top - (drawn.p() - 1) - GUARD;
                // The element: some places, the last one as asked, and what is cut off.
                let down = 2 + rng.below(3) as u32;
                let whole = 8 * rng.below(4) as u128 + [4, 3][lsb];
                let whole = if rng.one_in(4) { lsb as u128 } else { whole };
                let tail = (guard as u128) << (down - 1) | sticky as u128;
                let significand = whole << down | tail;
                let exponent = place - i64::from(down);
                let real = Real::of(Value { sign: sign == 1, exponent, significand })?;
                let large = few(subject, top, rng);
                let mut put =
                    elements.put(at, real, rng) & elements.put(drawn.beside(at, 1), large, rng);
                // Half a place of the result, and a few places about it.
                let half = top - drawn.out.precision();
                if drawn.first > 2 && half > place {
                    let one = |sign, exponent| Real {
                        sign,
                        exponent,
                        significand: 1 << 127,
                        more: false,
                    };
                    put &= elements.put(drawn.beside(at, 2), one(rng.one_in(2), half), rng);
                }
                if drawn.first > 3 && rng.one_in(2) {
                    let significand = 1 + rng.below(15) as u128;
                    let some = Value { sign: rng.one_in(2), exponent: place, significand };
                    put &= elements.put(drawn.beside(at, 3), Real::of(some)?, rng);
                }
                Some(elements.aim(put, rng))
            }),
            never: Box::new(|_, _| None),
        }
    }

    /// An exponent from which there is room below for all that a circuit keeps and cuts off.
    fn top(&self, subject: &Subject) -> i64 {
        let port = &subject.operands[0];
        let room = self.p() + GUARD + 6;
        (port.emin() + room).max(0).min(port.emax() - 1).min(self.out.emax() - 5)
    }

    /// Bits of the last sum, as its circuit has it, about the place of rounding.
    fn sums(&self) -> Cross {
        let (own, drawn) = (self.clone(), self.clone());
        let bits = ["lsb", "guard", "sticky"].map(Axis::bit);
        Cross {
            name: "sum",
            bins: UNROUNDED,
            what: "last bit kept, guard and sticky bit of the last circuit's sum",
            axes: [Axis::sign("sign")].into_iter().chain(bits).collect(),
            hits: Box::new(move |view, hit| {
                if view.scene.terms.is_empty() {
                    return;
                }
                let Ok(Some(sum)) = own.last(&view.scene.terms, None) else { return };
                if (own.out.emin()..=own.out.emax()).contains(&sum.exponent) {
                    let cut = sum.cut(own.out.last(sum.exponent));
                    hit(&[sum.sign, cut.lsb, cut.guard, cut.sticky].map(usize::from));
                }
            }),
            aims: Box::new(move |subject, goal, rng| {
                let [sign, lsb, guard, sticky] = goal[..] else { return None };
                let (top, p) = (drawn.top(subject), drawn.out.precision());
                let mut elements = Elements::new(subject, drawn.terms);
                let last = top - (p - 1);
                let down = 2 + i64::from(p < drawn.p()) * rng.below(3) as i64;
                let tail = (guard as u128) << (down - 1) | sticky as u128;
                let low = Real::of(Value {
                    sign: sign == 1,
                    exponent: last - down,
                    significand: (lsb as u128) << down | tail,
                });
                let high = Real { sign: sign == 1, ..few(subject, top, rng) };
                let first = rng.below(drawn.terms.len as u64) as usize;
                // In the same circuit, or in another where there is one.
                let other = match rng.one_in(2) {
                    true => drawn.beside(first, 1),
                    false => (first + drawn.first) % drawn.terms.len,
                };
                let other = if other == first { drawn.beside(first, 1) } else { other };
                let mut put = elements.put(first, high, rng);
                if let Some(low) = low {
                    put &= elements.put(other, low, rng);
                }
                Some(elements.aim(put, rng))
            }),
            never: Box::new(|_, _| None),
        }
    }

    /// Where the first of two stages stands to two elements that cancel.
    fn relation(&self, a: usize, b: usize, c: usize) -> usize {
        let of = |at: usize| at / self.first;
        match (of(c) == of(a), of(c) == of(b)) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    }

    /// Two elements that cancel, and a third that is lost where it meets one of them alone.
    fn stages(&self) -> Cross {
        const WHERE: [&str; 4] = ["with both", "with the first", "with the second", "with neither"];
        let far = self.p() + 4;
        let (own, drawn, asked) = (self.clone(), self.clone(), self.clone());
        let names = self.elements().values;
        Cross {
            name: "stages",
            bins: UNROUNDED,
            what: "two elements that cancel, and whose circuit a third enters that is lost beside one",
            axes: vec![
                Axis { name: "first", values: names.clone() },
                Axis { name: "second", values: names },
                Axis::new("third", &WHERE),
            ],
            hits: Box::new(move |view, hit| {
                let numbers = view.scene.terms.iter().enumerate();
                let mut all: Vec<(usize, Real)> =
                    numbers.filter_map(|(at, real)| Some((at, (*real)?))).collect();
                all.sort_by_key(|(at, real)| (std::cmp::Reverse(real.exponent), *at));
                let [(a, x), (b, y), (c, z)] = all[..] else { return };
                if x == y.signed(!y.sign) && x.exponent - z.exponent >= far {
                    hit(&[a, b, own.relation(a, b, c)]);
                }
            }),
            aims: Box::new(move |subject, goal, rng| {
                let [a, b, relation] = goal[..] else { return None };
                let at = |c: &usize| *c != a && *c != b && drawn.relation(a, b, *c) == relation;
                let all: Vec<usize> = (0..drawn.terms.len).filter(at).collect();
                let c = *all.get(rng.below(all.len().max(1) as u64) as usize)?;
                let mut elements = Elements::new(subject, drawn.terms);
                let top = drawn.top(subject) + rng.below(3) as i64;
                let large = few(subject, top, rng);
                let small = few(subject, top - far - rng.below(3) as i64, rng);
                let put = elements.put(a, large, rng)
                    & elements.put(b, large.signed(!large.sign), rng)
                    & elements.put(c, small, rng);
                Some(elements.aim(put, rng))
            }),
            never: Box::new(move |_, goal| {
                let [a, b, relation] = goal[..] else { return None };
                let is = |c: usize| c != a && c != b && asked.relation(a, b, c) == relation;
                match a < b {
                    false => Some("the first stands before the second"),
                    true => (!(0..asked.terms.len).any(is)).then_some("no circuit stands so"),
                }
            }),
        }
    }

    /// Circuits of the first stage that overflow, while the exact sum of all does not.
    fn overflow(&self) -> Cross {
        let (own, drawn, asked) = (self.clone(), self.clone(), self.clone());
        Cross {
            name: "overflow",
            bins: UNROUNDED,
            what: "infinities of the first stage, while the exact sum is in range",
            axes: vec![Axis::new("infinite", &["+", "-", "both"])],
            hits: Box::new(move |view, hit| {
                let emax = own.out.emax();
                if view.scene.exact.is_some_and(|exact| exact.exponent > emax) {
                    return;
                }
                let mut infinite = [false; 2];
                for circuit in view.scene.terms.chunks(own.first) {
                    let sum = own.sum(circuit, None);
                    if packed(sum, &own.circuit).is_err() {
                        infinite[usize::from(sum.is_some_and(|sum| sum.sign))] = true;
                    }
                }
                match infinite {
                    [true, true] => hit(&[2]),
                    [true, false] => hit(&[0]),
                    [false, true] => hit(&[1]),
                    _ => {}
                }
            }),
            aims: Box::new(move |subject, goal, rng| {
                let mut x = vec![0; drawn.terms.len];
                let port = &subject.operands[0];
                let most = port.format.max_finite();
                let sign = |minus: bool| u64::from(minus) << (port.format.width - 1);
                let groups = (drawn.terms.len / drawn.first) as u64;
                let group = rng.below(groups) as usize;
                let other = (group + 1 + rng.below(groups - 1) as usize) % groups as usize;
                let minus = goal[0] == 1 || goal[0] == 2 && rng.one_in(2);
                for i in 0..2 {
                    x[group * drawn.first + i] = most | sign(minus);
                }
                // What takes the sum back into range: one element in each of two circuits, or two in one.
                let third = (0..groups as usize).find(|at| *at != group && *at != other);
                let places = match third.filter(|_| goal[0] != 2) {
                    Some(third) => [other * drawn.first, third * drawn.first],
                    None => [other * drawn.first, other * drawn.first + 1],
                };
                places.into_iter().for_each(|at| x[at] = most | sign(!minus));
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |subject, _| {
                let most = subject.operands[0].emax() + i64::from(asked.first.ilog2());
                (most <= asked.circuit.emax()).then_some("no sum of a circuit is that large")
            }),
        }
    }
}
