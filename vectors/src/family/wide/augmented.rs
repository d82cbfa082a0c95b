//! `ieee.f128.augmented_*`: augmented arithmetic (IEEE 754-2019, 9.5), two results.

use super::options::{ONE_PRECISION, PRECISION, of_values};
use super::{FAMILY, draw, explain};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::ieee::{Operation, augmented as narrow};
use crate::family::operations::link;
use crate::registry::{Evaluate, Kernels, Op, Options, Plan, Resolved, Shape, joined, parted};
use softfloat::StaticFormat;
use softfloat::format::Binary128;
use softfloat::wide::{Rules, Wide};
use std::sync::Arc;

#[derive(Debug)]
struct Augmented {
    operation: Operation,
}

impl Evaluate for Augmented {
    fn resolve(&self, o: &Options) -> Resolved {
        let (w, operation) = (Wide::BINARY128, self.operation);
        let kernel = Arc::new(move |env: &softfloat::Env, x: &[u64], out: &mut [u64]| {
            let (rules, (x, y)) = (Rules::of(*env), x.split_at(2));
            let r = match operation {
                Operation::Add => w.augmented_add(joined(x), joined(y), &rules),
                Operation::Sub => w.augmented_sub(joined(x), joined(y), &rules),
                _ => w.augmented_mul(joined(x), joined(y), &rules),
            };
            out.chunks_exact_mut(2).zip([r.high, r.low]).for_each(|(to, code)| parted(code, to));
            r.flags
        });
        Resolved {
            operands: vec![Shape::one(Binary128::FORMAT); 2],
            results: vec![Shape::one(Binary128::FORMAT); 2],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Augmented {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::directed(plan, self.operation, cases);
        draw::half_above(plan, self.operation, cases);
        if self.operation == Operation::Mul {
            draw::tiny_products(plan, cases);
        }
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, _: &[Operand], x: &mut Elements) {
        draw::random(rng, plan, self.operation, x);
    }
}

impl Explain for Augmented {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::augmented(steps, plan, x, self.operation)
    }
}

impl Modelled for Augmented {}

pub(super) fn operations() -> impl Iterator<Item = Op> {
    narrow::ROWS.iter().map(|row| {
        let mut taken = of_values(narrow::options_of(&Binary128::FORMAT), &Binary128::FORMAT);
        taken.1.push((PRECISION.row.name, ONE_PRECISION));
        narrow::declared("f128", row, taken, link(&FAMILY, Augmented { operation: row.1 }))
    })
}
