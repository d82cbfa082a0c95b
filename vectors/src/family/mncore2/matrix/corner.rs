//! Matrix-vector multiply-add: block floats that are valid (MN-D32), and addends beside their dot
//! product.

use crate::draw::Cases;
use crate::draw::code::{Float, Value};
use crate::draw::corner::codes::omitted;
use crate::registry::Plan;

/// Row, vector, and addend formats.
struct Ports<'a> {
    n: usize,
    f: Float,
    /// `None` for `mmul`.
    z: Option<Float>,
    cases: &'a mut Cases,
}

pub(crate) fn directed(plan: &Plan, cases: &mut Cases) {
    let block = plan.operands[0];
    let Some(f) = Float::of(&block.format) else { return };
    let z = plan.operands.get(2).and_then(|s| Float::of(&s.format));
    let mut ports = Ports { n: block.len, f, z, cases };
    ports.exponents();
    ports.elements();
    ports.cancellation();
    ports.alignment();
    ports.limits(plan);
    ports.ties(plan);
    if block.format.subnormal {
        ports.extended();
    }
}

/// Mantissas of an element; without a hidden bit 1 is the last place and all ones nearly 2.
fn mantissas(f: &Float) -> [u64; 6] {
    let ones = f.ones();
    [ones, 1 << (f.body - 1), 1, omitted(f), ones ^ omitted(f), ones - 1]
}

