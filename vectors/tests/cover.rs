//! Coverage models: every goal that can be reached has its case, and what is said to be out of reach is,
//! by trying all operands of narrow formats and random ones of wide formats.

use std::collections::HashMap;
use vectors::cover::{Measure, Model, Status};
use vectors::generate::{Cover, Request, Set};
use vectors::registry::{self, Op, Options};

/// The goals that the model's own cases hit.
fn hit_by_own(model: &Model) -> Vec<bool> {
    let plan = model.plan();
    let mut hit = vec![false; model.len()];
    for x in model.cases().chunks(plan.elements()) {
        let outcome = plan.run(x);
        model.hits(x, outcome.out(), outcome.flag, |goal| hit[goal] = true);
    }
    hit
}

/// Every goal is settled, and hit by the model's cases exactly where it can be reached.
fn is_covered(op: &'static Op, options: &Options) {
    let model = Model::new(&op.plan(options));
    assert!(!model.is_empty(), "{} {options}: no goals", op.id);
    for (goal, hit) in hit_by_own(&model).into_iter().enumerate() {
        let status = model.status(goal);
        assert_ne!(status, Status::Open, "{} {options}: {:?}", op.id, model.goal(goal));
        let reachable = status == Status::Reachable;
        assert_eq!(hit, reachable, "{} {options}: {:?}", op.id, model.goal(goal));
    }
}

#[test]
fn every_goal_of_every_operation_is_settled() {
    // One operation in so many, in the plainest rounding and one more; `cargo xtask models` takes all in all.
    let whole = std::env::var_os("ASSAY_MODELS").is_some_and(|value| value == "whole");
    let ops: Vec<&'static Op> = registry::all().step_by(if whole { 1 } else { 23 }).collect();
    assert!(ops.len() > 200);
    for (number, op) in (1..).zip(&ops) {
        let all = op.roundings();
        if whole {
            eprintln!("{number} of {}: {}", ops.len(), op.id);
            all.iter().for_each(|options| is_covered(op, options));
        } else {
            is_covered(op, &all[0]);
            is_covered(op, &all[op.id.len() % all.len()]);
        }
    }
}

#[test]
fn arithmetic_in_every_rounding_is_settled() {
    for ids in ["ieee.f16.*", "ieee.f64.fma,ieee.f64.div", "cvt.f32.*", "cvt.i64.*", "pod.pfp*.4s"]
    {
        for op in registry::select(ids).expect("listed") {
            op.roundings().iter().for_each(|options| is_covered(op, options));
        }
    }
}

/// Whether trying all operands finds exactly the goals that are said to be reachable.
fn is_proven(id: &str, options: &Options) {
    let op = registry::find(id).expect("listed");
    let plan = op.plan(options);
    let model = Model::new(&plan);
    let request = Request { options: Some(*options), ..Request::new(vec![op], Cover::Exhaustive) };
    let set = Set::new(&request).expect("few bits");
    let mut hit = vec![false; model.len()];
    set.for_each(0..set.len(), |plan, x| {
        let outcome = plan.run(x);
        model.hits(x, outcome.out(), outcome.flag, |goal| hit[goal] = true);
    });
    for (goal, hit) in hit.into_iter().enumerate() {
        let reachable = model.status(goal) == Status::Reachable;
        assert_eq!(hit, reachable, "{id} {options}: {:?}", model.goal(goal));
    }
}

