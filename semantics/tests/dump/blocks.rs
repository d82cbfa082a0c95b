//! Block types (s. 4.4): one exponent for a block, no hidden bit.

use super::contents;
use semantics::mncore2::{Board, RunErrorKind, text};

/// Sets word 0 of LM0 of the four PEs of MAB 0, then prints it.
fn of_four(words: [&str; 4], get: &str) -> String {
    let set = |(pe, word)| format!("d set $lm0n0c0b0m0p{pe} 1 {word}\n");
    let sets: String = words.into_iter().enumerate().map(set).collect();
    format!("{sets}{get}")
}

/// The error of a program.
fn error(source: &str) -> String {
    let program = text::parse(source).unwrap();
    let error = Board::new().run(&program, &mut Vec::new()).unwrap_err();
    assert!(matches!(error.kind, RunErrorKind::Block { .. }));
    error.to_string()
}

#[test]
fn doubles_share_an_exponent() {
    // Field 0x400: weight 2^(0x400 - 0x3ff + 1 - 52); the top mantissa bit is worth 2.
    let words = ["4008000000000000", "4000000000000001", "C000000000000000", "400FFFFFFFFFFFFF"];
    let source = of_four(words, "d getbd $lm0n0c0b0m0 1\nd getbd $lm0n0c0b0m0p0 1\n");
    assert_eq!(
        contents(&source),
        [
            "DEBUG-LM0(n0c0b0m0p0,0):(2) (0x4008000000000000)",
            "DEBUG-LM0(n0c0b0m0p1,0):(8.88178e-16) (0x4000000000000001)",
            "DEBUG-LM0(n0c0b0m0p2,0):(-0) (0xc000000000000000)",
            "DEBUG-LM0(n0c0b0m0p3,0):(4) (0x400fffffffffffff)",
            // One PE alone still stands in the block of four (MN-D73).
            "DEBUG-LM0(n0c0b0m0p0,0):(2) (0x4008000000000000)",
        ]
    );
}

#[test]
fn singles_have_a_block_for_each_single_word() {
    // Fields 0x7f and 0x80.
    let words = ["3FC0000040000001", "3F80000040400000", "BFA0000040400000", "3F80000040600000"];
    let source = of_four(words, "d getbf $lm0n0c0b0m0 1\n");
    assert_eq!(
        contents(&source),
        [
            "DEBUG-LM0(n0c0b0m0p0,0):(1, 4.76837e-07) (0x3fc00000, 0x40000001)",
            "DEBUG-LM0(n0c0b0m0p1,0):(0, 2) (0x3f800000, 0x40400000)",
            "DEBUG-LM0(n0c0b0m0p2,0):(-0.5, 2) (0xbfa00000, 0x40400000)",
            "DEBUG-LM0(n0c0b0m0p3,0):(0, 3) (0x3f800000, 0x40600000)",
        ]
    );
}

#[test]
fn pseudo_singles_ignore_five_bits() {
    // Weights under field 0x7f: bit 22 is 1, bit 5 is 2^-17.
    let words = ["3FC0001F3F800020", "3F8000003F80001F", "3F8000003F800000", "3F8000003F800000"];
    let source = of_four(words, "d getbg $lm0n0c0b0m0 1\n");
    assert_eq!(
        contents(&source)[..2],
        [
            "DEBUG-LM0(n0c0b0m0p0,0):(1, 7.62939e-06) (0x3fc0001f, 0x3f800020)",
            "DEBUG-LM0(n0c0b0m0p1,0):(0, 0) (0x3f800000, 0x3f80001f)",
        ]
    );
}

#[test]
fn halves_may_be_extended() {
    // The manual's example: common field 0x1f, an extended mantissa of 1 is 2^-14.
    let words = ["3F003E010001FF00", "3E003E003E003E00", "80018000BE003E00", "3E003E003E003E00"];
    let words = words.map(|w| w.replace("FF00", "BF00"));
    let source = of_four(words.each_ref().map(String::as_str), "d getbh $lm0n0c0b0m0 1\n");
    assert_eq!(
        contents(&source)[..3],
        [
            "DEBUG-LM0(n0c0b0m0p0,0):(1, 0.00390625, 6.10352e-05, -1) (0x3f00, 0x3e01, 0x0001, 0xbf00)",
            "DEBUG-LM0(n0c0b0m0p1,0):(0, 0, 0, 0) (0x3e00, 0x3e00, 0x3e00, 0x3e00)",
            "DEBUG-LM0(n0c0b0m0p2,0):(-6.10352e-05, -0, -0, 0) (0x8001, 0x8000, 0xbe00, 0x3e00)",
        ]
    );
}

