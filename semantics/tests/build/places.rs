//! Errors, warnings and text name the line of Rust.

use semantics::mncore2::build::*;
use semantics::mncore2::check::{Rules, Severity};
use semantics::mncore2::text;

/// The line of the caller.
#[track_caller]
fn here() -> u32 {
    std::panic::Location::caller().line()
}

#[track_caller]
fn helper(b: &mut Builder, address: u16) {
    b.add(lpassa(lm(address), ln(0)));
}

#[test]
fn a_wrong_statement_of_a_loop_is_named_by_line_and_number() {
    let mut b = Builder::new();
    let mut lines = Vec::new();
    for address in [0, 1, 2, 4095] {
        lines.push(here() + 1);
        helper(&mut b, address);
    }
    let error = b.build().unwrap_err();
    let found: Vec<_> = error
        .findings
        .iter()
        .map(|f| (f.code, f.origin.statement, f.origin.location.line()))
        .collect();
    assert_eq!(found, [("MN-E-ALIGN", 2, lines[1]), ("MN-E-ALIGN", 4, lines[3])]);
    assert_eq!((error.findings[0].severity, error.more), (Severity::Error, 0));
    let shown = error.to_string();
    let line = lines[1];
    let head = format!("{}:{line}:9: error[MN-E-ALIGN]: the address 1 is not", file!());
    assert!(shown.starts_with(&head), "{shown}");
    assert!(shown.contains("\n    lpassa $lm1 $ln0 # statement 2\n  help: "), "{shown}");
}

#[test]
fn a_rule_between_statements_names_the_later_one() {
    let mut b = Builder::new();
    b.add(nop(1));
    let line = here() + 1;
    b.add((lpassa(lm(0), ln(0)), wait(0)));
    let error = b.build().unwrap_err();
    let [finding] = &error.findings[..] else { panic!("{error}") };
    assert_eq!((finding.code, finding.origin.location.line()), ("MN-E-WAIT-UNISSUED", line));
}

#[test]
fn warnings_are_found_by_a_check() {
    let mut b = Builder::new();
    let line = here() + 1;
    b.add(mask(imr(1)).lm0());
    b.add(lpassa(ln(0), lm(0)));
    let built = b.build().expect("a program");
    let [finding] = &built.check(Rules::ISSUE)[..] else { panic!("one warning") };
    assert_eq!((finding.code, finding.severity), ("MN-W-MASK-LEFT", Severity::Warning));
    assert_eq!((finding.origin.location.line(), finding.origin.statement), (line, 1));
    assert!(built.check(Rules::NONE).is_empty());
}

#[test]
fn what_is_no_number_is_an_error_of_its_statement() {
    let mut b = Builder::new();
    b.add(imm(f32::NAN, ln(0)));
    b.add(imm(f32::INFINITY, ln(0)));
    b.add(imm(f32::MIN_POSITIVE, ln(0)));
    let error = b.build().unwrap_err();
    let found: Vec<_> = error.findings.iter().map(|f| (f.code, f.origin.statement)).collect();
    assert_eq!(found, [("MN-E-IMM", 1)]);
}

#[test]
fn numbers_keep_their_bits() {
    for bits in [1, 0x007f_ffff, 0x0080_0000, 0x3f80_0001, 0x7f7f_ffff, 0x8000_0000, 0x4b00_0001] {
        let number = f32::from_bits(bits);
        assert_eq!(semantics::mncore2::isa::Immediate::from(number).word, bits, "{number:e}");
    }
    assert_eq!(half(-1.5).word, 0xbf00_bf00);
    assert_eq!(semantics::mncore2::isa::Immediate::from(-2_i16).word, 0xfffe_fffe);
    assert_eq!(semantics::mncore2::isa::Immediate::from(u32::MAX).word, u32::MAX);
}

#[test]
fn the_text_reads_back_and_names_places_where_they_change() {
    let mut b = Builder::new();
    let line = here() + 2;
    for k in 0..3 {
        b.add(lpassa(lm(8 * k).v(), ln(8 * k).v()));
    }
    b.add(mvnop());
    let built = b.build().expect("a program");
    for source in [built.text(), built.text_with_places()] {
        let again = text::parse(&source).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(again.lines(), built.program.lines());
    }
    let places = built.text_with_places();
    let file = file!();
    let expected = [
        format!("lpassa $lm0v $ln0v # {file}:{line}"),
        "lpassa $lm8v $ln8v".to_owned(),
        "lpassa $lm16v $ln16v".to_owned(),
        format!("mvnop # {file}:{}", line + 2),
    ];
    assert_eq!(places.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn steps_too_near_name_both_places_and_nops_mend_them() {
    let mut b = Builder::new();
    let line = here() + 1;
    b.add(lpassa(lr(0).v(), lm(0).v()));
    b.add(lpassa(lm(8).v(), lr(8).v()));
    b.add(mvnop());
    let built = b.clone().build().expect("what is issued together may be");
    let [finding] = &built.check(Rules::ASSEMBLER)[..] else { panic!("one hazard") };
    let earlier = finding.earlier.as_ref().expect("the write");
    assert_eq!((finding.code, finding.nops), ("MN-E-HAZARD-LM0", 2));
    assert_eq!((earlier.location.line(), &*earlier.text, earlier.statement), (line, "$lm0v", 1));
    assert_eq!((finding.origin.location.line(), finding.origin.statement), (line + 1, 2));
    let shown = finding.to_string();
    let place = format!("\n  earlier: {}:{line}:7: $lm0v # statement 1\n", file!());
    assert!(shown.contains(&place), "{shown}");

    let mended = b.stretched().build().expect("a program");
    assert!(mended.check(Rules::ASSEMBLER).is_empty());
    let text = "lpassa $lr0v $lm0v\nnop/2\nlpassa $lm8v $lr8v\nmvnop\n";
    assert_eq!(mended.text(), text);
    let lines: Vec<u32> = mended.map.iter().map(|place| place.line()).collect();
    assert_eq!(lines, [line, line + 1, line + 1, line + 2]);
}
