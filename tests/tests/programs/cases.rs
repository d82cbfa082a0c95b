//! Random cases, whose answer is the model's, held against the plain interpreter: it takes the state before from the lines of the
//! case, runs the code, and must have the state that the case expects.

use oracle::plain::mncore2::{Element, Machine, Scope};
use semantics::cases::{Assignment, Case};
use semantics::machine::Value;
use semantics::mncore2::isa::table::{Class, rows};
use semantics::mncore2::isa::{
    Cycles, Expr, Get, L1bmPlace, Levels, Memory, Modifier, Source, Statement, Width,
};
use semantics::mncore2::text::{parse, parse_line};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use tests::budget::Budget;
use tests::cover::Covered;
use vectors::programs::{Seeded, cases};

/// Cases that every run has.
const ALWAYS: u64 = 60;
/// Until when more are run.
const SECONDS: u64 = 20;
const SEED: u64 = 11;
/// Programs in which everything must come up.
const DRAWN: u64 = 12_000;

fn case(number: u64) -> Case {
    let programs = cases::of("mncore2").expect("cases");
    cases::case(programs, SEED, number).unwrap_or_else(|e| panic!("{e}"))
}

fn statements(case: &Case) -> Vec<Statement> {
    let source: String = case.code.iter().map(|code| format!("{}\n", code.text)).collect();
    let program = parse(&source).unwrap_or_else(|e| panic!("{}: {e:?}", case.id));
    program.lines().iter().map(|line| line.statement.clone()).collect()
}

/// What a target names, and its words.
fn named(part: &Assignment) -> (Memory, Levels, Vec<u64>) {
    let Ok(Some(Statement::Get(Get { memory, levels, .. }))) =
        parse_line(&format!("d geth {} 1", part.target))
    else {
        panic!("{}", part.target)
    };
    let words = match &part.value {
        // Cycle 0 stands first.
        Value::Number(flags, _) => [12, 8, 4, 0].map(|shift| (flags >> shift & 15) as u64).to_vec(),
        Value::None => Vec::new(),
        Value::Image(bytes) => {
            bytes.chunks(8).map(|word| word.iter().fold(0, |w, b| w << 8 | u64::from(*b))).collect()
        }
    };
    // A value of `$lt` has a word a cycle; the generator writes `$llt`.
    assert!(!matches!(memory, Memory::T(Width::Long | Width::Single)), "{}", part.target);
    (memory, levels, words)
}

/// One element of each level, a different one for each case; of a case that tells of one place only, that place.
fn observed(case: &Case, number: u64) -> BTreeSet<Element> {
    let mut pe = (number.wrapping_mul(0x9e37_79b9) >> 8 & 0xfff) as u16;
    if case.rest.is_none() {
        let full = |part: &Assignment| {
            let (_, Levels { group, l2b, l1b, mab, .. }, _) = named(part);
            let numbers = [group?, l2b?, l1b?, mab?].map(u16::from);
            Some(4 * (((2 * numbers[0] + numbers[1]) * 8 + numbers[2]) * 16 + numbers[3]))
        };
        pe = case.expect.iter().find_map(full).unwrap_or(pe);
    }
    let mab = pe / 4;
    let l1b = (mab / 16) as u8;
    [Element::Group(l1b / 16), Element::L2b(l1b / 8), Element::L1b(l1b), Element::Mab(mab)].into()
}

/// Puts parts of the state into a machine; how many elements took one.
fn put(machine: &mut Machine, parts: &[Assignment]) -> usize {
    let put = |part: &Assignment| {
        let (memory, levels, words) = named(part);
        machine.put(memory, levels, &words).unwrap_or_else(|stop| panic!("{}: {stop}", part.target))
    };
    parts.iter().map(put).sum()
}

/// Judges a case; whether any of what it expects was in reach.
fn judge(number: u64) -> bool {
    let case = case(number);
    let statements = statements(&case);
    let scope = Scope::with(&statements, observed(&case, number));
    let mut before = Machine::new(scope.clone());
    put(&mut before, &case.init);
    let mut after = Machine::new(scope);
    put(&mut after, &case.init);
    after.run(&statements).unwrap_or_else(|stop| panic!("{}: {stop}", case.id));
    let found = after.state();
    // All that is expected over the state before, or, where the rest is not told of, over the state after.
    let mut expected = if case.rest.is_some() { before } else { after };
    let reached = put(&mut expected, &case.expect);
    let expected = expected.state();
    for (word, value) in &expected {
        let other = found.get(word).copied().unwrap_or(0);
        assert_eq!(other, *value, "{}: {word:?}: {other:#x}, not {value:#x}", case.id);
    }
    let more = found.keys().find(|word| !expected.contains_key(word));
    assert_eq!(more, None, "{}: expected to be 0", case.id);
    reached > 0
}

#[test]
fn the_plain_interpreter_leaves_what_cases_expect() {
    let (all, some) = (AtomicU64::new(0), AtomicU64::new(0));
    Budget::of("ASSAY_CASES", ALWAYS, SECONDS).run("MN-Core 2 cases", |number| {
        all.fetch_add(1, Relaxed);
        some.fetch_add(judge(number).into(), Relaxed);
    });
    let (all, some) = (all.into_inner(), some.into_inner());
    assert!(4 * some > 3 * all, "{some} of {all} cases expect anything of what is looked at");
}

/// The statements of a draft.
fn drawn(number: u64) -> Vec<Statement> {
    let draft = cases::of("mncore2").expect("cases").case.expect("cases");
    let draft = draft(&mut Seeded::of_case(SEED, number), "T");
    let code = draft.text.lines().filter_map(|line| line.strip_prefix("code "));
    let source: String = code.map(|line| format!("{line}\n")).collect();
    let program = parse(&source).unwrap_or_else(|e| panic!("{number}: {e:?}\n{source}"));
    program.lines().iter().map(|line| line.statement.clone()).collect()
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
