//! The case files of `tests/golden`, on machines and on their judges: conformance programs, and what ONNX, NumPy, exact rationals
//! and an element at a time decide.

use oracle::interpreters;
use semantics::cases::{Case, File, read};
use semantics::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files, and how many cases each has.
const FILES: [(&str, usize); 44] = [
    ("mncore2/units", 162),
    ("pod/conformance", 67),
    ("tile/arithmetic", 44),
    ("tile/atomics", 17),
    ("tile/atomics-all", 165),
    ("tile/barrier-words", 9),
    ("tile/blocks", 42),
    ("tile/control", 30),
    ("tile/convert", 169),
    ("tile/copies", 45),
    ("tile/decode", 21),
    ("tile/functions", 104),
    ("tile/geometry", 10),
    ("tile/memory", 19),
    ("tile/memory-errors", 90),
    ("tile/memory-more", 26),
    ("tile/moves", 13),
    ("tile/product", 113),
    ("tile/transposes", 3),
    ("xdsa/accuracy", 85),
    ("xdsa/activation", 95),
    ("xdsa/conformance", 113),
    ("xdsa/convolution", 57),
    ("xdsa/dropout", 29),
    ("xdsa/elementwise", 109),
    ("xdsa/index", 16),
    ("xdsa/indexing", 57),
    ("xdsa/loss", 140),
    ("xdsa/matrix", 68),
    ("xdsa/moves", 32),
    ("xdsa/norm", 131),
    ("xdsa/onnx-algebra", 69),
    ("xdsa/onnx-elementwise", 212),
    ("xdsa/onnx-moving", 86),
    ("xdsa/onnx-others", 93),
    ("xdsa/onnx-planes", 37),
    ("xdsa/onnx-sums", 113),
    ("xdsa/optimizer", 150),
    ("xdsa/pooling", 35),
    ("xdsa/random", 44),
    ("xdsa/recurrent", 108),
    ("xdsa/reduction", 44),
    ("xdsa/signal", 105),
    ("xdsa/vision", 37),
];

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn files() -> impl Iterator<Item = (String, File)> {
    let folders = fs::read_dir(golden()).expect("a folder").map(|entry| entry.expect("one").path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|path| {
        fs::read_dir(path).expect("a folder").map(|entry| entry.expect("a file").path())
    });
    let cases = files.filter(|path| path.extension().is_some_and(|ending| ending == "cases"));
    cases.map(|path| {
        let name = path.with_extension("");
        let name = name.strip_prefix(golden()).expect("a name").to_string_lossy().into_owned();
        let file = read(&*fs::read(&path).expect("a file"));
        let file = file.unwrap_or_else(|errors| panic!("{name}: {errors}"));
        (name, file)
    })
}

#[test]
fn every_file_is_whole() {
    let found: BTreeMap<String, usize> =
        files().map(|(name, file)| (name, file.cases.len())).collect();
    let listed = FILES.into_iter().map(|(name, count)| (name.to_owned(), count));
    assert_eq!(found, listed.collect());
}

/// What a case finds wrong with someone.
fn wrong(who: &dyn Machine, case: &Case) -> Vec<String> {
    match case.run(who, None) {
        Ok(found) => found.iter().map(|mismatch| format!("{}: {mismatch}", case.id)).collect(),
        Err(broken) => vec![format!("{}: {broken}", case.id)],
    }
}

#[test]
fn cases_hold_on_machines() {
    let wrong = files().flat_map(|(_, file)| {
        file.cases.into_iter().flat_map(move |case| wrong(file.machine, &case))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn cases_hold_on_judges() {
    let wrong = files().flat_map(|(_, file)| {
        let judge = interpreters::of(file.machine.name());
        file.cases.into_iter().flat_map(move |case| wrong(judge, &case))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

/// The rows of Tile's conformance list, by family; encodings and the number of MN-Core 2 are tests of their own.
#[test]
fn every_row_has_a_case() {
    let tile = files().filter(|(name, _)| name.starts_with("tile/"));
    let ids: BTreeSet<String> =
        tile.flat_map(|(_, file)| file.cases.into_iter().map(|case| case.id)).collect();
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

/// The golden scripts of POD-T52 are the program of appendix D between its data and what is expected.
#[test]
fn golden_scripts_hold_the_program() {
    let program = include_str!("../../../examples/pod/k-means.pod");
    for name in ["pod/POD-T52-1x1.pod", "pod/POD-T52-2x2.pod"] {
        let script = fs::read_to_string(golden().join(name)).expect("a script");
        assert!(script.contains(program), "{name} is another program");
    }
}
