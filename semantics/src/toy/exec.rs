//! What an instruction does: to nearest even, tininess after rounding, the canonical NaN.

use super::isa::{Instruction, Number, Operation, REGISTERS};
use softfloat::{Env, ieee};

pub(super) fn execute(i: &Instruction, r: &mut [u16; REGISTERS]) {
    let ([a, b], env) = (i.read.map(|n| r[n]), &Env::IEEE);
    r[i.written] = match i.operation {
        Operation::Set => i.code,
        Operation::Move => a,
        Operation::Add => ieee::add::<Number>(a, b, env).bits,
        Operation::Multiply => ieee::mul::<Number>(a, b, env).bits,
        Operation::MultiplyAdd => ieee::fma::<Number>(a, b, r[i.written], env).bits,
    };
}
