//! Whole sources: lines and their ends, all errors at once, limits.

use rstest::rstest;
use semantics::mncore2::check::{Checker, Rules};
use semantics::mncore2::text::{
    Line, MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, Program, ReadError, parse, parse_behind,
    parse_line, parse_with, read,
};
use std::io::{BufReader, Read};

#[rstest]
fn lines_keep_their_numbers() {
    let source = "# head\r\n\r\nnop\r\n\t \n! old\nlpassa $lm0v $ln0v # copy\nquit\nrubbish";
    let program = parse(source).expect("valid");
    let line = |number, text| {
        let statement = parse_line(text).expect(text).expect("a statement");
        Line::new(number, statement).expect(text)
    };
    assert_eq!(program.lines(), [line(3, "nop"), line(6, "lpassa $lm0v $ln0v")]);
    assert_eq!(program.warnings.len(), 1);
    assert_eq!((program.warnings[0].code, program.warnings[0].line), ("MN-W-BANG", 5));
}

#[rstest]
fn all_errors_of_a_source() {
    let source = "lpassa $lm1 $ln3; bad\nnop\nmvp/n65 $p1@0 $d0@0\nd get $lm0\n";
    let errors = parse(source).expect_err("four lines, three bad");
    let places: Vec<_> =
        errors.diagnostics.iter().map(|d| (d.line, d.column, d.length, d.code)).collect();
    assert_eq!(
        places,
        [
            (1, 11, 1, "MN-E-ALIGN"),
            (1, 16, 1, "MN-E-ALIGN"),
            (1, 19, 3, "MN-E-OPCODE"),
            (3, 6, 2, "MN-E-ALIGN"),
            (3, 11, 1, "MN-E-ALIGN"),
            (4, 11, 1, "MN-E-SYNTAX"),
        ]
    );
    assert_eq!(errors.more, 0);
}

/// An operand that breaks a rule is marked where it stands, in whatever way it is written.
#[rstest]
#[case("dvadd $lm0v2 $lm0v2 $lr0v", (7, 6))]
#[case("dvadd $lm[0,2,4,6] $lm[0,2,4,6] $lr0v", (7, 12))]
fn operands_are_marked_where_they_stand(#[case] second: &str, #[case] place: (u32, u32)) {
    let source = format!("lpassa $lr0v $lm0v\nlpassa $lr8v $lm8v\n{second}");
    let errors = parse_with(Rules::ASSEMBLER, &source).expect_err("too early");
    let places: Vec<_> = errors.diagnostics.iter().map(|d| (d.column, d.length)).collect();
    assert_eq!(places, [place]);
}

/// Columns count characters, not bytes.
#[rstest]
fn columns_are_characters() {
    let errors = parse("nop\nnoé; lpassa $lm0é $ln0").expect_err("bad").diagnostics;
    let places: Vec<_> = errors.iter().map(|e| (e.line, e.column, e.length)).collect();
    assert_eq!(places, [(2, 1, 3), (2, 17, 1)]);
}

#[rstest]
fn bytes_that_are_not_utf8() {
    let error = read(&b"nop\nc nop \xc3\xa9\xff\nbad\n"[..]).expect_err("bad");
    let ReadError::Errors(errors) = error else { panic!("{error}") };
    let places: Vec<_> = errors.diagnostics.iter().map(|d| (d.line, d.column, d.code)).collect();
    assert_eq!(places, [(2, 8, "MN-E-SYNTAX"), (3, 1, "MN-E-OPCODE")]);
}

#[rstest]
fn a_thousand_errors_are_kept() {
    let errors = parse(&"rubbish\n".repeat(2500)).expect_err("bad");
    assert_eq!((errors.diagnostics.len(), errors.more), (MAX_DIAGNOSTICS, 1500));
    let one_line = "x;".repeat(2500);
    let errors = parse(&one_line).expect_err("bad");
    assert_eq!((errors.diagnostics.len(), errors.more), (MAX_DIAGNOSTICS, 1500));
}

#[rstest]
fn a_line_that_is_too_long() {
    let fits = format!("nop #{}", "x".repeat(MAX_LINE - 5));
    assert_eq!(parse(&fits).expect("fits").lines().len(), 1);
    assert_eq!(parse(&format!("{fits}\nnop")).expect("fits").lines().len(), 2);
    let errors = parse(&format!("nop\n{fits}x\nbad\n")).expect_err("too long");
    let found: Vec<_> = errors.diagnostics.iter().map(|d| (d.line, d.code)).collect();
    assert_eq!(found, [(2, "MN-E-LIMIT"), (3, "MN-E-OPCODE")]);
    assert!(errors.diagnostics[0].message.contains("1048577 bytes"), "{errors}");
}

