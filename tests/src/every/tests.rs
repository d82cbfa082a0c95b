//! What is worked out in integers is what the reference in rationals gives.

use super::*;
use seeded::{Draw, Random, code};
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::{Bits, StaticFormat, convert};
use vectors::registry::rules::RM;

/// The reference in rationals, of one choice.
fn right(id: &str, env: &Env, operands: &[u64]) -> (u64, u8) {
    let tininess = if env.tininess == Tininess::Before { "before" } else { "after" };
    let pairs = [("rm", RM.word(&env.rounding)), ("tininess", tininess)];
    let operands: Vec<_> = operands.iter().map(|x| vec![*x]).collect();
    let right = oracle::reference::evaluate(id, &pairs, &operands).expect("a reference");
    (right.out[0], right.flag.expect("flags"))
}

fn agrees(id: &str, all: [Answer; CHOICES], operands: &[u64]) {
    for (env, (code, flags)) in choices().iter().zip(all) {
        assert_eq!(
            (code.into(), flags.bits()),
            right(id, env, operands),
            "{id} of {operands:x?}, {env:?}"
        );
    }
}

fn draws<F: StaticFormat>(name: &str, narrow: Narrow) {
    let mut random = Random::new(seeded::seed());
    let (code, single) = (code!(F::FORMAT), code!(Binary32::FORMAT));
    for round in 0..3000 {
        let a = code.any(&mut random);
        let b = if round % 2 == 0 { code.any(&mut random) } else { code.second(&mut random, a) };
        let (x, [a, b]) = ([a, b], [a, b].map(|code| code as u32));
        agrees(&format!("ieee.{name}.add"), narrow.sum(a, b, false), &x);
        agrees(&format!("ieee.{name}.sub"), narrow.sum(a, b, true), &x);
        agrees(&format!("ieee.{name}.mul"), narrow.product(a, b), &x);
        agrees(&format!("ieee.{name}.div"), narrow.quotient(a, b), &x);
        // Exactly a number of the narrow format, half-way to the next, or beside these.
        let number = convert::<F, Binary32>(F::Bits::low(x[0].into()), &Env::IEEE).bits;
        let step = *random.pick(&[0, 1 << (22 - narrow.fraction)]);
        let near = (u64::from(number) + step + random.below(3)).wrapping_sub(1) & 0xffff_ffff;
        for x in [single.any(&mut random), near] {
            agrees(&format!("cvt.f32.{name}"), narrow.of_single(x as u32), &[x]);
        }
    }
}

#[test]
fn operations_of_binary16_are_those_in_rationals() {
    draws::<Binary16>("f16", BINARY16);
}

#[test]
fn operations_of_bf16_are_those_in_rationals() {
    draws::<Bf16>("bf16", BF16);
}
