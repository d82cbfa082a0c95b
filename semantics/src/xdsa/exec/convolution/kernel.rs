//! The sums of a convolution, window by window: in integers as wide as the elements need, else in a fixed-point window, else step by
//! step (XDSA-D29, D32, D85).

use super::lanes::{Lanes, dot16, dot64, dot128, sum_bits};
use crate::xdsa::exec::SumRule;
use crate::xdsa::exec::exact::{Amount, Sum, decode, encode};
use crate::xdsa::exec::geometry::{Map, Tap};
use crate::xdsa::isa::Unit;
use rayon::prelude::*;
use softfloat::{Flags, Unrounded, Value};

/// Operands as elements: the channels of each place side by side.
pub(super) struct Codes {
    pub(super) map: Map,
    /// Of the map and of the filters.
    pub(super) units: [Unit; 2],
    /// 1, or the channels where each filter takes part of one.
    pub(super) groups: usize,
    /// The map's, and behind them the pads.
    pub(super) places: Vec<u64>,
    pub(super) weights: Vec<u64>,
    pub(super) filters: usize,
}

/// An exact sum of products.
#[derive(Debug)]
pub(in crate::xdsa::exec) enum Total<'a> {
    /// `significand * 2^exponent`.
    Fixed { significand: i128, exponent: i32, minus_zero: bool },
    /// In a window.
    Window(&'a Sum),
    /// Of rounded steps.
    Stepwise(Amount),
}

impl Total<'_> {
    /// Whole.
    pub(in crate::xdsa::exec) fn amount(&self) -> Amount {
        match self {
            Self::Fixed { .. } => Amount::from(self.value()),
            Self::Window(sum) => sum.amount(),
            Self::Stepwise(amount) => amount.clone(),
        }
    }

    /// As it waits for rounding.
    pub(in crate::xdsa::exec) fn value(&self) -> Value<u128> {
        match self {
            Self::Fixed { significand, exponent, minus_zero } => Value::Finite(Unrounded::exact(
                *significand < 0 || *minus_zero,
                *exponent,
                significand.unsigned_abs(),
            )),
            Self::Window(sum) => sum.value(),
            Self::Stepwise(amount) => amount.value(),
        }
    }

    /// The low bits of an integer.
    pub(in crate::xdsa::exec) fn low(&self) -> u64 {
        match self {
            Self::Fixed { significand, exponent, .. } => {
                let shift = exponent.unsigned_abs();
                let at = if *exponent < 0 {
                    significand.checked_shr(shift)
                } else {
                    significand.checked_shl(shift)
                };
                at.unwrap_or(0) as u64
            }
            Self::Window(sum) => sum.low(),
            Self::Stepwise(amount) => amount.low(),
        }
    }
}

/// From a total, its filter and its place among the results in the order of windows to an element.
pub(in crate::xdsa::exec) type Finish<'a> =
    &'a (dyn Fn(Total<'_>, usize, usize) -> (u64, Flags) + Sync);

/// Windows of a task.
const TASK: u64 = 8;

/// All results, those of a window side by side.
pub(super) fn run(
    codes: &Codes,
    rule: SumRule,
    zeros: bool,
    finish: Finish<'_>,
) -> (Vec<u64>, Flags) {
    let [unit, weight] = codes.units;
    if let SumRule::Sequential(step) = rule
        && step.is_float()
    {
        return codes
            .windows(&codes.values(), finish, |_, a, b| Total::Stepwise(stepwise(step, a, b)));
    }
    let lanes = Lanes::of(unit, &codes.places).zip(Lanes::of(weight, &codes.weights));
    let terms = codes.terms();
    if let Some((a, b)) = lanes
        && sum_bits(&a, &b, terms) <= 127
    {
        let exponent = a.exponent + b.exponent;
        let fixed = |significand| Total::Fixed { significand, exponent, minus_zero: false };
        let finish: Finish<'_> = &|total, filter, index| match total {
            Total::Fixed { significand: 0, exponent, .. } if zeros => {
                let minus_zero = codes.minus_zero(index / codes.filters, filter);
                finish(Total::Fixed { significand: 0, exponent, minus_zero }, filter, index)
            }
            total => finish(total, filter, index),
        };
        let bits = sum_bits(&a, &b, terms);
        return if bits <= 31 && a.bits <= 15 && b.bits <= 15 {
            let narrow = |lanes: Lanes| lanes.values.iter().map(|x| *x as i16).collect();
            let operands = [narrow(a), narrow(b)];
            codes.windows(&operands, finish, |_, a, b| fixed(dot16(a, b)))
        } else if bits <= 63 {
            codes.windows(&[a.values, b.values], finish, |_, a, b| fixed(dot64(a, b)))
        } else {
            codes.windows(&[a.values, b.values], finish, |_, a, b| fixed(dot128(a, b)))
        };
    }
    codes.windows(&codes.values(), finish, |sum, a, b| {
        sum.clear();
        a.iter().zip(b).for_each(|(a, b)| sum.add_product(a.0, b.0));
        Total::Window(sum)
    })
}

