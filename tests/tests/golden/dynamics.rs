//! The dynamics in full: the stored programs have each of their distinct time steps once, these have all of them, with the
//! dumps that they gave before.

use crate::programs::{Golden, all, first_difference};
use oracle::interpreters::mncore2 as interpreter;
use rstest::rstest;
use semantics::mncore2::Board;
use semantics::mncore2::text::parse;
use std::fs;

/// The program of so many time steps: a plain one, but that every sixteenth prints what is in the next PE, and that the last prints
/// all.
fn whole(golden: &Golden, count: usize) -> String {
    let mut parts = golden.text.split_inclusive("# time step ");
    let head = parts.next().expect("what is set");
    let [plain, prints @ .., last] = &parts.collect::<Vec<_>>()[..] else { panic!("no steps") };
    let step = |i: usize| match i {
        _ if i + 1 == count => last,
        _ if i % 16 == 15 => &prints[i / 16 % prints.len()],
        _ => plain,
    };
    let steps = (0..count).map(|i| step(i).split_once('\n').expect("a line and statements").1);
    [head].into_iter().chain(steps).collect::<Vec<_>>().join("\n")
}

#[rstest]
#[case("dynamics-single", 182)]
#[case("dynamics-double", 77)]
fn all_time_steps_give_the_dump(#[case] name: &str, #[case] count: usize) {
    let golden = all().iter().find(|golden| golden.name() == format!("board/{name}"));
    let source = whole(golden.expect("a stored program"), count);
    let program = parse(&source).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let path = format!("data/dynamics/{name}.dmp");
    let right = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let interpreted = interpreter::run(&program).unwrap_or_else(|stop| panic!("{name}: {stop}"));
    assert_eq!(first_difference(&interpreted, &right), None, "{name}: plain interpreter");
    let mut emulated = Vec::new();
    Board::new().run(&program, &mut emulated).unwrap_or_else(|error| panic!("{name}: {error}"));
    let emulated = String::from_utf8(emulated).expect("text");
    assert_eq!(first_difference(&emulated, &right), None, "{name}: emulator");
}
