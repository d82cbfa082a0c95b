//! The MAU and matrix registers (s. 3.6.9 to 3.6.11): which elements meet which, and what comes out.

use super::{contents, integers, set};

/// Numbers that a program prints with `getf` or `getd`, one text for each line.
fn numbers(text: &str) -> Vec<String> {
    let printed = |line: &String| line.split_once(") (").expect("patterns").0[1..].to_owned();
    contents(text).iter().map(printed).collect()
}

/// S. 4.3: (2^20 + 1)^2 - 2^40 with the omitted products.
#[test]
fn printed_error() {
    let text = "\
d set $lr0n0c0b0m0p0 1 4980000849800008
d set $ls0n0c0b0m0p0 1 d3800000d3800000
fvfma $lr0 $lr0 $ls0 $ln0
d get $ln0n0c0b0m0p0 1
";
    assert_eq!(integers(text), [0x4a00_0010_4a00_0010]);
}

/// S. 3.6.9.11: the upper and the lower product.
#[test]
fn pairs() {
    let text = "\
d set $lm0n0c0b0m0 1 4000000000000000
d set $lr0n0c0b0m0 1 4008000000000000
dvmulu $lm0 $lr0 $nowrite
dvfmad $lm0 $lr0 $mauf $ls0v
dvmulu $lm0 $lr0 $ls8
dvfmad $lm0 $lr0 -$lr0 $ls10
d getd $ls0n0c0b0m0 1
d getd $ls8n0c0b0m0 1
d getd $ls10n0c0b0m0 1
";
    let expected = ["6", "6", "6", "6", "6", "6", "0", "0", "-3", "-3", "3", "3"];
    assert_eq!(numbers(text), expected);
}

/// S. 3.6.9.22 to .25: minus, `e`, `r`, and how many words go in and out.
#[test]
fn conversions() {
    // Singles 1, 2, 3, 4; halves 1, 2, 3, 4.
    let data = "\
d set $llr0n0c0b0m0p0 1 3f800000400000004040000040800000
d set $ls0n0c0b0m0p0 1 3e00400041004200
";
    let shown = |step: &str, get: &str| numbers(&format!("{data}{step}\n{get}n0c0b0m0p0 1\n"));
    assert_eq!(shown("dvpassa $r0e $ln0", "d getd $ln0"), ["1"]);
    assert_eq!(shown("dvadd -$r0e $r0e $ln0", "d getd $ln0"), ["0"]);
    assert_eq!(shown("fvadd $s0e -$s0e $ln0", "d getf $ln0"), ["0, 0"]);
    assert_eq!(shown("fvadd -$lr0 -$lr0 $ln0", "d getf $ln0"), ["-2, -4"]);
    assert_eq!(shown("hvmulr $ls0 $llr0r $ln0", "d geth $ln0"), ["1, 4, 9, 16"]);
    assert_eq!(shown("hvfmar $ls0 $ls0 $ls0e $ln0", "d geth $ln0"), ["2, 6, 12, 20"]);
    assert_eq!(shown("hvadd $ls0 -$llr0 $lln0", "d getf $ln0"), ["0, 0"]);
    let wide = numbers(&format!("{data}hvpassa $ls0 $lln0\nd getf $ln0n0c0b0m0p0 2\n"));
    assert_eq!(wide, ["1, 2", "3, 4"]);
    // A single word above the rest of the path (MN-D89).
    let shortened = format!("{data}dvpassar $r0e $lln0\nd getf $ln0n0c0b0m0p0 2\n");
    assert_eq!(numbers(&shortened), ["1, 0", "0, 0"]);
    // A wider operand gives its top part (MN-D90), a narrower one zeros (MN-D41).
    assert_eq!(shown("fvpassa $llr0e $ln0", "d getf $ln0"), ["1.75, 0"]);
    assert_eq!(shown("fvpassa $r1 $ln0", "d getf $ln0"), ["2, 0"]);
}

/// S. 3.6.9.26: flags of the signs of the results.
#[test]
fn flags() {
    let flags = |step: &str| {
        let data = "\
d set $llr0n0c0b0m0p0 1 bf800000400000004040000040800000
d set $ls0n0c0b0m0p0 1 be00400041008000
";
        contents(&format!("{data}{step}\nd get $omr1n0c0b0m0p0 1\n"))[0].clone()
    };
    assert_eq!(flags("fvpassa $lr0 $omr1"), "Mask{3}");
    assert_eq!(flags("dvpassa $lr0 $omr1"), "Mask{0}");
    // -0 comes out as +0.
    assert_eq!(flags("hvpassa $ls0 $omr1"), "Mask{7}");
    assert_eq!(flags("hvpassar -$ls0 $omr1"), "Mask{9}");
}

