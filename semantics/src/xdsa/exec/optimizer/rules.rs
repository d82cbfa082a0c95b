//! What an optimizer does to one parameter (XDSA-D75, D85, D102).

use crate::xdsa::exec::results::Results;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;

/// What all elements share.
pub(super) struct Constants {
    lr: Number,
    /// Momentum, the first beta, or rho.
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    /// Weight decay, if it is not 0.
    decay: Option<Number>,
    /// `1 - beta`, of both.
    rest: [Number; 2],
    /// `1 - beta^t`, of both.
    correction: [Number; 2],
    first_step: bool,
}

impl Constants {
    pub(super) fn new(operation: Operation, words: [Number; 5], time: u64) -> Self {
        let [lr, beta1, beta2, epsilon, decay] = words;
        let one = Number::integer(1);
        let rest = [&beta1, &beta2].map(|beta| one.sub(beta));
        let correction = if operation == Operation::Adam {
            [&beta1, &beta2].map(|beta| one.sub(&power(beta, time)))
        } else {
            [one.clone(), one]
        };
        let decay = (!decay.is_zero()).then_some(decay);
        Self { lr, beta1, beta2, epsilon, decay, rest, correction, first_step: time == 1 }
    }

    /// `beta a + (1 - beta) b` of one of the betas.
    fn mean(&self, which: usize, a: &Number, b: &Number) -> Number {
        let beta = if which == 0 { &self.beta1 } else { &self.beta2 };
        beta.mul(a).add(&self.rest[which].mul(b))
    }

    /// `parameter - lr direction`
    fn along(&self, parameter: &Number, direction: &Number) -> Number {
        parameter.sub(&self.lr.mul(direction))
    }

    /// `parameter - lr direction / (sqrt(square) + eps)`
    fn scaled(&self, parameter: &Number, direction: &Number, square: &Number) -> Number {
        let divisor = square.sqrt().add(&self.epsilon);
        parameter.sub(&self.lr.mul(direction).div(&divisor))
    }
}

/// Powers of more bits are expressions. What is divided by them is then no middle of two numbers of a unit: of `1 - (n / 2^k)^t` the
/// numerator is odd (or the whole an integer), and has more bits than any element.
const MOST: u64 = 512;

/// `beta^t`
fn power(beta: &Number, time: u64) -> Number {
    let exponent = Number::integer(time.into());
    let odd = |n: i128| n.unsigned_abs() >> n.trailing_zeros();
    let bits = match beta {
        Number::Finite(value) => value.small().map_or(0, |(n, _)| odd(n).ilog2()),
        _ => 0,
    };
    if u64::from(bits).saturating_mul(time) <= MOST {
        return beta.pow(&exponent);
    }
    let magnitude = exponent.mul(&beta.abs().ln()).exp();
    if beta.is_negative() && time % 2 == 1 { magnitude.neg() } else { magnitude }
}

/// The new parameter and the new states, of parameter, gradient and states.
pub(super) fn step(
    operation: Operation,
    c: &Constants,
    operands: &[Number; 4],
    r: &mut Results,
) -> Vec<u64> {
    let [parameter, gradient, first, second] = operands;
    let gradient = match &c.decay {
        Some(decay) => &r.step(&gradient.add(&decay.mul(parameter))),
        None => gradient,
    };
    let square = || gradient.mul(gradient);
    let (new, states) = match operation {
        Operation::Sgd => (c.along(parameter, gradient), vec![]),
        Operation::Momentum => {
            let buffer = if c.first_step {
                gradient.clone()
            } else {
                r.step(&c.beta1.mul(first).add(gradient))
            };
            (c.along(parameter, &buffer), vec![buffer])
        }
        Operation::AdaGrad => {
            let sum = r.step(&first.add(&square()));
            (c.scaled(parameter, gradient, &sum), vec![sum])
        }
        Operation::AdaDelta => {
            let average = r.step(&c.mean(0, first, &square()));
            let [over, under] = [second, &average].map(|state| state.add(&c.epsilon).sqrt());
            let delta = r.step(&over.div(&under).mul(gradient));
            let accumulated = r.step(&c.mean(0, second, &delta.mul(&delta)));
            (c.along(parameter, &delta), vec![average, accumulated])
        }
        Operation::RmsProp => {
            let average = r.step(&c.mean(0, first, &square()));
            (c.scaled(parameter, gradient, &average), vec![average])
        }
        Operation::CenteredRmsprop => {
            let average = r.step(&c.mean(0, first, &square()));
            let mean = r.step(&c.mean(0, second, gradient));
            let variance = r.step(&average.sub(&mean.mul(&mean)));
            (c.scaled(parameter, gradient, &variance), vec![average, mean])
        }
        // ADAM
        _ => {
            let mean = r.step(&c.mean(0, first, gradient));
            let average = r.step(&c.mean(1, second, &square()));
            let corrected = r.step(&mean.div(&c.correction[0]));
            let spread = r.step(&average.div(&c.correction[1]));
            (c.scaled(parameter, &corrected, &spread), vec![mean, average])
        }
    };
    let new = r.round(&new);
    std::iter::once(new).chain(states.iter().map(|state| r.round(state))).collect()
}
