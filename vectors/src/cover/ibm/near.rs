//! How many places cancel of two terms that lie in one binade or in neighbouring ones (a product is one term). Subtractors have a path of
//! their own for these, which aligns by one place at most; B12 and B16 count places alone, and one of the three kinds hits them.

use super::distance::{of, subtracts};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;
use softfloat::Underflow;

/// Up to this precision all first factors are tried.
const SCANNED: i64 = 16;

/// First factors of products that lie 1 and 4 to 7 below 2^(2p-1), by the precision.
const CLOSE: [(i64, [u128; 2]); 2] =
    [(24, [0xa1_e58f, 0x91_fedc]), (53, [0x10_1b8d_ef9e_5187, 0x12_dcdd_5ade_8271])];

/// Up to this precision all products are looked at.
const FEW_BITS: i64 = 12;

const BEHIND: &str = "terms so near to each other do not cancel so much";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let is_sum = matches!(subject.arithmetic, Some(Arithmetic::Sum { .. }));
    let format = &subject.result.format;
    let alike = subject.operands.iter().all(|port| port.format == *format);
    let plain = subject.result.float.is_some() && !format.is_posit() && !format.is_p3109();
    if !(is_sum || subject.fused().is_some()) || !alike || !plain || subject.result.precision() < 2
    {
        return Vec::new();
    }
    let p = subject.result.precision();
    let most = if is_sum { p } else { 2 * p - 1 };
    vec![Cross {
        name: "near",
        bins: UNROUNDED,
        what: "places that cancel, by the exponent of the second term less that of the first",
        axes: vec![Axis::range("distance", -1, 1), Axis::range("cancelled", 1, most)],
        hits: Box::new(move |view, hit| {
            let scene = view.scene;
            let (Some(distance @ -1..=1), Some(real)) = (of(scene), &scene.exact) else { return };
            if real.exponent < least(view.subject) || !subtracts(view.subject, scene) {
                return;
            }
            let [x, y, z] = &scene.reals;
            let (a, b) = if scene.product.is_some() { (&scene.product, z) } else { (x, y) };
            let (Some(a), Some(b)) = (a, b) else { return };
            let cancelled = a.exponent.max(b.exponent) - real.exponent;
            if (1..=most).contains(&cancelled) {
                hit(&[(distance + 1) as usize, (cancelled - 1) as usize]);
            }
        }),
        aims: Box::new(|subject, goal, rng| aim(subject, Goal::of(goal), rng).map(Aim::Operands)),
        never: Box::new(|subject, goal| never(subject, Goal::of(goal))),
    }]
}

/// The exponent of the smallest result that is not rounded to 0.
fn least(subject: &Subject) -> i64 {
    let r = &subject.result;
    if subject.env.underflow == Underflow::Gradual { r.least() } else { r.emin() }
}

/// The second term's exponent less that of the first, and the places that cancel.
#[derive(Clone, Copy)]
struct Goal {
    distance: i64,
    cancelled: i64,
}

impl Goal {
    fn of(goal: &[usize]) -> Self {
        Self { distance: goal[0] as i64 - 1, cancelled: goal[1] as i64 + 1 }
    }
}

/// The magnitudes of two terms as integers, the first one's and the second one's, in units of which the second may be smaller or larger.
struct Terms {
    first: u128,
    second: u128,
    /// The unit of the second less that of the first, as an exponent.
    apart: i64,
}

