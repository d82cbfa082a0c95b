//! The golden programs, both ways.

use super::compare::agree;
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::parse;
use std::path::{Path, PathBuf};

/// No rule asks for more than 3 steps: statements further apart than this need not be compared.
const REACH: u32 = 8;

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/mncore2");
    let folders = ["board", "manual"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|file| file.expect("a file").path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "vsm")).collect()
}

#[test]
fn checker_and_plain_list_agree_on_the_golden_programs() {
    let programs = programs();
    assert!(programs.len() > 100, "{} programs", programs.len());
    for path in programs {
        let source = std::fs::read_to_string(&path).expect("a source");
        let program = parse(&source).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let lines = program.lines().iter();
        let statements: Vec<Statement> = lines.map(|line| line.statement().clone()).collect();
        agree(&path.display().to_string(), &statements, Some(REACH));
    }
}
