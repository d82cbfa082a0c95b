//! Recurrent networks against their formulas, step by step.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32};
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

    fn trial(&self) -> Trial {
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
        fields_of.fold(Trial::new(self.operation).set(&fields), |trial, (field, operand)| {
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

#[rstest]
fn a_cell_is_one_step(
    #[values((O::LstmCell, O::Lstm), (O::GruCell, O::Gru), (O::RnnCell, O::Rnn))] pair: (O, O),
) {
    let (cell, network) = pair;
    let run =
        |operation: O| Net::new(operation, [1, 3, 2, 2], true, false).trial().into(&["p7"]).run();
    assert_eq!(run(cell), run(network));
    assert_eq!(run(cell), Ok(vec![fp32(&Net::new(cell, [1, 3, 2, 2], true, false).expected()[1])]));
    let two = Net::new(cell, [2, 3, 2, 2], true, false).trial().into(&["p7"]);
    assert_eq!(two.run(), Err(Kind::BadDimension));
}

#[test]
fn rnn_cell_of_the_guide() {
    // tanh(1 * 2 + 1 * -1) = tanh 1
    let trial = |unit: Unit, [x, one, h]: [u64; 3]| {
        let fields = [("unit", unit.code()), ("w0", 1), ("w1", 1), ("w2", 1), ("w3", 1)];
        let trial = Trial::new(O::RnnCell).set(&fields).load("p0", unit, &[x]);
        let trial = trial.load("p1", unit, &[one]).load("p2", unit, &[one]).load("p4", unit, &[h]);
        trial.into(&["p6", "p7"]).run()
    };
    let fp32 = trial(Unit::Fp32, [0x4000_0000, 0x3f80_0000, 0xbf80_0000]);
    assert_eq!(fp32, Ok(vec![vec![0x3f42_f7d6]; 2]));
    // 0.76159 in binary16: 0x3a18 is 0.76172, its neighbours are 2^-11 away.
    assert_eq!(trial(Unit::Fp16, [0x4000, 0x3c00, 0xbc00]), Ok(vec![vec![0x3a18]; 2]));
    assert_eq!(trial(Unit::Fp32, [NAN, 0x3f80_0000, 0]), Ok(vec![vec![NAN]; 2]));
    // inf - inf, and the end of the range.
    assert_eq!(trial(Unit::Fp32, [0x7f80_0000, 0x3f80_0000, 0xff80_0000]), Ok(vec![vec![NAN]; 2]));
    assert_eq!(trial(Unit::Fp32, [0xff80_0000, 0x3f80_0000, 0]), Ok(vec![vec![0xbf80_0000]; 2]));
    // A sum of zeros is -0 where all products are -0.
    assert_eq!(
        trial(Unit::Fp32, [0x8000_0000, 0x3f80_0000, 0x8000_0000]),
        Ok(vec![vec![0x8000_0000]; 2])
    );
    assert_eq!(trial(Unit::Fp32, [0x8000_0000, 0x3f80_0000, 0]), Ok(vec![vec![0]; 2]));
}

#[test]
fn one_rounding_for_each_sum() {
    // 2^24 + 1 - 2^24 = 1 in one sum; binary32 steps would lose the 1.
    let (unit, one, big) = (Unit::Fp32, 1.0, 16_777_216.0);
    let fields = [("unit", unit.code()), ("w0", 1), ("w1", 1), ("w2", 3), ("w3", 1)];
    let trial = Trial::new(O::RnnCell).set(&fields).load("p0", unit, &fp32(&[big, one, -big]));
    let trial =
        trial.load("p1", unit, &fp32(&[one; 3])).load("p2", unit, &fp32(&[one])).into(&["p7"]);
    assert_eq!(trial.one(), [0x3f42_f7d6]);
}

#[test]
fn saturated_gates() {
    // Gates of infinite sums are 0 or 1: i = 1, o = 1, f = 0, g = tanh(-inf) = -1, so c = -1 and h = tanh(-1).
    let (unit, infinity) = (Unit::Fp32, f32::INFINITY);
    let fields = [("unit", unit.code()), ("w0", 1), ("w1", 1), ("w2", 1), ("w3", 1)];
    let trial = Trial::new(O::Lstm).set(&fields).load("p0", unit, &fp32(&[infinity]));
    let trial =
        trial.load("p1", unit, &fp32(&[1.0, 1.0, -1.0, -1.0])).load("p2", unit, &fp32(&[1.0; 4]));
    let trial = trial.load("p5", unit, &fp32(&[5.0])).into(&["p7", "p8"]);
    assert_eq!(trial.run(), Ok(vec![vec![0xbf42_f7d6], vec![0xbf80_0000]]));
}

#[test]
fn nothing_to_write() {
    // The states of so many rows would not fit memory.
    let fields = [("unit", 11), ("w0", 1), ("w1", 1 << 27), ("w2", 1), ("w3", 1 << 11)];
    assert_eq!(Trial::new(O::Rnn).set(&fields).run(), Ok(vec![]));
}

#[test]
fn what_is_wrong() {
    let fields = [("unit", 11), ("w0", 1), ("w1", 1), ("w2", 1), ("w3", 1)];
    let kind = |operation: O, field: &'static str, value: u64| {
        Trial::new(operation).set(&fields).set(&[(field, value)]).run().err()
    };
    for operation in [O::Lstm, O::Gru, O::Rnn, O::LstmCell, O::GruCell, O::RnnCell] {
        assert_eq!(kind(operation, "flag16", 0), None);
        assert_eq!(kind(operation, "flag16", 1), None);
        assert_eq!(kind(operation, "flag16", 2), Some(Kind::ReservedBits));
        assert_eq!(kind(operation, "flag18", 1), Some(Kind::ReservedBits));
        assert_eq!(kind(operation, "unit2", 1), Some(Kind::ReservedBits));
        assert_eq!(kind(operation, "unit", 8), Some(Kind::UnitNotAllowed));
        assert_eq!(kind(operation, "unit", 15), Some(Kind::ReservedCode));
        for size in ["w0", "w1", "w2", "w3"] {
            assert_eq!(kind(operation, size, 0), Some(Kind::BadDimension), "{size}");
        }
        let wide = Trial::new(operation)
            .set(&fields)
            .set(&[("w1", u64::from(u32::MAX)), ("w3", u64::from(u32::MAX))]);
        assert_eq!(wide.run(), Err(Kind::AddressRange));
        // C0 and YC are nobody's outside of LSTM.
        let ends = kind(operation, "p8", u64::from(u32::MAX));
        let lstm = matches!(operation, O::Lstm | O::LstmCell);
        assert_eq!(ends, lstm.then_some(Kind::AddressRange));
    }
}
