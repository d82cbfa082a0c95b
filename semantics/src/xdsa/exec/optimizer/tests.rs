//! Optimizers against the formulas of torch.optim, each assignment rounded to binary32.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};

/// lr, beta1, beta2, eps, weight decay.
type Words = [f32; 5];

fn optimizer(operation: O, words: Words, time: u64, operands: &[&[f32]]) -> Single {
    let mut fields =
        vec![("unit", Unit::Fp32.code()), ("w0", operands[0].len() as u64), ("w6", time)];
    fields
        .extend(["w1", "w2", "w3", "w4", "w5"].into_iter().zip(words.map(|w| w.to_bits().into())));
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