/// 2 GB of one line, and of comments: nothing is held.
#[rstest]
#[case(b"x")]
#[case(b"# comment\n")]
fn a_source_that_is_too_long(#[case] pattern: &'static [u8]) {
    /// A block, again and again, and how much of it was read.
    struct Endless(Vec<u8>, usize);
    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let count = (&self.0[self.1..]).read(out)?;
            self.1 = (self.1 + count) % self.0.len();
            Ok(count)
        }
    }
    let endless = Endless(pattern.repeat(10_000), 0);
    let source = BufReader::with_capacity(1 << 16, endless.take(2 << 30));
    let Err(ReadError::Errors(errors)) = read(source) else { panic!("an error") };
    let message = &errors.diagnostics[0].message;
    assert_eq!(errors.diagnostics.len(), 1);
    assert!(message.contains(&MAX_SOURCE.to_string()), "{message}");
}

/// Nothing behind `quit` is read.
#[rstest]
fn quit_ends_the_source() {
    struct Never;
    impl Read for Never {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("read on"))
        }
    }
    let program = read(BufReader::new(b"nop\nquit\n".chain(Never))).expect("ends before");
    assert_eq!(program.lines().len(), 1);
    let error = read(BufReader::new(b"nop\n".chain(Never))).expect_err("fails");
    assert_eq!(error.to_string(), "line 2: read on");
}

/// Rules about several statements take part; behind an error they do not blame what follows.
#[rstest]
fn rules_of_the_checker() {
    let found = |source: &str| -> Vec<_> {
        let errors = parse(source).expect_err(source);
        errors.diagnostics.iter().map(|d| (d.line, d.column, d.length, d.code)).collect()
    };
    assert_eq!(found("nop\nlpassa $lr0 $ls0 ; lpassa $ls0 $lm0 "), [(2, 20, 16, "MN-E-SLOT")]);
    assert_eq!(found("nop; wait i00"), [(1, 6, 8, "MN-E-WAIT-UNISSUED")]);
    let program = parse("lpassa $aluf $lr0v\nnop ;wait i01 # early\nmvp/n64i01 $p0@0 $p0@1");
    let warnings = program.expect("warnings only").warnings;
    let found: Vec<_> = warnings.iter().map(|d| (d.line, d.column, d.length, d.code)).collect();
    assert_eq!(found, [(1, 8, 5, "MN-W-FORWARD-STALE"), (2, 6, 8, "MN-W-WAIT-UNISSUED")]);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let program = parse("\u{feff}nop\n").expect("a program");
    assert_eq!(program.lines().len(), 1);
    assert!(parse("nop\n\u{feff}nop\n").is_err());
}

#[test]
fn comments_may_be_in_any_encoding() {
    let program = read(&b"nop # \x83\x65\x83\x58\x83\x67\n"[..]).expect("a program");
    assert_eq!(program.lines().len(), 1);
    assert!(read(&b"nop \x83\x65 # x\n"[..]).is_err());
}

#[test]
fn a_program_behind_others_knows_what_they_left() {
    let mut checker = Checker::new();
    let first = "mask 3\nmvp/n64i05 $p0@0 $lc0@0.0\nlpassa $lm0v $nowrite\nquit";
    parse_behind(&mut checker, first).expect("a program");
    // A program that is wrong leaves nothing.
    assert!(parse_behind(&mut checker, "nop; wait i05\nrubbish").is_err());
    let second = "lpassa $aluf $ln0v; wait i05\nmvp/n64i05 $p0@0 $lc0@0.0";
    let codes = |program: Program| program.warnings.iter().map(|d| d.code).collect::<Vec<_>>();
    let alone = parse(second).expect("a program");
    assert_eq!(codes(alone), ["MN-W-FORWARD-STALE", "MN-W-WAIT-UNISSUED"]);
    let behind = parse_behind(&mut checker, second).expect("a program");
    assert_eq!((behind.lines().len(), codes(behind)), (2, vec![]));
    // The tag is given again, and not waited for.
    let third = parse_behind(&mut checker, "mvp/n64i05 $p0@0 $lc0@0.0").expect("a program");
    assert_eq!(codes(third), ["MN-W-TAG-REUSE"]);
}

/// A CR alone ends no line: not in a statement, and not in a comment, where all behind it would be
/// passed over in silence.
#[rstest]
#[case("lpassa $lm0v $ln0v\rnop\r", (1, 19))]
#[case("nop # a\rlpassa $lm0v $ln0v\r", (1, 5))]
#[case("# a\r# b", (1, 1))]
#[case("nop\n\rnop", (2, 1))]
fn lines_that_end_with_cr(#[case] source: &str, #[case] place: (u32, u32)) {
    let errors = parse(source).expect_err(source).diagnostics;
    assert_eq!(errors.len(), 1, "{source:?}");
    assert_eq!(((errors[0].line, errors[0].column), errors[0].code), (place, "MN-E-SYNTAX"));
    let help = errors[0].help.as_deref().expect("what would be right");
    assert!(help.starts_with("lines end with LF"), "{help}");
}

/// With the LF behind it, or blanks to the end of the line, it does no harm.
#[test]
fn comments_with_cr_at_their_end() {
    assert_eq!(parse("nop # a\r\n# b\r\r\nnop").expect("a program").lines().len(), 2);
}
