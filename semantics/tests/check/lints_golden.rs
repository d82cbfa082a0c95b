//! What lints find in the golden programs: nothing but what is listed here, each with its reason.

use crate::check::lints::findings;
use semantics::mncore2::check::Lint;
use std::fs;
use std::path::{Path, PathBuf};

/// A program, how many findings there are, and the lines of the first of them.
type Found = (&'static str, usize, &'static [u32]);

/// The programs show these rules themselves: operands without `v`, results of several cycles at one
/// address, narrow operands, second long words that are dropped.
const NO_V: &[Found] = &[
    ("board/alu-second-word", 1, &[18]),
    ("board/operand-many-outputs", 1, &[8]),
    ("board/operand-widths", 1, &[28]),
    ("board/step-reads-first", 1, &[11]),
];
const NARROW: &[Found] = &[
    ("board/mau-vector-f", 1, &[23]),
    ("board/operand-bar", 2, &[20, 23]),
    ("board/operand-mab-modifier", 1, &[7]),
    ("board/operand-t-indirect", 1, &[15]),
    ("board/operand-t", 1, &[14]),
    ("board/operand-widths", 6, &[10, 11, 13, 20, 22, 29]),
];
const DROP: &[Found] = &[
    ("board/l1bm-up-m", 1, &[20]),
    ("board/matrix-rows", 1, &[22]),
    ("board/mau-vector-h", 1, &[23]),
];
/// These rely on memory that is zero at the start: they set the words that matter, or start from 0.
const STALE_INIT: &[Found] = &[
    ("board/alu-pe-shift", 1, &[9]),
    ("board/assembled-lines", 1, &[12]),
    ("board/dynamics-double", 6, &[125, 127, 129, 305, 306, 314]),
    ("board/dynamics-single", 6, &[84, 85, 86, 158, 159, 164]),
    ("board/hazard-limits", 1, &[34]),
    ("board/l1bm-m", 1, &[8]),
    ("board/l1bm-reduce-float", 4, &[85, 91, 95, 105]),
    ("board/l1bm-reduce-integer", 1, &[61]),
    ("board/l2bm-transfer-gather", 1, &[14]),
    ("board/mask-setting", 1, &[21]),
    ("board/mask-zero-flush", 1, &[14]),
    ("board/matrix-arithmetic", 2, &[27, 43]),
    ("board/matrix-rows", 3, &[18, 20, 22]),
    ("board/operand-many-outputs", 1, &[8]),
    ("board/rrn-rounding", 2, &[46, 48]),
    ("board/step-full", 1, &[12]),
    ("board/step-reads-first", 1, &[11]),
];
/// Flags or results that nobody looks at before the next ones come; in the dynamics those of every
/// step but the last.
const DEAD: &[Found] = &[
    ("board/alu-pe-shift", 2, &[11, 12]),
    ("board/dynamics-double", 22, &[199, 275, 384]),
    ("board/dynamics-single", 22, &[114, 146, 193]),
    ("board/l2bm-transfer-gather", 1, &[14]),
    ("board/mask-mau-flags", 1, &[5]),
    ("board/mau-simultaneous", 1, &[17]),
    ("board/operand-many-outputs", 1, &[8]),
];

/// What is expected of a lint.
fn expected(lint: Lint) -> &'static [Found] {
    match lint {
        Lint::NoV => NO_V,
        Lint::Narrow => NARROW,
        Lint::Drop => DROP,
        Lint::StaleInit => STALE_INIT,
        Lint::Dead => DEAD,
        Lint::MvUnwaited | Lint::Dar | Lint::Block => &[],
    }
}

fn programs() -> Vec<PathBuf> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/mncore2");
    let list = |folder: &str| fs::read_dir(golden.join(folder)).expect("a folder of programs");
    let files =
        ["board", "manual"].into_iter().flat_map(list).map(|entry| entry.expect("an entry"));
    let mut programs: Vec<_> = files.map(|f| f.path()).collect();
    programs.retain(|path| path.extension().is_some_and(|e| e == "vsm"));
    programs.sort();
    programs
}

#[test]
fn golden_programs() {
    let programs = programs();
    assert!(programs.len() >= 139, "{}", programs.len());
    for lint in Lint::ALL {
        let mut found = Vec::new();
        for path in &programs {
            let source = fs::read_to_string(path).expect("a program");
            let lines: Vec<u32> = findings(lint, &source).iter().map(|(line, _)| *line).collect();
            let folder = path.parent().and_then(Path::file_name).expect("a folder");
            let stem = path.file_stem().expect("a name");
            let name = format!("{}/{}", folder.display(), stem.display());
            if !lines.is_empty() {
                found.push((name, lines));
            }
        }
        let shortened: Vec<(&str, usize, &[u32])> = found
            .iter()
            .map(|(name, lines)| {
                let told = expected(lint).iter().find(|e| e.0 == name).map_or(9, |e| e.2.len());
                (name.as_str(), lines.len(), &lines[..told.min(lines.len())])
            })
            .collect();
        assert_eq!(shortened, expected(lint), "{}", lint.code());
    }
}
