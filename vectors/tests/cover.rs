//! Coverage models: every goal that can be reached has its case, and what is said to be out of reach is,
//! by trying all operands of narrow formats and random ones of wide formats.

use softfloat::NanRule;
use std::collections::HashMap;
use vectors::cover::{Measure, Model, Status};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::rules::{DAZ, FTZ, NAN};
use vectors::registry::{Op, Options};

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

/// The goals that are open, and those that the model's cases hit though they cannot be reached, or do not
/// though they can.
fn unsettled(op: &'static Op, options: &Options) -> Vec<String> {
    let model = Model::new(&op.plan(options));
    if model.plan().is_wide() {
        // There are none, and that is told.
        assert!(model.is_empty() && !model.lacks().is_empty(), "{} {options}", op.id);
        return Vec::new();
    }
    assert!(!model.is_empty(), "{} {options}: no goals", op.id);
    let wrong = |(goal, hit): &(usize, bool)| {
        let status = model.status(*goal);
        status == Status::Open || *hit != (status == Status::Reachable)
    };
    let wrong = hit_by_own(&model).into_iter().enumerate().filter(wrong);
    wrong.map(|(goal, _)| format!("{} {options}: {:?}", op.id, model.goal(goal))).collect()
}

/// Every goal is settled, and hit by the model's cases exactly where it can be reached.
fn is_covered(op: &'static Op, options: &Options) {
    let unsettled = unsettled(op, options);
    assert!(unsettled.is_empty(), "{unsettled:#?}");
}

#[test]
fn every_goal_of_every_operation_is_settled() {
    // One operation in so many, in the plainest rounding and one more; `cargo xtask models` takes all in all,
    // and with a selection of operations those.
    let chosen = std::env::var("ASSAY_MODELS").ok();
    let ops: Vec<&'static Op> = match chosen.as_deref() {
        None => vectors::operations().all().step_by(23).collect(),
        Some("whole") => vectors::operations().all().collect(),
        Some(ids) => vectors::operations().select(ids).expect("listed"),
    };
    let mut all_unsettled = Vec::new();
    for (number, op) in (1..).zip(&ops) {
        let all = op.roundings();
        let options = match &chosen {
            Some(_) => all,
            None => vec![all[0], all[op.id.len() % all.len()]],
        };
        if chosen.is_some() {
            eprintln!("{number} of {}: {}", ops.len(), op.id);
        }
        all_unsettled.extend(options.iter().flat_map(|options| unsettled(op, options)));
    }
    assert!(all_unsettled.is_empty(), "{}: {all_unsettled:#?}", all_unsettled.len());
}

#[test]
fn arithmetic_in_every_rounding_is_settled() {
    for ids in ["ieee.f16.*", "ieee.f64.fma,ieee.f64.div", "cvt.f32.*", "cvt.i64.*", "pod.pfp*.4s"]
    {
        for op in vectors::operations().select(ids).expect("listed") {
            op.roundings().iter().for_each(|options| is_covered(op, options));
        }
    }
}