/// A value; +0 where there is none.
#[derive(Clone, Copy, Debug)]
struct Number(Value<u64>);

impl Default for Number {
    fn default() -> Self {
        Self(Value::Finite(Unrounded::exact(false, 0, 0)))
    }
}

/// The sum of the products, each addition rounded into a unit.
fn stepwise(unit: Unit, a: &[Number], b: &[Number]) -> Amount {
    let amount = |x: &Number| Amount::from_value(x.0);
    let step = |sum: Amount, (a, b): (&Number, &Number)| {
        let sum = sum.plus(&amount(a).times(&amount(b)));
        Amount::of(unit, encode(unit, sum.value()).0)
    };
    a.iter().zip(b).fold(Amount::Zero { negative: false }, step)
}

impl Codes {
    /// Products in a sum.
    fn terms(&self) -> usize {
        self.weights.len() / self.filters.max(1)
    }

    fn values(&self) -> [Vec<Number>; 2] {
        let [map, filters] = self.units;
        let number = |unit: Unit| move |code: &u64| Number(decode(unit, *code));
        [
            self.places.iter().map(number(map)).collect(),
            self.weights.iter().map(number(filters)).collect(),
        ]
    }

    /// Whether all products of a sum are -0.
    fn minus_zero(&self, window: usize, filter: usize) -> bool {
        let (mut taps, mut codes) = (Vec::new(), Vec::new());
        self.map.taps(window as u64, &mut taps);
        self.fill(&self.places, &taps, &mut codes);
        let terms = self.terms();
        let from = filter * self.groups / self.filters * terms;
        let a = codes.iter().skip(from).take(terms);
        let b = self.weights.iter().skip(filter * terms);
        a.zip(b).all(|(a, b)| {
            let mut sum = Sum::new();
            sum.add_product(decode(self.units[0], *a), decode(self.units[1], *b));
            matches!(sum.value(), Value::Finite(u) if u.sign && u.significand == 0)
        })
    }

    /// What a window meets: group by group, place by place, channel by channel.
    fn fill<T: Copy + Default>(&self, places: &[T], taps: &[Tap], out: &mut Vec<T>) {
        let c = self.map.c as usize;
        let channels = c / self.groups;
        out.clear();
        for group in 0..self.groups {
            for tap in taps {
                let elements = match tap {
                    Tap::At(place) => places.get(place * c..),
                    Tap::Pad => places.get(places.len() - c..),
                    Tap::Zero => None,
                };
                let elements = elements.and_then(|x| x.get(group * channels..)?.get(..channels));
                match elements {
                    Some(elements) => out.extend_from_slice(elements),
                    None => out.resize(out.len() + channels, T::default()),
                }
            }
        }
    }

    /// Every window against every filter.
    fn windows<T: Copy + Default + Send + Sync>(
        &self,
        [places, weights]: &[Vec<T>; 2],
        finish: Finish<'_>,
        dot: impl for<'a> Fn(&'a mut Sum, &[T], &[T]) -> Total<'a> + Sync,
    ) -> (Vec<u64>, Flags) {
        let (count, terms) = (self.map.windows(), self.terms());
        let task = |task: u64| {
            let (mut taps, mut window, mut sum) = (Vec::new(), Vec::new(), Sum::new());
            let (mut results, mut flags) = (Vec::new(), Flags::NONE);
            for at in task * TASK..((task + 1) * TASK).min(count) {
                self.map.taps(at, &mut taps);
                self.fill(places, &taps, &mut window);
                for (filter, weights) in weights.chunks(terms).enumerate() {
                    let group = filter * self.groups / self.filters;
                    let window = window.get(group * terms..).unwrap_or_default();
                    let window = window.get(..terms).unwrap_or_default();
                    let total = dot(&mut sum, window, weights);
                    let (code, raised) = finish(total, filter, at as usize * self.filters + filter);
                    flags |= raised;
                    results.push(code);
                }
            }
            (results, flags)
        };
        let tasks: Vec<_> = (0..count.div_ceil(TASK)).into_par_iter().map(task).collect();
        let flags = tasks.iter().fold(Flags::NONE, |all, (_, flags)| all | *flags);
        (tasks.into_iter().flat_map(|(results, _)| results).collect(), flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals() {
        let total = Total::Fixed { significand: -3, exponent: 1, minus_zero: false };
        assert_eq!(total.low(), -6_i64 as u64);
        assert!(matches!(total.value(), Value::Finite(u) if u.sign && u.significand == 3));
        let zero = Total::Fixed { significand: 0, exponent: 5, minus_zero: true };
        assert!(matches!(zero.amount(), Amount::Zero { negative: true }));
    }
}