/// Doubles by their value.
fn d(value: f64) -> u64 {
    value.to_bits()
}

/// S. 3.6.9.3: A x in two steps. A block holds the same numbers in other patterns.
#[test]
fn double_matrix() {
    let mut text = String::new();
    for p in 0..4_u64 {
        // Column p of A: 1 + row + 4 p; vector: p + 1; addend 100 p.
        text += &set(&format!("$lm0n0c0b0m0p{p}"), (0..4).map(|row| d((1 + row + 4 * p) as f64)));
        text += &set(&format!("$lr0n0c0b0m0p{p}"), [d((p + 1) as f64)]);
        text += &set(&format!("$ls0n0c0b0m0p{p}"), [d((100 * p) as f64)]);
    }
    text += "\
dbfn $lm0v $nowrite
dmwrite $aluf $lx0
dbfn $lr0 $nowrite
dmmulu $lx $aluf $nowrite; lpassa $aluf $t
dmfmad $lx $t $mauf $ln8v
dmfmau $lx -$t $ls0 $ln16v
d getd $ln8n0c0b0m0 1
d getd $ln16n0c0b0m0 1
";
    // Row i: sum over p of (1 + i + 4 p)(p + 1) = 10 (1 + i) + 4 * 20.
    let expected = ["90", "100", "110", "120", "-90", "0", "200", "300"];
    assert_eq!(numbers(&text), expected);
}

/// S. 3.6.9.4: the even columns; S. 3.6.9.6: all eight.
#[test]
fn single_matrices() {
    // Block elements of common exponent 0 (unbiased), powers of two below 1: 2^-j is mantissa bit
    // 22 - j.
    let element = |j: u64| 0x3f80_0000_u64 | 1 << (22 - j);
    let mut text = String::new();
    for p in 0..4_u64 {
        // Row r of the matrix: 2^-(column) where column == r, else 0.
        for row in 0..8 {
            let at = |column| if column == row { element(column) } else { 0x3f80_0000 };
            text += &set(&format!("$lm{}n0c0b0m0p{p}", 2 * row), [at(2 * p) << 32 | at(2 * p + 1)]);
        }
        text += &set(&format!("$lr0n0c0b0m0p{p}"), [0x3fc0_0000_3fe0_0000]);
    }
    let text = |form: &str, x: &str| {
        format!(
            "{text}fmwrite $lm0v $lx0\nfmwrite $lm8v $lx4\n{form} $lx {x} $ln0\nd getf $ln0n0c0b0m0 1\n"
        )
    };
    // x is 1.0 in SW 0 and 1.5 in SW 1.
    assert_eq!(numbers(&text("fmmul", "$r0")), ["1, 0", "0.25, 0", "0.0625, 0", "0.015625, 0"]);
    assert_eq!(
        numbers(&text("gmmul", "$lr0")),
        ["1, 0.75", "0.25, 0.1875", "0.0625, 0.046875", "0.015625, 0.0117188"]
    );
}

/// S. 3.6.9.8: 16 rows of 16.
#[test]
fn half_matrix() {
    let mut text = String::new();
    // A unit matrix, in block elements of common exponent 0; the vector counts from 1 to 16 in 2^-8.
    let unit = |row: u64, column: u64| if row == column { 0x3f00 } else { 0x3e00_u64 };
    let four = |one: &dyn Fn(u64) -> u64| (0..4).fold(0, |word, k| word << 16 | one(k));
    for p in 0..4_u64 {
        let rows = (0..16).map(|row| four(&|k| unit(row, 4 * p + k)));
        text += &set(&format!("$lm0n0c0b0m0p{p}"), rows);
        text += &set(&format!("$lr0n0c0b0m0p{p}"), [four(&|k| 0x3e00 + 4 * p + k + 1)]);
        text +=
            &set(&format!("$lls0n0c0b0m0p{p}"), [0x3f80_0000_0000_0000, 0]).replace(" 2 ", " 1 ");
    }
    text += "\
hmwrite $llm0v $lly0
hmwrite $llm16v $lly8
hmmul $ly $lr0 $lln0
hmfmar $ly -$lr0 $lls0 $ln4
d getf $lln0n0c0b0m0p2 1
d geth $ln4n0c0b0m0p0 1
";
    let lines = contents(&text);
    assert!(
        lines[0]
            .starts_with("{(0.0351562, 0.0390625) (0x3d100000, 0x3d200000), (0.0429688, 0.046875)"),
        "{}",
        lines[0]
    );
    assert!(lines[1].starts_with("(0.996094, -0.0078125, -0.0117188, -0.015625)"), "{}", lines[1]);
}

