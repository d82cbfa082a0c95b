//! What `assay run --no-check` meets: steps that no machine issues. The emulator executes them
//! without panic, and each of them in one way.

use seeded::Kind;
use semantics::mncore2::Board;
use semantics::mncore2::check::Rules;
use semantics::mncore2::isa::{Expr, Statement, Step};
use semantics::mncore2::text::{parse, parse_with};
use vectors::programs::mncore2::{Settings, program};
use vectors::programs::{Choices, Seeded};

/// The statements of a random program, in each step the expressions of others beside its own.
fn crowded(seed: u64) -> Vec<Statement> {
    let choices = &mut Seeded::new(seed);
    let statements = program(choices, &Settings { steps: 16..=32, ..Settings::default() });
    let exprs: Vec<Expr> = statements
        .iter()
        .filter_map(|s| if let Statement::Step(step) = s { Some(step.exprs.clone()) } else { None })
        .flatten()
        .collect();
    let more = |statement| match statement {
        Statement::Step(Step { exprs: mut own }) => {
            for _ in 0..choices.below(4) {
                own.push(exprs[choices.below(exprs.len() as u64) as usize].clone());
            }
            Statement::Step(Step { exprs: own })
        }
        other => other,
    };
    statements.into_iter().map(more).collect()
}

#[test]
fn steps_that_break_rules_are_executed() {
    let (mut broken, programs) = (0, Kind::Program.cases() / 8);
    for seed in 0..programs {
        let source: String = crowded(seed).iter().map(|s| format!("{s}\n")).collect();
        broken += u64::from(parse(&source).is_err());
        let program = parse_with(Rules::NONE, &source).unwrap_or_else(|e| panic!("{seed}: {e}"));
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        for dump in [&mut first, &mut second] {
            Board::new().run(&program, dump).unwrap_or_else(|e| panic!("{seed}: {e}"));
        }
        assert!(first == second, "seed {seed}");
    }
    assert!(broken > programs / 2, "{broken} programs break a rule");
}

/// Two expressions share the ALU: both destinations get the last one's result.
#[test]
fn the_last_of_two_expressions_of_a_unit() {
    let source = "lpassa $peid $lm0v; linc $peid $lr0v\n\
                  d get $lm0n0c0b0m0p3 1\nd get $lr0n0c0b0m0p3 1\n";
    let program = parse_with(Rules::NONE, source).expect("statements");
    let mut dump = Vec::new();
    Board::new().run(&program, &mut dump).expect("a dump");
    let dump = String::from_utf8(dump).expect("text");
    assert_eq!(dump.matches("v:0x4)").count(), 2, "{dump}");
}
