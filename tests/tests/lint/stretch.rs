//! Programs mended by `nop`: right, and with no `nop` too many.

use super::draw::program;
use super::hazards;
use semantics::mncore2::build::Builder;
use semantics::mncore2::check::{Checker, Rules, Severity};
use semantics::mncore2::isa::{Expr, Statement, Step};
use semantics::mncore2::text::mend;
use vectors::programs::Seeded;
use vectors::programs::mncore2::{Settings, Units};

fn nop(steps: u32) -> Statement {
    Statement::Step(Step { exprs: vec![Expr::Nop(steps)] })
}

/// The statements with the `nop` that they ask for, and where those stand.
fn stretched(statements: &[Statement]) -> (Vec<Statement>, Vec<usize>) {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let (mut to, mut inserted) = (Vec::new(), Vec::new());
    for statement in statements {
        let steps = checker.nops_before(statement);
        if steps > 0 {
            checker.nops(steps);
            inserted.push(to.len());
            to.push(nop(steps));
        }
        let line = to.len() as u32 + 1;
        checker.statement(line, statement);
        to.push(statement.clone());
    }
    (to, inserted)
}

/// Errors, by the checker.
fn errors(statements: &[Statement]) -> Vec<(u32, &'static str)> {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut found = Vec::new();
    for (line, statement) in (1..).zip(statements) {
        let violations = checker.statement(line, statement).into_iter();
        let wrong = violations.filter(|v| v.severity == Severity::Error);
        found.extend(wrong.map(|v| (line, v.code)));
    }
    found
}

/// Errors of hazards.
fn hazard_errors(statements: &[Statement]) -> Vec<(u32, &'static str)> {
    errors(statements).into_iter().filter(|(_, code)| code.contains("HAZARD")).collect()
}

/// The program without one step of the `nop` at a place.
fn shortened(statements: &[Statement], place: usize) -> Vec<Statement> {
    let mut shorter = statements.to_vec();
    match &mut shorter[place] {
        Statement::Step(step) => match &mut step.exprs[..] {
            [Expr::Nop(1)] => drop(shorter.remove(place)),
            [Expr::Nop(n)] => *n -= 1,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    shorter
}

/// A statement a line.
fn text(statements: &[Statement]) -> String {
    statements.iter().map(|statement| format!("{statement}\n")).collect()
}

/// How many places got `nop`.
fn check(name: &str, statements: &[Statement]) -> usize {
    let (longer, inserted) = stretched(statements);
    assert_eq!(hazard_errors(&longer), [], "{name}");
    let plain: Vec<_> = hazards(&longer, None).into_iter().filter(|h| !h.warning).collect();
    assert_eq!(plain, [], "{name}");
    for &place in &inserted {
        let shorter = shortened(&longer, place);
        assert!(!hazard_errors(&shorter).is_empty(), "{name}: a nop too many at {place}");
    }
    inserted.len()
}

#[test]
fn dense_programs() {
    let inserted: usize =
        (0..4000).map(|seed| check(&format!("seed {seed}"), &program(seed))).sum();
    assert!(inserted > 4000, "{inserted}");
}

/// A valid program has no error at all when it is mended, whoever mends it: the checker's own advice,
/// the source's rewriting behind `assay lint --fix`, or the builder.
#[test]
fn valid_programs() {
    let mut inserted = 0;
    for seed in 0..600 {
        let units = [Units::Pe, Units::L1bm, Units::L2bm, Units::Mv][seed as usize % 4];
        let settings = Settings { steps: 4..=16, units, ..Settings::default() };
        let statements = vectors::programs::mncore2::program(&mut Seeded::new(seed), &settings);
        let end = statements.iter().position(|s| *s == Statement::Quit);
        let statements = &statements[..end.unwrap_or(statements.len())];
        inserted += check(&format!("seed {seed}"), statements);
        let (longer, _) = stretched(statements);
        assert_eq!(errors(&longer), [], "seed {seed}");
        let mended = mend(text(statements).as_bytes()).expect("a program");
        assert_eq!(String::from_utf8_lossy(&mended.text), text(&longer), "seed {seed}: mend");
        let mut b = Builder::new();
        for statement in statements {
            b.add(statement.clone());
        }
        let built = b.stretched().build().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(built.text(), text(&longer), "seed {seed}: the builder");
    }
    assert!(inserted > 500, "{inserted}");
}
