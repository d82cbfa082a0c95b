//! How numbers are printed (`data/observed-text.csv`), and the shapes of a line.

use super::{contents, dump};
use oracle::interpreters::mncore2::{Machine, Scope, Stop};
use semantics::mncore2::isa::{Bank, Dtype, Get, Levels, Memory, Side, Statement, Width};

const ROWS: &str = include_str!("../../data/observed-text.csv");

#[test]
fn codes_print_as_observed() {
    let mut text = String::new();
    let mut expected = Vec::new();
    for row in csv::Reader::from_reader(ROWS.as_bytes()).records() {
        let row = row.expect("a row");
        if &row[0] != "fmt" {
            continue;
        }
        let (hex, printed) = (row[2].trim_start_matches("0x"), &row[3]);
        text += &format!("d set $lr0n0c0b0m0p0 1 {hex:0<16}\nd {} $lr0n0c0b0m0p0 1\n", &row[1]);
        expected.push(match &row[1] {
            "get" => printed.to_owned(),
            "getd" => format!("({printed}) (0x{hex})"),
            "getf" => format!("({printed}, 0) (0x{hex}, 0x00000000)"),
            _ => format!("({printed}, 0, 0, 0) (0x{hex}, 0x0000, 0x0000, 0x0000)"),
        });
    }
    assert_eq!(expected.len(), 197);
    assert_eq!(contents(&text), expected);
}

#[test]
fn infinities_and_rounding_to_six_digits() {
    let shown = |hex: &str| {
        contents(&format!("d set $lr0n0c0b0m0p0 1 {hex}\nd getd $lr0n0c0b0m0p0 1"))[0]
            .split_once(')')
            .expect("a number")
            .0
            .to_owned()
    };
    for (hex, number) in [
        ("7ff0000000000001", "(inf"),
        ("fff0000000000000", "(-inf"),
        ("800fffffffffffff", "(-0"),
        // 999999.5, a tie that carries, and 999999.4375
        ("412e847f00000000", "(1e+06"),
        ("412e847ee0000000", "(999999"),
        // 0.0001 and 0.00009999995
        ("3f1a36e2eb1c432d", "(0.0001"),
        ("3f1a36e2e6ef2dcb", "(0.0001"),
        ("3f1a36e000000000", "(9.99998e-05"),
        ("7fefffffffffffff", "(1.79769e+308"),
        ("0010000000000000", "(2.22507e-308"),
    ] {
        assert_eq!(shown(hex), number, "{hex}");
    }
}

#[test]
fn every_memory_has_its_line() {
    let text = "\
d set $lc3n1c1 1 00000000000000ab
d set $llb4n0c1b7 1 00000000000000010000000000000002
r 2 000000005 001 3ff0000000000000
d set $s5n3c0b1m15p3 1 3f80000000000000
d set $lln8n0c0b0m0p1 1 3f80000040a000004000000000000000
d get $lc3n1c1 1
d get $llb4n0c1b7 1
d getd $d5n2 1
d get $p16n0c1 1
d getf $s5n3c0b1m15p3 1
d geth $s5n3c0b1m15p3 1
d getf $lln8n0c0b0m0p1 1
d getf $ly7n0c0b0m0p2 1
";
    let expected = "\
DEBUG-L2BM(n1c1,3):(f:0, i:{{0x0,0x0},{0x0,0xAB}}, v:0xAB) #d get $lc3n1c1 1
DEBUG-L1BM(n0c1b7,4):{(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1), (f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2)} #d get $llb4n0c1b7 1
DEBUG-DRAM(n2,5):(1) (0x3ff0000000000000) #d getd $d5n2 1
DEBUG-PDM(n0,16):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $p16n0c1 1
DEBUG-GREG1(n3c0b1m15p3,5):(1) (0x3f800000) #d getf $s5n3c0b1m15p3 1
DEBUG-GREG1(n3c0b1m15p3,5):(1.75, 0) (0x3f80, 0x0000) #d geth $s5n3c0b1m15p3 1
DEBUG-LM1(n0c0b0m0p1,8):{(1, 5) (0x3f800000, 0x40a00000), (2, 0) (0x40000000, 0x00000000)} #d getf $lln8n0c0b0m0p1 1
DEBUG-MRy(n0c0b0m0,7):{(0, 0) (0x00000000, 0x00000000), (0, 0) (0x00000000, 0x00000000), (0, 0) (0x00000000, 0x00000000), (0, 0) (0x00000000, 0x00000000)} #d getf $ly7n0c0b0m0p2 1
";
    assert_eq!(dump(text), expected);
}

