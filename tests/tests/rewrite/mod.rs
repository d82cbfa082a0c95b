//! `fmt` and `lint --fix` on all golden programs and on random ones: canonical text has the same
//! statements, and mended programs keep every distance with no `nop` too many.

mod unchecked;

use semantics::mncore2::check::Rules;
use semantics::mncore2::isa::{Expr, Statement};
use semantics::mncore2::text::{Diagnostic, Mended, format, mend, parse_with};
use std::path::{Path, PathBuf};
use vectors::programs::mncore2::{Settings, program};
use vectors::programs::{Choices, Seeded};

/// Random programs that are formatted.
const FORMATTED: u64 = 300;
/// Random programs that are mended.
const MENDED: u64 = 100;

/// The golden programs with their names.
fn golden() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/mncore2");
    let programs = ["board", "manual"].iter().flat_map(|folder| {
        let entries = std::fs::read_dir(root.join(folder)).expect("golden programs");
        entries.map(|entry| entry.expect("a file").path())
    });
    let is_program = |path: &PathBuf| path.extension().is_some_and(|e| e == "vsm");
    let read =
        |path: PathBuf| (path.display().to_string(), std::fs::read(path).expect("a program"));
    programs.filter(is_program).map(read).collect()
}

/// The statements of a source, whatever rules they break.
fn statements(source: &[u8]) -> Vec<Statement> {
    let source = std::str::from_utf8(source).expect("UTF-8");
    let program = parse_with(Rules::NONE, source).unwrap_or_else(|e| panic!("{source}\n{e}"));
    program.lines().iter().map(|line| line.statement().clone()).collect()
}

/// Statements as somebody might write them: blanks, comments, line ends of all kinds.
fn dressed(c: &mut dyn Choices, statements: &[Statement]) -> Vec<u8> {
    const BEFORE: [&str; 6] = ["", "", " ", "\t ", "# head\n", "\r\n  # head \r\n! old\n"];
    const BEHIND: [&str; 7] = ["", "", " ", ";", " ;\t", "# behind", " ;  # a  b "];
    const ENDS: [&str; 3] = ["\n", "\n", "\r\n"];
    let mut one_of = |from: &[&'static str]| from[c.below(from.len() as u64) as usize];
    let mut source = String::new();
    for statement in statements {
        let blank = one_of(&[" ", " ", "  ", "\t"]);
        let text = statement.to_string().replace(' ', blank);
        let behind = one_of(&BEHIND);
        // Only what a `;` may follow.
        let behind = if matches!(statement, Statement::Quit) { "" } else { behind };
        source += &[one_of(&BEFORE), &text, behind, one_of(&ENDS)].concat();
    }
    source.into_bytes()
}

fn keeps_its_meaning(name: &str, source: &[u8]) {
    let canonical = format(source).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(statements(source), statements(&canonical), "{name}");
    assert_eq!(format(&canonical[..]).expect("canonical text"), canonical, "{name}, again");
    let comments = |text: &[u8]| text.iter().filter(|b| **b == b'#').count();
    assert_eq!(comments(source), comments(&canonical), "{name}");
    for (line, statement) in canonical_lines(&canonical).zip(statements(&canonical)) {
        assert!(line == statement.to_string() || line[1..].starts_with(" vsm "), "{name}: {line}");
    }
}

/// The statements of canonical text as they are written.
fn canonical_lines(text: &[u8]) -> impl Iterator<Item = &str> {
    let lines = std::str::from_utf8(text).expect("UTF-8").lines();
    let codes = lines.filter(|line| !line.starts_with('!')).map(|line| {
        let code = line.split('#').next().unwrap_or_default();
        code.strip_suffix("  ").unwrap_or(code)
    });
    codes.filter(|code| !code.is_empty())
}

#[test]
fn canonical_text_has_the_same_statements() {
    for (name, source) in golden() {
        keeps_its_meaning(&name, &source);
    }
    for seed in 0..FORMATTED {
        let choices = &mut Seeded::new(seed);
        let program = program(choices, &Settings::default());
        let source = dressed(choices, &program);
        keeps_its_meaning(&format!("seed {seed}"), &source);
    }
}

/// The number of errors that are hazards; the others are no matter of `--fix`.
fn hazards(source: &[u8]) -> usize {
    let source = std::str::from_utf8(source).expect("UTF-8");
    match parse_with(Rules::ASSEMBLER, source) {
        Ok(_) => 0,
        Err(errors) => {
            let hazard = |d: &&Diagnostic| d.code.contains("HAZARD");
            errors.diagnostics.iter().filter(hazard).count()
        }
    }
}

/// What was inserted, by the number of the line, from 0.
fn inserted(source: &[u8], mended: &Mended) -> Vec<(usize, u32)> {
    let mut old = source.split_inclusive(|&b| b == b'\n').peekable();
    let mut inserted = Vec::new();
    for (number, line) in mended.text.split_inclusive(|&b| b == b'\n').enumerate() {
        if old.next_if(|old| *old == line).is_some() {
            continue;
        }
        let found = statements(line);
        let [Statement::Step(step)] = &found[..] else { panic!("line {number} is changed") };
        let [Expr::Nop(nops)] = step.exprs[..] else { panic!("line {number} is changed") };
        inserted.push((number, nops));
    }
    assert!(old.next().is_none(), "a line is gone");
    inserted
}

#[test]
fn golden_programs_need_no_nop() {
    for (name, source) in golden() {
        let mended = mend(&source[..]).expect(&name);
        assert_eq!((mended.text, mended.nops, mended.places), (source, 0, 0), "{name}");
    }
}

/// Without any one of the inserted steps a distance is too short.
#[test]
fn mended_programs_have_no_nop_too_many() {
    let mut places = 0;
    for seed in 0..MENDED {
        let choices = &mut Seeded::new(seed);
        let settings = Settings { fill: false, dump: false, ..Settings::default() };
        let program = program(choices, &settings);
        let source = dressed(choices, &program);
        let mended = mend(&source[..]).expect("a program");
        assert_eq!(hazards(&mended.text), 0, "seed {seed}");
        let inserted = inserted(&source, &mended);
        assert_eq!(inserted.len() as u64, mended.places);
        assert_eq!(inserted.iter().map(|(_, n)| u64::from(*n)).sum::<u64>(), mended.nops);
        places += inserted.len();
        for (at, nops) in inserted {
            let lines = mended.text.split_inclusive(|&b| b == b'\n').enumerate();
            let fewer = if nops > 1 { format!("nop/{}\n", nops - 1) } else { "\n".into() };
            let less: Vec<u8> = lines
                .flat_map(|(n, line)| if n == at { fewer.as_bytes() } else { line })
                .copied()
                .collect();
            assert!(hazards(&less) > 0, "seed {seed}: line {} is needless", at + 1);
        }
    }
    assert!(places > 100, "{places} places");
}
