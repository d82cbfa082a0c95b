//! What an AMD Zen 4 answered to `VDPBF16PS`, `VCVTNEPS2BF16` and `VCVTNE2PS2BF16`, and an Intel processor to `VDPBF16PS` and
//! `TDPBF16PS`; none of it is computed.

use std::path::Path;
use vectors::registry::Options;

/// Two bf16 in a word, the upper one last.
fn pair(word: &str) -> [u64; 2] {
    let word = u64::from_str_radix(word, 16).expect("a word");
    [word & 0xffff, word >> 16]
}

fn word(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("a word")
}

/// A quarter of the rows lies at the border of 2^-126, where tininess before rounding would give zeros. No bit of either hangs on an open
/// point (SIL-O5, SIL-O11).
#[test]
fn an_intel_processor_answers_alike() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/bf16-intel.csv");
    let mut rows = csv::Reader::from_path(path).expect("observed values");
    let mut counts = [0, 0];
    for row in rows.records() {
        let row = row.expect("a row");
        let [op, acc, a, b, out] = [0, 1, 2, 3, 4].map(|i| row.get(i).expect("a field"));
        let is_tile = op == "tdpbf16ps";
        let side = |text: &str| -> Vec<u64> {
            if is_tile { text.split('_').map(word).collect() } else { pair(text).to_vec() }
        };
        let x = [side(a), side(b), vec![word(acc)]].concat();
        let operation =
            vectors::operations().find(&format!("silicon.x86.{op}")).expect("an operation");
        let plan = operation.plan(&Options::NONE);
        assert_eq!(plan.run(&x).out(), [word(out)], "{row:?}");
        assert!(plan.provenance(&x).open().is_empty(), "{row:?}");
        counts[usize::from(is_tile)] += 1;
    }
    assert_eq!(counts, [2000, 500]);
}

#[test]
fn a_processor_answers_alike() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/vdpbf16ps.csv");
    let mut rows = csv::Reader::from_path(path).expect("observed values");
    let mut count = 0;
    for row in rows.records() {
        let row = row.expect("a row");
        let [op, acc, a, b, out] = [0, 1, 2, 3, 4].map(|i| row.get(i).expect("a field"));
        let (x, right) = match op {
            "vdpbf16ps" => ([&pair(a)[..], &pair(b), &[word(acc)]].concat(), vec![word(out)]),
            "vcvtneps2bf16" => (vec![word(a)], vec![word(out)]),
            _ => (vec![word(a), word(b)], pair(out).to_vec()),
        };
        let operation =
            vectors::operations().find(&format!("silicon.x86.{op}")).expect("an operation");
        let found = operation.plan(&Options::NONE).run(&x);
        assert_eq!(found.out(), right, "{row:?}");
        count += 1;
    }
    assert_eq!(count, 2000);
}