/// Two numbers of so many bits.
fn numbers(p: i64, goal: Goal, rng: &mut Rng) -> Option<Terms> {
    let Goal { distance, cancelled } = goal;
    let least = 1u128 << (p - 1);
    let places = p - cancelled - i64::from(distance == 0);
    let low = 1u128 << u32::try_from(places).ok()?;
    let difference = low + u128::from(rng.next()) % low;
    if distance == 0 {
        let small = least + u128::from(rng.next()) % (least - difference);
        let large = small + difference;
        let (first, second) = if rng.one_in(2) { (large, small) } else { (small, large) };
        return Some(Terms { first, second, apart: 0 });
    }
    // 2 (least + above) - (2 least - below)
    let odd = difference & 1;
    let choices = (difference.min(least) + odd) / 2;
    let below = 2 * (u128::from(rng.next()) % choices.max(1)) + 2 - odd;
    let (large, small) = (least + (difference - below) / 2, 2 * least - below);
    Some(match distance {
        1 => Terms { first: small, second: large, apart: 1 },
        _ => Terms { first: large, second: small, apart: -1 },
    })
}

/// Two factors and an addend, as integers: their product is a term.
fn product(p: i64, goal: Goal, rng: &mut Rng) -> Option<([u128; 2], u128, i64)> {
    match goal.distance {
        0 => ending(p, goal.cancelled, rng),
        1 => below_a_power(p, goal.cancelled, rng),
        _ => None,
    }
}

/// A product that differs by little from a number of the same exponent: what is left is its end.
fn ending(p: i64, cancelled: i64, rng: &mut Rng) -> Option<([u128; 2], u128, i64)> {
    let least = 1u128 << (p - 1);
    for _ in 0..64 {
        let top = 2 * p - 1 - i64::from(rng.one_in(2));
        let unit = top - p + 1;
        let Ok(places) = u32::try_from(top - cancelled) else { continue };
        let low = 1u128 << places;
        let left = low + u128::from(rng.next()) % low;
        if left >> unit != 0 {
            return None;
        }
        let mask = (1u128 << unit) - 1;
        let x = least | (u128::from(rng.next()) % least) | 1;
        let up = rng.one_in(2);
        let end = if up { left } else { (1 << unit) - left };
        let y = inverse(x).wrapping_mul(end) & mask | if unit == p { 0 } else { least };
        let whole = x * y;
        if y < least || whole >> top != 1 {
            continue;
        }
        let z = if up { whole - left } else { whole + left };
        if z >> top == 1 && z & mask == 0 {
            return Some(([x, y], z >> unit, unit));
        }
    }
    None
}

/// A product just below 2^(2p-1), which is the addend. (2^(p-1) + c) (2^p - 2c) leaves 2 c^2, of every size but 1 and 4 to 7.
fn below_a_power(p: i64, cancelled: i64, rng: &mut Rng) -> Option<([u128; 2], u128, i64)> {
    let (power, half) = (1u128 << (2 * p - 1), 1u128 << (p - 1));
    let places = usize::try_from(2 * p - 1 - cancelled).ok()?;
    let low = 1u128 << places;
    let first = match places {
        0 | 2 if p <= SCANNED => {
            let start = u128::from(rng.next()) % half;
            let from = |at: u128| half + (start + at) % half;
            let leaves = |x: &u128| (low..2 * low).contains(&(power % x));
            (0..half).map(from).find(leaves)?
        }
        0 | 2 => CLOSE.iter().find(|(own, _)| *own == p)?.1[places / 2],
        _ => {
            let (least, most) = ((low / 2 - 1).isqrt() + 1, (low - 1).isqrt());
            half + least + u128::from(rng.next()) % (most - least + 1)
        }
    };
    let second = power / first;
    let left = power - first * second;
    let fits = (half..2 * half).contains(&second) && (low..2 * low).contains(&left);
    fits.then_some(([first, second], half, p))
}

/// The inverse of an odd number modulo 2^128 (Newton).
const fn inverse(a: u128) -> u128 {
    let mut x = a;
    let mut i = 0;
    while i < 6 {
        x = x.wrapping_mul(2u128.wrapping_sub(a.wrapping_mul(x)));
        i += 1;
    }
    x
}

/// The exponent of the leading bit.
fn lead(n: u128) -> i64 {
    127 - i64::from(n.leading_zeros())
}

