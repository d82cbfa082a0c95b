//! What a solver is asked, evaluated at random values: no solver is needed to see that it is the right question.

use crate::path::explore;
use crate::proof::{ALL, Kind, Rounding, Sum};
use crate::sum::{self, FAR, Pair};
use crate::term::{Node, Op, TRUTH, Term};
use crate::trace::{Field, Rules, Ways, field};
use crate::word::{Word, top};
use num_bigint::BigUint;
use seeded::{Draw, Random};
use softfloat::format::Binary32;
use softfloat::{Bits, Env, StaticFormat, Unrounded, kernel};
use std::collections::HashMap;

/// Values of variables.
type Values = HashMap<Term, BigUint>;

fn evaluate(term: Term, known: &mut Values) -> BigUint {
    if let Some(value) = known.get(&term) {
        return value.clone();
    }
    let node = term.node();
    let parts: Vec<BigUint> = node.parts().iter().map(|part| evaluate(*part, known)).collect();
    let value = apply(node, &parts);
    known.insert(term, value.clone());
    value
}

fn apply(node: Node, parts: &[BigUint]) -> BigUint {
    let bits = node.width.max(1);
    let modulus = BigUint::from(1_u8) << bits;
    let truth = |value: bool| BigUint::from(u8::from(value));
    let value = match node.op {
        Op::Variable(name) => panic!("{name} has no value"),
        Op::Known(value) => value.into(),
        Op::Not if node.width == TRUTH => truth(parts[0] == truth(false)),
        Op::Not => &modulus - 1_u8 - &parts[0],
        Op::And => &parts[0] & &parts[1],
        Op::Or => &parts[0] | &parts[1],
        Op::Xor => &parts[0] ^ &parts[1],
        Op::Plus => &parts[0] + &parts[1],
        Op::Minus => &modulus + &parts[0] - &parts[1],
        Op::Left(by) => &parts[0] << by,
        Op::Right(by) => &parts[0] >> by,
        Op::Resized => parts[0].clone(),
        Op::Equal => truth(parts[0] == parts[1]),
        Op::Less => truth(parts[0] < parts[1]),
        Op::Either => parts[if parts[0] == truth(true) { 1 } else { 2 }].clone(),
    };
    value % modulus
}

fn holds(term: Term, values: &mut Values) -> bool {
    evaluate(term, values) == BigUint::from(1_u8)
}

/// Significands that hug what decides roundings, and random ones.
fn significand(random: &mut Random, bits: u32) -> u64 {
    let top = 1_u64 << (bits - 1);
    let place = random.below(u64::from(bits)) as u32;
    let near = (1_u64 << place).wrapping_add(random.below(3)).wrapping_sub(1);
    let mask = u64::MAX >> (64 - bits);
    let some = match random.below(3) {
        0 => random.next(),
        1 => near,
        _ => (random.next() << place) ^ near,
    };
    top | some & mask
}

/// Random values of every variable, in as many fields as there are.
fn values(proof: &Rounding, rules: Rules, place: &Field, random: &mut Random) -> Values {
    let (bits, wide) = (proof.bits, 2 * proof.bits + 10);
    let mut values = Values::new();
    let mut digits = significand(random, bits);
    if rules.sticky {
        let missing = (1_u64 << random.below(u64::from(bits - proof.layout.fraction - 2))) - 1;
        digits &= !missing;
        let lost = 1 + random.below(2 * missing + 1);
        values.insert(Term::variable("missing", bits), missing.into());
        values.insert(Term::variable("lost", wide), lost.into());
    }
    values.insert(top(bits), digits.into());
    if let Field::Any(range) = place {
        let span = (range.end() - range.start()) as u64 + 1;
        values.insert(field(), (*range.start() as u64 + random.below(span)).into());
    }
    values
}

