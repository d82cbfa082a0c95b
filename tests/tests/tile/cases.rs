//! The case files of `tests/golden/tile`: the conformance rows, and what exact rationals and an element at a time decide.

use rstest::rstest;
use semantics::cases;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/tile")
}

fn read(name: &str) -> cases::File {
    let text = fs::read(golden().join(format!("{name}.cases"))).expect("a file");
    cases::read(&*text).unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

#[rstest]
#[case::arithmetic("arithmetic", 19)]
#[case::atomics_all("atomics-all", 165)]
#[case::atomics("atomics", 17)]
#[case::barrier_words("barrier-words", 9)]
#[case::blocks("blocks", 18)]
#[case::convert("convert", 102)]
#[case::copies("copies", 45)]
#[case::decode("decode", 21)]
#[case::functions("functions", 29)]
#[case::geometry("geometry", 10)]
#[case::memory_errors("memory-errors", 90)]
#[case::memory_more("memory-more", 26)]
#[case::memory("memory", 19)]
#[case::moves("moves", 13)]
#[case::product("product", 65)]
#[case::transposes("transposes", 3)]
fn cases_hold(#[case] name: &str, #[case] count: usize) {
    let file = read(name);
    assert_eq!(file.cases.len(), count);
    let mut wrong = Vec::new();
    for case in &file.cases {
        match case.run(file.machine, None) {
            Ok(found) => wrong.extend(found.iter().map(|m| format!("{}: {m}", case.id))),
            Err(broken) => wrong.push(format!("{}: {broken}", case.id)),
        }
    }
    assert!(wrong.is_empty(), "{} of {name}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rows of the conformance list, by family; encodings and the number of MN-Core 2 are tests of their own.
#[test]
fn every_row_has_a_case() {
    let names =
        fs::read_dir(golden()).expect("a folder").map(|entry| entry.expect("a file").path());
    let ids: BTreeSet<String> = names
        .flat_map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            read(&name).cases.into_iter().map(|case| case.id).collect::<Vec<_>>()
        })
        .collect();
    let families =
        [("DEC", 10), ("CVT", 24), ("MXQ", 18), ("MMA", 35), ("SFU", 16), ("ALU", 5), ("TRN", 3)];
    let others = [("ATM", 6), ("BAR", 8), ("GEO", 8), ("MEM", 9)];
    for (family, count) in families.into_iter().chain(others) {
        for number in 1..=count {
            let row = format!("{family}-{number:02}");
            let named = |id: &String| *id == row || id.starts_with(&format!("{row}-"));
            assert!(ids.iter().any(named), "{row} has no case");
        }
    }
}
