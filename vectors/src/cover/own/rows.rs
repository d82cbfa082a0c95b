//! Sums of the products of two rows of elements, under scales or a common exponent: how far the sum grows, which is the width of an
//! accumulator, and each product by itself.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross, View, always};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::{Subject, block, product};
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::{Group, Shared, Terms};
use std::sync::Arc;

/// The crosses of products under scales that stand behind the addend, and of block floats.
pub(super) fn later(subject: &Subject) -> Vec<Cross> {
    if subject.group == Some(Group::Scaled) {
        let rows = scaled(subject);
        return rows.grow().into_iter().chain([rows.places()]).collect();
    }
    match subject.terms {
        Some(terms @ Terms { shared: Some(shared), .. }) => {
            common(subject, terms, shared).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether all products of a case have one scale, a number, and whether the addend is 0.
type Look = Arc<dyn Fn(&View<'_>) -> Option<bool> + Send + Sync>;

/// Moves the products of a case to other places.
type Turn = Arc<dyn Fn(Vec<u64>, &mut Rng) -> Aim + Send + Sync>;

/// Two rows of elements, each under scales.
#[derive(Clone)]
pub(super) struct Rows {
    pub(super) len: usize,
    pub(super) ports: [Port; 2],
    /// Where the elements of each begin.
    pub(super) at: [usize; 2],
    pub(super) scene: Look,
    /// A case of zeros, under scales of 1.
    pub(super) zeros: Vec<u64>,
    pub(super) turned: Turn,
}

impl Rows {
    /// The codes of the largest element of each row.
    fn largest(&self) -> [u64; 2] {
        self.ports.each_ref().map(|port| port.format.max_finite())
    }

    /// The exponent of the sum of so many products of the largest elements, without scales.
    fn most(&self, count: usize) -> Option<i64> {
        let [x, y] = self.largest();
        let largest = |side: usize, code| self.ports[side].value(code).and_then(Real::of);
        let product = largest(0, x)?.times(&largest(1, y)?);
        let all = std::iter::repeat_n(product, count).collect::<Vec<_>>();
        Real::total(all.iter()).map(|sum| sum.exponent)
    }

    /// The sum of the products without scales; `None` where it is 0 or an element is no number.
    fn sum(&self, x: &[u64]) -> Option<Real> {
        let number =
            |side: usize, i: usize| self.ports[side].value(x[self.at[side] + i]).map(Real::of);
        let mut terms = Vec::with_capacity(self.len);
        for i in 0..self.len {
            let (x, y) = (number(0, i)?, number(1, i)?);
            terms.extend(x.zip(y).map(|(x, y)| x.times(&y)));
        }
        Real::total(terms.iter())
    }

    /// How far the sum of the products grows above the largest product that there is: the width of an accumulator.
    pub(super) fn grow(&self) -> Option<Cross> {
        let one = self.most(1)?;
        let most = self.most(self.len)? - one;
        let (own, drawn) = (self.clone(), self.clone());
        Some(Cross {
            name: "grow",
            bins: UNROUNDED,
            what: "exponent of the products' sum, without scales, above the largest product that elements can have",
            axes: vec![Axis::sign("sign"), Axis::range("above", 0, most)],
            hits: Box::new(move |view, hit| {
                if (own.scene)(view).is_none() {
                    return;
                }
                let Some(sum) = own.sum(view.elements) else { return };
                let above = sum.exponent - one;
                if (0..=most).contains(&above) {
                    hit(&[usize::from(sum.sign), above as usize]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let fits = |count: &usize| drawn.most(*count) == Some(one + goal[1] as i64);
                let counts: Vec<usize> = (1..=drawn.len).filter(fits).collect();
                // All elements, where that is what is asked for.
                let count = *counts.last()?;
                let mut x = drawn.zeros.clone();
                for i in 0..count {
                    let turn = rng.one_in(2);
                    let [a, b] = drawn.largest();
                    x[drawn.at[0] + i] = signed(&drawn.ports[0], a, turn);
                    x[drawn.at[1] + i] = signed(&drawn.ports[1], b, turn != (goal[0] == 1));
                }
                Some((drawn.turned)(x, rng))
            }),
            never: always(),
        })
    }

    /// Where the only product stands that is not 0, and what its factors are.
    pub(super) fn places(&self) -> Cross {
        let kinds = ["normal", "subnormal by normal", "subnormal by subnormal"];
        let (own, drawn, asked) = (self.clone(), self.clone(), self.ports.clone());
        let is_subnormal = |port: &Port, code: u64| {
            let real = port.value(code).and_then(Real::of);
            real.map(|real| !port.is_fixed() && real.exponent < port.emin())
        };
        Cross {
            name: "places",
            bins: UNROUNDED,
            what: "the place of the only product that is not 0, beside an addend that is, and its factors",
            axes: vec![Axis::range("place", 0, self.len as i64 - 1), Axis::new("factors", &kinds)],
            hits: Box::new(move |view, hit| {
                if (own.scene)(view) != Some(true) || own.sum(view.elements).is_none() {
                    return;
                }
                let factor = |side: usize, i: usize| {
                    is_subnormal(&own.ports[side], view.elements[own.at[side] + i])
                };
                let factors = |i: usize| Some([factor(0, i)?, factor(1, i)?]);
                let mut all = (0..own.len).filter_map(|i| factors(i).map(|kind| (i, kind)));
                if let (Some((place, kind)), None) = (all.next(), all.next()) {
                    hit(&[place, kind.into_iter().filter(|below| *below).count()]);
                }
            }),
            aims: Box::new(move |_, goal, rng| {
                let below = match goal[1] {
                    1 if rng.one_in(2) => [true, false],
                    1 => [false, true],
                    n => [n == 2; 2],
                };
                let mut x = drawn.zeros.clone();
                let code = |port: &Port, below: bool, rng: &mut Rng| {
                    let least = if port.is_fixed() { 1 } else { 1 << port.format.man_bits };
                    match below {
                        true => rng.below(least).max(1),
                        false => least + rng.below(port.format.max_finite() - least + 1),
                    }
                };
                for (side, below) in below.into_iter().enumerate() {
                    x[drawn.at[side] + goal[0]] = code(&drawn.ports[side], below, rng);
                }
                Some(Aim::Elements(x))
            }),
            never: Box::new(move |_, goal| {
                let has = |port: &Port| port.format.subnormal && port.precision() > 1;
                let none = goal[1] > 0 && !asked.iter().all(has);
                none.then_some("elements have no subnormal numbers")
            }),
        }
    }
}

/// The code of a positive number, or of its opposite.
fn signed(port: &Port, code: u64, negative: bool) -> u64 {
    let mask = u64::MAX >> (64 - port.format.width);
    match negative {
        false => code,
        true if port.is_fixed() => code.wrapping_neg() & mask,
        true => code | 1 << (port.format.width - 1),
    }
}

// Scales of several blocks, behind the addend.

/// The rows of operands a, b, c, and the scales of a and b.
fn scaled(subject: &Subject) -> Rows {
    let [a, b, c, x, y] = &subject.operands[..] else { unreachable!("five operands") };
    let shapes = &subject.plan.operands;
    let (len, scales) = (shapes[0].len, [x.clone(), y.clone()]);
    let (each, addend) = (shapes[3].len, c.clone());
    let one = |port: &Port| {
        let one = Real { sign: false, exponent: 0, significand: 1 << 127, more: false };
        port.toward_zero(one.value())
    };
    let mut zeros = vec![0; 2 * len + 1];
    for port in &scales {
        zeros.extend(std::iter::repeat_n(one(port), each));
    }
    Rows {
        len,
        ports: [a.clone(), b.clone()],
        at: [0, len],
        scene: Arc::new(move |view| {
            let addend = Real::of(addend.value(view.elements[2 * len])?);
            for (side, own) in view.elements[2 * len + 1..].chunks(each).enumerate() {
                Real::of(scales[side].value(own[0])?)?;
                if own.iter().any(|code| *code != own[0]) {
                    return None;
                }
            }
            Some(addend.is_none())
        }),
        zeros,
        turned: Arc::new(move |mut x, rng| {
            let by = rng.below(len as u64) as usize;
            x[..len].rotate_right(by);
            x[len..2 * len].rotate_right(by);
            Aim::Elements(x)
        }),
    }
}

// Block floats.

/// How far the sum of the products of two blocks grows above the largest product that their exponents allow.
fn common(subject: &Subject, terms: Terms, shared: Shared) -> Option<Cross> {
    let ports = [subject.operands[0].clone(), subject.operands[1].clone()];
    let ones = |port: &Port| port.float.as_ref().map(|float| float.ones());
    let [first, second] = [ones(&ports[0])?, ones(&ports[1])?];
    // Of an exponent of 0 in units of the last place.
    let value =
        |significand: u64| Value { sign: false, exponent: 0, significand: significand.into() };
    let largest = product(&value(first), &value(second), shared.omitted)?;
    let most = Real::total(vec![largest; terms.len].iter())?.exponent - largest.exponent;
    let (one, shown) = (largest.exponent, ports.clone());
    Some(Cross {
        name: "grow",
        bins: UNROUNDED,
        what: "exponent of the products' sum, the addend aside, above the largest product under the exponents of both blocks",
        axes: vec![Axis::sign("sign"), Axis::range("above", 0, most)],
        hits: Box::new(move |view, hit| {
            let lines = [&view.elements[..terms.len], &view.elements[terms.len..2 * terms.len]];
            let common = |side: usize| {
                block(&shown[side], lines[side])?.iter().map(|value| value.exponent).max()
            };
            let Some((a, b)) = common(0).zip(common(1)) else { return };
            let products = view.scene.terms.iter().take(terms.len).flatten();
            let Some(sum) = Real::total(products) else { return };
            let above = sum.exponent - (a + b + one);
            if (0..=most).contains(&above) {
                hit(&[usize::from(sum.sign), above as usize]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let fits = |count: &usize| {
                Real::total(vec![largest; *count].iter())
                    .is_some_and(|sum| sum.exponent - one == goal[1] as i64)
            };
            let count = (1..=terms.len).rev().find(fits)?;
            let begin = rng.below(terms.len as u64) as usize;
            let mut x = vec![0; subject.plan.elements()];
            let mut turns = vec![false; terms.len];
            turns.iter_mut().for_each(|turn| *turn = rng.one_in(2));
            for (side, port) in ports.iter().enumerate() {
                let float = port.float.as_ref()?;
                let field = float.bias + rng.around(8);
                for i in 0..terms.len {
                    let own = (i + terms.len - begin) % terms.len < count;
                    let sign = own && turns[i] != (side == 1 && goal[0] == 1);
                    let bits = if own { float.ones() } else { 0 };
                    x[side * terms.len + i] = float.code(sign, field, bits) << port.format.pad;
                }
            }
            Some(Aim::Elements(x))
        }),
        never: always(),
    })
}
