//! Case files on machines and judges; the golden programs of MN-Core 2: what they cover, and that the plain interpreter, which
//! shares nothing with the emulator, comes to the dumps that stand beside them.

mod cases;
mod programs;

use oracle::interpreters::mncore2 as interpreter;
use programs::{Golden, all, first_difference};
use rstest::rstest;
use semantics::mncore2::Board;
use semantics::mncore2::check::Rules;
use semantics::mncore2::isa::table;
use semantics::mncore2::text::{parse, parse_with};
use std::collections::BTreeSet;
use std::fs;

/// Programs of our own that there must be at least.
const BOARD_PROGRAMS: usize = 60;

#[test]
fn there_are_enough_programs() {
    let board = all().iter().filter(|golden| golden.folder() == "board").count();
    assert!(board >= BOARD_PROGRAMS, "{board} programs in board");
    assert!(all().iter().any(|golden| golden.folder() == "manual"));
}

#[test]
fn the_list_of_programs_is_complete() {
    let listed = programs::listed();
    let stored: BTreeSet<String> = all().iter().map(Golden::name).collect();
    let differ: Vec<&String> = listed.symmetric_difference(&stored).collect();
    assert!(differ.is_empty(), "in one of README.md and the folders only: {differ:?}");
}

/// Neither simultaneous issue nor distances, and no warning but what a program allows by a mark.
#[test]
fn programs_break_no_static_rule() {
    for golden in all() {
        let name = golden.name();
        let program = parse_with(Rules::ASSEMBLER, &golden.text);
        let program = program.unwrap_or_else(|errors| panic!("{name}: {errors}"));
        assert_eq!(program.warnings, [], "{name}");
    }
}

#[test]
fn every_row_of_the_instruction_set_is_covered() {
    let mut covered = tests::cover::Covered::default();
    for golden in all() {
        covered.source(&golden.text);
        golden.program().lines().iter().for_each(|line| covered.statement(line.statement()));
    }
    let missing: Vec<String> = table::rows().flat_map(|row| covered.missing(row)).collect();
    assert!(missing.is_empty(), "not covered:\n{}", missing.join("\n"));
}

#[test]
fn the_plain_interpreter_gives_the_dumps() {
    for golden in all() {
        let name = golden.name();
        let dump =
            interpreter::run(&golden.program()).unwrap_or_else(|stop| panic!("{name}: {stop}"));
        if let Some(number) = programs::first_difference(&dump, &golden.dump) {
            let line = |text: &str| text.lines().nth(number).unwrap_or("(end)").to_owned();
            panic!(
                "{name}.dmp line {}:\n  expected {}\n  computed {}",
                number + 1,
                line(&golden.dump),
                line(&dump)
            );
        }
    }
}

// The dynamics in full: the stored programs have each of their distinct time steps once, these have all of them, with the
// dumps that they gave before.

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