fn aim(subject: &Subject, goal: Goal, rng: &mut Rng) -> Option<[u64; 3]> {
    let (ports, p) = (&subject.operands, subject.result.precision());
    let (emin, emax) = (ports[0].emin(), ports[0].emax());
    let sign = rng.one_in(2);
    let code = |at: usize, negative: bool, unit: i64, n: u128| {
        let real = Real::of(Value { sign: negative, exponent: unit, significand: n })?;
        Some(ports[at].toward_zero(real.value()))
    };
    // The larger term's exponent: so that what is left is normal, if it can be.
    let low = (emin + goal.cancelled).min(emax);
    let low = if rng.one_in(4) { emin } else { low };
    let top = low + rng.below((emax - low + 1) as u64) as i64;
    let Some((minus_product, minus_addend)) = subject.fused() else {
        let Terms { first, second, apart } = numbers(p, goal, rng)?;
        let unit = top - (p - 1) - apart.max(0);
        let minus = matches!(subject.arithmetic, Some(Arithmetic::Sum { minus: true }));
        let y = code(1, !sign, unit + apart, second)?;
        return Some([code(0, sign, unit, first)?, ports[1].turned(y, minus), 0]);
    };
    let plain = |rng: &mut Rng| {
        let Terms { first, second, apart } = numbers(p, goal, rng)?;
        Some(([first, 1], second, apart))
    };
    let ([x, y], z, apart) = match rng.one_in(2) {
        true => plain(rng).or_else(|| product(p, goal, rng)),
        false => product(p, goal, rng).or_else(|| plain(rng)),
    }?;
    // The exponents of the larger term, and of the product.
    let (first, second) = (lead(x * y), lead(z) + apart);
    let unit = top - first.max(second);
    let sum = unit + lead(x) + lead(y);
    let (least, most) = ((sum - emax).max(emin), (sum - emin).min(emax));
    let own = least + rng.below((most - least + 1).max(1) as u64) as i64;
    let unit_x = own - lead(x);
    let negative = rng.one_in(2);
    let x = code(0, negative, unit_x, x)?;
    let y = code(1, negative != sign, unit - unit_x, y)?;
    let z = code(2, !sign, unit + apart, z)?;
    Some([ports[0].turned(x, minus_product), y, ports[2].turned(z, minus_addend)])
}

/// Why so much never cancels.
fn never(subject: &Subject, goal: Goal) -> Option<&'static str> {
    let Goal { distance, cancelled } = goal;
    let (port, p) = (&subject.operands[0], subject.result.precision());
    let signs = never::of_one_sign(subject, true);
    if signs.is_some() {
        return signs;
    }
    let fused = subject.fused().is_some();
    let simple = p - i64::from(distance == 0);
    // What is left is a multiple of the last place, and below the larger term.
    let unit = if fused { 2 * port.unit() } else { port.unit() };
    let top = if fused && distance < 0 { port.emax() + 1 } else { port.emax() };
    if cancelled > top - unit.max(least(subject)) {
        return Some(BEHIND);
    }
    let found = cancelled <= simple || fused && distance >= 0 && is_product(p, distance, cancelled);
    (!found).then_some(BEHIND)
}

/// Whether a product of two numbers of so many bits leaves as much as that; of many bits nothing is said.
fn is_product(p: i64, distance: i64, cancelled: i64) -> bool {
    if p > FEW_BITS {
        return cancelled < 2 * p;
    }
    let all = || 1u128 << (p - 1)..1u128 << p;
    let leaves = |left: u128, top: i64| left > 0 && top - lead(left) == cancelled;
    all().any(|x| {
        all().any(|y| {
            let (whole, top) = (x * y, lead(x * y));
            if distance > 0 {
                return leaves((1 << (top + 1)) - whole, top + 1);
            }
            let unit = top - p + 1;
            let down = whole >> unit << unit;
            let up = down + (1 << unit);
            leaves(whole - down, top) || lead(up) == top && leaves(up - whole, top)
        })
    })
}
