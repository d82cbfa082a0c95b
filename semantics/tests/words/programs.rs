//! The golden programs as assembled text do what they did.

use semantics::mncore2::assembly::{AssembleError, Assembled, Assembler, Disassembler};
use semantics::mncore2::check::Rules;
use semantics::mncore2::code::{Table, Trust, canonical};
use semantics::mncore2::isa::{Expr, Statement};
use semantics::mncore2::text::{Program, parse_with};
use semantics::mncore2::{Board, Mode};
use std::path::PathBuf;

/// The golden programs; the exceptions of `lint` are comments, so rules do not matter here.
fn programs() -> Vec<(PathBuf, Program)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/mncore2");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().map(|e| e.unwrap().path()) {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let paths = entries.map(|e| e.unwrap().path());
        for path in paths.filter(|p| p.extension().is_some_and(|e| e == "vsm")) {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, parse_with(Rules::NONE, &text).unwrap()));
        }
    }
    found
}

fn dump(program: &Program) -> String {
    let mut dump = Vec::new();
    let ended = Board::new().run(program, &mut dump).map(|_| ()).map_err(|e| e.kind.to_string());
    String::from_utf8(dump).unwrap() + &format!("{ended:?}")
}

fn assembled(
    program: &Program,
    trust: Trust,
    mode: Mode,
) -> Result<(String, Assembled), AssembleError> {
    let mut text = Vec::new();
    let assembler = Assembler { table: Table::known(), trust, mode };
    let done = assembler.assemble(program, &mut text)?;
    Ok((String::from_utf8(text).unwrap(), done))
}

/// The statements of assembled text, as words have them.
fn statements(text: &str) -> Vec<Statement> {
    let back = Disassembler { table: Table::known() }.disassemble(text).unwrap().text;
    let back = parse_with(Rules::NONE, &back).unwrap();
    let own = |statement: &Statement| match statement {
        Statement::Step(step) if !matches!(step.exprs[..], [Expr::Nop(_)]) => {
            Statement::Step(canonical(step))
        }
        other => other.clone(),
    };
    back.lines().iter().map(|line| own(line.statement())).collect()
}

#[test]
fn assembled_programs_do_the_same() {
    let programs = programs();
    assert!(programs.len() > 100);
    let (mut words, mut lists) = (0, 0);
    for (path, program) in &programs {
        let name = path.display();
        let (text, done) = match assembled(program, Trust::Observed, Mode::AutoStride) {
            Ok(found) => found,
            Err(AssembleError::List { .. }) => {
                lists += 1;
                assembled(program, Trust::Observed, Mode::Flat).unwrap()
            }
            Err(e) => panic!("{name}: {e}"),
        };
        words += done.lines - done.own;
        let again = parse_with(Rules::NONE, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(dump(&again), dump(program), "{name}");
        let own = statements(&text);
        for (trust, mode) in [(Trust::Inferred, Mode::AutoStride), (Trust::Observed, Mode::Flat)] {
            if let Ok((text, _)) = assembled(program, trust, mode) {
                assert_eq!(statements(&text), own, "{name} {trust:?} {mode:?}");
            }
        }
    }
    assert!(words >= 1_590 && lists <= 7, "{words} words, {lists} programs with lists");
}

/// One line a step: as many as the program has, whatever stands beside `nop/n`.
#[test]
fn nops_and_masks() {
    let source = "mvp/n64i01 $p0@0 $lc0@0.0\nnop/3; wait i01\nmasksk 24\nlpassa $aluf $ls0v\n\
                  masklls 3\nlpassa $aluf $ls0v\nlpassa $aluf $ls0v/0001 $lr0v\nmask 0\nlpassa $aluf \
                  $ls[0,2,4,6]\nquit\nnop\n";
    let program = parse_with(Rules::NONE, source).unwrap();
    let (text, done) = assembled(&program, Trust::Observed, Mode::Flat).unwrap();
    let expected = [
        "m vsm mvp/n64i01 $p0@0 $lc0@0.0",
        "j vsm nop; wait i01",
        "j vsm nop",
        "j vsm nop",
        "j vsm lpassa $aluf $ls0v/1000",
        "j vsm lpassa $aluf $ls0v/$llimr3t",
        "j vsm lpassa $aluf $ls0v/0001 $lr0v",
        "j vsm lpassa $aluf $ls[0,2,4,6]",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    assert_eq!((done.lines, done.own), (8, 8));
    let (text, done) = assembled(&program, Trust::Observed, Mode::AutoStride).unwrap();
    assert_eq!(done.own, 4);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2], lines[3]);
    assert_eq!(lines[1], "i vsm nop; wait i01");
    let list = parse_with(Rules::NONE, "nop\nlpassa $lm[0,2,4,8] $lr0v\n").unwrap();
    match assembled(&list, Trust::Observed, Mode::AutoStride) {
        Err(AssembleError::List { line: 2, operand }) => assert_eq!(operand, "$lm[0,2,4,8]"),
        other => panic!("{other:?}"),
    }
    let many = parse_with(Rules::NONE, "nop/4294967295\n").unwrap();
    let refused = assembled(&many, Trust::Observed, Mode::AutoStride);
    assert!(matches!(refused, Err(AssembleError::Limit { line: 1 })), "{refused:?}");
}
