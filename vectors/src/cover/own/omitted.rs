//! MN-Core 2's product without the mutual product L of the low bits, and with the correction r in its place
//! (s. 4.3): whether the low bits are zero, whether r or L decides the rounding, and whether they show
//! after cancellation by so many bits.

use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross, OMITS, View};
use crate::cover::exact::Real;
use crate::cover::solve;
use crate::cover::subject::{Subject, omitting};
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;
use softfloat::Rounding;

const EFFECTS: [&str; 4] = ["none", "r", "L", "r and L"];

/// The most bits of a product below the place of rounding that factors are found for.
const AIMED: i64 = 64;

/// Cancellation in steps of so many bits.
const STEP: i64 = 4;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(Arithmetic::Omitting { bits, addend }) = subject.arithmetic else { return Vec::new() };
    let p = subject.operands[0].precision();
    if 2 * p - subject.result.precision() > AIMED {
        return Vec::new();
    }
    let mut all = vec![products(bits, addend)];
    if addend {
        all.push(cancellation(subject, bits));
    }
    all
}

/// What the result would be without r, and with the exact product: which of them differs.
fn effect(view: &View<'_>, bits: u32, addend: bool) -> Option<usize> {
    let values = view.scene.values?;
    let to = &view.subject.result;
    let z = if addend { view.scene.reals[2] } else { None };
    let result = |product: Option<Real>| {
        let sum = match (product, z) {
            (Some(product), Some(z)) => product.plus(&z),
            (product, z) => product.or(z),
        };
        sum.and_then(|sum| to.rounded(&sum, Rounding::NearestEven))
            .filter(|r| r.exponent >= to.emin())
    };
    let [x, y, _] = values;
    let exact = view.scene.reals[0].zip(view.scene.reals[1]).map(|(x, y)| x.times(&y));
    let own = result(omitting(&x, &y, bits));
    let without = {
        let low = |v: &Value| v.significand & ((1 << bits) - 1);
        Real::of(Value {
            sign: x.sign != y.sign,
            exponent: x.exponent + y.exponent,
            significand: x.significand * y.significand - low(&x) * low(&y),
        })
    };
    Some(usize::from(own != result(without)) + 2 * usize::from(own != result(exact)))
}

fn tail(value: &Value, bits: u32) -> usize {
    usize::from(value.significand & ((1 << bits) - 1) != 0)
}

/// Low bits of the factors, and what their product's absence does.
fn products(bits: u32, addend: bool) -> Cross {
    let low = |name| Axis::new(name, &["zero", "not zero"]);
    Cross {
        name: OMITS,
        bins: UNROUNDED,
        what: "low bits of the factors, and whether r or L, left out, changes the result",
        axes: vec![
            low("x"),
            low("y"),
            Axis::new("decides", &EFFECTS),
            Axis::sign("sign"),
            Axis::bit("lsb"),
        ],
        hits: Box::new(move |view, hit| {
            let Some(values) = &view.scene.values else { return };
            let (Some(exact), to) = (&view.scene.exact, &view.subject.result) else { return };
            if let Some(effect) = effect(view, bits, addend) {
                let lsb = usize::from(exact.cut(to.last(exact.exponent)).lsb);
                let low = [0, 1].map(|i| tail(&values[i], bits));
                hit(&[low[0], low[1], effect, exact.sign.into(), lsb]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| Some(near_tie(subject, goal[2], bits, 0, rng))),
        never: Box::new(|_, goal| {
            (goal[0] * goal[1] == 0 && goal[2] > 0).then_some("L is 0, and so is r")
        }),
    }
}

/// A product next to a tie, so that little decides, once so many leading bits have cancelled.
fn near_tie(subject: &Subject, effect: usize, bits: u32, depth: i64, rng: &mut Rng) -> Aim {
    let ports = &subject.operands;
    let p = ports[0].precision() as u32;
    if effect == 0 || rng.one_in(4) {
        let mut code = |i: usize| {
            let float = ports[i].float.as_ref()?;
            let cut = if rng.one_in(2) { 0 } else { rng.next() & ((1 << bits) - 1) };
            let mantissa = rng.next() & float.ones() >> bits << bits | cut;
            Some(float.at(rng.one_in(2), rng.around(6), mantissa))
        };
        let x = [code(0), code(1), if ports.len() > 2 { code(2) } else { None }];
        return Aim::Operands(x.map(Option::unwrap_or_default));
    }
    // The exact product's low bits: half a place and L, give or take r.
    let reach = 1i128 << (2 * bits);
    let beyond = i64::from(2 * p) - subject.result.precision();
    let cut = (beyond - rng.below(2) as i64 - depth).clamp(1, 126) as u32;
    let half = 1i128 << (cut - 1);
    let away = (i128::from(rng.next() >> 1) % (2 * reach)) - reach / 2;
    let low = (half + away).rem_euclid(1 << cut) as u128;
    let length = 2 * p - cut - rng.below(2) as u32;
    let random = u128::from(rng.next()) << 64 | u128::from(rng.next());
    let head = random & ((1 << (length - 1)) - 1) | 1 << (length - 1);
    let value =
        Value { sign: rng.one_in(2), exponent: rng.around(8), significand: head << cut | low };
    Real::of(value).map_or(Aim::Any, Aim::Result)
}

/// Cancellation of the product by the addend, and what shows then.
fn cancellation(subject: &Subject, bits: u32) -> Cross {
    let p = subject.result.precision();
    let steps = p / STEP;
    let name = |k: i64| format!("{}..{}", k * STEP, k * STEP + STEP - 1);
    Cross {
        name: OMITS,
        bins: UNROUNDED,
        what: "bits of the product that cancel, and whether r or L, left out, changes the result",
        axes: vec![
            Axis { name: "cancel", values: (0..steps).map(name).collect() },
            Axis::new("decides", &["no", "yes"]),
        ],
        hits: Box::new(move |view, hit| {
            let (Some(product), Some(sum)) = (&view.scene.product, &view.scene.exact) else {
                return;
            };
            let away = product.exponent - sum.exponent;
            if away >= 0
                && let Some(effect) = effect(view, bits, true)
            {
                hit(&[(away / STEP) as usize, usize::from(effect > 0)]);
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let depth = STEP * goal[0] as i64 + rng.below(STEP as u64) as i64;
            let aim = if goal[1] == 0 {
                near_tie(subject, 0, bits, depth, rng)
            } else {
                near_tie(subject, 3, bits, depth, rng)
            };
            let ports = &subject.operands;
            let mut x = match aim {
                Aim::Operands(x) => x,
                Aim::Result(target) => {
                    let [x, y] = solve::factors(subject, &target, rng);
                    [x, y, 0]
                }
                Aim::Elements(_) | Aim::Any => return None,
            };
            let product = omitting(&ports[0].value(x[0])?, &ports[1].value(x[1])?, bits)?;
            // The leading bits of the product, with the other sign.
            let top = match depth {
                0 => Real { exponent: product.exponent - 2 * p, ..product },
                _ => product,
            };
            let kept = (128 - depth.clamp(1, 127)) as u32;
            let head = Real { significand: top.significand >> kept << kept, more: false, ..top };
            x[2] = ports[2].toward_zero(head.signed(!product.sign).value());
            Some(Aim::Operands(x))
        }),
        never: Box::new(|_, _| None),
    }
}
