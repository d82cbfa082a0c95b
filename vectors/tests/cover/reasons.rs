//! What is said to be out of reach: all operands of narrow formats are tried, random ones of wide formats.

use seeded::{Kind, one_in};
use softfloat::NanRule;
use std::collections::HashMap;
use vectors::cover::{Model, Status};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Options;
use vectors::registry::rules::{DAZ, FTZ, NAN};

/// Trying all operands finds exactly the goals that are said to be reachable.
fn is_proven(id: &str, options: &Options) {
    let wrong = unproven(id, options);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Goals that are hit, trying all operands, though they are not said to be reachable, or the other way round.
fn unproven(id: &str, options: &Options) -> Vec<String> {
    let op = vectors::operations().find(id).expect("listed");
    let plan = op.plan(options);
    let model = Model::new(&plan);
    let request = Request { options: Some(*options), ..Request::new(vec![op], Cover::Exhaustive) };
    let set = Set::new(&request).expect("few bits");
    let mut hit = vec![false; model.len()];
    set.for_each(0..set.len(), |plan, x| {
        let outcome = plan.run(x);
        model.hits(x, outcome.out(), outcome.flag, |goal| hit[goal] = true);
    });
    let wrong = hit.into_iter().enumerate();
    let wrong = wrong.filter(|(goal, hit)| *hit != (model.status(*goal) == Status::Reachable));
    wrong.map(|(goal, hit)| format!("{id} {options}: {:?}: {hit}", model.goal(goal))).collect()
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
        "remainder",
        "fmod",
    ];
    let formats =
        ["fp8.e5m2", "fp8.e4m3fn", "fp8.e4m3fnuz", "fp6.e3m2fn", "fp6.e2m3fn", "fp4.e2m1fn"];
    for format in formats {
        for operation in operations {
            let id = format!("{format}.{operation}");
            let op = vectors::operations().find(&id).expect("listed");
            let every = if format.starts_with("fp8") { one_in(2) as usize } else { 1 };
            op.roundings().iter().step_by(every).for_each(|options| is_proven(&id, options));
            let rules = ["ftz=1", "daz=1", "ftz=1 daz=1 rm=rup"];
            for text in rules {
                if let Ok(options) = op.parse_options(text.split(' ')) {
                    is_proven(&id, &options);
                }
            }
        }
    }
    for id in ["fp6.e3m2fn.fma", "fp6.e2m3fn.fma", "fp4.e2m1fn.fma"] {
        let op = vectors::operations().find(id).expect("listed");
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
        let op = vectors::operations().find(&id).expect("listed");
        op.roundings().iter().for_each(|options| is_proven(&id, options));
    }
}

