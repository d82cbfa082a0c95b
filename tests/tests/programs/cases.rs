//! Random cases, whose answer is the model's, on its judge.

use oracle::interpreters;
use seeded::Kind;
use semantics::cases::Case;
use semantics::mncore2::isa::table::{Class, rows};
use semantics::mncore2::isa::{Cycles, Expr, Get, L1bmPlace, Levels, Modifier, Source, Statement};
use semantics::mncore2::text::{parse, parse_line};
use std::collections::BTreeSet;
use tests::cover::Covered;
use vectors::programs::{Seeded, cases};

const SEED: u64 = 11;
/// Programs in which everything must come up.
const DRAWN: u64 = 12_000;

fn case(number: u64) -> Case {
    let programs = cases::of("mncore2").expect("cases");
    cases::case(programs, SEED, number).unwrap_or_else(|e| panic!("{e}"))
}

/// A PE that the case tells of, of those of a name another one for each case.
fn observed(case: &Case, number: u64) -> u64 {
    let hash = number.wrapping_mul(0x9e37_79b9) >> 8;
    let levels = case.expect.iter().find_map(|part| {
        match parse_line(&format!("d geth {} 1", part.target)) {
            Ok(Some(Statement::Get(Get { levels, .. }))) => Some(levels),
            _ => None,
        }
    });
    let Levels { group, l2b, l1b, mab, pe } = levels.unwrap_or_default();
    [(group, 4), (l2b, 2), (l1b, 8), (mab, 16), (pe, 4)]
        .into_iter()
        .fold(0, |at, (level, count)| at * count + level.map_or(hash / 64 % count, u64::from))
}

/// Judges a case.
fn judge(number: u64) {
    let mut case = case(number);
    case.parameters.push(("pe".into(), observed(&case, number).to_string()));
    match case.run(interpreters::of("mncore2"), None) {
        Ok(found) => assert_eq!(found, [], "{}", case.id),
        Err(broken) => panic!("{}: {broken}", case.id),
    }
}

#[test]
fn the_plain_interpreter_leaves_what_cases_expect() {
    tests::seeds::each(Kind::Program.cases() / 8, "MN-Core 2 cases", judge);
}

/// The statements of a draft.
fn drawn(number: u64) -> Vec<Statement> {
    let draft = cases::of("mncore2").expect("cases").case.expect("cases");
    let draft = draft(&mut Seeded::of_case(SEED, number), "T");
    let code = draft.text.lines().filter_map(|line| line.strip_prefix("code "));
    let source: String = code.map(|line| format!("{line}\n")).collect();
    let program = parse(&source).unwrap_or_else(|e| panic!("{number}: {e:?}\n{source}"));
    program.lines().iter().map(|line| line.statement().clone()).collect()
}

/// What programs are made of, beside the rows of the table.
fn features(statement: &Statement, found: &mut BTreeSet<String>) {
    let Statement::Step(step) = statement else {
        found.extend(matches!(statement, Statement::Mask(_)).then(|| "mask".to_owned()));
        return;
    };
    for expr in &step.exprs {
        for input in expr.inputs() {
            match &input.source {
                Source::Memory(access) => {
                    found.insert(format!("{:?}", access.width));
                    let modifier = match access.modifier {
                        Modifier::Within(_) => "within".to_owned(),
                        other => format!("{other:?}"),
                    };
                    found.insert(modifier);
                    let flat = matches!(access.cycles, Cycles::Flat(_));
                    found.insert(if flat { "flat" } else { "stride" }.into());
                }
                Source::Forward(unit) => {
                    found.insert(format!("forward {unit:?}"));
                }
                Source::T(_) => {
                    found.insert("T".into());
                }
                Source::Constant(constant) => {
                    found.insert(format!("{constant:?}"));
                }
            }
            found.extend(input.convert.map(|convert| format!("{convert:?}")));
            found.extend(input.negate.then(|| "negate".into()));
        }
        let masked = expr.dests().iter().any(|dest| dest.mask.is_some());
        found.extend(masked.then(|| "masked".into()));
        found.extend(expr.flush().map(|_| "flush".into()));
        match expr {
            Expr::Mau(mau) => {
                found.insert(format!("MAU {:?} {}", mau.precision, mau.shorten));
            }
            Expr::Down(down) => {
                let back = down.from.place == L1bmPlace::Turnaround;
                found.insert(format!("turnaround {back} double {}", down.from.double));
            }
            Expr::Noforward => {
                found.insert("noforward".into());
            }
            _ => {}
        }
    }
}

/// Every row of the instruction set under every precision, and all that a statement is made of.
#[test]
fn all_that_the_language_has_comes_up() {
    let (mut covered, mut found, mut lengths) = (Covered::default(), BTreeSet::new(), [0_u64; 2]);
    for number in 0..DRAWN {
        let statements = drawn(number);
        lengths[usize::from(statements.len() > 1)] += 1;
        for statement in &statements {
            covered.statement(statement);
            features(statement, &mut found);
        }
    }
    // Programs are read and told by the host's statements, which cases have other lines for.
    let rows = rows().filter(|row| row.class != Class::Control || row.opcode == "mask");
    let missing: Vec<String> = rows.flat_map(|row| covered.missing(row)).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    let wanted = [
        "mask",
        "masked",
        "flush",
        "Single",
        "Long",
        "Double",
        "None",
        "within",
        "Indirect",
        "flat",
        "stride",
        "forward Alu",
        "forward Mau",
        "forward Mread",
        "forward L1bm",
        "T",
        "Shorten",
        "Extend",
        "negate",
        "noforward",
        "MAU D false",
        "MAU D true",
        "MAU F false",
        "MAU G false",
        "MAU H false",
        "MAU H true",
        "turnaround false double false",
        "turnaround false double true",
        "turnaround true double false",
        "turnaround true double true",
        "Peid",
        "L2bid",
        "L1bid",
        "Mabid",
        "Subpeid",
        "Msb1",
    ];
    let lacking: Vec<&&str> = wanted.iter().filter(|name| !found.contains(**name)).collect();
    assert!(lacking.is_empty(), "{lacking:?} of {found:?}");
    assert!(lengths.iter().all(|count| 3 * count > DRAWN), "{lengths:?} of one statement, of more");
}
