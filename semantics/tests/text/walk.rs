//! The walk over the lines of a source: its parts, rules behind lines that cannot be read, and
//! exceptions.

use rstest::rstest;
use semantics::mncore2::check::{Checker, Lint, Rules};
use semantics::mncore2::text::{MAX_STATEMENTS, Walk, parse, parse_with, read_with};

/// Line, column and code.
type Place = (u32, u32, &'static str);

/// All findings, then line and code of what is allowed.
fn found(rules: Rules, source: &str) -> (Vec<Place>, Vec<(u32, &'static str)>) {
    let mut walk = Walk::new(source.as_bytes(), Checker::with(rules));
    let (mut diagnostics, mut allowed) = (Vec::new(), Vec::new());
    while let Some(line) = walk.line().expect("bytes in memory") {
        diagnostics.extend(line.diagnostics);
        allowed.extend(line.allowed);
    }
    let left = walk.finish();
    diagnostics.extend(left.0);
    allowed.extend(left.1);
    (
        diagnostics.iter().map(|d| (d.line, d.column, d.code)).collect(),
        allowed.iter().map(|a| (a.diagnostic.line, a.diagnostic.code)).collect(),
    )
}

#[rstest]
fn a_line_in_its_parts() {
    let source = b"\xef\xbb\xbf nop # a\r\n\r\nbad#\xff\nnop;\xfe\nquit\nrubbish";
    let mut walk = Walk::new(&source[..], Checker::new());
    let mut parts = Vec::new();
    while let Some(line) = walk.line().expect("bytes in memory") {
        let statement = line.statement.as_ref().map(ToString::to_string);
        parts.push((line.raw.to_vec(), line.code.to_owned(), line.comment.to_vec()));
        assert_eq!(line.is_unread(), matches!(line.number, 3 | 4), "line {}", line.number);
        assert_eq!(statement.is_some(), matches!(line.number, 1 | 5), "line {}", line.number);
    }
    let line = |raw: &[u8], code: &str, comment: &[u8]| (raw.to_vec(), code.into(), comment.into());
    assert_eq!(
        parts,
        [
            line(b"\xef\xbb\xbf nop # a\r\n", " nop ", b"# a"),
            line(b"\r\n", "", b""),
            line(b"bad#\xff\n", "bad", b"#\xff"),
            line(b"nop;\xfe\n", "", b""),
            line(b"quit\n", "quit", b""),
        ]
    );
}

/// A line that cannot be read may be the step or the statement that is missed.
#[rstest]
#[case("zero $lm0v\nrubbish\nlpassa $lm0v $nowrite", &[(2, 1, "MN-E-OPCODE")])]
#[case("rubbish\nzero $lm0v\nlpassa $lm0v $nowrite", &[(1, 1, "MN-E-OPCODE"), (3, 8, "MN-E-HAZARD-LM0")])]
#[case("rubbish\nl1bmm $lbi $lr0v", &[(1, 1, "MN-E-OPCODE")])]
#[case("rubbish\nlpassa $aluf $lr0v", &[(1, 1, "MN-E-OPCODE")])]
#[case("rubbish\nmaskr 3", &[(1, 1, "MN-E-OPCODE")])]
// A statement that breaks a rule is walked, so what follows is judged.
#[case("wait i00\nnop; wait i00", &[(1, 1, "MN-E-WAIT-ALONE"), (1, 1, "MN-E-WAIT-UNISSUED"), (2, 6, "MN-E-WAIT-UNISSUED")])]
#[case("nop; wait i01\nnop\nmvp/n64i01 $p0@0 $p0@1\n", &[(1, 6, "MN-W-WAIT-UNISSUED")])]
#[case("mvp/n64i01 $p0@0 $p0@1\nnop; wait i01\nnop; wait i01", &[(3, 6, "MN-W-WAIT-UNISSUED")])]
#[case("nop; wait i01\nrubbish\nmvp/n64i01 $p0@0 $p0@1", &[(2, 1, "MN-E-OPCODE")])]
#[case("maskr 3", &[(1, 1, "MN-W-MASK-LEFT")])]
fn behind_what_cannot_be_read(#[case] source: &str, #[case] expected: &[(u32, u32, &str)]) {
    assert_eq!(found(Rules::ASSEMBLER, source).0, expected);
}

#[rstest]
// On a line of its own: from there to the end.
#[case("# lint: allow MN-E-HAZARD-LM0: because\nzero $lm0v\nlpassa $lm0v $nowrite\nlpassa $lm0v $nowrite", &[], &[3, 4])]
#[case("  #lint:allow MN-E-HAZARD-LM0:because\r\nzero $lm0v\r\nlpassa $lm0v $nowrite", &[], &[3])]
#[case("zero $lm0v\nlpassa $lm0v $nowrite\n# lint: allow MN-E-HAZARD-LM0: because\nlpassa $lm0v $nowrite", &[(2, 8, "MN-E-HAZARD-LM0")], &[4])]
#[case("#lint:\tallow\tMN-E-HAZARD-LM0 : because\nzero $lm0v\nlpassa $lm0v $nowrite", &[], &[3])]
// Behind a statement: there.
#[case("zero $lm0v\nlpassa $lm0v $nowrite # lint: allow MN-E-HAZARD-LM0: because\nlpassa $lm0v $nowrite", &[(3, 8, "MN-E-HAZARD-LM0")], &[2])]
// Another code.
#[case("zero $lm0v\nlpassa $lm0v $nowrite # lint: allow MN-E-HAZARD-LM1: because", &[(2, 8, "MN-E-HAZARD-LM0"), (2, 23, "MN-W-ALLOW-UNUSED")], &[])]
#[case("# lint: allow MN-W-BANG: because\n! old", &[], &[2])]
#[case("# lint: allow MN-W-MASK-LEFT: because\nmaskr 3", &[], &[2])]
// What is judged at the end.
#[case("nop; wait i01 # lint: allow MN-W-WAIT-UNISSUED: because\nnop; wait i01\nmvp/n64i01 $p0@0 $p0@1", &[(2, 6, "MN-W-WAIT-UNISSUED")], &[1])]
#[case("# lint: allow MN-W-WAIT-UNISSUED: because\nnop; wait i01\nmvp/n64i01 $p0@0 $p0@1", &[], &[2])]
#[case("nop; wait i01 # lint: allow MN-W-WAIT-UNISSUED: because", &[(1, 15, "MN-W-ALLOW-UNUSED")], &[])]
fn exceptions(
    #[case] source: &str,
    #[case] expected: &[(u32, u32, &str)],
    #[case] allowed: &[u32],
) {
    let (diagnostics, lines) = found(Rules::ASSEMBLER, source);
    assert_eq!(diagnostics, expected);
    assert_eq!(lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), allowed);
}

#[rstest]
#[case("nop # lint: allow MN-E-HAZARD-LM0: because", "MN-W-ALLOW-UNUSED")]
#[case("# lint: allow MN-E-HAZARD-LM0: because\nnop", "MN-W-ALLOW-UNUSED")]
#[case("# lint: allow MN-W-NOTHING: because\nnop", "MN-W-ALLOW-UNUSED")]
// No reason, no code, another word.
#[case("# lint: allow MN-E-HAZARD-LM0:", "MN-W-ALLOW")]
#[case("# lint: allow MN-E-HAZARD-LM0", "MN-W-ALLOW")]
#[case("# lint: allow : because", "MN-W-ALLOW")]
#[case("# lint: deny MN-E-HAZARD-LM0: because", "MN-W-ALLOW")]
// What is no instruction of the machine cannot be allowed.
#[case("# lint: allow MN-E-SLOT: because", "MN-W-ALLOW")]
fn wrong_exceptions(#[case] source: &str, #[case] code: &str) {
    let found = found(Rules::ASSEMBLER, source).0;
    assert_eq!(found.iter().map(|f| f.2).collect::<Vec<_>>(), [code]);
}

/// A reason is a comment, in any encoding.
#[test]
fn an_exception_that_is_not_utf8() {
    let source = b"zero $lm0v\nlpassa $lm0v $nowrite # lint: allow MN-E-HAZARD-LM0: caf\xe9";
    let mut walk = Walk::new(&source[..], Checker::with(Rules::ASSEMBLER));
    walk.line().expect("bytes in memory");
    let line = walk.line().expect("bytes in memory").expect("a line");
    assert_eq!(line.diagnostics, []);
    assert_eq!(&*line.allowed[0].reason, "caf\u{fffd}");
}

/// Two exceptions for one code: the first is used, the second is too much.
#[rstest]
fn an_exception_twice() {
    let source = "# lint: allow MN-W-BANG: because\n! old\n# lint: allow MN-W-BANG: because\n! old";
    let (diagnostics, allowed) = found(Rules::ASSEMBLER, source);
    assert_eq!(diagnostics, [(3, 1, "MN-W-ALLOW-UNUSED")]);
    assert_eq!(allowed, [(2, "MN-W-BANG"), (4, "MN-W-BANG")]);
}

/// What is not looked at cannot tell whether an exception is needed.
#[rstest]
fn exceptions_for_other_rules() {
    let hazard = "nop # lint: allow MN-E-HAZARD-LM0: because";
    assert_eq!(found(Rules::ISSUE, hazard).0, []);
    let lint = "# lint: allow MN-W-DEAD: because\nnop";
    assert_eq!(found(Rules::ASSEMBLER, lint).0, []);
    let with = Rules::ASSEMBLER.with(Lint::Dead);
    assert_eq!(found(with, lint).0, [(1, 1, "MN-W-ALLOW-UNUSED")]);
}

/// Comments that only look like exceptions.
#[rstest]
#[case("# allow MN-E-HAZARD-LM0: because")]
#[case("# see lint: allow MN-E-HAZARD-LM0: because")]
#[case("# linting: x")]
fn other_comments(#[case] source: &str) {
    assert_eq!(found(Rules::ASSEMBLER, source).0, []);
}

/// A program with exceptions runs; what they allow is no warning of it.
#[rstest]
fn programs_with_exceptions() {
    let source = "# lint: allow MN-W-FORWARD-STALE: because\nlpassa $aluf $lm0v\n\
                  lpassa $lm0v $lr0v # lint: allow MN-E-HAZARD-LM0: because";
    let program = parse_with(Rules::ASSEMBLER, source).expect("a program");
    assert_eq!((program.lines().len(), program.warnings.len()), (2, 0));
    assert!(parse(source).expect("a program").warnings.is_empty());
    let bare = "lpassa $aluf $lm0v\nlpassa $lm0v $lr0v";
    assert_eq!(parse(bare).expect("a program").warnings.len(), 1);
    let errors = parse_with(Rules::ASSEMBLER, bare).expect_err("a hazard");
    assert_eq!(errors.diagnostics[0].earlier.as_ref().map(|e| e.line), Some(1));
    assert!(read_with(Rules::NONE, bare.as_bytes()).expect("a program").warnings.is_empty());
}

#[rstest]
fn too_many_statements() {
    let source = "nop\n".repeat(MAX_STATEMENTS) + "quit\n";
    assert_eq!(parse(&source).expect("fits").lines().len(), MAX_STATEMENTS);
    let source = "nop\n".repeat(MAX_STATEMENTS + 2) + "rubbish\n";
    let errors = parse(&source).expect_err("too many").diagnostics;
    let found: Vec<_> = errors.iter().map(|d| (d.line as usize, d.code)).collect();
    assert_eq!(found, [(MAX_STATEMENTS + 1, "MN-E-LIMIT")]);
}

/// The earlier place is that of the write, whatever else in its line says the same.
#[rstest]
#[case("lpassa $lr0v $lm0v; iinc $lm0v $ln0v\nlpassa $lm0v $lr8v", [14, 5])]
#[case("lpassa  $lr0v  $lm0v2 # first\nlpassa $lm0v $lr8v", [16, 6])]
#[case("  l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0", [3, 16])]
#[case("i vsm lpassa $lr0v $lm0v\nlpassa $lm0v $lr8v", [20, 5])]
fn the_earlier_place(#[case] source: &str, #[case] place: [u32; 2]) {
    let mut rules = Rules::ASSEMBLER;
    rules.issue = false;
    let mut walk = Walk::new(source.as_bytes(), Checker::with(rules));
    let mut found = Vec::new();
    while let Some(line) = walk.line().expect("bytes in memory") {
        found.extend(line.diagnostics);
    }
    let earlier = found.first().and_then(|d| d.earlier.as_ref()).expect("a hazard");
    assert_eq!((earlier.line, [earlier.column, earlier.length]), (1, place), "{found:?}");
}