impl Ports<'_> {
    fn push(&mut self, row: &[u64], vector: &[u64], z: u64) {
        let addend = self.z.map(|_| z);
        let x: Vec<u64> = row.iter().chain(vector).copied().chain(addend).collect();
        self.cases.push(&x);
    }

    /// A block of one exponent field, element by element.
    fn block(&self, field: i64, element: impl Fn(usize) -> (bool, u64)) -> Vec<u64> {
        let code = |(sign, mantissa)| self.f.code(sign, field, mantissa);
        (0..self.n).map(|i| code(element(i))).collect()
    }

    /// A block of one element that is not 0.
    fn single(&self, field: i64, at: usize, mantissa: u64) -> Vec<u64> {
        self.block(field, |i| (false, if i == at { mantissa } else { 0 }))
    }

    /// Special and ordinary addends.
    fn addends(&self) -> Vec<u64> {
        let Some(z) = self.z else { return vec![0] };
        vec![
            z.code(false, 0, 0),
            z.code(true, 0, z.ones()),
            z.at(false, 0, 0),
            z.at(true, 0, z.ones()),
            z.code(false, z.top, 0),
            z.code(true, z.top, 0),
            z.code(false, z.top, z.ones()),
            z.code(true, 1, 0),
            z.code(true, z.top - 1, z.ones()),
        ]
    }

    /// Common exponents from zero to infinity, blocks of zeros and of numbers.
    fn exponents(&mut self) {
        let (ones, top) = (self.f.ones(), self.f.top);
        let fields = [0, 1, self.f.bias, top - 1, top];
        let patterns: [fn(usize) -> (bool, bool); 5] = [
            |_| (false, false),
            |_| (true, false),
            |i| (i % 2 == 1, true),
            |_| (false, true),
            |i| (i == 0, i == 0),
        ];
        for (ea, eb) in fields.into_iter().flat_map(|a| fields.map(|b| (a, b))) {
            for (k, p) in patterns.into_iter().enumerate() {
                let q = patterns[(k * 2 + 3) % patterns.len()];
                let mantissa = |(sign, on)| (sign, if on { ones } else { 0 });
                let row = self.block(ea, |i| mantissa(p(i)));
                let vector = self.block(eb, |i| mantissa(q(i)));
                for z in self.addends() {
                    self.push(&row, &vector, z);
                }
            }
        }
    }

    /// Each product alone, with every pair of mantissas; some leave only omitted parts.
    fn elements(&mut self) {
        let m = mantissas(&self.f);
        let bias = self.f.bias;
        for at in 0..self.n {
            for (k, &a) in m.iter().enumerate() {
                for &b in &m[k..] {
                    let (row, vector) = (self.single(bias, at, a), self.single(bias + 2, at, b));
                    self.push(&row, &vector, 0);
                }
            }
        }
        for &a in &m {
            for signs in [1, 2, 3] {
                let row = self.block(bias, |i| (i % signs == 1, a));
                let vector = self.block(bias, |i| (i % 2 == 1, m[i % m.len()]));
                self.push(&row, &vector, 0);
            }
        }
    }

    /// Two products that cancel, or all but the last places do.
    fn cancellation(&mut self) {
        let m = mantissas(&self.f);
        let (n, bias) = (self.n, self.f.bias);
        for i in 0..n {
            let j = (i + 1 + i % 3) % n;
            for (k, &a) in m.iter().enumerate() {
                for step in [0, 1, 3] {
                    let b = m[(k + i) % m.len()];
                    let near = b.wrapping_sub(step) & self.f.ones();
                    let pair = |at: usize, first, second| match at {
                        _ if at == i => first,
                        _ if at == j => second,
                        _ => (false, 0),
                    };
                    let row = self.block(bias, |at| pair(at, (false, a), (true, a)));
                    let vector = self.block(bias, |at| pair(at, (false, b), (false, near)));
                    for z in self.addends().into_iter().take(3) {
                        self.push(&row, &vector, z);
                    }
                }
            }
        }
    }

    /// Every distance of the addend from the dot product; addends that nearly cancel it.
    fn alignment(&mut self) {
        let Some(z) = self.z else { return };
        let reach = 2 * i64::from(z.body + 1) + 3;
        let m = mantissas(&self.f);
        for (k, &mantissa) in m.iter().enumerate() {
            let at = k % self.n;
            let row = self.single(self.f.bias, at, mantissa);
            let vector = self.single(self.f.bias, at, m[(k + 1) % m.len()]);
            let dot = self.product(row[at], vector[at]);
            let near = z.toward_zero(Value { sign: true, ..dot });
            for step in [-2, -1, 0, 1, 2] {
                self.push(&row, &vector, z.stepped(near, step));
            }
            let lead = z.field(near) - z.bias;
            for distance in if k < 3 { -reach..=reach } else { -2..=2 } {
                for (sign, mantissa) in [(false, 0), (true, 0), (true, 1), (false, z.ones())] {
                    self.push(&row, &vector, z.at(sign, lead + distance, mantissa));
                }
            }
        }
    }

    fn product(&self, a: u64, b: u64) -> Value {
        let (a, b) = (self.f.value(a), self.f.value(b));
        Value {
            sign: a.sign != b.sign,
            exponent: a.exponent + b.exponent,
            significand: a.significand * b.significand,
        }
    }

    /// Dot products at the limits of the result's range, and of the one below.
    fn limits(&mut self, plan: &Plan) {
        let Some(result) = Float::of(&plan.result().format) else { return };
        let m = mantissas(&self.f);
        let below = result.emin() - i64::from(result.body);
        let limits = [result.emax(), result.emin(), below];
        for sum in limits.into_iter().flat_map(|e| e - 3..=e + 3) {
            let ea = sum.div_euclid(2);
            let field = |e: i64| (e + self.f.bias).clamp(1, self.f.top - 1);
            let (fa, fb) = (field(ea), field(sum - ea));
            let (low, high) = self.f.near_power();
            let (row, vector) = (self.single(fa, 1, low), self.single(fb, 1, high));
            self.push(&row, &vector, 0);
            for (k, &a) in m[..2].iter().enumerate() {
                for z in self.addends() {
                    let (row, vector) = (self.single(fa, k, a), self.single(fb, k, a));
                    self.push(&row, &vector, z);
                    let row = self.block(fa, |_| (k == 1, m[0]));
                    let vector = self.block(fb, |_| (false, m[5]));
                    self.push(&row, &vector, z);
                }
            }
        }
    }

    /// Dot products halfway between two results, and addends that are next to nothing.
    fn ties(&mut self, plan: &Plan) {
        let f = self.f;
        let Some((a, b)) = Float::of(&plan.result().format).and_then(|r| f.tie_factors(r.body))
        else {
            return;
        };
        for at in 0..self.n {
            for b in b {
                for (sign, own) in [(false, a), (true, a)] {
                    let row = self.block(f.bias, |i| (sign, if i == at { own } else { 0 }));
                    let vector = self.single(f.bias, at, b);
                    let Some(z) = self.z else {
                        self.push(&row, &vector, 0);
                        continue;
                    };
                    for z in [z.code(false, 0, 0), z.code(false, 1, 0), z.code(true, 1, 0)] {
                        self.push(&row, &vector, z);
                    }
                }
            }
        }
    }

    /// Extended elements: one or two factors of a product, under ordinary, small and infinite
    /// common exponents.
    fn extended(&mut self) {
        let m = mantissas(&self.f);
        let f = self.f;
        for common in [f.bias, 1, 7, f.top - 1, f.top] {
            for at in 0..self.n {
                for (k, &mantissa) in m.iter().enumerate() {
                    let other = m[(k + at) % m.len()];
                    for which in 1..4 {
                        let mut row = self
                            .block(common, |i| (i % 2 == 1, if i == at { mantissa } else { m[2] }));
                        let mut vector = self.block(f.bias, |i| {
                            (false, if i == at { other } else { (i % 3) as u64 })
                        });
                        for (block, on) in [(&mut row, which & 1), (&mut vector, which & 2)] {
                            if on != 0 {
                                block[at] = f.code(f.sign(block[at]), 0, block[at]);
                            }
                        }
                        self.push(&row, &vector, 0);
                    }
                }
            }
        }
        self.extended_alone();
    }

    /// A block of extended elements beside one zero of the common exponent.
    fn extended_alone(&mut self) {
        let f = self.f;
        let m = mantissas(&f);
        for (k, &mantissa) in m.iter().enumerate() {
            for at in 0..self.n {
                let block = |sign: usize| -> Vec<u64> {
                    let code = |i| match i == at {
                        true => f.code(false, f.bias, 0),
                        false => f.code(i % 2 == sign, 0, mantissa),
                    };
                    (0..self.n).map(code).collect()
                };
                let (row, vector) = (block(0), block(k % 2));
                for z in self.addends().into_iter().take(3) {
                    self.push(&row, &vector, z);
                }
            }
        }
    }
}
