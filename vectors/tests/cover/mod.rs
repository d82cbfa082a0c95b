//! Coverage models: every goal that can be reached has its case, and what is said to be out of reach is,
//! by trying all operands of narrow formats and random ones of wide formats.

mod measures;
mod near;
mod reasons;
mod twice;

use seeded::{Level, level, one_in};
use vectors::cover::{Model, Status};
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
    let whole = level() == Level::Whole;
    // In the plainest rounding mode and one more; `cargo xtask models` takes all in all.
    let every = one_in(59) as usize;
    let ops: Vec<&'static Op> = vectors::operations().all().step_by(every).collect();
    let mut all_unsettled = Vec::new();
    for (number, op) in (1..).zip(&ops) {
        let all = op.roundings();
        let options = match whole {
            true => all,
            false => vec![all[0], all[op.id.len() % all.len()]],
        };
        if whole {
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
            let every = one_in(2) as usize;
            op.roundings().iter().step_by(every).for_each(|options| is_covered(op, options));
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
