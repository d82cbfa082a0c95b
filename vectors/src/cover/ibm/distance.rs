//! How far apart the terms of a sum are (B10; B14 of a product and its addend), and how much of them
//! cancels (B12, B16), also below the smallest normal number (B13, B17).

use crate::cover::bins::{self, Bins, Codes, LANE, Point, UNROUNDED, Values};
use crate::cover::cross::{Aim, Axis, Cross};
use crate::cover::exact::Real;
use crate::cover::never;
use crate::cover::port::Port;
use crate::cover::solve;
use crate::cover::subject::{Scene, Subject};
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;

const APART: &str = "the format's numbers are not that far apart";

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let names = match subject.arithmetic {
        Some(Arithmetic::Sum { .. }) => ["B10", "B12", "B13"],
        _ if subject.fused().is_some() => ["B14", "B16", "B17"],
        _ => return Vec::new(),
    };
    let mut all = vec![distances(subject, names[0]), cancellation(subject, names[1], false)];
    if subject.result.has_subnormal() {
        all.push(cancellation(subject, names[2], true));
    }
    all
}

/// The distances that are told apart: everything beyond them is one.
pub(super) fn reach(subject: &Subject) -> (i64, i64) {
    let p = subject.result.precision();
    match subject.fused() {
        Some(_) => (-(2 * p + 2), p + 2),
        None => (-(p + 2), p + 2),
    }
}

/// The names of distances.
pub(super) fn names(first: i64, last: i64) -> Vec<String> {
    let name = |d: i64| match d {
        d if d == first => format!("<={d}"),
        d if d == last => format!(">={d}"),
        d => d.to_string(),
    };
    (first..=last).map(name).collect()
}

/// The exponent of the second term less that of the first: of y and x, of the addend and the product.
#[inline]
pub(super) fn of(scene: &Scene) -> Option<i64> {
    let [x, y, z] = &scene.reals;
    let (first, second) = if scene.product.is_some() { (&scene.product, z) } else { (x, y) };
    Some(second.as_ref()?.exponent - first.as_ref()?.exponent)
}

/// Operands whose terms are so far apart, or further at the ends.
pub(super) fn aim(subject: &Subject, distance: i64, rng: &mut Rng) -> Option<[u64; 3]> {
    let ports = &subject.operands;
    let (first, last) = reach(subject);
    let further = if distance == first || distance == last { rng.below(4) as i64 } else { 0 };
    let distance = distance + distance.signum() * further;
    let fused = subject.fused().is_some();
    let (emin, emax) = (ports[0].least(), ports[0].emax());
    // The first term's exponent, so that the second is in range.
    let (low, high) = if fused { (2 * emin, 2 * emax) } else { (emin, emax) };
    let second = &ports[if fused { 2 } else { 1 }];
    let (low, high) = (low.max(second.least() - distance), high.min(second.emax() - distance));
    if low > high {
        return None;
    }
    let exponent = low + rng.below((high - low + 1) as u64) as i64;
    let code = |i: usize, exponent: i64, rng: &mut Rng| {
        let mut number = any(exponent, rng);
        if exponent < ports[i].emin() {
            number.significand = number.significand >> 127 << 127 | number.significand;
        }
        ports[i].toward_zero(number.value())
    };
    if !fused {
        return Some([code(0, exponent, rng), code(1, exponent + distance, rng), 0]);
    }
    let (least, most) = ((exponent - emax).max(emin), (exponent - emin).min(emax));
    let own = least + rng.below((most - least + 1).max(1) as u64) as i64;
    let short = rng.one_in(2);
    let x = code(0, own, rng);
    let y = code(1, exponent - own - i64::from(short), rng);
    Some([x, y, code(2, exponent + distance, rng)])
}

/// Any number of an exponent.
fn any(exponent: i64, rng: &mut Rng) -> Real {
    let significand = u128::from(rng.next() | 1 << 63) << 64;
    let significand = if rng.one_in(4) { 1 << 127 } else { significand };
    Real { sign: rng.one_in(2), exponent, significand, more: false }
}

/// Why terms are never so far apart.
pub(super) fn never(subject: &Subject, distance: i64) -> Option<&'static str> {
    let ports = &subject.operands;
    let ((least, most), second) = match subject.fused() {
        Some(_) => (subject.product_range(), &ports[2]),
        None => ((ports[0].least(), ports[0].emax()), &ports[1]),
    };
    let (up, down) = (second.emax() - least, most - second.least());
    (distance > up || -distance > down).then_some(APART)
}

