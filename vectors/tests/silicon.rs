//! Explanations of silicon units: their own arithmetic arrives at the evaluator's result, in corner cases and random ones.

use vectors::explain::{Explanation, explain};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Plan};

/// Lines have at most 100 columns, except some of doubles in a table.
const WIDEST: usize = 114;

fn units() -> Vec<&'static Op> {
    vectors::operations().all().filter(|op| op.family() == "silicon").collect()
}

/// What is wrong with the explanation of a case.
fn wrong(plan: &Plan, x: &[u64]) -> Option<String> {
    let (told, run) = (explain(plan, x), plan.run(x));
    if told.outcome != run || told.contradicted_by.is_some() {
        let (own, options) = (told.outcome.clone(), &plan.options);
        return Some(format!("{} {options} {x:x?}: {own:x?}, not {run:x?}\n{told}", plan.op.id));
    }
    let text = told.to_string();
    let widest = text.lines().map(str::len).max().unwrap_or(0);
    (!text.is_ascii() || widest > WIDEST).then(|| format!("{widest} columns\n{text}"))
}

/// Looks at some of the cases of every unit; of each the first that is wrong counts.
fn look(request: impl Fn(&'static Op) -> Request, most: u64) {
    let (mut found, mut looked) = (Vec::new(), 0);
    for op in units() {
        let set = Set::new(&request(op)).expect("a set");
        let every = set.len().div_ceil(most).max(1);
        let one = (0..set.len()).step_by(every as usize).find_map(|index| {
            let mut x = vec![0; 256];
            looked += 1;
            set.case(index, &mut x).and_then(|plan| wrong(plan, &x[..plan.elements()]))
        });
        found.extend(one);
    }
    let count = found.len();
    found.truncate(12);
    assert!(count == 0, "{count} units:\n{}", found.join("\n"));
    assert!(looked > 1000, "{looked} cases");
}

#[test]
fn corners() {
    look(|op| Request::new(vec![op], Cover::Corner), seeded::Kind::Operands.cases() / 2);
}

#[test]
fn random() {
    let (count, seed) = (seeded::Kind::Operands.cases() / 4, seeded::seed());
    look(|op| Request { count, seed, ..Request::new(vec![op], Cover::Random) }, count);
}

/// No unit is explained by operands and result alone.
#[test]
fn every_unit_has_steps() {
    let common = |title: &str| {
        ["operands", "result"].contains(&title)
            || title.starts_with("flags")
            || title.starts_with("decisions")
    };
    let has = |told: Explanation| told.steps.iter().any(|step| !common(&step.title));
    for op in units() {
        let request = Request { count: 20, seed: 1, ..Request::new(vec![op], Cover::Random) };
        let set = Set::new(&request).expect("a set");
        let mut some = false;
        set.for_each(0..set.len().min(20), |plan, x| some |= has(explain(plan, x)));
        assert!(some, "{}", op.id);
    }
}

/// CDNA3 keeps 31 bits of the products below the common place, rounded down (SIL-D19): what stands there decides a tie, and what
/// stands below is gone.
#[test]
fn the_last_guard_bit_of_cdna3_decides_a_tie() {
    for op in units().into_iter().filter(|op| {
        op.id.starts_with("silicon.amd.cdna3.mfma.k") && op.id.ends_with("f16.f16.f32")
    }) {
        let plan = op.plan(&op.option_sets()[0]);
        let k = plan.operands[0].len;
        let format = plan.operands[0].format;
        // 2^e, of binary16 a subnormal number too.
        let power = |e: i32| match e + format.bias {
            field @ 1.. => (field as u64) << format.man_bits,
            field => 1 << (format.man_bits as i32 - 1 + field),
        };
        let case = |last: [i32; 2]| {
            let side = |first: i32, second: i32| {
                let mut codes = vec![0; k];
                codes[..2].copy_from_slice(&[power(first), power(second)]);
                codes
            };
            [side(-12, last[0]), side(-12, last[1]), vec![0x3f80_0000]].concat()
        };
        for (last, right) in [([-15, -16], 0x3f80_0001), ([-16, -16], 0x3f80_0000)] {
            let x = case(last);
            assert_eq!(plan.run(&x).out(), [right], "{} {x:x?}", op.id);
            assert_eq!(wrong(&plan, &x), None);
        }
    }
}
