//! The emulator against the plain interpreter on random programs: every dump, and behind the last
//! statement the whole state of the elements that the interpreter knows.
//!
//! `cargo xtask programs [TIMES [SEED]]` runs more of them.

mod cases;
mod compare;

use oracle::interpreters::mncore2::{Machine, Scope};
use seeded::Kind;
use semantics::mncore2::Board;
use semantics::mncore2::text::Program;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, Units, program};

/// Most programs stay within PEs: the more of the tree they use, the longer the interpreter takes.
fn settings(seed: u64) -> Settings {
    let units = match seed % 50 {
        0 => Units::Mv,
        1..=3 => Units::L2bm,
        4..=14 => Units::L1bm,
        _ => Units::Pe,
    };
    Settings { steps: 4..=16, units, ..Settings::default() }
}

/// Compares one program; panics where the two differ.
fn check(seed: u64) {
    let statements = program(&mut Seeded::new(seed), &settings(seed));
    let mut machine = Machine::new(Scope::of(&statements));
    machine.run(&statements).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    let mut board = Board::new();
    let mut dump = Vec::new();
    let program = Program::new(statements.iter().cloned()).expect("a valid program");
    for line in program.lines() {
        board.step(line, &mut dump).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    if dump != machine.dump.as_bytes() {
        // The same again, with as short a program as shows it.
        eprintln!("seed {seed}:");
        tests::fuzz::agree(&statements);
        panic!("seed {seed}: other dumps statement by statement than in one run");
    }
    compare::state(seed, &board, &machine);
}

#[test]
fn emulator_and_plain_interpreter_agree() {
    tests::seeds::each(Kind::Program.cases(), "MN-Core 2 programs", check);
}

#[test]
fn a_run_at_once_and_statement_by_statement_are_the_same() {
    for seed in 0..40 {
        let settings = Settings { units: Units::Mv, ..settings(seed) };
        let statements = program(&mut Seeded::new(seed), &settings);
        let program = Program::new(statements).expect("a valid program");
        let (mut at_once, mut stepwise) = (Vec::new(), Vec::new());
        Board::new().run(&program, &mut at_once).expect("a valid program");
        let mut board = Board::new();
        for line in program.lines() {
            board.step(line, &mut stepwise).expect("a valid statement");
        }
        assert!(at_once == stepwise, "seed {seed}");
    }
}
