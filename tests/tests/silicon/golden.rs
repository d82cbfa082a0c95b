//! Golden vectors of every unit, a file a maker in `tests/golden/silicon`: what the reference answers, with the open points
//! that a case hangs on. `BLESS=1` writes them anew.

use oracle::reference;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{self, Op, Plan};

const HEAD: &str = "op,opts,in0,in1,in2,in3,in4,out,flags,class,unspecified";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/silicon")
}

/// Cases of a unit: of the directed ones a few, and random ones of each choice of options.
fn cases(op: &'static Op, mut visit: impl FnMut(&Plan, &[u64])) {
    let corner = Set::new(&Request::new(vec![op], Cover::Corner)).expect("a set");
    let few = corner.len() / 5;
    for index in (0..5).map(|i| i * few + few / 2) {
        let mut x = vec![0; 256];
        if let Some(plan) = corner.case(index, &mut x) {
            visit(plan, &x[..plan.elements()]);
        }
    }
    let count = if op.options.is_empty() { 3 } else { 40 };
    let random = Request { count, seed: 11, ..Request::new(vec![op], Cover::Random) };
    let random = Set::new(&random).expect("a set");
    random.for_each(0..random.len(), visit);
}

/// A row: question, the reference's answer, open points.
fn row(plan: &Plan, x: &[u64]) -> String {
    let operands: Vec<Vec<u64>> =
        registry::split(&plan.operands, x).map(|(_, codes)| codes.to_vec()).collect();
    let pairs = plan.options.pairs();
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let right = reference::evaluate(&plan.op.id, &pairs, &operands).expect("a reference");
    let text = |shape: &registry::Shape, codes: &[u64]| {
        let digits = shape.digits();
        codes.iter().map(|code| format!("{code:0digits$x}")).collect::<Vec<_>>().join("_")
    };
    let mut row = format!("{},{}", plan.op.id, plan.options);
    for i in 0..5 {
        let own = plan.operands.get(i).zip(operands.get(i));
        let _ = write!(row, ",{}", own.map_or(String::new(), |(shape, codes)| text(shape, codes)));
    }
    let flags = right.flag.map_or(String::new(), |flags| format!("{flags:02x}"));
    let open = plan.provenance(x).open().join(";");
    let _ = write!(row, ",{},{flags},,{open}", text(plan.result(), &right.out));
    row
}

#[test]
fn golden_vectors_hold() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for op in super::units() {
        let maker = op.id.split('.').nth(1).expect("a maker").to_owned();
        let rows = files.entry(maker).or_insert_with(|| vec![HEAD.to_owned()]);
        cases(op, |plan, x| rows.push(row(plan, x)));
    }
    for (maker, rows) in files {
        let path = folder().join(format!("{maker}.csv"));
        let right = rows.join("\n") + "\n";
        if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
            std::fs::create_dir_all(folder()).expect("a folder");
            std::fs::write(&path, &right).expect("a file");
        }
        let found = std::fs::read_to_string(&path).expect("golden vectors");
        for (at, (found, right)) in found.lines().zip(right.lines()).enumerate() {
            assert_eq!(found, right, "{}, line {}", path.display(), at + 1);
        }
        assert_eq!(found.len(), right.len(), "{}", path.display());
    }
}

/// The stored rows by themselves, as a stranger's file.
#[test]
fn stored_rows_are_answered() {
    let mut count = 0;
    for maker in ["nvidia", "amd", "x86", "arm", "riscv", "tenstorrent"] {
        let path = folder().join(format!("{maker}.csv"));
        let mut rows = csv::Reader::from_path(&path).expect("golden vectors");
        for row in rows.records() {
            let row = row.expect("a row");
            let op = vectors::operations().find(&row[0]).expect("an operation");
            let options = op.parse_options(row[1].split(' ').filter(|o| !o.is_empty()));
            let plan = op.plan(&options.expect("options"));
            let codes = |text: &str| -> Vec<u64> {
                let each = text.split('_').filter(|code| !code.is_empty());
                each.map(|code| u64::from_str_radix(code, 16).expect("a code")).collect()
            };
            let x: Vec<u64> = (2..7).flat_map(|i| codes(&row[i])).collect();
            let found = plan.run(&x);
            assert_eq!(found.out(), codes(&row[7]), "{row:?}");
            let flags = u8::from_str_radix(&row[8], 16).ok();
            assert_eq!(found.flag, flags, "{row:?}");
            count += 1;
        }
    }
    assert!(count > 4000, "{count}");
}
