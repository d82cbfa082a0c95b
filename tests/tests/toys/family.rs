//! The family: the engines take its operations without knowing them.

use oracle::reference;
use vectors::check::{Settings, check};
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::operations;
use vectors::part::{Cover, Shard};
use vectors::registry::{Op, Options};

fn ops() -> Vec<&'static Op> {
    operations().select("toy.*").expect("the list of families has it")
}

/// Every pair of codes, and random ones of three operands.
#[test]
fn operations_are_what_the_reference_says() {
    for op in ops() {
        let plan = op.plan(&Options::NONE);
        let cover = if op.operands.len() == 2 { Cover::Exhaustive } else { Cover::Random };
        let request = Request { options: Some(Options::NONE), ..Request::new(vec![op], cover) };
        let set = Set::new(&request).expect("a set");
        let mut x = vec![0; set.elements()];
        for i in 0..set.len() {
            set.case(i, &mut x).expect("a case");
            let operands: Vec<Vec<u64>> = x.iter().map(|x| vec![*x]).collect();
            let right =
                reference::evaluate(&op.id, &[], &operands).expect("the list of references has it");
            let found = plan.run(&x);
            assert_eq!((found.out(), found.flag), (&right.out[..], right.flag), "{} {x:x?}", op.id);
        }
    }
}

#[test]
fn files_of_every_cover_check() {
    for cover in [Cover::Corner, Cover::Random, Cover::Model] {
        let set = Set::new(&Request { count: 1_000, ..Request::new(ops(), cover) }).expect("a set");
        let mut file = Vec::new();
        set.write(&set.job(Shard::WHOLE, Format::Csv), &mut file, &mut |_| {}).expect("written");
        let report = check(&file[..], Format::Csv, operations(), &Settings::default(), &mut |_| {})
            .expect("read");
        assert!(
            report.counts.checked > 100 && report.counts.mismatched == 0,
            "{cover}: {}",
            report.counts
        );
    }
}

/// The fuzzers' body takes the family by its name.
#[test]
fn fuzzers_take_the_family() {
    for seed in 0..500u32 {
        let bytes: Vec<u8> =
            (0..16).map(|i| (seed.wrapping_mul(2_654_435_761) >> i) as u8).collect();
        tests::fuzz::operation("toy", &bytes);
    }
}

#[test]
fn explanations_end_with_the_result() {
    for op in ops() {
        let x = [0x1f0, 0x001, 0x3e1];
        let plan = op.plan(&Options::NONE);
        let x = &x[..op.operands.len()];
        let told = vectors::explain::explain(&plan, x).to_string();
        let right = format!("{:03x}", plan.run(x).out()[0]);
        assert!(told.contains(&right), "{told} lacks {right}");
    }
}
