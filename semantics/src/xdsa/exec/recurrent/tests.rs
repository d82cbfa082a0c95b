//! Recurrent networks against their formulas, step by step.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;
use seeded::{Draw, Random};

/// A network in binary32, its operands in multiples of 1/8 below 2: sums of their products are exact in binary64.
struct Net {
    operation: O,
    sizes: [usize; 4],
    linear_before_reset: bool,
    x: Vec<f32>,
    w: Vec<f32>,
    r: Vec<f32>,
    b: Option<Vec<f32>>,
    h: Option<Vec<f32>>,
    c: Option<Vec<f32>>,
}

/// Sums and functions of binary64, rounded to binary32.
fn sigmoid(x: f64) -> f64 {
    f64::from((1.0 / (1.0 + (-round(x)).exp())) as f32)
}

fn tanh(x: f64) -> f64 {
    f64::from(round(x).tanh() as f32)
}

fn round(x: f64) -> f64 {
    f64::from(x as f32)
}

impl Net {
    fn new(operation: O, sizes: [usize; 4], all: bool, linear_before_reset: bool) -> Self {
        let mut random = Random::of("xdsa recurrent");
        let mut draw = |count: usize| -> Vec<f32> {
            (0..count).map(|_| (random.below(31) as f32 - 15.0) / 8.0).collect()
        };
        let [steps, batch, input, hidden] = sizes;
        let rows = hidden
            * match operation {
                O::Lstm | O::LstmCell => 4,
                O::Gru | O::GruCell => 3,
                _ => 1,
            };
        let (x, w, r) = (draw(steps * batch * input), draw(rows * input), draw(rows * hidden));
        let b = all.then(|| draw(2 * rows));
        let h = all.then(|| draw(batch * hidden));
        let c = all.then(|| draw(batch * hidden));
        Self { operation, sizes, linear_before_reset, x, w, r, b, h, c }
    }

    fn trial(&self) -> Single {
        let mut fields =
            vec![("unit", Unit::Fp32.code()), ("flag16", self.linear_before_reset.into())];
        fields.extend(["w0", "w1", "w2", "w3"].into_iter().zip(self.sizes.map(|size| size as u64)));
        let operands = [
            Some(&self.x),
            Some(&self.w),
            Some(&self.r),
            self.b.as_ref(),
            self.h.as_ref(),
            self.c.as_ref(),
        ];
        let fields_of = ["p0", "p1", "p2", "p3", "p4", "p5"].into_iter().zip(operands);
        fields_of.fold(Single::new(self.operation).set(&fields), |trial, (field, operand)| {
            match operand {
                Some(operand) => trial.load(field, Unit::Fp32, &fp32(operand)),
                None => trial,
            }
        })
    }

    fn w(&self, row: usize, x: &[f64]) -> f64 {
        let input = self.sizes[2];
        let products = x.iter().zip(&self.w[row * input..]).map(|(x, w)| x * f64::from(*w));
        products.sum::<f64>() + self.b.as_ref().map_or(0.0, |b| f64::from(b[row]))
    }

    fn r(&self, row: usize, h: &[f64]) -> f64 {
        let hidden = self.sizes[3];
        let products = h.iter().zip(&self.r[row * hidden..]).map(|(h, r)| h * f64::from(*r));
        products.sum::<f64>() + self.b.as_ref().map_or(0.0, |b| f64::from(b[b.len() / 2 + row]))
    }

    /// All hidden states, the last, the last cell state.
    fn expected(&self) -> [Vec<f32>; 3] {
        let [steps, batch, input, hidden] = self.sizes;
        let wide = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
        let initial = |x: &Option<Vec<f32>>| {
            x.as_ref().map_or_else(|| vec![0.0; batch * hidden], |x| wide(x))
        };
        let (mut h, mut c, mut all) = (initial(&self.h), initial(&self.c), Vec::new());
        for t in 0..steps {
            for row in 0..batch {
                let x = wide(&self.x[(t * batch + row) * input..][..input]);
                let at = row * hidden..(row + 1) * hidden;
                let (old, old_c) = (h[at.clone()].to_vec(), c[at.clone()].to_vec());
                for (u, old_c) in old_c.iter().enumerate() {
                    let gate = |g: usize| self.w(g * hidden + u, &x) + self.r(g * hidden + u, &old);
                    let i = row * hidden + u;
                    match self.operation {
                        O::Lstm | O::LstmCell => {
                            let [input, output, forget] = [0, 1, 2].map(|g| sigmoid(gate(g)));
                            c[i] = round(forget * old_c + input * tanh(gate(3)));
                            h[i] = round(output * tanh(c[i]));
                        }
                        O::Gru | O::GruCell => h[i] = self.gru(u, &x, &old),
                        _ => h[i] = tanh(gate(0)),
                    }
                }
            }
            all.extend(h.iter().map(|h| *h as f32));
        }
        [all, h.iter().map(|h| *h as f32).collect(), c.iter().map(|c| *c as f32).collect()]
    }

    fn gru(&self, u: usize, x: &[f64], old: &[f64]) -> f64 {
        let hidden = self.sizes[3];
        let gate =
            |g: usize, u: usize| sigmoid(self.w(g * hidden + u, x) + self.r(g * hidden + u, old));
        let (z, row) = (gate(0, u), 2 * hidden + u);
        let g = if self.linear_before_reset {
            tanh(self.w(row, x) + gate(1, u) * self.r(row, old))
        } else {
            let kept: Vec<f64> = old.iter().enumerate().map(|(u, h)| gate(1, u) * h).collect();
            tanh(self.w(row, x) + self.r(row, &kept))
        };
        round((1.0 - z) * g + z * old[u])
    }
}

#[rstest]
fn networks_follow_their_formulas(
    #[values(O::Lstm, O::Gru, O::Rnn)] operation: O,
    #[values(false, true)] all: bool,
    #[values(false, true)] linear_before_reset: bool,
) {
    let net = Net::new(operation, [3, 2, 3, 4], all, linear_before_reset);
    let [states, last, cells] = net.expected().map(|x| fp32(&x));
    let trial = net.trial().into(&["p6", "p7", "p8"]);
    let mut expected = vec![states, last];
    if operation == O::Lstm {
        expected.push(cells);
    }
    assert_eq!(trial.run(), Ok(expected), "seed {}", seeded::seed());
}
