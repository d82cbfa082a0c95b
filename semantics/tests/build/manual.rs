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
    program.lines().iter().map(|line| line.statement().clone()).collect()
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
            built.program.lines().iter().map(|line| line.statement().clone()).collect();
        let text = |all: &[Statement]| all.iter().map(|s| format!("{s}\n")).collect::<String>();
        let golden = statements_of(name);
        assert_eq!(text(&statements), text(&golden), "{name}");
        assert_eq!(statements, golden, "{name}");
    }
}

/// The example that s. 3.6.4 ends with: as many expressions as a step can have.
#[test]
fn extreme_example() {
    let mut b = Builder::new();
    b.add(mvp(64, pdm(0).at(0), dram(0).at(0)).tag(1));
    b.add((l2bmdars(lc(0), 0, 0), l2bmdarw(), l1bmr(DFADD, lr(0).v(), lbi())));
    b.add((
        noforward(),
        l2bmb(every_l1b(), lc(256), lb(0)),
        l2bmdarw(),
        l1bmm(lbi(), lr(0).v().mask(imr(1))),
        l1bmr(DFADD, lr(8).v(), lb(256)),
        gmmul(Side::X, lm(0).v(), ln(0).v().mask(imr(1))),
        gmwrite(ls(0).v(), ly(0)),
        hrelu(t(), t(), t()).flush(imr(1)),
        wait(1),
    ));
    let text = b.build().unwrap_or_else(|error| panic!("{error}")).text();
    let last = "noforward; l2bmb $lc256 $lb0; l2bmdarw; l1bmm $lbi $lr0v/$imr1; \
                l1bmrdfadd $lr8v $lb256; gmmul $lx $lm0v $ln0v/$imr1; gmwrite $ls0v $ly0; \
                hrelu/$imr1 $t $t $t; wait i01";
    assert_eq!(text.lines().last(), Some(last));
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
