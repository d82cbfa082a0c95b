//! A column has, case by case, what the evaluator of one case has: every operation, every choice of
//! its options.

use crate::common::operations;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{self, Column, MAX_ELEMENTS, Op, Plan};

/// Cases of an operation that are looked at.
const MOST: u64 = 1000;

/// Directed and random cases, together by plan, in columns of several lengths.
fn columns(op: &'static Op, cover: Cover) {
    let request = Request { count: MOST, seed: 7, ..Request::new(vec![op], cover) };
    let set = Set::new(&request).unwrap();
    // Strides that are odd visit every plan: each has 48 corner cases in a row.
    let stride = (set.len() / MOST).min(31) | 1;
    let mut columns: Vec<(&Plan, Column)> = Vec::new();
    let mut x = [0; MAX_ELEMENTS];
    for index in (0..set.len()).step_by(stride as usize) {
        let plan = set.case(index, &mut x).unwrap();
        let at = columns.iter().rposition(|(p, _)| std::ptr::eq(*p, plan));
        let at = at.unwrap_or_else(|| {
            columns.push((plan, Column::new(plan)));
            columns.len() - 1
        });
        columns[at].1.push(&x[..plan.elements()]);
    }
    for (plan, column) in &mut columns {
        plan.run_column(column);
        for index in 0..column.len() {
            let (x, ran) = column.case(index);
            let one = plan.run(x);
            let name = (&op.id, plan.options.to_string());
            assert_eq!(ran, one.ran(), "{name:?} {x:x?}, case {index} of {}", column.len());
        }
    }
    if cover == Cover::Corner {
        assert_eq!(
            columns.len(),
            op.option_sets().len(),
            "{}: a choice of options is left out",
            op.id
        );
    }
}

fn some() -> impl Iterator<Item = &'static Op> {
    operations(41).step_by(seeded::one_in(3) as usize)
}

#[test]
fn corner_columns_have_what_single_cases_have() {
    some().for_each(|op| columns(op, Cover::Corner));
}

#[test]
fn random_columns_have_what_single_cases_have() {
    some().for_each(|op| columns(op, Cover::Random));
}

/// In formats that are not listed, too.
#[test]
fn other_formats() {
    for id in ["ieee.e6m9.fma", "ieee.e11m3.add", "cvt.f32.e4m5", "cvt.e4m5.u12"] {
        columns(vectors::operations().find(id).unwrap(), Cover::Corner);
    }
}

/// What is missing of a case is 0; what is too much is not taken.
#[test]
fn every_length() {
    let plan = vectors::operations().find("ieee.f16.fma").unwrap().plan(&registry::Options::NONE);
    for len in (0..70).chain([255, 256, 257, 600]) {
        let mut column = Column::new(&plan);
        assert!(column.is_empty());
        (0..len).for_each(|i| column.push(&[0x3c00 + i, 0x3c01, i << 3, 9][..1 + i as usize % 4]));
        plan.run_column(&mut column);
        assert_eq!(column.len() as u64, len);
        for i in 0..column.len() {
            let (x, ran) = column.case(i);
            assert_eq!((x.len(), ran), (3, plan.run(x).ran()));
        }
    }
}