/// Whether some value shows that answers are wrong; every value has to fulfil what is promised.
fn is_refuted(
    proof: &Rounding,
    rules: Rules,
    place: &Field,
    ways: &Ways,
    random: &mut Random,
) -> bool {
    let [promise, wrong] = proof.contradiction(rules, place, ways);
    (0..12).any(|_| {
        let mut values = values(proof, rules, place, random);
        assert!(holds(promise, &mut values), "{rules:?} {place:?} {values:?}");
        holds(wrong, &mut values)
    })
}

/// The proofs of code that rounds.
fn roundings() -> impl Iterator<Item = (&'static str, &'static Rounding)> {
    ALL.iter().filter_map(|proof| match &proof.kind {
        Kind::Rounding(own) => Some((proof.name, own)),
        Kind::Sum(_) => None,
    })
}

#[test]
fn no_random_value_refutes_the_kernel() {
    let mut random = Random::new(1);
    for (name, proof) in roundings().filter(|(_, proof)| proof.bits == 32) {
        for rules in Rules::each().step_by(seeded::one_in(188) as usize) {
            let traced = (proof.trace)(proof.layout, rules).unwrap();
            assert!(traced.classes.len() > 30, "{name}");
            for (place, ways) in &traced.classes {
                let refuted = is_refuted(proof, rules, place, ways, &mut random);
                assert!(!refuted, "{name} {rules:?} {place:?}");
            }
        }
    }
}

/// In every class another last digit, another sign, another flag is wrong for whatever value.
#[test]
fn any_value_refutes_another_answer() {
    let mut random = Random::new(2);
    let (_, proof) = roundings().find(|(name, _)| *name == "round_pack.f32.u32").unwrap();
    for rules in Rules::each().step_by(seeded::one_in(70) as usize) {
        for (place, ways) in (proof.trace)(proof.layout, rules).unwrap().classes {
            for (bits, flags) in [(1, 0), (1 << 31, 0), (0, 1), (0, 2), (0, 4), (0, 16)] {
                let mut other = ways.clone();
                for (_, answer) in &mut other {
                    answer.bits = answer.bits.xor(Term::known(bits, 32));
                    answer.flags ^= flags;
                }
                let refuted = is_refuted(proof, rules, &place, &other, &mut random);
                assert!(refuted, "{rules:?} {place:?} {bits:x} {flags:x}");
            }
        }
    }
}

/// What was traced is what the kernel does on the machine's integers.
#[test]
fn a_trace_is_what_the_machine_does() {
    let mut random = Random::new(3);
    let (_, proof) = roundings().find(|(name, _)| *name == "round_pack.f32.u32").unwrap();
    for rules in Rules::each().step_by(seeded::one_in(60) as usize) {
        let env = Env { tininess: rules.tininess, ..Env::IEEE.rounding(rules.rounding) };
        for (place, ways) in (proof.trace)(proof.layout, rules).unwrap().classes {
            for _ in 0..20 {
                let mut values = values(proof, rules, &place, &mut random);
                let number = |term: Term, values: &mut Values| {
                    evaluate(term, values).iter_u64_digits().next()
                };
                let digits = number(top(32), &mut values).unwrap() as u32;
                let own = match &place {
                    Field::One(field) => *field,
                    Field::Any(_) => number(field(), &mut values).unwrap() as i32,
                };
                let exponent = own - proof.layout.bias() - 31;
                let sticky = rules.sticky;
                let exact = Unrounded { sign: rules.sign, exponent, significand: digits, sticky };
                let right = Binary32::FORMAT.round_pack(&env, exact);
                let mut taken = Vec::new();
                for (conditions, answer) in &ways {
                    if conditions.iter().all(|c| holds(*c, &mut values)) {
                        let bits = number(answer.bits, &mut values).unwrap_or(0);
                        taken.push((bits, answer.flags));
                    }
                }
                let right = [(u64::from(right.bits), right.flags.bits())];
                assert_eq!(taken, right, "{rules:?} {place:?}");
            }
        }
    }
}