#[test]
fn reasons_hold_in_formats_of_p3109() {
    let mut wrong = Vec::new();
    let listed = vectors::operations().all().filter_map(|op| op.id.strip_suffix(".compare_less"));
    let listed = listed.filter(|id| id.starts_with("p3109.")).map(str::to_owned);
    let own = ["3p1se", "4p2uf", "5p3sf", "6p2ue"].map(|own| format!("p3109.binary{own}"));
    for (at, format) in listed.chain(own).enumerate() {
        for operation in ["add", "sub", "mul", "div", "sqrt", "compare_less", "max"] {
            let id = format!("{format}.{operation}");
            let op = vectors::operations().find(&id).expect("listed");
            // All directions of every other format.
            let step = if at % 2 == 0 { one_in(5) as usize } else { 6 };
            wrong.extend(op.roundings().iter().step_by(step).flat_map(|o| unproven(&id, o)));
            if let Ok(options) = op.parse_options(["sat=1", "rm=rna"]) {
                wrong.extend(unproven(&id, &options));
            }
        }
    }
    for id in ["p3109.binary6p3se.fma", "p3109.binary6p3uf.fma", "p3109.binary5p1ue.fma"] {
        let op = vectors::operations().find(id).expect("on demand");
        wrong.extend(op.roundings().iter().flat_map(|options| unproven(id, options)));
    }
    for pair in [
        "f16.binary8p3se",
        "bf16.binary8p1ue",
        "f16.binary8p4uf",
        "bf16.binary8p7sf",
        "binary8p3sf.f16",
        "binary8p1ue.bf16",
        "binary8p8uf.f32",
        "binary8p4se.bf16",
        "i8.binary8p3ue",
        "binary8p4se.i8",
        "e2m1fn.binary8p3ue",
    ] {
        let id = format!("cvt.{pair}");
        let op = vectors::operations().find(&id).expect("on demand");
        wrong.extend(op.roundings().iter().flat_map(|options| unproven(&id, options)));
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn reasons_hold_for_posits() {
    let mut wrong = Vec::new();
    let operations =
        ["add", "sub", "mul", "div", "sqrt", "compare_less", "nearest_int", "floor", "fma"];
    for posits in ["8", "8e0", "8e1", "8e3", "9e2", "6e2", "5e1", "4e0", "3e2", "9e3"] {
        for operation in operations {
            let id = format!("posit.{posits}.{operation}");
            let op = vectors::operations().find(&id).expect("on demand");
            let plan = op.plan(&Options::NONE);
            if plan.input_bits() <= 18 {
                wrong.extend(unproven(&id, &plan.options));
            }
        }
    }
    for id in ["posit.16.sqrt", "posit.17e1.sqrt", "posit.18e3.sqrt"] {
        let op = vectors::operations().find(id).expect("listed");
        wrong.extend(unproven(id, &op.plan(&Options::NONE).options));
    }
    for pair in [
        "f16.posit8",
        "bf16.posit32",
        "posit8.f16",
        "posit16.f32",
        "posit16.e4m3fn",
        "posit8.posit16",
        "posit16.posit8",
        "i8.posit8",
        "i16.posit8",
        "u8.posit16",
        "posit8.i8",
        "posit16.u8",
        "posit16.i32",
        "binary8p4sf.posit8",
        "posit8e0.bf16",
    ] {
        let id = format!("cvt.{pair}");
        let op = vectors::operations().find(&id).expect("on demand");
        wrong.extend(op.roundings().iter().flat_map(|options| unproven(&id, options)));
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn reasons_hold_for_random_words() {
    let mut wrong = Vec::new();
    for (id, rules) in [
        ("sr.f16.e5m2", ["bits=1", "bits=2", "bits=2 tail=even"]),
        ("sr.f16.e4m3fn", ["bits=2 tail=halfup", "bits=2 tail=odd", "bits=2 daz=1"]),
        ("sr.bf16.e2m1fn", ["bits=1 tail=halfup", "bits=2 ftz=1", "bits=2 tail=even"]),
        ("sr.bf16.binary8p1ue", ["bits=1", "bits=2 tail=odd", "bits=2 sat=1"]),
        ("sr.f16.binary8p7sf", ["bits=1", "bits=2 tail=even", "bits=2"]),
        ("sr.f16.i8", ["bits=1", "bits=2 tail=even", "bits=2"]),
    ] {
        let op = vectors::operations().find(id).expect("listed or on demand");
        for text in rules {
            wrong.extend(unproven(id, &op.parse_options(text.split(' ')).expect("options")));
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn random_cases_hit_nothing_that_is_out_of_reach() {
    let ids = "ieee.f32.*,ieee.f64.fma,ieee.f64.add,ieee.tf32.mul,cvt.f32.*,cvt.f64.*,cvt.i64.*,tile.talu.*.fp32,pod.pfp*.2d,mncore2.bf.*,mncore2.mau.*,mncore2.convert.*,mncore2.rrn.*fadd,sum.mncore2.*,sum.plain.*,mx.*,*.remainder,*.fmod,*.scale_b,posit.16.*,posit.32.*,p3109.binary8p4se.*,sr.f32.bf16";
    let ops = vectors::operations().select(ids).expect("listed");
    for op in ops.into_iter().step_by(one_in(3) as usize) {
        let count = Kind::Operands.cases() / 2;
        let request = Request { count, seed: 5, ..Request::new(vec![op], Cover::Random) };
        let set = Set::new(&request).expect("a set");
        let mut models: HashMap<String, Model> = HashMap::new();
        set.for_each(0..set.len(), |plan, x| {
            // Few choices of options, so that each is asked often.
            let o = &plan.options;
            if o.get(&DAZ) || o.get(&FTZ) || o.get(&NAN) != NanRule::Canonical {
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
