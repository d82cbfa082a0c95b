//! Traces against the board: what is traced as read is what the board had, what is traced as written
//! is what it has, nothing changes that is not traced, and tracing changes nothing.

mod watched;

use seeded::Kind;
use semantics::mncore2::Board;
use semantics::mncore2::isa::{Expr, Levels, Statement};
use semantics::mncore2::text::Program;
use semantics::mncore2::trace::Tracer;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, Units, program};
use watched::{Snapshot, covered, inputs, outputs};

fn settings(seed: u64) -> Settings {
    let units = match seed % 5 {
        0 => Units::Mv,
        1 => Units::L2bm,
        2 => Units::L1bm,
        _ => Units::Pe,
    };
    Settings { steps: 8..=24, units, ..Settings::default() }
}

/// A PE that changes with the program.
fn pe(seed: u64) -> Levels {
    let number =
        |at: u32, size: u64| Some((seed.wrapping_mul(0x9e37_79b9) >> at) as u8 % size as u8);
    Levels {
        group: number(0, 4),
        l2b: number(3, 2),
        l1b: number(5, 8),
        mab: number(9, 16),
        pe: number(14, 4),
    }
}

fn check(seed: u64) {
    let statements = program(&mut Seeded::new(seed), &settings(seed));
    let tracer = Tracer::new(&[pe(seed)]);
    let place = tracer.places()[0];
    let mut board = Board::new();
    let mut dump = Vec::new();
    let mut before = Snapshot::of(&board, place);
    let program = Program::new(statements).unwrap();
    for line in program.lines() {
        let statement = line.statement();
        let trace =
            tracer.step(&mut board, line, &mut dump).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let after = Snapshot::of(&board, place);
        let context = || format!("seed {seed}, {statement}");
        inputs(&trace, &before, context);
        let holds = match statement {
            Statement::Step(step) => step.exprs.iter().any(|e| matches!(e, Expr::Noforward)),
            _ => true,
        };
        outputs(&trace, &before, &after, holds, context);
        covered(&trace, &before, &after, context);
        before = after;
    }
    let mut plain = Board::new();
    let mut expected = Vec::new();
    plain.run(&program, &mut expected).unwrap();
    assert!(dump == expected, "seed {seed}: other dumps");
    assert!(Snapshot::of(&plain, place) == before, "seed {seed}: another state");
}

#[test]
fn traces_say_what_the_board_does() {
    (0..Kind::Program.cases() / 4).for_each(check);
}
