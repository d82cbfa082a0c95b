//! Whole random programs of MN-Core 2: the emulator against its judge.

use oracle::interpreters;
use semantics::machine::{Machine, Run};
use semantics::mncore2::MnCore2;
use semantics::mncore2::check::{Checker, Severity};
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::{Program, parse_line};
use vectors::programs::mncore2::{Settings, Units, program};
use vectors::programs::{Bytes, Choices};

/// Reads a program from the bytes, and compares the dumps of emulator and interpreter.
///
/// # Panics
/// Where they differ, or a statement does not read back from its text.
pub fn programs(bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    // Most programs stay below L2BM: more of the tree takes a plain interpreter long.
    let units = match choices.below(8) {
        0..=2 => Units::Pe,
        3..=5 => Units::L1bm,
        6 => Units::L2bm,
        _ => Units::Mv,
    };
    let settings = Settings { steps: 1..=16, units, ..Settings::default() };
    agree(&program(&mut choices, &settings));
}

/// Compares the dumps of a program.
///
/// # Panics
/// Where they differ, with as short a program as shows it; or where a statement does not read back
/// from its text.
pub fn agree(statements: &[Statement]) {
    for statement in statements {
        let text = statement.to_string();
        assert_eq!(parse_line(&text).as_ref().ok(), Some(&Some(statement.clone())), "{text}");
    }
    if differs(statements) {
        let short = shortened(statements.to_vec());
        let program = of(&short);
        let [ours, theirs] = both(&program).map(lines);
        let first = ours.iter().zip(&theirs).find(|(a, b)| a != b);
        let text: Vec<_> = short.iter().map(Statement::to_string).collect();
        panic!("emulator and interpreter differ: {first:#?}\nin\n{}", text.join("\n"));
    }
}

fn of(statements: &[Statement]) -> Program {
    Program::new(statements.iter().cloned()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The dump of a program under someone.
fn dumped(who: &dyn Machine, program: &Program) -> Result<String, String> {
    let (mut board, mut dump) = (who.board(&[]).expect("no parameters"), Vec::new());
    board.run(program, Run::quietly(&mut dump)).map_err(|e| e.to_string())?;
    String::from_utf8(dump).map_err(|e| e.to_string())
}

/// The dumps of emulator and judge.
fn both(program: &Program) -> [Result<String, String>; 2] {
    [&MnCore2, interpreters::of("mncore2")].map(|who| dumped(who, program))
}

fn differs(statements: &[Statement]) -> bool {
    let [ours, theirs] = both(&of(statements));
    // No generated program may stop, so two stops are a finding too.
    ours.is_err() || ours != theirs
}

/// The program without the statements that do not matter, tried from the last to the first; what is
/// left is valid.
fn shortened(mut statements: Vec<Statement>) -> Vec<Statement> {
    for at in (0..statements.len()).rev() {
        let removed = statements.remove(at);
        if !valid(&statements) || !differs(&statements) {
            statements.insert(at, removed);
        }
    }
    statements
}

fn valid(statements: &[Statement]) -> bool {
    let mut checker = Checker::new();
    let mut found = (1..).zip(statements).flat_map(|(line, s)| checker.statement(line, s));
    found.all(|v| v.severity == Severity::Warning)
}

/// The lines of a dump, and one that tells how it ended.
fn lines(dump: Result<String, String>) -> Vec<String> {
    match dump {
        Ok(dump) => dump.lines().chain(["(end)"]).map(str::to_owned).collect(),
        Err(stop) => vec![format!("stop: {stop}")],
    }
}
