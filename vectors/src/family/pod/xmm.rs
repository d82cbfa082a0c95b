//! Evaluators on lanes of xmm registers.

use super::RC;
use super::shape::Shapes;
use crate::registry::rules::{DAZ, FTZ};
use crate::registry::{self, DynamicKernel, Options, Shape};
use semantics::pod::isa::Operation;
use semantics::pod::lane::{Mxcsr, Operands, register};
use softfloat::Flags;
use std::sync::Arc;

/// The word that says what the options say.
pub(super) fn mxcsr(o: &Options) -> Mxcsr {
    let flush = [(o.get(&DAZ), Mxcsr::DAZ), (o.get(&FTZ), Mxcsr::FTZ)];
    let rules = flush.into_iter().filter(|(on, _)| *on).fold(0, |all, (_, bit)| all | bit);
    Mxcsr(Mxcsr::RESET.0 | rules | u32::from(RC.code(&o.get(&RC))) << 13)
}

/// The evaluator of an operation under these options.
pub(super) fn kernel(operation: Operation, shapes: &Shapes, o: &Options) -> DynamicKernel {
    let mxcsr = mxcsr(o);
    let (operands, result) = (shapes.operands.clone(), shapes.results[0]);
    let sticky = shapes.sticky;
    Arc::new(move |_, x, out| {
        let mut registers = [0u128; 3];
        for ((shape, own), register) in registry::split(&operands, x).zip(&mut registers) {
            *register = joined(own, shape.format.width);
        }
        let [first, second, third] = registers;
        let (operation, operands) = match operation {
            Operation::Fused(..) => {
                (operation, Operands { d: first, a: second, b: third, immediate: 0 })
            }
            Operation::Shuffle(_) => {
                let named = Operation::Shuffle(third as u8);
                (named, Operands { a: first, b: second, ..Operands::default() })
            }
            _ => {
                let immediate = second as u32 & 63;
                (operation, Operands { d: 0, a: first, b: second, immediate })
            }
        };
        let lane = register(operation, operands, mxcsr);
        split(lane.bits, result, out);
        if sticky {
            out[result.len] = lane.status.into();
        }
        Flags::NONE
    })
}

/// Lane 0 lowest.
fn joined(lanes: &[u64], width: u32) -> u128 {
    (0..).zip(lanes).fold(0, |register, (i, lane)| register | u128::from(*lane) << (i * width))
}

fn split(register: u128, shape: Shape, out: &mut [u64]) {
    let width = shape.format.width;
    for (i, lane) in (0..).zip(&mut out[..shape.len]) {
        *lane = (register >> (i * width)) as u64 & u64::MAX >> (64 - width);
    }
}
