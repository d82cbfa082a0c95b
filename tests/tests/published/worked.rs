//! The worked examples of the arithmetic (`data/worked-examples.csv`).

use super::Case;
use softfloat::mncore2::{Single, normalise};

const ROWS: &str = include_str!("../../data/worked-examples.csv");

/// One row of the file.
#[derive(serde::Deserialize)]
pub(crate) struct Row {
    pub(crate) op: String,
    pub(crate) opts: String,
    pub(crate) in0: String,
    in1: String,
    in2: String,
    pub(crate) out: String,
    flags: String,
    unspecified: String,
    flag_open: String,
    rests_on: String,
}

pub(crate) fn rows() -> Vec<Row> {
    csv::Reader::from_reader(ROWS.as_bytes()).deserialize().map(|r| r.expect("a row")).collect()
}

impl Row {
    fn case(&self) -> Case {
        Case::new(&self.op, &self.opts, &[&self.in0, &self.in1, &self.in2], &self.out, &self.flags)
    }
}

fn registered() -> impl Iterator<Item = Row> {
    rows().into_iter().filter(|r| r.op.starts_with("mncore2."))
}

#[test]
fn model_and_reference_give_the_worked_results() {
    assert_eq!(registered().map(|r| r.case().check()).count(), 167);
}

#[test]
fn normalisation() {
    let mut n = 0;
    for row in rows().iter().filter(|r| r.op == "normalise.f") {
        let hex = |s: &str| u32::from_str_radix(s, 16).expect("hex");
        assert_eq!(normalise::<Single>(hex(&row.in0)), hex(&row.out), "{}", row.in0);
        n += 1;
    }
    assert_eq!(n, 2);
}

/// Marks that the examples leave out although MN-D20 itself says "unspecified" of half precision,
/// zero and infinity.
const UNMARKED: [(&str, &str); 3] = [
    ("mncore2.alu.hrsqrt", "4000"),
    ("mncore2.alu.frsqrt", "00000000"),
    ("mncore2.alu.frsqrt", "7f800000"),
];

#[test]
fn evaluation_names_the_open_decisions() {
    for row in registered() {
        let case = row.case();
        let p = case.plan.provenance(&case.operands.concat());
        let what = format!("{} {} {}", row.op, row.in0, row.in1);
        if UNMARKED.contains(&(row.op.as_str(), row.in0.as_str())) {
            assert_eq!(p.unspecified, ["MN-D20"], "{what}");
            continue;
        }
        assert_eq!(p.unspecified.join(" "), row.unspecified, "{what}: unspecified");
        assert_eq!(p.flag_only.join(" "), row.flag_open, "{what}: flag");
        for id in row.rests_on.split_whitespace() {
            assert!(case.plan.op.decisions.contains(&id), "{what}: rests on {id}");
        }
    }
}
