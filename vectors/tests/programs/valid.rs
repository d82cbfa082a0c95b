//! Every program is valid, prints, and reads back.

use crate::programs::{PROGRAMS, UNITS, drawn, programs};
use seeded::Kind;
use semantics::mncore2::check::{Checker, Severity};
use semantics::mncore2::isa::{Expr, L2bm, Statement};
use semantics::mncore2::text::parse_line;
use vectors::programs::mncore2::{Settings, Units, program};
use vectors::programs::{Bytes, Choices, Seeded};

/// No error, and the printed line means the same.
fn assert_valid(program: &[Statement]) {
    let mut checker = Checker::new();
    for (line, statement) in (1..).zip(program) {
        let errors: Vec<_> = checker
            .statement(line, statement)
            .into_iter()
            .filter(|v| v.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{statement}: {errors:?}");
        let text = statement.to_string();
        let back = parse_line(&text);
        assert!(
            matches!(&back, Ok(Some(back)) if back == statement),
            "{text}\n{statement:?}\n{back:?}"
        );
    }
}

#[test]
fn programs_are_valid() {
    for units in UNITS {
        let settings = Settings { units, ..Settings::default() };
        programs(0..PROGRAMS / 10, &settings).for_each(|p| assert_valid(&p));
        let settings = Settings { units, ..drawn() };
        programs(0..Kind::Text.cases() / 2, &settings).for_each(|p| assert_valid(&p));
    }
}

/// Bytes of a fuzzer: any, few, none.
#[test]
fn bytes_make_valid_programs() {
    for len in [0, 1, 7, 100, 1000] {
        for fill in [0_u8, 0xff, 0x55] {
            let bytes = vec![fill; len];
            assert_valid(&program(&mut Bytes::new(&bytes), &Settings::default()));
        }
        for seed in 0..50 {
            let mut bytes = vec![0; len];
            let mut stream = Seeded::new(seed);
            bytes.fill_with(|| stream.bits() as u8);
            assert_valid(&program(&mut Bytes::new(&bytes), &drawn()));
        }
    }
}

#[test]
fn a_seed_is_a_program() {
    let settings = Settings::default();
    let [one, again, other] = [1, 1, 2].map(|s| program(&mut Seeded::new(s), &settings));
    assert_eq!(one, again);
    assert_ne!(one, other);
}

/// Less of the machine: nothing of the rest occurs, whatever the seed.
#[test]
fn units_bound_the_program() {
    for units in UNITS {
        let settings = Settings { units, ..Settings::default() };
        for statement in programs(0..PROGRAMS / 10, &settings).flatten() {
            assert!(needed(&statement) <= units, "{units:?}: {statement}");
        }
    }
}

fn needed(statement: &Statement) -> Units {
    use semantics::mncore2::isa::Memory::{Dram, L1bm, L2bm as Upper, Pdm};
    match statement {
        Statement::Mv(_) | Statement::Load(_) => Units::Mv,
        Statement::Step(step) => step.exprs.iter().map(of_expr).max().unwrap_or(Units::Pe),
        Statement::Get(get) if matches!(get.memory, Pdm(_) | Dram(_)) => Units::Mv,
        Statement::Get(get) if matches!(get.memory, Upper(_)) => Units::L2bm,
        Statement::Get(get) if matches!(get.memory, L1bm(..)) => Units::L1bm,
        Statement::Set(set) if matches!(set.memory, Upper(_)) => Units::L2bm,
        Statement::Set(set) if matches!(set.memory, L1bm(..)) => Units::L1bm,
        _ => Units::Pe,
    }
}

fn of_expr(expr: &Expr) -> Units {
    match expr {
        Expr::L2bm(L2bm::Darw | L2bm::Dars { .. }) | Expr::L2bm(_) => Units::L2bm,
        Expr::Down(_) | Expr::Up(_) => Units::L1bm,
        _ => Units::Pe,
    }
}

/// The number of statements is the one asked for, and a kind of weight 0 stays away.
#[test]
fn settings_are_kept() {
    let mut settings = drawn();
    settings.weights.statements = [1, 0, 0, 0, 0, 0];
    settings.weights.groups = [0, 0, 0, 0, 0, 0, 0, 1];
    for program in programs(0..100, &settings) {
        assert_eq!(program.len(), 40);
        for statement in program {
            let Statement::Step(step) = statement else { panic!("{statement}") };
            let allowed =
                |e: &Expr| matches!(e, Expr::L2bm(L2bm::Darw) | Expr::Nop(_) | Expr::Noforward);
            assert!(step.exprs.iter().all(allowed), "{step}");
        }
    }
}
