//! Vector multiply-add: alignment of the addend, cancellation, limits of the range, ties.

use super::Cases;
use super::codes::{lower, omitted};
use crate::draw::code::{Float, Value};
use crate::registry::Plan;

/// The formats of x, y, z, of the result, the next lower one, and where the cases go. An operation that lacks y or z
/// gets the cases without.
struct Ports<'a> {
    x: Float,
    y: Float,
    z: Float,
    result: Float,
    lower: Option<Float>,
    present: (bool, bool),
    cases: &'a mut Cases,
}

pub(crate) fn directed(plan: &Plan, present: (bool, bool), cases: &mut Cases) {
    let formats: Vec<Float> = plan.operands.iter().filter_map(|s| Float::of(&s.format)).collect();
    let (Some(&x), Some(&last), Some(result)) =
        (formats.first(), formats.last(), Float::rounded(&plan.result().format))
    else {
        return;
    };
    let y = if present.0 { formats[1] } else { x };
    let lower = lower(&plan.result().format);
    let mut ports = Ports { x, y, z: last, result, lower, present, cases };
    ports.alignment();
    ports.cancellation();
    ports.limits();
    ports.ties();
}

/// Mantissas of factors that show omitted products, carries and long tails.
fn factors(f: &Float) -> [u64; 6] {
    let ones = f.ones();
    [0, 1, ones, omitted(f), 1 << (f.body / 2), ones ^ omitted(f)]
}

impl Ports<'_> {
    fn push(&mut self, x: u64, y: u64, z: u64) {
        let all = [(x, true), (y, self.present.0), (z, self.present.1)];
        let own: Vec<u64> = all.into_iter().filter(|p| p.1).map(|p| p.0).collect();
        self.cases.push(&own);
    }

    /// Every distance of the addend from the product (1 <= product < 4), from far above to far below.
    fn alignment(&mut self) {
        let precision = i64::from(self.x.body.max(self.z.body) + 1);
        let reach = 2 * precision + 3;
        let (a, b) = (factors(&self.x), factors(&self.y));
        for distance in -reach..=reach {
            // Far away two products are enough.
            let pairs = [(1, 1), (2, 2), (0, 0), (3, 3), (1, 4), (2, 5)];
            let count = if distance.abs() > precision + 4 { 2 } else { pairs.len() };
            for (i, j) in &pairs[..count] {
                for mantissa in [0, 1, self.z.ones()] {
                    for sign in [false, true] {
                        let (x, y) = (self.x.at(false, 0, a[*i]), self.y.at(false, 0, b[*j]));
                        self.push(x, y, self.z.at(sign, distance, mantissa));
                    }
                }
            }
        }
    }

    /// An addend that is nearly the negative of the product: what is left are the product's low
    /// bits, without the omitted ones.
    fn cancellation(&mut self) {
        let (a, b) = (factors(&self.x), factors(&self.y));
        let exponents = [(0, 0), (5, -3), (self.x.emin() / 2, 1), (self.x.emax() / 2, 3)];
        for (ea, eb) in exponents {
            for (i, &ma) in a.iter().enumerate() {
                for &mb in &b {
                    let (x, y) = (self.x.at(i % 2 == 1, ea, ma), self.y.at(false, eb, mb));
                    let z = self.z.toward_zero(self.opposite(x, y));
                    for step in [-1, 0, 1] {
                        self.push(x, y, self.z.stepped(z, step));
                    }
                }
            }
        }
    }

    /// Minus the exact product.
    fn opposite(&self, x: u64, y: u64) -> Value {
        let (a, b) = (self.x.value(x), self.y.value(y));
        if !self.present.0 {
            return Value { sign: !a.sign, ..a };
        }
        Value {
            sign: a.sign == b.sign,
            exponent: a.exponent + b.exponent,
            significand: a.significand * b.significand,
        }
    }

    /// Products and sums at the limits of the result's range, and of the one below it.
    fn limits(&mut self) {
        let z = self.z;
        let addends = [
            z.code(false, 0, 0),
            z.code(false, 1, 0),
            z.code(true, 1, 0),
            z.code(true, z.largest, z.ones()),
            z.code(false, z.largest, z.ones()),
            z.at(false, self.result.emax() - i64::from(self.result.body) - 1, 0),
            z.at(true, self.result.emin() - 1, 1),
        ];
        for f in [Some(self.result), self.lower].into_iter().flatten() {
            let low = f.emin();
            let below = low - i64::from(f.body);
            let sums =
                [f.emax() - 1, f.emax(), f.emax() + 1, low + 1, low, low - 1, low - 2, below];
            for sum in sums {
                self.limit(sum, &addends);
            }
        }
    }

    /// Products of about 2^sum.
    fn limit(&mut self, sum: i64, addends: &[u64]) {
        let ea = if self.present.0 { sum.div_euclid(2) } else { sum };
        let (x, y) = (self.x, self.y);
        let (below, above) = (x.near_power().0, y.near_power().1);
        for ma in [0, 1, x.ones(), x.ones() - 1, below] {
            for mb in [0, y.ones(), y.ones() - 1, above] {
                for &addend in addends {
                    let sign = ma == 1;
                    self.push(x.at(sign, ea, ma), y.at(false, sum - ea, mb), addend);
                }
            }
        }
    }

    /// Sums halfway between two results, a little more and a little less.
    fn ties(&mut self) {
        let (x, y, z) = (self.x, self.y, self.z);
        for f in [Some(self.result), self.lower].into_iter().flatten() {
            let last = -i64::from(f.body);
            for ulps in [0, 1, 2, 3, f.ones(), f.ones() - 1] {
                let wide = x.body.max(f.body);
                let kept = ulps << (wide - f.body) >> (wide - x.body);
                for (exponent, mantissa) in [(-1, 0), (-1, 1), (-2, z.ones()), (0, 0)] {
                    for (sx, sz) in [(false, false), (false, true), (true, true), (true, false)] {
                        let addend = z.at(sz, last + exponent, mantissa);
                        self.push(x.at(sx, 0, kept), y.at(false, 0, 0), addend);
                    }
                }
                self.tie_inside(&f, ulps);
            }
            self.tie_product(&f);
        }
    }

    /// A product halfway between two results, and an addend that is next to nothing.
    fn tie_product(&mut self, f: &Float) {
        let (x, y, z) = (self.x, self.y, self.z);
        let (Some((a, _)), Some((_, b))) = (x.tie_factors(f.body), y.tie_factors(f.body)) else {
            return;
        };
        for b in b {
            for addend in [z.code(false, 0, 0), z.code(false, 1, 0), z.code(true, 1, 0)] {
                for sign in [false, true] {
                    self.push(x.at(sign, 0, a), y.at(false, 0, b), addend);
                }
            }
        }
    }

    /// A factor that is itself halfway between two results.
    fn tie_inside(&mut self, f: &Float, ulps: u64) {
        let (x, y, z) = (self.x, self.y, self.z);
        let Some(drop) = x.body.checked_sub(f.body + 1) else { return };
        let tie = (2 * ulps + 1) << drop;
        for mantissa in [tie, tie.wrapping_sub(1), tie + 1] {
            for addend in [0, z.code(false, 1, 0), z.code(true, 1, 0)] {
                self.push(x.at(false, 0, mantissa), y.at(true, 1, 0), addend);
            }
        }
    }
}