#[test]
fn zero_and_infinite_blocks_print_so() {
    let zeros = ["0000000000000001", "8000000000000000", "0000000000000000", "0008000000000000"];
    let lines = contents(&of_four(zeros, "d getbd $lm0n0c0b0m0 1\n"));
    assert!(
        lines[0].contains(":(0) ") && lines[1].contains(":(-0) ") && lines[3].contains(":(0) ")
    );
    let infinite = ["7FF0000000000000", "FFF8000000000000", "7FF0000000000001", "7FF0000000000000"];
    let lines = contents(&of_four(infinite, "d getbd $lm0n0c0b0m0 1\n"));
    assert!(lines[0].contains(":(inf) ") && lines[1].contains(":(-inf) "));
}

#[test]
fn smallest_block_values_are_exact() {
    // Field 1: the lowest bit is worth 2^-1073.
    let words = ["0010000000000001", "0010000000000000", "0010000000000000", "0010000000000000"];
    let lines = contents(&of_four(words, "d getbd $lm0n0c0b0m0 1\n"));
    assert_eq!(lines[0], "DEBUG-LM0(n0c0b0m0p0,0):(9.88131e-324) (0x0010000000000001)");
}

#[test]
fn different_exponents_are_an_error() {
    let words = ["3FF0000000000000", "4000000000000000", "3FF0000000000000", "0000000000000000"];
    assert_eq!(
        error(&of_four(words, "nop\nd getbd $lm0n0c0b0m0 1\n")),
        "line 6: LM0 of n0c0b0m0, index 0: an invalid block-float value, its exponent fields are \
         0x3ff, 0x400, 0x3ff, 0x0"
    );
    // Only halves have an extended representation.
    let singles = ["3E00000000000000", "0000000100000000", "3E00000000000000", "3E00000000000000"];
    assert!(error(&of_four(singles, "d getbf $lm0n0c0b0m0 1")).contains("0x7c, 0x0, 0x7c, 0x7c"));
    let halves = ["3E003E0040000000", "3E003E003E003E00", "3E003E003E003E00", "3E003E003E003E00"];
    let fields = "0x1f, 0x1f, 0x20, 0x0, 0x1f";
    assert!(error(&of_four(halves, "d getbh $lm0n0c0b0m0 1")).contains(fields));
}

#[test]
fn only_blocks_that_are_looked_at_must_be_valid() {
    let words = ["3F80000040000000", "3F80000000000000", "3F80000040000000", "3F80000040000000"];
    assert_eq!(
        contents(&of_four(words, "d getbf $m0n0c0b0m0p1 1")),
        ["DEBUG-LM0(n0c0b0m0p1,0):(0) (0x3f800000)"]
    );
    assert!(error(&of_four(words, "d getbf $m1n0c0b0m0p0 1")).contains("0x80, 0x0, 0x80, 0x80"));
}

#[test]
fn lines_before_the_error_are_printed() {
    let source = "d set $lm0n0c0b0m1p0 1 3FF0000000000000\nd getbd $lm0n0c0b0 1\n";
    let mut out = Vec::new();
    let program = text::parse(source).unwrap();
    let error = Board::new().run(&program, &mut out).unwrap_err();
    assert_eq!(error.line, 2);
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 4);
}

#[test]
fn a_matrix_row_is_its_block() {
    let source = "d set $lm0n0c0b0m0p0 1 3FF8000000000000\nd set $lm0n0c0b0m0p1 1 3FF4000000000000\n\
                  d set $lm0n0c0b0m0p2 1 3FF0000000000000\nd set $lm0n0c0b0m0p3 1 BFF8000000000000\n\
                  dmwrite $lm0 $lx0\nd getbd $lx0n0c0b0m0 1\n";
    assert_eq!(
        contents(source),
        ["DEBUG-MRx(n0c0b0m0,0):{(1) (0x3ff8000000000000), (0.5) (0x3ff4000000000000), (0) \
          (0x3ff0000000000000), (-1) (0xbff8000000000000)}"]
    );
}
