//! Operations on integers of widths that are not listed, and conversions between these; every
//! operand and result within its width.

use crate::compare::{AgainstReference, Judge, assert_all};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Plan};

const FORMATS: [&str; 10] = ["i5", "u7", "i8", "u13", "i32", "u33", "i47", "u63", "i64", "u64"];

fn operations() -> Vec<&'static Op> {
    let listed = vectors::operations().all().filter_map(|op| op.id.strip_prefix("int.i8."));
    let names: Vec<&str> = listed.collect();
    let int = FORMATS.iter().flat_map(|f| names.iter().map(move |name| format!("int.{f}.{name}")));
    let pairs = FORMATS.iter().flat_map(|a| FORMATS.iter().map(move |b| (a, b)));
    let cvt = pairs.filter(|(a, b)| a != b).map(|(a, b)| format!("cvt.{a}.{b}"));
    // Odd widths have no half.
    let found = |id: String| match vectors::operations().find(&id) {
        Ok(op) => Some(op),
        Err(_) if id.contains("narrow") => None,
        Err(e) => panic!("{e}"),
    };
    int.chain(cvt).filter_map(found).collect()
}

/// Beside the reference, the widths.
#[derive(Default)]
struct Clean(AgainstReference);

impl Judge for Clean {
    fn judge(&mut self, plan: &Plan, x: &[u64]) -> Option<String> {
        let ours = plan.run(x);
        let widths = |shapes: &[vectors::registry::Shape]| -> Vec<u32> {
            shapes.iter().flat_map(|s| vec![s.format.width; s.len]).collect()
        };
        let wide = |widths: Vec<u32>, codes: &[u64]| {
            widths.iter().zip(codes).any(|(w, c)| c & !(u64::MAX >> (64 - w)) != 0)
        };
        if wide(widths(&plan.operands), x) || wide(widths(&plan.results), ours.out()) {
            return Some(format!("{} {x:x?} {:x?}: wider than the format", plan.op.id, ours.out()));
        }
        self.0.judge(plan, x)
    }
}

#[test]
fn corners() {
    let set = Set::new(&Request::new(operations(), Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    assert_all::<Clean>(&set, "corner");
}

#[test]
fn random() {
    let (count, seed) = (4 * seeded::Kind::Operands.cases(), seeded::seed());
    let request = Request { count, seed, ..Request::new(operations(), Cover::Random) };
    let set = Set::new(&request).expect("a set");
    println!("{} cases", set.len());
    assert_all::<Clean>(&set, &format!("ASSAY_SEED={seed} {count} cases each"));
}
