//! B18: whether a fused operation is told from one that rounds its product.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::{Scene, Subject};
use crate::draw::rng::Rng;
use softfloat::Rounding;

const PRODUCTS: [&str; 4] = ["exact", "inexact", "overflows", "underflows"];
const RESULTS: [&str; 3] = ["same", "one ulp off", "further off"];

const DIRECTED: &str =
    "rounded twice in one direction, to places that contain the others, is rounded once";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    // Posits have no one last place that a product could be rounded to first.
    if subject.fused().is_none() || subject.result.format.is_posit() {
        return Vec::new();
    }
    vec![Cross {
        name: "B18",
        bins: UNROUNDED,
        what: "what rounding the product before the addition would make of the result",
        axes: vec![Axis::new("product", &PRODUCTS), Axis::new("result", &RESULTS)],
        hits: Box::new(|view, hit| {
            if let Some(goal) = kind(view.subject, view.scene) {
                hit(&goal);
            }
        }),
        aims: Box::new(|subject, goal, rng| Some(Aim::Operands(aim(subject, goal, rng)))),
        never: Box::new(|subject, goal| match goal {
            [1..=3, _] if subject.product_bits() <= subject.result.precision() => {
                Some("every product has as few bits as a result")
            }
            [1 | 2, 2]
                if never::of_one_sign(subject, true).is_some()
                    && subject.env.rounding != Rounding::ToOdd =>
            {
                never::of_one_sign(subject, true)
            }
            [1, 2] if one_place(subject) => Some("every result has the same last place"),
            [1, 1] if one_place(subject) && directed(subject) => Some(DIRECTED),
            [3, 1] if directed(subject) => Some(DIRECTED),
            [2, _] if subject.product_range().1 <= subject.result.emax() => {
                Some("no product is that large")
            }
            [0, 1 | 2] => Some("an exact product is not rounded"),
            [3, 2] => Some("below the smallest normal number every result has the same last place"),
            [2, 1] => Some("what is too large has no last place"),
            _ => None,
        }),
    }]
}

/// Whether all numbers have the same last place.
fn one_place(subject: &Subject) -> bool {
    subject.result.emin() == subject.result.emax()
}

/// Whether all results are rounded in one direction.
fn directed(subject: &Subject) -> bool {
    let positive = never::of_one_sign(subject, true).is_some();
    match subject.env.rounding {
        Rounding::Up | Rounding::Down => true,
        Rounding::TowardZero => positive,
        _ => false,
    }
}

/// The goal that a case hits.
fn kind(subject: &Subject, scene: &Scene) -> Option<[usize; 2]> {
    let (product, z) = (scene.product?, scene.reals[2]?);
    let r = &subject.result;
    let (_, minus_addend) = subject.fused()?;
    let z = z.signed(z.sign != minus_addend);
    let mode = subject.env.rounding;
    let rounded = r.rounded(&product, mode);
    let inexact = rounded
        .is_none_or(|r| r.significand != product.significand || r.exponent != product.exponent);
    let beyond = rounded.is_some_and(|r2| r2.exponent > r.emax());
    let class = match (inexact, beyond) {
        (_, true) => 2,
        (true, _) if product.exponent < r.emin() => 3,
        (true, _) => 1,
        (false, _) => 0,
    };
    if beyond {
        // Whatever rounding makes of it is not the sum, unless that is too large as well.
        let large =
            scene.exact.is_some_and(|e| r.rounded(&e, mode).is_some_and(|e| e.exponent > r.emax()));
        return Some([class, if large { 0 } else { 2 }]);
    }
    let once = scene.exact.and_then(|e| r.rounded(&e, mode));
    let sum = match rounded {
        Some(rounded) => rounded.plus(&z),
        None => Some(z),
    };
    let twice = sum.and_then(|s| r.rounded(&s, mode));
    let top = once.iter().chain(&twice).map(|r| r.exponent).max();
    let off = match (once, twice) {
        (Some(a), Some(b)) => a.plus(&b.signed(!b.sign)),
        (a, b) => a.or(b),
    };
    let relation = match (off, top) {
        (Some(off), Some(top)) => 1 + usize::from(off.exponent > r.last(top)),
        _ => 0,
    };
    Some([class, relation])
}

fn aim(subject: &Subject, goal: &[usize], rng: &mut Rng) -> [u64; 3] {
    let (ports, r) = (&subject.operands, &subject.result);
    let p = r.precision();
    // The product's exponent.
    let exponent = match goal[0] {
        2 => r.emax() + rng.below(3) as i64,
        3 => r.emin() - rng.below(p as u64 + 2) as i64,
        _ => rng.around(4),
    };
    let any = |exponent: i64, rng: &mut Rng| {
        let bits = if goal[0] == 0 { (p / 2).max(1) } else { p };
        let random = u128::from(rng.next() | 1 << 63) << 64;
        let significand = random >> (128 - bits) << (128 - bits);
        Real { sign: rng.one_in(2), exponent, significand, more: false }
    };
    let own = exponent / 2;
    let carry = i64::from(rng.one_in(2));
    let x = ports[0].toward_zero(any(own, rng).value());
    let y = ports[1].toward_zero(any(exponent - own - carry, rng).value());
    let factors = ports[0].value(x).and_then(Real::of).zip(ports[1].value(y).and_then(Real::of));
    let Some(product) = factors.map(|(x, y)| x.times(&y)) else { return [x, y, 0] };
    let z = match (goal[1], rng.below(3)) {
        // Most of the product goes; what its rounding changed is all that is left.
        (2, _) | (0, 0) => {
            let code = ports[2].toward_zero(product.signed(!product.sign).value());
            ports[2].stepped(code, rng.around(1))
        }
        _ => {
            let exponent = product.exponent + rng.around(p + 1);
            ports[2].toward_zero(any(exponent, rng).value())
        }
    };
    let minus = subject.fused().is_some_and(|(product, addend)| product != addend);
    [x, y, ports[2].turned(z, minus)]
}
