//! What `diff` says of the planted designs: the cause by its name or none, and never another one.

use super::operations;
use super::rounding::{Design, Fault, Overflow, Planted};
use super::{Case, Evaluate};
use rstest::rstest;
use softfloat::Rounding;
use vectors::check::Settings;
use vectors::diff::{Answer, Design as Live, Limits, Questions, diff};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Options, Plan};

const FAULTS: [Fault; 16] = [
    Fault::Tininess,
    Fault::Ties,
    Fault::Sticky,
    Fault::Guard,
    Fault::Carry,
    Fault::Limit,
    Fault::LastTie,
    Fault::Early,
    Fault::FlushedResults,
    Fault::FlushedOperands,
    Fault::ZeroOfNumbers,
    Fault::ZeroOfZeros,
    Fault::Cancellation(1),
    Fault::Cancellation(5),
    Fault::Exchanged(0),
    Fault::Exchanged(1),
];

/// A planted design that is asked.
struct Wrong {
    evaluate: Evaluate,
    design: Design,
}

impl Live for Wrong {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        let digits = plan.result().digits();
        let answer = |x: &[u64]| {
            let right = plan.run(x);
            let own = (self.evaluate)(&self.design, &Case { plan, x, right: &right });
            let (out, flags) = match own {
                Some(own) => (own.out[0], own.flags),
                None => (right.out()[0], right.flag.unwrap_or(0)),
            };
            Answer::Line(format!("{out:0digits$x} {flags:02x}"))
        };
        cases.chunks(plan.elements()).map(answer).collect()
    }
}

fn sets(op: &'static Op) -> Vec<Set> {
    let set = |cover| {
        let plain = Request::new(vec![op], cover);
        Set::new(&Request { options: Some(Options::NONE), count: 10_000, ..plain }).expect("a set")
    };
    [Cover::Corner, Cover::Model, Cover::Random].map(set).into()
}

#[rstest]
#[case("ieee.f32.add", operations::ieee)]
#[case("ieee.f16.sub", operations::ieee)]
#[case("ieee.f32.mul", operations::ieee)]
#[case("ieee.f32.div", operations::ieee)]
#[case("ieee.f32.sqrt", operations::ieee)]
#[case("ieee.f16.fma", operations::ieee)]
#[case("cvt.f32.f16", operations::convert)]
#[case("cvt.f64.f32", operations::convert)]
#[case("cvt.f32.e5m2", operations::convert)]
fn no_cause_is_wrong(#[case] id: &str, #[case] evaluate: Evaluate) {
    let op = vectors::operations().find(id).expect("an operation");
    for fault in FAULTS {
        let planted = Some(Planted { fault, negative: None });
        let design = Design {
            rounding: Rounding::NearestEven,
            overflow: Overflow::Ieee,
            positive_zeros: false,
            planted,
        };
        let settings = Settings { op: Some(op), ..Settings::default() };
        let sets = sets(op);
        let questions = Questions { first: &[], sets: &sets };
        let mut live = Wrong { evaluate, design };
        let found = diff(&mut live, &questions, &settings, &Limits::default(), &mut |_| {});
        let found = found.expect("answers");
        let causes: Vec<String> = found.report.causes.iter().map(|c| format!("{c}")).collect();
        println!("{id} {fault:?}: {} of {}: {causes:#?}", found.report.counts.mismatched, found.asked);
    }
}
