//! The rules of steps that follow one another (s. 3.6.3): the checker against the plain list of reads
//! and writes, on dense random programs and on the golden ones; the manual's examples in both
//! directions; and that programs mended by `nop` are right and have no `nop` too many.

mod compare;
mod draw;
mod manual;
mod random;
mod stretch;
mod tags;

use compare::agree;
use oracle::interpreters::mncore2::hazards::{Hazard, hazards, tags};
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::parse;
use std::path::{Path, PathBuf};

// The golden programs, both ways.

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
