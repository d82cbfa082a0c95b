//! `sr.quantize.B`: MX blocks of binary32 values, a random word for each element.

use super::words::{BITS, GFLOAT, TAIL, Words};
use super::{FAMILY, draw};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::mx::{self, FORMATS, MxOperation, corner, random};
use crate::family::operations::link;
use crate::registry::{Evaluate, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape};
use softfloat::StaticFormat;
use softfloat::block::BlockFormat;
use softfloat::format::{Binary32, E8m0};
use softfloat::stochastic::Random;
use std::sync::Arc;

/// The quantisation of a block.
#[derive(Debug)]
struct Quantize(&'static BlockFormat);

impl Evaluate for Quantize {
    fn resolve(&self, options: &Options) -> Resolved {
        let (block, words, rules) = (self.0, Words::of(options), mx::quantization(options));
        let (f32, len) = (Binary32::FORMAT, block.len);
        Resolved {
            operands: vec![Shape::many(f32, len), Shape::many(words.format(), len)],
            results: vec![Shape::one(E8m0::FORMAT), Shape::many(block.element, len)],
            kernels: Kernels::Dynamic(
                options.env(),
                Arc::new(move |env, x, out| {
                    let (values, random) = x.split_at(len);
                    let random: Vec<Random> = random.iter().map(|&w| words.random(w)).collect();
                    let (scale, elements) = out.split_at_mut(1);
                    let rounded =
                        block.quantize_stochastic(values, &f32, elements, rules, env, &random);
                    mx::first(scale, rounded)
                }),
            ),
        }
    }
}

impl Draw for Quantize {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::beside(plan, cases, self.0.len, |plan, cases| {
            corner::directed(plan, MxOperation::Quantize, cases);
        });
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, operands, MxOperation::Quantize, &mut x[..self.0.len]);
        draw::words(rng, plan, self.0.len, x);
    }
}

impl Explain for Quantize {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        let words = Words::of(&plan.options);
        let random: Vec<Random> = x[self.0.len..].iter().map(|&word| words.random(word)).collect();
        mx::explain::by_random_bits(steps, plan, x, &random)
    }
}

impl Modelled for Quantize {}

pub(super) fn operations() -> Vec<Op> {
    let block = |(name, block)| Some(op(name, BlockFormat::by_name(block)?));
    FORMATS.into_iter().filter_map(block).collect()
}

fn op(name: &str, block: &'static BlockFormat) -> Op {
    let (plain, mut senseless) = mx::options(&block.element, MxOperation::Quantize);
    let mut options = vec![BITS.any(), TAIL.any()];
    // Random bits stand in the place of a direction.
    options.extend(plain.into_iter().filter(|spec| spec.row.name != "rm"));
    senseless.push(("rm", "random bits decide"));
    let mut decisions = mx::decisions(&block.element, MxOperation::Quantize);
    decisions.push("NUM-D80");
    Op {
        id: format!("sr.quantize.{name}"),
        summary: format!("binary32 to scale;elements, {name}, by random bits"),
        operands: &["x", "random"],
        flags: FlagKind::Exceptions,
        options,
        section: format!("OCP MX 1.0, 6.3; {GFLOAT}"),
        decisions,
        senseless,
        link: link(&FAMILY, Quantize(block)),
    }
}