fn distances(subject: &Subject, name: &'static str) -> Cross {
    let (first, last) = reach(subject);
    Cross {
        name,
        bins: match (point(subject), effective(subject)) {
            (Some(distance), Some(effective)) => Bins::Said(vec![effective, distance]),
            _ => UNROUNDED,
        },
        what: "exponent of the second term less that of the first (of a product one term)",
        axes: vec![
            Axis::new("effective", &["sum", "difference"]),
            Axis { name: "distance", values: names(first, last) },
        ],
        hits: Box::new(move |view, hit| {
            let Some(distance) = of(view.scene) else { return };
            let at = (distance.clamp(first, last) - first) as usize;
            hit(&[usize::from(subtracts(view.subject, view.scene)), at]);
        }),
        aims: Box::new(move |subject, goal, rng| {
            aim(subject, first + goal[1] as i64, rng).map(Aim::Operands)
        }),
        never: Box::new(move |subject, goal| {
            let signs = never::of_one_sign(subject, goal[0] == 1);
            signs.or_else(|| never(subject, first + goal[1] as i64))
        }),
    }
}

/// Whether the magnitudes of two terms are subtracted, as a point.
fn effective(subject: &Subject) -> Option<Point> {
    let Some(Arithmetic::Sum { minus }) = subject.arithmetic else { return None };
    let sign = |at: usize| {
        let f = &subject.operands[at].format;
        f.sign.then(|| bins::bits(LANE[at], f.width - 1, f.width - 1, f.width))
    };
    let other = u64::from(minus);
    Some(Point::each(format!("{} != {}", sign(0)?, sign(1)?), 1, [other, 1 - other]))
}

/// The exponent of the second term of two less that of the first, as a point; modulo 2^32.
pub(super) fn point(subject: &Subject) -> Option<Point> {
    let Some(Arithmetic::Sum { .. }) = subject.arithmetic else { return None };
    let (first, last) = reach(subject);
    let ports = [0, 1].map(|at| (&subject.operands[at], LANE[at]));
    let exponent = |(port, argument): (&Port, &str)| {
        let f = &port.format;
        if !port.has_fraction() {
            return None;
        }
        let body = f.man_bits + f.pad;
        let sign = u32::from(f.sign);
        let field = bins::bits(argument, f.width - 1 - sign, body, f.width);
        let mantissa = bins::bits(argument, body - 1, f.pad, f.width);
        Some(match f.subnormal && !subject.env.daz {
            // The exponent of a subnormal number is that of its leading bit.
            true => format!(
                "({field} == 0 ? $clog2({{1'b0, {mantissa}}} + 1) - {} : {field})",
                f.man_bits
            ),
            false => field,
        })
    };
    let bias = |port: &Port| i64::from(port.format.bias);
    if bias(ports[0].0) != bias(ports[1].0) {
        return None;
    }
    let of = format!("32'h0 + {} - {}", exponent(ports[1])?, exponent(ports[0])?);
    let value = |distance: i64| u64::from(distance as u32);
    let far = 1 << 30;
    let span = |distance: i64| match distance {
        d if d == first => (value(-far), value(d)),
        d if d == last => (value(d), value(far)),
        d => (value(d), value(d)),
    };
    let bins = (first..=last).map(|d| Values::Spans(vec![span(d)])).collect();
    let conditions = ports.iter().map(|(port, argument)| {
        Codes::of(port).map(|codes| codes.nonzero(argument, subject.env.daz))
    });
    let conditions = conditions.collect::<Option<Vec<_>>>()?;
    Some(Point::new(of, 32, bins).when(conditions))
}

/// Whether the magnitudes of the terms are subtracted.
pub(super) fn subtracts(subject: &Subject, scene: &Scene) -> bool {
    let [x, y, z] = &scene.reals;
    let sign = |r: &Option<Real>| r.is_some_and(|r| r.sign);
    match subject.arithmetic {
        Some(Arithmetic::Sum { minus }) => sign(x) != (sign(y) != minus),
        _ => subject
            .fused()
            .is_some_and(|(_, minus_addend)| sign(&scene.product) != (sign(z) != minus_addend)),
    }
}

