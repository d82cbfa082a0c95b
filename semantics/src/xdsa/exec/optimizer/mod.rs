//! Optimizers (text 3951 to 4022, XDSA-D69, D75, D102): the formulas of torch.optim 2.x. Constants are the exact values of their words;
//! every assigned quantity that depends on data is worked out exactly and rounded once.

mod rules;
#[cfg(test)]
mod tests;

use super::results::{Results, word};
use super::{Done, Environment, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;
use rules::{Constants, step};

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
