//! Products of two blocks (MN-Core 2, s. 4.5): what is left out of each element's product and whether it
//! shows, and elements in the extended representation.

use crate::cover::bins::ELEMENTS;
use crate::cover::cross::{Aim, Axis, Cross, OMITS, View, always};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::{Subject, block, omitting, product};
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::{Shared, Terms};
use softfloat::Rounding;

const EFFECTS: [&str; 4] = ["none", "r", "L", "r and L"];

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(terms @ Terms { shared: Some(Shared { omitted }), .. }) = subject.terms else {
        return Vec::new();
    };
    let mut all = Vec::new();
    if omitted > 0 {
        all.push(left_out(terms, omitted));
    }
    if subject.operands[0].format.subnormal {
        all.push(extended(terms));
    }
    all
}

/// The elements of both blocks.
fn factors(view: &View<'_>, terms: Terms) -> Option<[Vec<Value>; 2]> {
    let (x, rest) = view.elements.split_at(terms.len);
    let ports = &view.subject.operands;
    Some([block(&ports[0], x)?, block(&ports[1], &rest[..terms.len])?])
}

/// Which elements' products would give another sum without r, or with the exact product.
fn left_out(terms: Terms, omitted: u32) -> Cross {
    let element = Axis { name: "element", values: (0..terms.len).map(|i| i.to_string()).collect() };
    Cross {
        name: OMITS,
        bins: ELEMENTS,
        what: "whether r or L, left out of an element's product, changes the result",
        axes: vec![element, Axis::new("decides", &EFFECTS)],
        hits: Box::new(move |view, hit| {
            let to = &view.subject.result;
            let Some([x, y]) = factors(view, terms) else { return };
            let result = |at: usize, own: Option<Real>| {
                let others = view.scene.terms.iter().enumerate().filter(|(i, _)| *i != at);
                let sum = Real::total(others.filter_map(|(_, term)| term.as_ref()).chain(&own))?;
                to.rounded(&sum, Rounding::NearestEven)
            };
            for (at, (x, y)) in x.iter().zip(&y).enumerate() {
                let Some(Some(_)) = view.scene.terms.get(at) else { continue };
                let low = |v: &Value| v.significand & ((1 << omitted) - 1);
                let left_out = low(x) * low(y);
                let without = Real::of(Value {
                    sign: x.sign != y.sign,
                    exponent: x.exponent + y.exponent,
                    significand: x.significand * y.significand - left_out,
                });
                let now = result(at, omitting(x, y, omitted));
                let r = now != result(at, without);
                let l = now != result(at, product(x, y, 0));
                if left_out > 0 || !r && !l {
                    hit(&[at, usize::from(r) + 2 * usize::from(l)]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let ports = &subject.operands;
            let p = subject.result.precision();
            // A product as long as that what is left out counts half a place, more or less.
            let bits = (2 * i64::from(omitted) + p) / 2 + rng.around(2);
            let mut x = vec![0; subject.plan.elements()];
            let fields = ports.iter().map(|port| field(port, rng)).collect::<Vec<_>>();
            for (side, port) in ports[..2].iter().enumerate() {
                let float = port.float.as_ref()?;
                for i in 0..terms.len {
                    x[side * terms.len + i] = float.code(false, fields[side], 0) << port.format.pad;
                }
                let most = i64::from(port.format.man_bits);
                let random = rng.next() >> (64 - bits.clamp(1, most));
                let low = if goal[1] == 0 && rng.one_in(2) { 0 } else { 1 };
                let code = float.code(rng.one_in(2), fields[side], random | low);
                x[side * terms.len + goal[0]] = code << port.format.pad;
            }
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}

/// An exponent field in the middle.
fn field(port: &Port, rng: &mut Rng) -> i64 {
    port.float.as_ref().map_or(1, |float| float.bias + rng.around(8))
}

/// Elements six places below the common exponent.
fn extended(terms: Terms) -> Cross {
    let element = Axis { name: "element", values: (0..terms.len).map(|i| i.to_string()).collect() };
    Cross {
        name: "extended",
        bins: ELEMENTS,
        what: "which factor of an element's product is in the extended representation",
        axes: vec![element, Axis::new("factor", &["none", "first", "second", "both"])],
        hits: Box::new(move |view, hit| {
            if factors(view, terms).is_none() {
                return;
            }
            let ports = &view.subject.operands;
            let is_extended = |side: usize, at: usize| {
                let code = view.elements[side * terms.len + at] >> ports[side].format.pad;
                ports[side].float.as_ref().is_some_and(|float| float.field(code) == 0)
            };
            for (at, term) in view.scene.terms.iter().enumerate().take(terms.len) {
                if term.is_some() {
                    let both = [0, 1].map(|side| usize::from(is_extended(side, at)));
                    hit(&[at, both[0] + 2 * both[1]]);
                }
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let mut x = vec![0; subject.plan.elements()];
            for (side, port) in subject.operands[..2].iter().enumerate() {
                let (float, common) = (port.float.as_ref()?, field(port, rng));
                for i in 0..terms.len {
                    let own = i == goal[0];
                    let bits = if own || rng.one_in(4) { rng.next() & float.ones() } else { 0 };
                    let lower = own && goal[1] >> side & 1 == 1;
                    let code = float.code(rng.one_in(2), if lower { 0 } else { common }, bits);
                    x[side * terms.len + i] = code << port.format.pad;
                }
            }
            Some(Aim::Elements(x))
        }),
        never: always(),
    }
}