#[test]
fn blocks_are_settled() {
    for op in vectors::operations()
        .select("mncore2.bf.*,mx.*,tile.tcvt.*mx*,tile.tmma.mx*,*.remainder,*.fmod,*.scale_b")
        .expect("listed")
    {
        let all = op.roundings();
        is_covered(op, &all[op.id.len() % all.len()]);
    }
    let rules = [
        ("mx.fp8e4m3.quantize", "special=element"),
        ("mx.fp8e4m3.quantize", "overflow=ieee"),
        ("mx.fp8e5m2.quantize", "overflow=ieee scale=ceil"),
        ("mx.fp8e5m2.quantize", "special=element overflow=ieee daz=1"),
        ("mx.fp4e2m1.quantize", "scale=nearest daz=1 rm=rup"),
        ("mx.int8.quantize", "scale=even rm=rdn"),
        ("mx.fp6e2m3.quantize", "scale=ceil rm=rto"),
        ("mx.fp8e5m2.dequantize", "ftz=1"),
        ("mx.int4.dot", "daz=1 ftz=1"),
        ("ieee.f32.remainder", "daz=1"),
        ("ieee.f16.fmod", "daz=1 ftz=1"),
        ("ieee.f64.scale_b", "daz=1 rm=rup"),
        ("mncore2.bf.hbfn", "n=6"),
        ("mncore2.bf.hbfe", "n=7"),
        ("mncore2.mau.dvfma", "r"),
        ("mncore2.mau.dvmul", "r"),
        ("mncore2.mau.hvadd", "r"),
        ("mncore2.mau.hvmul", "r"),
        ("mncore2.mau.hvfma", "r"),
        ("mncore2.mau.hvpassa", "r"),
        ("mncore2.mau.dmfma", "r"),
        ("mncore2.mau.hmmul", "r"),
        ("mncore2.convert.d_to_h", "port=input"),
        ("mncore2.rrn.l1bm16.ffadd", "e"),
        ("mncore2.rrn.l1bm4.ffadd", "e r"),
        ("mncore2.rrn.l1bm16.ffadd", "r"),
        ("sum.own:x=e4m3fn:y=e4m3fn:terms=4:order=all:alignment=field.24", "daz"),
        ("sum.own:x=e5m2:y=e5m2:terms=8", "daz ftz"),
        ("sum.own:x=e2m1fn:y=e2m1fn:terms=4:alignment=exact", "daz rm=rup"),
        ("sum.own:x=e2m1fn:y=e2m1fn:terms=4:alignment=exact", "ftz"),
        ("sum.plain.add.f16", "daz rm=rdn"),
        ("silicon.nvidia.blackwell.tcgen05.k32.e2m3.e4m3.f16", ""),
        ("silicon.nvidia.rtxblackwell.mma.k32.e2m3.e2m1.f16", ""),
        ("sum.own:x=e3m2fn:terms=4:order=all:alignment=field.12", "daz"),
    ];
    for (id, text) in rules {
        let op = vectors::operations().find(id).expect("listed");
        is_covered(op, &op.parse_options(text.split_whitespace()).expect("options"));
    }
}

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
            let step = if at % 2 == 0 { 1 } else { 4 };
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
fn numbers_in_boxes_are_settled() {
    for (id, text) in [
        ("ieee.f16.add", "box=32"),
        ("ieee.bf16.fma", "box=64 rm=rup"),
        ("ieee.f32.lt_quiet", "box=64"),
        ("ieee.f16.round_to_integral", "box=32"),
        ("ieee.f32.scale_b", "box=64"),
        ("ieee.bf16.remainder", "box=32"),
        ("ieee.f16.abs", "box=64"),
        ("cvt.f16.f32", "box=32"),
        ("cvt.f64.f32", "box=64 rm=rup"),
        ("cvt.f32.i32", "box=64 rm=rtz exact"),
        ("cvt.i64.bf16", "box=32"),
    ] {
        let op = vectors::operations().find(id).expect("listed");
        is_covered(op, &op.parse_options(text.split(' ')).expect("options"));
    }
}

