//! What measures count, what sets hold, what is told apart and what is lacking.

use vectors::cover::{Measure, Model};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Options;

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
    // A goal is hit, or a hole, or cannot be reached.
    let holes: Vec<usize> = covered.holes().collect();
    assert!(holes.iter().all(|goal| covered.hits[*goal] == 0) && !holes.is_empty());
    assert!(covered.hit() > 0 && covered.reachable() < covered.model.len());
    assert_eq!(covered.hit() + holes.len(), covered.reachable());
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

/// A design that looks at some bits of a box alone is caught: each is the only one that is not set.
#[test]
fn each_bit_of_a_box_is_missing_by_itself() {
    for (id, low) in [("ieee.f16.add", 16), ("cvt.f32.f64", 32)] {
        let op = vectors::operations().find(id).expect("listed");
        let model = Model::new(&op.plan(&op.parse_options(["box=64"]).expect("options")));
        let cases: Vec<&[u64]> = model.cases().chunks(model.plan().elements()).collect();
        for at in 0..model.plan().operands.len() {
            let missing = |bit: u32| {
                let others = u64::MAX << low ^ 1 << bit;
                cases.iter().any(|x| x[at] & u64::MAX << low == others)
            };
            let never: Vec<u32> = (low..64).filter(|bit| !missing(*bit)).collect();
            assert!(never.is_empty(), "{id}, operand {at}: {never:?}");
        }
    }
}