/// Every way is gone once, and what is known on it is not asked again.
#[test]
fn every_way_is_gone_once() {
    let ways = explore(|| {
        let x = Word::<8>::Term(Term::variable("x", 8));
        let small = x < Word::low(10);
        let again = x < Word::low(10);
        assert_eq!(small, again);
        let even = !x.bit(0);
        (small, even)
    });
    let mut found: Vec<_> = ways.iter().map(|way| (way.result, way.conditions.len())).collect();
    found.sort_unstable();
    let right = [(false, false), (false, true), (true, false), (true, true)].map(|way| (way, 2));
    assert_eq!(found, right);
}

/// The proofs of sums.
fn sums() -> impl Iterator<Item = (&'static str, &'static Sum)> {
    ALL.iter().filter_map(|proof| match &proof.kind {
        Kind::Sum(own) => Some((proof.name, own)),
        Kind::Rounding(_) => None,
    })
}

/// Two significands, the larger number first, and what lies far below.
fn operands(proof: &Sum, pair: Pair, random: &mut Random) -> Values {
    let draw = |random: &mut Random| significand(random, proof.precision);
    let (large, small) = (draw(random), draw(random));
    let ordered = pair.distance > 0 || small <= large;
    let (large, small) = if ordered { (large, small) } else { (small, large) };
    let far = BigUint::from(1 + random.below(1 << 40)) << random.below(24);
    let [large_, small_] = ["large", "small"].map(sum::operand::<64>);
    let far_ = Term::variable("far", 132);
    Values::from([(large_, large.into()), (small_, small.into()), (far_, far)])
}

/// One pair in so many.
fn some() -> impl Iterator<Item = Pair> {
    Pair::each().step_by(seeded::one_in(5) as usize)
}

/// No sum of random numbers refutes the kernel, and each refutes one with another bit of the precision, and, where both numbers
/// have the same exponent, with another last bit.
#[test]
fn sums_are_exact_and_others_are_not() {
    let mut random = Random::new(4);
    for (name, proof) in sums() {
        for pair in some().filter(|pair| pair.distance < FAR) {
            let (ways, _) = (proof.trace)(proof.precision, pair).unwrap();
            let refuted = |by: u32, random: &mut Random| {
                let mut other = ways.clone();
                if by < 64 {
                    let bit = Term::known(1 << by, 64);
                    other.iter_mut().for_each(|(_, sum)| *sum = sum.xor(bit));
                }
                let [promise, wrong] = (proof.contradiction)(proof.precision, pair, &other);
                let mut values = operands(proof, pair, random);
                assert!(holds(promise, &mut values), "{name} {pair:?} {values:?}");
                holds(wrong, &mut values)
            };
            for _ in 0..8 {
                assert!(!refuted(64, &mut random), "{name} {pair:?}");
                assert!(refuted(63 - proof.precision, &mut random), "{name} {pair:?}");
                if pair.distance == 0 {
                    assert!(refuted(0, &mut random), "{name} {pair:?}");
                }
            }
        }
    }
}

/// What is traced of a sum is what the machine's integers give.
#[test]
fn a_sums_trace_is_what_the_machine_does() {
    let mut random = Random::new(5);
    for (name, proof) in sums() {
        for pair in some() {
            let (ways, _) = (proof.trace)(proof.precision, pair).unwrap();
            for _ in 0..10 {
                let mut values = operands(proof, pair, &mut random);
                let [large, small] = ["large", "small"].map(|name| {
                    let value = evaluate(sum::operand::<64>(name), &mut values);
                    value.iter_u64_digits().next().unwrap_or(0)
                });
                let exact = |exponent, significand| Unrounded::exact(false, exponent, significand);
                let (x, y) = (exact(pair.distance as i32, large), exact(0, small));
                let right = kernel::sum(proof.precision, x, y, pair.opposite).significand;
                let taken = ways.iter().filter(|(conditions, _)| {
                    conditions.iter().all(|condition| holds(*condition, &mut values.clone()))
                });
                let found: Vec<BigUint> =
                    taken.map(|(_, sum)| evaluate(*sum, &mut values.clone())).collect();
                assert_eq!(found, [BigUint::from(right)], "{name} {pair:?}");
            }
        }
    }
}
