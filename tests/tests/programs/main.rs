//! The emulator against the plain interpreter on random programs: every dump, and behind the last
//! statement the whole state of the elements that the interpreter knows.
//!
//! `cargo xtask programs COUNT [SEED]` runs more of them.

#[path = "../../plain/mod.rs"]
#[allow(dead_code)]
mod plain;
#[path = "../../reference/mod.rs"]
mod reference;

mod compare;

use plain::{Machine, Scope};
use semantics::mncore2::Board;
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::Program;
use std::sync::atomic::{AtomicU64, Ordering};
use vectors::programs::{Seeded, Settings, Units, program};

/// Programs in the test command.
const COUNT: u64 = 10_000;
/// The first of their seeds.
const SEED: u64 = 0;

/// A number from the environment: what `cargo xtask programs` asks for.
fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

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
    for statement in statements.iter().take_while(|s| **s != Statement::Quit) {
        board.step(statement, &mut dump).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    if dump != machine.dump.as_bytes() {
        // The same again, with as short a program as shows it.
        eprintln!("seed {seed}:");
        tests::fuzz::agree(&statements, dumped);
        panic!("seed {seed}: other dumps statement by statement than in one run");
    }
    compare::state(seed, &board, &machine);
}

fn dumped(program: &Program) -> Result<String, String> {
    plain::run(program).map_err(|stop| stop.to_string())
}

#[test]
fn emulator_and_plain_interpreter_agree() {
    let (count, first) = (asked("ASSAY_PROGRAMS").unwrap_or(COUNT), asked("ASSAY_SEED"));
    let first = first.unwrap_or(SEED);
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count {
                        break;
                    }
                    check(first.wrapping_add(n));
                    if n % 1000 == 999 {
                        eprintln!("{} of {count} programs", n + 1);
                    }
                }
            });
        }
    });
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
            board.step(&line.statement, &mut stepwise).expect("a valid statement");
        }
        assert!(at_once == stepwise, "seed {seed}");
    }
}
