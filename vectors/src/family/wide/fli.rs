//! `ieee.f128.riscv_fli`: the constants that RISC-V's FLI.Q loads (Zfa).

use super::{FAMILY, explain};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::ieee::fli;
use crate::family::operations::link;
use crate::registry::{Evaluate, Kernels, Op, Options, Plan, Resolved, Shape, parted};
use softfloat::format::{Binary32, Binary128};
use softfloat::wide::Wide;
use softfloat::{Env, Flags, StaticFormat};
use std::sync::Arc;

#[derive(Debug)]
struct Constant;

/// The constant of a number. All but the least normal number are numbers of binary32.
fn constant(number: u64) -> u128 {
    match number {
        1 => 1 << (Binary128::FORMAT.precision() - 1),
        number => {
            Wide::BINARY128.embed(&Binary32::FORMAT, fli::constant(&Binary32::FORMAT, number))
        }
    }
}

impl Evaluate for Constant {
    fn resolve(&self, o: &Options) -> Resolved {
        let kernel = Arc::new(|_: &Env, x: &[u64], out: &mut [u64]| {
            parted(constant(x[0]), out);
            Flags::NONE
        });
        Resolved {
            operands: vec![fli::operand()],
            results: vec![Shape::one(Binary128::FORMAT)],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Constant {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        fli::corner(cases);
    }

    fn random(&self, rng: &mut Rng, _: &Plan, _: &[Operand], x: &mut Elements) {
        x[0] = rng.below(32);
    }
}

impl Explain for Constant {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::constant(steps, plan, x, constant(x[0]))
    }
}

/// It has no arithmetic.
impl Modelled for Constant {}

pub(super) fn operation() -> Op {
    fli::declared("f128", link(&FAMILY, Constant))
}