#[test]
fn random_cases_hit_nothing_that_is_out_of_reach() {
    let ids = "ieee.f32.*,ieee.f64.fma,ieee.f64.add,ieee.tf32.mul,cvt.f32.*,cvt.f64.*,cvt.i64.*,tile.talu.*.fp32,pod.pfp*.2d,mncore2.bf.*,mncore2.mau.*,mncore2.convert.*,mncore2.rrn.*fadd,sum.mncore2.*,sum.plain.*,mx.*,*.remainder,*.fmod,*.scale_b,posit.16.*,posit.32.*,p3109.binary8p4se.*,sr.f32.bf16";
    for op in vectors::operations().select(ids).expect("listed") {
        let request = Request { count: 20_000, seed: 5, ..Request::new(vec![op], Cover::Random) };
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

#[test]
fn a_measure_counts_what_cases_hit() {
    let op = vectors::operations().find("ieee.f32.add").expect("listed");
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
    let ops = vectors::operations().select("ieee.bf16.mul").expect("listed");
    let set = Set::new(&Request::new(ops.clone(), Cover::Model)).expect("a set");
    let mut from_set: Vec<u64> = Vec::new();
    set.for_each(0..set.len(), |_, x| from_set.extend_from_slice(x));
    let models = ops[0].roundings().into_iter().map(|o| Model::new(&ops[0].plan(&o)));
    let own: Vec<u64> = models.flat_map(|model| model.cases().to_vec()).collect();
    assert_eq!(from_set, own);
}

#[test]
fn a_measure_counts_what_blocks_hit() {
    let hit = |id: &str, x: &[u64]| -> Vec<String> {
        let mut measure = Measure::default();
        measure.case(&vectors::operations().find(id).expect("listed").plan(&Options::NONE), x);
        let covered = measure.covered();
        let model = &covered[0].model;
        let goals = (0..model.len()).filter(|at| covered[0].hits[*at] > 0).map(|at| model.goal(at));
        goals.map(|goal| format!("{} {}", goal.cross, goal.values)).collect()
    };
    // Just below 2, 0.5, 0, 1: the first becomes 2.
    let found = hit("mncore2.bf.fbfn", &[0x3fff_ffff, 0x3f00_0000, 0, 0x3f80_0000]);
    for goal in [
        "carry element=0 sign=+ block=carries",
        "carry element=3 sign=+ block=another carries",
        "spread element=1 below=1",
        "spread element=2 below=zero",
        "zeros element=2 mantissa=zero block=finite",
        "round place=common sign=+ lsb=0 guard=0 sticky=0",
    ] {
        assert!(found.iter().any(|found| found == goal), "{goal}: {found:#?}");
    }
    // 6, -0.5, 7 and 0.3 beside 1: 7 is beyond the largest element, 0.3 lies above half of the smallest.
    let mut x = vec![0; 32];
    x[..4].copy_from_slice(&[0x40c0_0000, 0xbf00_0000, 0x40e0_0000, 0x3e99_999a]);
    let found = hit("mx.fp4e2m1.quantize", &x);
    for goal in [
        "scale block=numbers scale=7f",
        "largest scale=floor number=beyond it sign=+",
        "elements element=1 class=-submin",
        "elements element=2 class=+max",
        "spread element=3 below=4",
        "round range=subnormal sign=+ lsb=0 guard=1 sticky=1",
    ] {
        assert!(found.iter().any(|found| found == goal), "{goal}: {found:#?}");
    }
    // 2^-127 and 2^0 times 1.5, products with themselves and an addend of 1.
    let mut x = vec![0; 67];
    (x[0], x[1], x[33], x[34], x[66]) = (0x7f, 0x3c, 0x00, 0x38, 0x3f80_0000);
    let found = hit("mx.fp8e4m3.dot", &x);
    for goal in [
        "scale x=7f y=00",
        "align effective=+ above=28",
        "round range=normal sign=+ lsb=0 guard=0 sticky=1",
    ] {
        assert!(found.iter().any(|found| found == goal), "{goal}: {found:#?}");
    }
    // 3 is one and a half times 2; 1 times 2^-150 is half of the smallest number.
    let found = hit("ieee.f32.remainder", &[0x4040_0000, 0x4000_0000]);
    for goal in ["tie fraction=half lower=odd x=+ y=+", "quotient above=0 result=other"] {
        assert!(found.iter().any(|found| found == goal), "{goal}: {found:#?}");
    }
    let found = hit("ieee.f32.scale_b", &[0xbf80_0000, 0xffff_ff6a]);
    for goal in [
        "round sign=- lsb=0 guard=1 sticky=0",
        "limits limit=smallest sign=- above=-1",
        "scale x=normal sign=- n=below -64",
    ] {
        assert!(found.iter().any(|found| found == goal), "{goal}: {found:#?}");
    }
}

/// Cases of the model of an operation under these options that give another result or other flags under
/// others.
fn told_apart(id: &str, under: &str, other: &str) -> usize {
    let op = vectors::operations().find(id).expect("listed");
    let plan = |text: &str| op.plan(&op.parse_options(text.split(' ')).expect("options"));
    let (own, other) = (plan(under), plan(other));
    let model = Model::new(&own);
    let differs = |x: &&[u64]| {
        let (own, other) = (own.run(x), other.run(x));
        (own.out(), own.flag) != (other.out(), other.flag)
    };
    model.cases().chunks(own.elements()).filter(differs).count()
}

#[test]
fn tininess_before_and_after_rounding_is_told_apart() {
    let ids = [
        "ieee.f32.mul",
        "ieee.f32.fma",
        "ieee.f64.mul",
        "ieee.bf16.fma",
        "cvt.f32.f16",
        "cvt.f64.f32",
        "cvt.f32.e5m2",
        "mx.fp8e4m3.quantize",
        "mx.fp8e4m3.dot",
        "sum.plain.exact_dot.f32.f32",
    ];
    for id in ids {
        for rounding in ["rne", "rna", "rup", "rdn"] {
            let [after, before] =
                ["after", "before"].map(|tininess| format!("rm={rounding} tininess={tininess}"));
            assert!(told_apart(id, &after, &before) > 0, "{id} {rounding}");
        }
    }
    // What is cut never becomes the smallest normal number.
    assert_eq!(told_apart("ieee.f32.mul", "rm=rtz", "rm=rtz tininess=before"), 0);
}

#[test]
fn what_is_lacking_is_told() {
    let lacking = |id: &str, text: &str| -> Vec<&'static str> {
        let op = vectors::operations().find(id).expect("listed");
        let words = text.split(' ').filter(|word| !word.is_empty());
        let model = Model::new(&op.plan(&op.parse_options(words).expect("options")));
        model.lacks().iter().map(|lack| lack.models).collect()
    };
    for (id, options) in [
        ("ieee.f32.fma", ""),
        ("cvt.f32.f16", ""),
        ("mncore2.mau.fvadd", ""),
        ("mncore2.mau.hvfma", "r"),
        ("mncore2.mau.gmfma", ""),
        ("mncore2.rrn.l1bm16.hfadd", ""),
        ("mncore2.convert.d_to_f", "port=input"),
        ("mncore2.bf.fbfn", ""),
        ("posit.16.fma", ""),
        ("cvt.posit32.f32", ""),
        ("p3109.binary8p3ue.div", "sat=1"),
        ("ieee.f16.mul", "box=32"),
    ] {
        assert_eq!(lacking(id, options), [""; 0], "{id} {options}");
    }
    let all = "all but the classes of operands (B1)";
    for (id, options) in [
        ("mncore2.mau.fvadd", "neg=0"),
        ("mncore2.mau.fmfma", "ext=2"),
        ("mncore2.rrn.l2bm8.ffadd", "l1bset=0/3"),
        ("mncore2.rrn.mv2.fmax", ""),
        ("mncore2.alu.fmax", ""),
        ("elem.mndouble.cosine", ""),
        ("posit.16.fdp_sub", ""),
        ("p3109.binary8p3se.next", ""),
        ("ieee.f32.copy_sign", "box=64"),
    ] {
        assert_eq!(lacking(id, options), [all], "{id} {options}");
    }
    assert_eq!(lacking("mncore2.mau.dvmul", "r"), ["omitted"]);
    assert_eq!(lacking("posit.16.fdp", ""), ["align, order, cancel"]);
    assert_eq!(lacking("sr.f32.e5m2", ""), ["results, flags"]);
    let sums = "align, order, cancel, round, carry, limits, tiny, huge";
    assert_eq!(lacking("sum.tile.wrap.i8.i32", ""), [sums, "results, flags"]);
    let dot = "sum.own:x=e4m3fn:y=e4m3fn:terms=4:order=all:alignment=field.24";
    assert_eq!(lacking(dot, ""), ["aligned", "results, flags"]);
    let narrow = "sum.own:x=e2m1fn:y=e2m1fn:terms=4:alignment=field.24";
    assert_eq!(lacking(narrow, ""), ["cancel", "order", "aligned", "results, flags"]);
    assert!(lacking("sum.tile.align2.e4m3fn.e5m2.f16", "").contains(&"aligned"));
    assert_eq!(lacking("sum.plain.exact.f32", ""), ["results, flags"]);
}

/// The room above the largest exponent field that a sum of products can ask for is asked for, in both signs: four products of
/// 1.875 * 1.875 and an addend of all ones make 16 times the power of two by which a datapath aligns.
#[test]
fn a_sum_asks_for_all_the_room_above_its_terms() {
    for (id, most) in [
        ("sum.own:x=e4m3fn:y=e4m3fn:terms=4:order=all:alignment=field.24", 4),
        ("sum.own:x=e4m3fn:y=e4m3fn:terms=3:order=all:alignment=field.24", 3),
        ("sum.own:x=e2m1fn:y=e2m1fn:terms=4:order=all:alignment=exact", 3),
    ] {
        let op = vectors::operations().find(id).expect("an operation");
        let plan = op.plan(&Options::NONE);
        let [x, y, z] = &plan.operands[..] else { panic!("three operands") };
        let number = |f: &softfloat::Format, code: u64| match f.decode(code) {
            softfloat::Value::Finite(own) => {
                let magnitude = own.significand as f64 * f64::from(own.exponent).exp2();
                if own.sign { -magnitude } else { magnitude }
            }
            _ => f64::NAN,
        };
        let field = |f: &softfloat::Format, code: u64| {
            let least = f64::from(f.exponents().0).exp2();
            number(f, code).abs().max(least).log2().floor()
        };
        let mut found = [i32::MIN; 2];
        for case in Model::new(&plan).cases().chunks(plan.elements()) {
            let (a, b, c) = (&case[..x.len], &case[x.len..2 * x.len], case[2 * x.len]);
            let product = |(a, b): (&u64, &u64)| number(&x.format, *a) * number(&y.format, *b);
            let sum = a.iter().zip(b).map(product).sum::<f64>() + number(&z.format, c);
            let products = a.iter().zip(b).filter(|both| product(*both) != 0.0);
            let fields = products.map(|(a, b)| field(&x.format, *a) + field(&y.format, *b));
            let own = (number(&z.format, c) != 0.0).then(|| field(&z.format, c));
            let top = fields.chain(own).fold(f64::NEG_INFINITY, f64::max);
            if sum.is_finite() && sum != 0.0 && top.is_finite() {
                let above = (sum.abs() / top.exp2()).log2().floor() as i32;
                let sign = usize::from(sum < 0.0);
                found[sign] = found[sign].max(above);
            }
        }
        assert_eq!(found, [most; 2], "{id}");
    }
}
