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
        Set::new(&Request { options: Some(Options::NONE), count: 4000, ..plain }).expect("a set")
    };
    [Cover::Corner, Cover::Model, Cover::Random].map(set).into()
}

/// What a cause says that is right of a fault; of those without words no cause is right.
const fn words(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::Tininess => &["tininess=before"],
        Fault::Ties => &["ties go toward zero"],
        Fault::Sticky => &["the sticky bit is dropped"],
        // What is kept is cut.
        Fault::Guard => &["as under rm=rtz"],
        Fault::Limit => &["what overflows becomes the largest number", "as under sat=keepinf"],
        Fault::FlushedResults => &["as under ftz=1", "subnormal results are flushed to zero"],
        Fault::FlushedOperands => &["as under daz=1"],
        Fault::ZeroOfNumbers | Fault::ZeroOfZeros => &["the sign of zero is turned"],
        Fault::Carry
        | Fault::LastTie
        | Fault::Early
        | Fault::Cancellation(_)
        | Fault::Exchanged(_) => &[],
    }
}

/// No cause is wrong, and at least so many faults have a right one.
#[rstest]
#[case("ieee.f32.add", operations::ieee, 6)]
#[case("ieee.f16.sub", operations::ieee, 7)]
#[case("ieee.f32.mul", operations::ieee, 7)]
#[case("ieee.f32.div", operations::ieee, 5)]
#[case("ieee.f32.sqrt", operations::ieee, 4)]
#[case("ieee.f16.fma", operations::ieee, 7)]
#[case("cvt.f32.f16", operations::convert, 7)]
#[case("cvt.f64.f32", operations::convert, 7)]
#[case("cvt.f32.e5m2", operations::convert, 7)]
fn no_cause_is_wrong(#[case] id: &str, #[case] evaluate: Evaluate, #[case] least: usize) {
    let op = vectors::operations().find(id).expect("an operation");
    let (sets, mut named) = (sets(op), 0);
    let several = op.operands.len() > 1;
    for fault in FAULTS.into_iter().filter(|f| several || !matches!(f, Fault::Exchanged(_))) {
        let design = Design {
            rounding: Rounding::NearestEven,
            overflow: Overflow::Ieee,
            positive_zeros: false,
            planted: Some(Planted { fault, negative: None }),
        };
        let settings = Settings { op: Some(op), ..Settings::default() };
        let questions = Questions { first: &[], sets: &sets };
        let mut live = Wrong { evaluate, design };
        let found = diff(&mut live, &questions, &settings, &Limits::default(), &mut |_| {});
        let causes = found.expect("answers").report.causes;
        for cause in &causes {
            let right = words(fault).iter().any(|words| cause.to_string().contains(words));
            assert!(right, "{id}, {fault:?}: {cause}");
        }
        named += usize::from(!causes.is_empty());
    }
    assert!(named >= least, "{id}: {named} of {least} faults have a cause");
}