/// The exponent of the unrounded result less the larger one of the terms: 1 is a carry, what is below
/// 0 has cancelled.
fn cancellation(subject: &Subject, name: &'static str, subnormal: bool) -> Cross {
    let p = subject.result.precision();
    let fused = subject.fused().is_some();
    let least = if fused { -2 * p } else { -p };
    let mut values = vec!["all".to_owned()];
    values.extend((least..=1).map(|n| n.to_string()));
    let what = if subnormal {
        "change of the exponent by the sum, of results below the smallest normal number"
    } else {
        "exponent of the unrounded sum less that of its larger term"
    };
    Cross {
        name,
        bins: UNROUNDED,
        what,
        axes: vec![Axis { name: "change", values }],
        hits: Box::new(move |view, hit| {
            let scene = view.scene;
            let [x, y, z] = &scene.reals;
            let (a, b) = if fused { (&scene.product, z) } else { (x, y) };
            let (Some(a), Some(b)) = (a, b) else { return };
            let (top, r) = (a.exponent.max(b.exponent), &view.subject.result);
            match &scene.exact {
                None => hit(&[0]),
                // What becomes 0 does not show how much has cancelled.
                Some(real) if !r.format.subnormal && real.exponent < r.emin() => {}
                Some(real) if !subnormal || real.exponent < view.subject.result.emin() => {
                    let at = real.exponent - top - least + 1;
                    if at >= 1 {
                        hit(&[at as usize]);
                    }
                }
                Some(_) => {}
            }
        }),
        aims: Box::new(move |subject, goal, rng| {
            let change = least + goal[0] as i64 - 1;
            let to_zero = goal[0] == 0;
            if fused && !to_zero && change < 0 && rng.one_in(2) {
                let (first, last) = results(subject, subnormal);
                let exponent = first + rng.below((last - first + 1) as u64) as i64;
                let sum = Real { significand: 1 << 127, ..any(exponent, rng) };
                return Some(Aim::Operands(solve::apart(subject, &sum, -change, rng)));
            }
            cancelling(subject, (!to_zero).then_some(change), subnormal, rng).map(Aim::Operands)
        }),
        never: Box::new(move |subject, goal| {
            let change = least + goal[0] as i64 - 1;
            if goal[0] == 0 || change != 0 {
                let reason = never::of_one_sign(subject, goal[0] == 0 || change < 0);
                if goal[0] == 0 || reason.is_some() {
                    return reason;
                }
            }
            if fused && change < -p && subject.result.float.is_some() {
                // The larger term is no more than the addend's largest number; what is left is a multiple of the smallest.
                let [x, y, z] = &subject.operands[..] else { return None };
                if change < (x.unit() + y.unit()).min(z.unit()) - z.emax() {
                    return Some(APART);
                }
            }
            if subnormal && change >= 0 && subject.env.daz {
                return Some(
                    "subnormal operands are taken as 0: a sum that is below has cancelled",
                );
            }
            if fused && change < -(subject.product_bits() - 1).max(subject.operands[2].precision())
            {
                return Some("no term has bits so far below its leading one");
            }
            None
        }),
    }
}

/// The exponents of results.
fn results(subject: &Subject, subnormal: bool) -> (i64, i64) {
    let r = &subject.result;
    (r.least(), if subnormal { r.emin() - 1 } else { r.emax() })
}

/// Operands whose sum has an exponent that much above the larger term's; none: whose sum is 0.
fn cancelling(
    subject: &Subject,
    change: Option<i64>,
    subnormal: bool,
    rng: &mut Rng,
) -> Option<[u64; 3]> {
    let ports = &subject.operands;
    let p = subject.result.precision();
    let (first, last) = results(subject, subnormal);
    let exponent = first + rng.below((last - first + 1) as u64) as i64;
    // The larger term, and the sum: the smaller term is their difference.
    let top = exponent - change.unwrap_or(0);
    let bits = rng.below(p as u64) as u32 + 1;
    let sum = Real {
        significand: any(0, rng).significand >> (128 - bits) << (128 - bits),
        ..any(exponent, rng)
    };
    let fused = subject.fused().is_some();
    let mut x = [0; 3];
    let large = if fused && rng.below(4) > 0 {
        let own = rng.around(4) + top / 2;
        (x[0], x[1]) = (
            ports[0].toward_zero(any(own, rng).value()),
            ports[1].toward_zero(any(top - own - i64::from(rng.one_in(2)), rng).value()),
        );
        let factors =
            ports[0].value(x[0]).and_then(Real::of).zip(ports[1].value(x[1]).and_then(Real::of));
        let (a, b) = factors?;
        a.times(&b)
    } else {
        x[0] = ports[0].toward_zero(any(top, rng).value());
        if fused {
            x[1] = ports[1].toward_zero(
                Real { sign: false, exponent: 0, significand: 1 << 127, more: false }.value(),
            );
        }
        ports[0].value(x[0]).and_then(Real::of)?
    };
    let rest = match change {
        None => Some(large.signed(!large.sign)),
        // By as much as the terms' bits allow: one place, where much cancels.
        Some(change) if change < 0 && rng.one_in(2) => {
            let unit = Real {
                sign: rng.one_in(2),
                exponent: large.exponent + change,
                significand: 1 << 127,
                more: false,
            };
            large.signed(!large.sign).plus(&unit)
        }
        Some(_) => sum.plus(&large.signed(!large.sign)),
    };
    let last = if fused { 2 } else { 1 };
    let code = rest.map_or(0, |rest| ports[last].toward_zero(rest.value()));
    let minus = match subject.arithmetic {
        Some(Arithmetic::Sum { minus }) => minus,
        _ => subject.fused().is_some_and(|(product, addend)| product != addend),
    };
    x[last] = ports[last].turned(code, minus);
    Some(x)
}
