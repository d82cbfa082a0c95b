//! A format of no known layout, six bits, tapered: what asks formats takes it without knowing it.

use seeded::Draw;
use softfloat::format::{ALL, Binary64, Binary128, Toy};
use softfloat::{Env, Format, StaticFormat, convert_any};
use vectors::cover::{Model, Status};
use vectors::explain::explain;
use vectors::registry::{Op, Options, Plan, Shape, split};

fn ops() -> Vec<&'static Op> {
    let ids = ["f16", "f32", "f64", "bf16", "e4m3fn", "e8m0", "i8", "u16"];
    let both = ids.iter().flat_map(|id| [format!("cvt.{id}.toy"), format!("cvt.toy.{id}")]);
    both.map(|id| vectors::operations().find(&id).unwrap_or_else(|e| panic!("{e}"))).collect()
}

fn plans() -> impl Iterator<Item = Plan> {
    // Where a conversion never rounds, none but the first is a choice.
    let modes = ["", "rm=rna", "rm=rtz", "rm=rup", "rm=rdn", "rm=rto"];
    let words = |rm: &'static str| Some(rm).filter(|rm| !rm.is_empty());
    let plan = move |op: &'static Op, rm| op.parse_options(words(rm)).ok().map(|o| op.plan(&o));
    ops().into_iter().flat_map(move |op| modes.into_iter().filter_map(move |rm| plan(op, rm)))
}

#[test]
fn it_is_not_listed() {
    assert!(
        vectors::operations().all().all(|op| !op.id.starts_with("cvt") || !op.id.contains("toy"))
    );
    assert!(ALL.iter().all(|f| *f != Toy::FORMAT));
}

#[test]
fn conversions_are_the_formats() {
    let toy = Toy::FORMAT;
    let plan = vectors::operations().find("cvt.toy.f64").unwrap().plan(&Options::default());
    for code in 0..64 {
        let right = convert_any(&toy, &Format::ieee(11, 52).unwrap(), &Env::IEEE, code);
        let outcome = plan.run(&[code]);
        assert_eq!((outcome.out()[0], outcome.flag), (right.bits, Some(right.flags.bits())));
    }
}

/// Operands and results take the words of their formats.
#[test]
fn elements_of_several_words() {
    let shapes = [
        Shape::one(Toy::FORMAT),
        Shape::many(Binary128::FORMAT, 3),
        Shape::many(Binary64::FORMAT, 2),
    ];
    assert_eq!(shapes.map(|shape| shape.words_per_element()), [1, 2, 1]);
    assert_eq!(shapes.map(|shape| shape.words()), [1, 6, 2]);
    let x: Vec<u64> = (0..9).collect();
    let own: Vec<&[u64]> = split(&shapes, &x).map(|(_, own)| own).collect();
    assert_eq!(own, [&x[..1], &x[1..7], &x[7..]]);
    let mut plan = vectors::operations().find("cvt.toy.f64").unwrap().plan(&Options::default());
    plan.operands = shapes.to_vec().into();
    assert_eq!((plan.elements(), plan.check(&x)), (9, Ok(())));
    assert!(plan.check(&x[..8]).is_err());
}

/// Explanations arrive at the result, and models at cases that hit their goals.
#[test]
fn explanations_and_models() {
    let mut unsettled = Vec::new();
    for plan in plans() {
        let model = Model::new(&plan);
        let mut hits = vec![false; model.len()];
        for x in model.cases().chunks(plan.elements()) {
            let outcome = plan.run(x);
            model.hits(x, outcome.out(), outcome.flag, |goal| hits[goal] = true);
            let told = explain(&plan, x);
            assert!(told.contradicted_by.is_none(), "{}: {told:?}", plan.case(x));
        }
        for (goal, hit) in hits.into_iter().enumerate() {
            let status = model.status(goal);
            if status == Status::Open || hit != (status == Status::Reachable) {
                unsettled.push(format!("{} {}: {:?}", plan.op.id, plan.options, model.goal(goal)));
            }
        }
    }
    assert!(unsettled.is_empty(), "{unsettled:#?}");
}

/// Every code of the toy and of narrow formats, and random ones of wide formats, in every direction, by the reference's own
/// reading and rounding; the fuzzers' body draws the rest.
#[test]
fn conversions_are_what_the_reference_says() {
    for plan in plans() {
        let pairs = plan.options.pairs();
        let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let width = plan.input_bits();
        let mut random = seeded::Random::new(u64::from(width));
        for n in 0..1_u64 << width.min(16) {
            let x = match width {
                0..=16 => n,
                _ => near(&plan, &mut random),
            };
            let right = oracle::reference::evaluate(&plan.op.id, &pairs, &[vec![x]]);
            let right = right.map(|right| (right.out, right.flag));
            let found = plan.run(&[x]);
            assert_eq!(
                Some((found.out().to_vec(), found.flag)),
                right,
                "{} {pairs:?} {x:x}",
                plan.op.id
            );
        }
    }
}

/// A number of binary32 or binary64 near those of the toy, with a few bits or many; now and then any code.
fn near(plan: &Plan, random: &mut seeded::Random) -> u64 {
    let shape = plan.operands[0].format;
    let draw = random.next();
    if draw & 7 == 0 {
        return random.next() >> (64 - shape.width);
    }
    let bits = shape.man_bits - [3, 4, 5, shape.man_bits][(draw >> 3 & 3) as usize];
    let field = (shape.bias - 11) as u64 + (draw >> 8) % 22;
    let fraction = (random.next() & ((1 << shape.man_bits) - 1)) >> bits << bits;
    (draw >> 63) << (shape.width - 1) | field << shape.man_bits | fraction
}
