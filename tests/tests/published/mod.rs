//! Published values: the worked examples of the arithmetic, and what the official emulator and the
//! developer manual printed. Both the model and the reference must give them.

mod observed;
mod printed;
mod worked;

use oracle::reference;
use softfloat::mncore2::{Profile, immediate};
use vectors::registry::Plan;

/// A row of a data file that names an operation of the registry.
struct Case {
    plan: Plan,
    operands: Vec<Vec<u64>>,
    out: Vec<u64>,
    flag: Option<bool>,
}

/// The elements of a hex field, joined by `_`.
fn elements(field: &str) -> Vec<u64> {
    field.split('_').map(|e| u64::from_str_radix(e, 16).expect("hex")).collect()
}

impl Case {
    fn new(op: &str, options: &str, operands: &[&str], out: &str, flag: &str) -> Self {
        let op = vectors::operations().find(op).expect("an operation of the registry");
        let options = op.parse_options(options.split_whitespace()).expect("options");
        Self {
            plan: op.plan(&options),
            operands: operands.iter().filter(|o| !o.is_empty()).map(|o| elements(o)).collect(),
            out: elements(out),
            flag: (!flag.is_empty()).then(|| flag == "1"),
        }
    }

    /// The model and the reference against the published result; the flag where one is published.
    fn check(&self) {
        let x = self.operands.concat();
        let what = format!("{} [{}] {:x?}", self.plan.op.id, self.plan.options, self.operands);
        assert_eq!(x.len(), self.plan.elements(), "{what}");
        let ours = self.plan.run(&x);
        assert_eq!(ours.out(), self.out, "{what}: model");
        let pairs = self.plan.options.pairs();
        let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let reference = reference::evaluate(&self.plan.op.id, &pairs, &self.operands);
        let reference = reference.expect("known to the reference");
        assert_eq!(reference.out, self.out, "{what}: reference");
        if self.flag.is_some() {
            assert_eq!(
                (set(ours.flag), set(reference.flag)),
                (self.flag, self.flag),
                "{what}: flag"
            );
        }
    }
}

/// A mask flag as a truth value.
fn set(flag: Option<u8>) -> Option<bool> {
    flag.map(|f| f == 1)
}

// Immediate words (s. 3.2.2): observed ones and worked ones.

fn word(payload: &str) -> u32 {
    immediate::word(&Profile::DECIDED, payload).unwrap_or_else(|e| panic!("{payload}: {e}"))
}

#[test]
fn observed_words() {
    let mut n = 0;
    for row in csv::Reader::from_reader(printed::ROWS.as_bytes()).records() {
        let row = row.expect("a row");
        if &row[0] == "imm" {
            assert_eq!(format!("0x{:08x}", word(&row[2])), row[3], "{}", &row[2]);
            n += 1;
        }
    }
    assert_eq!(n, 10);
}

#[test]
fn worked_words() {
    let rows: Vec<_> = worked::rows().into_iter().filter(|r| r.op == "imm").collect();
    assert_eq!(rows.len(), 18);
    for row in rows {
        assert_eq!(format!("{:08x}", word(&row.in0)), row.out, "{}", row.in0);
    }
}

#[test]
fn what_is_no_literal() {
    let bad = [
        "",
        "f",
        "f\"",
        "f\"\"",
        "f\"1.0",
        "f\"nan\"",
        "f\"1.0x\"",
        "g\"1\"",
        "i\"1.5\"",
        "ui\"-1\"",
        "s\"65536\"",
        "i\"4294967296\"",
        // The number behind the sign is natural: a signed type ends at 2^(w-1) - 1 (s. 3.2.2).
        "s\"0x8000\"",
        "i\"0x80000000\"",
        "s\"-32769\"",
        "i\"0b2\"",
        "us\"\"",
        "h\"--1\"",
    ];
    for payload in bad {
        assert!(immediate::word(&Profile::DECIDED, payload).is_err(), "{payload}");
    }
}