#[test]
fn reasons_hold_where_all_operands_are_tried() {
    let operations = [
        "add",
        "sub",
        "mul",
        "div",
        "sqrt",
        "round_to_integral",
        "le_signaling",
        "total_order",
        "minimum",
    ];
    let formats =
        ["fp8.e5m2", "fp8.e4m3fn", "fp8.e4m3fnuz", "fp6.e3m2fn", "fp6.e2m3fn", "fp4.e2m1fn"];
    for format in formats {
        for operation in operations {
            let id = format!("{format}.{operation}");
            let op = registry::find(&id).expect("listed");
            op.roundings().iter().for_each(|options| is_proven(&id, options));
            let rules = ["ftz=1", "daz=1", "ftz=1 daz=1 rm=rup"];
            for text in rules {
                if let Ok(options) = op.parse_options(text.split(' ')) {
                    is_proven(&id, &options);
                }
            }
        }
    }
    for id in ["fp6.e3m2fn.fma", "fp6.e2m3fn.fma", "fp4.e2m1fn.fma"] {
        let op = registry::find(id).expect("listed");
        op.roundings().iter().for_each(|options| is_proven(id, options));
    }
    let conversions = [
        "f16.e5m2",
        "f16.e4m3fn",
        "bf16.f16",
        "f16.bf16",
        "bf16.e2m1fn",
        "e5m2.f32",
        "f16.i8",
        "f16.u4",
        "bf16.i16",
        "i16.f16",
        "i16.e4m3fn",
        "u16.bf16",
        "i8.u16",
        "u16.i8",
        "e8m0.f32",
        "f16.e8m0",
        "e2m1fn.f16",
    ];
    for pair in conversions {
        let id = format!("cvt.{pair}");
        let op = registry::find(&id).expect("listed");
        op.roundings().iter().for_each(|options| is_proven(&id, options));
    }
}

#[test]
fn random_cases_hit_nothing_that_is_out_of_reach() {
    let ids = "ieee.f32.*,ieee.f64.fma,ieee.f64.add,ieee.tf32.mul,cvt.f32.*,cvt.f64.*,cvt.i64.*,tile.talu.*.fp32,pod.pfp*.2d";
    for op in registry::select(ids).expect("listed") {
        let request = Request { count: 20_000, seed: 5, ..Request::new(vec![op], Cover::Random) };
        let set = Set::new(&request).expect("a set");
        let mut models: HashMap<String, Model> = HashMap::new();
        set.for_each(0..set.len(), |plan, x| {
            // Few choices of options, so that each is asked often.
            if plan.options.daz || plan.options.ftz || plan.options.nan != 0 {
                return;
            }
            let key = plan.options.to_string();
            let model = models.entry(key).or_insert_with(|| Model::new(plan));
            let outcome = plan.run(x);
            model.hits(x, outcome.out(), outcome.flag, |goal| {
                let status = model.status(goal);
                assert_eq!(status, Status::Reachable, "{} {:x?} {:?}", op.id, x, model.goal(goal));
            });
        });
    }
}

#[test]
fn a_measure_counts_what_cases_hit() {
    let op = registry::find("ieee.f32.add").expect("listed");
    let plan = op.plan(&Options::NONE);
    let mut measure = Measure::default();
    measure.case(&plan, &[0x3f80_0000, 0x3380_0000]);
    measure.case(&plan, &[0x3f80_0001, 0x3380_0000]);
    let covered = measure.covered();
    let [covered] = &covered[..] else { panic!("one operation") };
    assert_eq!(covered.cases, 2);
    let hits = |cross: &str, values: &str| {
        let mut goals = (0..covered.model.len()).map(|at| (at, covered.model.goal(at)));
        let found = goals.find(|(_, g)| g.cross == cross && g.values == values);
        covered.hits[found.expect("a goal").0]
    };
    // 1 + 2^-24 is a tie with an even last bit, 1 + 2^-23 + 2^-24 one with an odd.
    assert_eq!(hits("B3", "range=normal sign=+ lsb=0 guard=1 sticky=0"), 1);
    assert_eq!(hits("B3", "range=normal sign=+ lsb=1 guard=1 sticky=0"), 1);
    assert_eq!(hits("B10", "effective=sum distance=-24"), 2);
    assert_eq!(hits("B1", "x=+one y=+pow2"), 1);
    assert_eq!(hits("B7", "sign=+ bit=1"), 2);
    assert_eq!(hits("B12", "change=0"), 2);
}

#[test]
fn a_set_of_the_model_holds_the_models_cases() {
    let ops = registry::select("ieee.bf16.mul").expect("listed");
    let set = Set::new(&Request::new(ops.clone(), Cover::Model)).expect("a set");
    let mut from_set: Vec<u64> = Vec::new();
    set.for_each(0..set.len(), |_, x| from_set.extend_from_slice(x));
    let models = ops[0].roundings().into_iter().map(|o| Model::new(&ops[0].plan(&o)));
    let own: Vec<u64> = models.flat_map(|model| model.cases().to_vec()).collect();
    assert_eq!(from_set, own);
}
