//! The manual's examples, built from Rust: the same statements as in `tests/golden/mncore2/manual`.

mod dumps;
mod steps;

use semantics::mncore2::build::*;
use semantics::mncore2::isa::{Levels, Statement};
use semantics::mncore2::text;
use std::path::Path;

type Example = (&'static str, fn(&mut Builder));

/// The first MAB.
fn mab() -> Levels {
    at().n(0).c(0).b(0).m(0)
}

/// The first PE.
fn pe() -> Levels {
    mab().p(0)
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/mncore2/manual"))
}

fn statements_of(name: &str) -> Vec<Statement> {
    let path = folder().join(name).with_extension("vsm");
    let source = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let program = text::parse(&source).unwrap_or_else(|errors| panic!("{path:?}: {errors}"));
    program.lines().iter().map(|line| line.statement.clone()).collect()
}

fn all() -> impl Iterator<Item = Example> {
    dumps::EXAMPLES.iter().chain(steps::EXAMPLES).copied()
}

#[test]
fn built_examples_have_the_statements_of_the_text() {
    for (name, build) in all() {
        let mut b = Builder::new();
        build(&mut b);
        let built = b.build().unwrap_or_else(|error| panic!("{name}: {error}"));
        let statements: Vec<_> =
            built.program.lines().iter().map(|line| line.statement.clone()).collect();
        let text = |all: &[Statement]| all.iter().map(|s| format!("{s}\n")).collect::<String>();
        let golden = statements_of(name);
        assert_eq!(text(&statements), text(&golden), "{name}");
        assert_eq!(statements, golden, "{name}");
    }
}

#[test]
fn every_example_is_built() {
    let files = std::fs::read_dir(folder()).expect("the folder of examples");
    let paths = files.map(|file| file.expect("a file").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|e| e == "vsm"));
    let stem = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    let mut there: Vec<_> = programs.filter_map(|path| stem(&path)).collect();
    there.sort_unstable();
    let mut built: Vec<_> = all().map(|(name, _)| name.to_owned()).collect();
    built.sort_unstable();
    assert_eq!(built, there);
}