/// S. 3.6.1.14: rows of one precision are physical rows; addresses go round.
#[test]
fn rows() {
    let data = set("$lm0n0c0b0m0", 1..9);
    let words = |step: &str| {
        contents(&format!("{data}{step}\nd getd $lx0n0c0b0m0 4\n"))
            .iter()
            .map(|line| line.split_once("(0x").expect("a pattern").1[..16].to_owned())
            .map(|hex| u64::from_str_radix(&hex, 16).expect("hex"))
            .collect::<Vec<_>>()
    };
    assert_eq!(words("dmwrite $lm0v $lx3"), [2, 3, 4, 1]);
    // Rows 6, 7, 0, 1 of 8 are physical rows 12, 14, 0, 2; double sees 0, 4, 8, 12.
    assert_eq!(words("fmwrite $lm0v $lx6"), [3, 0, 0, 1]);
    assert_eq!(words("hmwrite $lm0v $lx12"), [0, 0, 0, 1]);
    // Two rows a cycle: 8 to 15.
    assert_eq!(words("hmwrite $llm0v $llx8"), [0, 0, 1, 5]);
    assert_eq!(words("hmwrite $llm0v $llx14"), [3, 7, 0, 0]);
}

/// S. 3.6.10: minus and conversions on the way to the matrix.
#[test]
fn converted_rows() {
    let row = |step: &str, get: &str| {
        let data = "\
d set $llm0n0c0b0m0 1 3f800000400000004040000040800000
d set $ln0n0c0b0m0 1 3e00400041004200
";
        let line = contents(&format!("{data}{step}\nd {get} $lx0n0c0b0m0 1\n")).remove(0);
        line.trim_start_matches('{').split_once(") (").expect("patterns").0[1..].to_owned()
    };
    assert_eq!(row("fmwrite -$lm0 $lx0", "getf"), "-1, -2");
    assert_eq!(row("fmwrite $m0 $lx0", "getf"), "1, 0");
    assert_eq!(row("fmwrite $n0e $lx0", "getf"), "1, 2");
    assert_eq!(row("dmwrite -$m0e $lx0", "getd"), "-1");
    assert_eq!(row("hmwrite $llm0r $lx0", "geth"), "1, 2, 3, 4");
    assert_eq!(row("hmwrite -$ln0 $lx0", "geth"), "-1, -2, -3, -4");
}

/// S. 3.6.11: element of the PE's row, column of the cycle; the second long word.
#[test]
fn transposed() {
    let mut text = String::new();
    for p in 0..4_u64 {
        let halves = |row: u64| (0..4).fold(0, |word, k| word << 16 | (row << 8 | (4 * p + k)));
        text += &set(&format!("$lm0n0c0b0m0p{p}"), (0..16).map(halves));
    }
    text += "hmwrite $llm0v $llx0\nhmwrite $llm16v $llx8\n";
    let read = |step: &str, get: &str| integers(&format!("{text}{step}\nd get {get} 2\n"));
    // Row 4p + k, columns 14, 15, then 0.
    let wrapped = read("hmread $llx14 $llr0v", "$lr0n0c0b0m0p1");
    assert_eq!(wrapped, [0x040e_050e_060e_070e, 0x040f_050f_060f_070f]);
    let wrapped = read("hmread $llx14 $llr0v", "$lr4n0c0b0m0p1");
    assert_eq!(wrapped, [0x0400_0500_0600_0700, 0x0401_0501_0601_0701]);
    // Singles: rows 2p, 2p + 1 of 8 are halves' rows 4p, 4p + 2.
    let singles = read("fmread $lx3 $llr0v", "$lr0n0c0b0m0p1");
    assert_eq!(singles, [0x0406_0407_0606_0607, 0]);
    // Doubles: row p of 4 is row 4p.
    let doubles = read("dmread $lx3 $lr0v", "$lr0n0c0b0m0p3");
    assert_eq!(doubles, [0x0c0c_0c0d_0c0e_0c0f, 0x0c00_0c01_0c02_0c03]);
}
