//! Optimizers (text 3951 to 4022, XDSA-D69, D75, D102): the formulas of torch.optim 2.x. Constants are the exact values of their words;
//! every assigned quantity that depends on data is worked out exactly and rounded once.

use super::results::{Results, word};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;

/// The pointers of states.
const STATES: [&str; 3] = ["p2", "p3", "p4"];

/// How many states it has.
const fn states(operation: Operation) -> usize {
    match operation {
        Operation::Sgd => 0,
        Operation::Momentum | Operation::AdaGrad | Operation::RmsProp => 1,
        _ => 2,
    }
}

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, length) = (request.float("unit"), request.length("w0"));
    request.done()?;
    let [lr, beta1, beta2, epsilon, decay] =
        ["w1", "w2", "w3", "w4", "w5"].map(|field| word(request.get(field)));
    let time = request.get("w6");
    let states = &STATES[..states(operation)];
    let read = ["p0", "p1"].iter().chain(states);
    let reads = read.map(|field| request.dense(field, unit, length)).collect();
    let write = ["p0"].iter().chain(states);
    let writes = write.map(|field| request.dense(field, unit, length)).collect();
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let constants = Constants::new(operation, [lr, beta1, beta2, epsilon, decay], time);
        let mut rounded = Results::new(unit, 0);
        let mut written = vec![Vec::with_capacity(length as usize); read.len() - 1];
        for i in 0..read.first().map_or(0, Vec::len) {
            let mut operands = [const { Number::Nan }; 4];
            for (operand, elements) in operands.iter_mut().zip(read) {
                *operand = Number::of(unit, elements[i]);
            }
            let elements = step(operation, &constants, &operands, &mut rounded);
            written.iter_mut().zip(elements).for_each(|(to, element)| to.push(element));
        }
        Ok(Done { written, flags: rounded.flags(), ..Done::default() })
    };
    Ok(Plan::new(reads, writes, work))
}

// What an optimizer does to one parameter (XDSA-D75, D85, D102).

/// What all elements share.
struct Constants {
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
    fn new(operation: Operation, words: [Number; 5], time: u64) -> Self {
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
fn step(operation: Operation, c: &Constants, operands: &[Number; 4], r: &mut Results) -> Vec<u64> {
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

#[cfg(test)]
mod tests {
    use crate::xdsa::exec::single::{Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};

    /// lr, beta1, beta2, eps, weight decay.
    type Words = [f32; 5];

    fn optimizer(operation: O, words: Words, time: u64, operands: &[&[f32]]) -> Single {
        let mut fields =
            vec![("unit", Unit::Fp32.code()), ("w0", operands[0].len() as u64), ("w6", time)];
        fields.extend(
            ["w1", "w2", "w3", "w4", "w5"].into_iter().zip(words.map(|w| w.to_bits().into())),
        );
        let pointers = ["p0", "p1", "p2", "p3"].into_iter().zip(operands);
        pointers.fold(Single::new(operation).set(&fields), |trial, (field, operand)| {
            trial.load(field, Unit::Fp32, &fp32(operand))
        })
    }

    fn run(operation: O, words: Words, time: u64, operands: &[&[f32]]) -> Vec<Vec<u64>> {
        optimizer(operation, words, time, operands).run().unwrap_or_else(|kind| panic!("{kind}"))
    }

    #[test]
    fn sgd_of_the_guide() {
        let written = run(O::Sgd, [0.5, 9.0, 9.0, 9.0, 0.0], 1, &[&[1.0, 4.0], &[2.0, -2.0]]);
        assert_eq!(written, [fp32(&[0.0, 5.0])]);
        // g + 2 p = 4 and 6; with a decay of -0 g alone.
        let written = run(O::Sgd, [0.5, 0.0, 0.0, 0.0, 2.0], 1, &[&[1.0, 4.0], &[2.0, -2.0]]);
        assert_eq!(written, [fp32(&[-1.0, 1.0])]);
        let written = run(O::Sgd, [0.5, 0.0, 0.0, 0.0, -0.0], 1, &[&[f32::INFINITY], &[2.0]]);
        assert_eq!(written, [[0x7f80_0000]]);
    }
}