#[test]
fn places_and_indices_are_in_order() {
    let lines = dump("d get $llm4m1p2 1\nd get $llm0n3c1b2m9 2\nd getd $t 5\nd get $llb2n2 2");
    let places: Vec<&str> = lines
        .lines()
        .map(|line| line.split_once('(').expect("a place").1.split_once("):").expect("its end").0)
        .collect();
    assert_eq!(places[..3], ["n0c0b0m1p2,4", "n0c0b1m1p2,4", "n0c0b2m1p2,4"]);
    assert_eq!(places[63], "n3c1b7m1p2,4");
    assert_eq!(places[64..68], ["n3c1b2m9p0,0", "n3c1b2m9p0,4", "n3c1b2m9p1,0", "n3c1b2m9p1,4"]);
    assert_eq!(
        places[72..78],
        [
            "n0c0b0m0p0,0",
            "n0c0b0m0p0,1",
            "n0c0b0m0p0,2",
            "n0c0b0m0p0,3",
            "n0c0b0m0p0,4",
            "n0c0b0m0p1,0"
        ]
    );
    let rest = &places[72 + 5 * 4096..];
    assert_eq!(rest[..4], ["n2c0b0,2", "n2c0b0,4", "n2c0b1,2", "n2c0b1,4"]);
    assert_eq!(rest.len(), 32);
}

#[test]
fn t_goes_round() {
    let text = "\
d set $tn0c0b0m0p0 4 0000000000000001000000000000000200000000000000030000000000000004
d get $tn0c0b0m0p0 6
";
    let lines = dump(text);
    let last = lines.lines().last().expect("a line");
    assert_eq!(
        last,
        "DEBUG-TREG(n0c0b0m0p0,5):(f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2) #d get $ltn0c0b0m0p0 6"
    );
}

/// Statements that no program can say, too: the machine does not trust its input.
#[test]
fn what_cannot_be_printed_stops() {
    let pe = Levels { group: Some(0), l2b: Some(0), l1b: Some(0), mab: Some(0), pe: Some(0) };
    let stop = |dtype: Dtype, memory: Memory, count: u32| {
        let mut machine = Machine::new(Scope::board());
        machine.statement(&Statement::Get(Get { dtype, memory, levels: pe, count }))
    };
    let illegal = [
        (Dtype::D, Memory::Pe(Width::Single, Bank::Lm0, 0)),
        (Dtype::Raw, Memory::Matrix(Side::X, 0)),
        (Dtype::Bd, Memory::L1bm(Width::Long, 0)),
    ];
    for (dtype, memory) in illegal {
        assert!(matches!(stop(dtype, memory, 1), Err(Stop::Illegal(_))), "{memory:?}");
    }
    let beyond = [
        (Dtype::D, Memory::Matrix(Side::X, 3)),
        (Dtype::Raw, Memory::Pe(Width::Long, Bank::Grf0, 510)),
        (Dtype::Raw, Memory::Mask(15)),
        (Dtype::Raw, Memory::L2bm(32767)),
    ];
    for (dtype, memory) in beyond {
        assert_eq!(stop(dtype, memory, 1), Ok(()), "{memory:?}");
        assert!(matches!(stop(dtype, memory, 2), Err(Stop::Range(_))), "{memory:?}");
    }
}
