//! The quick search for open decisions finds what the full one finds.

use crate::common::{Operands, operations};
use softfloat::question::{Alternative, Standing};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Answers, MAX_ELEMENTS, Plan};

#[test]
fn quick_and_full_search_agree() {
    let mut open = 0;
    for op in operations(9) {
        for options in op.option_sets() {
            let plan = op.plan(&options);
            let mut operands = Operands::new(7);
            // Without another answer both have nothing to search.
            let cases = if op.alternatives().is_empty() { 4 } else { 200 };
            for _ in 0..cases {
                let x = operands.of(&plan);
                let full = plan.provenance(&x);
                let quick = plan.open_provenance(&x, plan.run(&x).out());
                assert!(quick.rests_on.is_empty());
                assert_eq!(
                    (&quick.unspecified, &quick.flag_only),
                    (&full.unspecified, &full.flag_only),
                    "{} {options} {x:x?}",
                    op.id
                );
                open += usize::from(!quick.open().is_empty());
            }
        }
    }
    assert!(open > 1000, "{open}");
}

#[test]
fn every_invalid_block_is_open() {
    let op = vectors::operations().find("mncore2.mau.dmmul").expect("registered");
    let plan = op.plan(&op.parse_options([]).expect("none needed"));
    let one = 0x3ff8_0000_0000_0000;
    let block = |lead: u64| [lead, one, one, one];
    for (row, open) in
        [(block(one), false), (block(0x4018 << 48), true), (block(0x2ff8 << 48), true)]
    {
        let x: Vec<u64> = row.into_iter().chain(block(one)).collect();
        assert_eq!(plan.provenance(&x).unspecified.contains(&"MN-D32"), open, "{row:x?}");
        assert_eq!(plan.open_decisions(&x, plan.run(&x).out()).contains(&"MN-D32"), open);
    }
}

/// The decisions that a case is marked with, found by both searches.
fn open(op: &str, options: &[&str], x: &[u64]) -> Vec<&'static str> {
    let op = vectors::operations().find(op).expect("registered");
    let plan = op.plan(&op.parse_options(options.iter().copied()).expect("its options"));
    let quick = plan.open_decisions(x, plan.run(x).out());
    assert_eq!(quick, plan.provenance(x).open());
    quick
}

/// -inf * 0 + inf: neither a product of infinity and zero that is infinite nor another sign for
/// infinities of both signs changes the +inf; both together give -inf.
#[test]
fn two_answers_count_together() {
    let x = [0xfff0_0000_0000_0000, 0x000a_1a93_2753_fde0, 0xfffb_a98d_79a4_4d6d];
    assert_eq!(open("mncore2.mau.dvfma", &["neg=2"], &x), ["MN-D13", "MN-D12"]);
    assert_eq!(open("mncore2.mau.dvfma", &[], &x), [""; 0]);
}

/// A zero without mantissa is the same in half precision; one with a mantissa, or out of range, is
/// MN-D09's.
#[test]
fn an_exact_zero_is_shortened_as_it_is() {
    let fmax =
        |x| open("mncore2.rrn.l1bm4.fmax", &["r"], &[x, 0xff7f_ffff, 0xff7f_ffff, 0xff7f_ffff]);
    assert_eq!(fmax(0x8000_0000), [""; 0]);
    assert_eq!(fmax(0x8000_0001), ["MN-D09"]);
    assert_eq!(fmax(0x8080_0000), ["MN-D09"]);
}

/// A case without a mark has one result whatever the open answers are.
fn determined(plan: &Plan, x: &[u64]) -> bool {
    let mut all = vec![Answers::DECIDED];
    let open = plan.op.alternatives().into_iter().filter(|a| a.standing != Standing::RestsOn);
    let mut questions: Vec<Vec<&Alternative>> = Vec::new();
    for alternative in open {
        match questions.last_mut() {
            Some(own) if own[0].name == alternative.name => own.push(alternative),
            _ => questions.push(vec![alternative]),
        }
    }
    for own in questions {
        for answers in all.clone() {
            all.extend(own.iter().map(|alternative| answers.with(alternative)));
        }
    }
    let decided = plan.run(x);
    all.iter().all(|answers| plan.run_with(answers, x) == decided)
}

#[test]
fn what_is_not_marked_is_determined() {
    let mut marked = 0;
    for op in vectors::operations().select("mncore2.*").expect("some") {
        for cover in [Cover::Corner, Cover::Random] {
            let request = Request { count: 400, seed: 5, ..Request::new(vec![op], cover) };
            let set = Set::new(&request).expect("a set");
            let mut x = [0; MAX_ELEMENTS];
            for i in (0..set.len()).step_by(1 + set.len() as usize / 400) {
                let plan = set.case(i, &mut x).expect("a case");
                let x = &x[..plan.elements()];
                if plan.open_decisions(x, plan.run(x).out()).is_empty() {
                    assert!(determined(plan, x), "{} {} {x:x?}", plan.op.id, plan.options);
                } else {
                    marked += 1;
                }
            }
        }
    }
    assert!(marked > 10_000, "{marked}");
}

/// -inf * -0 + inf, the zero made by shortening: its sign matters if the product is infinite and the
/// sum of infinities of both signs is not +inf.
#[test]
fn three_answers_count_together() {
    let x = [0x8000_0001, 0xfe00, 0x7e00];
    let marks = open("mncore2.mau.hvfma", &["short=0", "ext=2"], &x);
    assert_eq!(marks, ["MN-D02", "MN-D13", "MN-D12"]);
}
