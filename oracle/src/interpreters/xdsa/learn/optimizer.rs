//! Optimizers (XDSA-D75, D102): the published pseudo-code, one rounding an assignment that depends on data.

use super::{unnamed, whole, word};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::element::Tensor;
use crate::interpreters::xdsa::value::{Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// The constants of a step.
struct Constants {
    unit: Unit,
    rate: Value,
    /// Momentum, beta1 or rho.
    first: Value,
    second: Value,
    eps: Value,
    decay: Option<Value>,
    step: u64,
}

pub(in crate::interpreters::xdsa) fn optimizer(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &[]);
    let unit = case.float("unit");
    let length = case.length("w0");
    let states = match case.operation {
        Operation::Sgd => 0,
        Operation::AdaDelta | Operation::CenteredRmsprop | Operation::Adam => 2,
        _ => 1,
    };
    let tensors: Vec<Tensor> = ["p0", "p1", "p2", "p3"]
        .iter()
        .take(2 + states)
        .map(|name| (case.address(name), unit))
        .collect();
    for tensor in &tensors {
        case.tensor(*tensor, length.into());
    }
    case.check()?;
    let [rate, first, second, eps] = ["w1", "w2", "w3", "w4"].map(|name| word(case, name));
    let decay = (case.field("w5") << 1 & 0xffff_ffff != 0).then(|| word(case, "w5"));
    let constants = Constants { unit, rate, first, second, eps, decay, step: case.field("w6") };
    let mut results: Vec<(Tensor, Vec<Value>)> = Vec::new();
    for i in 0..length {
        let values: Vec<Value> = tensors.iter().map(|tensor| case.value(*tensor, i)).collect();
        let (parameter, states) = constants.update(case.operation, &values);
        let places = tensors.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, to)| *to);
        for (at, (to, value)) in places.zip([vec![parameter], states].concat()).enumerate() {
            if results.len() == at {
                results.push((to, Vec::new()));
            }
            results[at].1.push(value);
        }
    }
    for (to, values) in results {
        for (i, value) in values.iter().enumerate() {
            case.put(to, i as u64, value);
        }
    }
    Ok(())
}

impl Constants {
    fn round(&self, value: &Value) -> Value {
        Value::of(self.unit, value.round(self.unit, Into::Clamp))
    }

    /// share a + (1 - share) b
    fn blend(&self, share: &Value, a: &Value, b: &Value) -> Value {
        self.round(&share.mul(a).add(&Value::from(1).sub(share).mul(b)))
    }

    /// p - rate g / divisor
    fn go(&self, p: &Value, g: &Value, divisor: Option<&Value>) -> Value {
        let way = self.rate.mul(g);
        let way = divisor.map_or_else(|| way.clone(), |divisor| way.div(divisor));
        self.round(&p.sub(&way))
    }

    /// The parameter and the states after a step.
    fn update(&self, operation: Operation, values: &[Value]) -> (Value, Vec<Value>) {
        let (p, raw) = (&values[0], &values[1]);
        let g = match &self.decay {
            Some(decay) => self.round(&raw.add(&decay.mul(p))),
            None => raw.clone(),
        };
        let square = g.mul(&g);
        let state = |n: usize| &values[2 + n];
        match operation {
            Operation::Sgd => (self.go(p, &g, None), Vec::new()),
            Operation::Momentum => {
                let buffer = if self.step == 1 {
                    self.round(&g)
                } else {
                    self.round(&self.first.mul(state(0)).add(&g))
                };
                (self.go(p, &buffer, None), vec![buffer])
            }
            Operation::AdaGrad => {
                let sum = self.round(&state(0).add(&square));
                (self.go(p, &g, Some(&sum.sqrt().add(&self.eps))), vec![sum])
            }
            Operation::AdaDelta => {
                let average = self.blend(&self.first, state(0), &square);
                let root = |x: &Value| x.add(&self.eps).sqrt();
                let way = self.round(&root(state(1)).div(&root(&average)).mul(&g));
                let ways = self.blend(&self.first, state(1), &way.mul(&way));
                (self.go(p, &way, None), vec![average, ways])
            }
            Operation::RmsProp => {
                let average = self.blend(&self.first, state(0), &square);
                (self.go(p, &g, Some(&average.sqrt().add(&self.eps))), vec![average])
            }
            Operation::CenteredRmsprop => {
                let average = self.blend(&self.first, state(0), &square);
                let mean = self.blend(&self.first, state(1), &g);
                let variance = self.round(&average.sub(&mean.mul(&mean)));
                let divisor = variance.sqrt().add(&self.eps);
                (self.go(p, &g, Some(&divisor)), vec![average, mean])
            }
            _ => {
                let m = self.blend(&self.first, state(0), &g);
                let v = self.blend(&self.second, state(1), &square);
                let corrected = |moment: &Value, beta: &Value| {
                    let power = beta.pow(&whole(self.step));
                    self.round(&moment.div(&Value::from(1).sub(&power)))
                };
                let divisor = corrected(&v, &self.second).sqrt().add(&self.eps);
                (self.go(p, &corrected(&m, &self.first), Some(&divisor)), vec![m, v])
            }
        }
    }
}
