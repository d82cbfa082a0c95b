//! Contents of words, of every memory and width.

use super::{contents, dump, get, get_one};
use semantics::mncore2::isa::{Bank, Dtype, Memory, Side, Width};
use semantics::mncore2::{AccessError, Board, Place, RunErrorKind, Store, text};

#[test]
fn every_memory_has_its_label_and_index() {
    let one = "0000000000000001";
    let source = format!(
        "d set $lc7n1c1 1 {one}\nd set $lb9n1c1b2 1 {one}\nd set $lr4n0c0b0m0p0 1 {one}\n\
         d set $ls4n0c0b0m0p0 1 {one}\nd set $lm4n0c0b0m0p0 1 {one}\nd set $ln4n0c0b0m0p0 1 {one}\n\
         r 3 000000005 001 {one}\n\
         d get $d5n3 1\nd get $p16n0 1\nd get $lc7n1c1 1\nd get $lb9n1c1b2 1\n\
         d get $lr4n0c0b0m0p0 1\nd get $ls4n0c0b0m0p0 1\nd get $lm4n0c0b0m0p0 1\n\
         d get $ln4n0c0b0m0p0 1\n"
    );
    let one = "(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1)";
    let zero = "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)";
    let expected = [
        format!("DEBUG-DRAM(n3,5):{one}"),
        format!("DEBUG-PDM(n0,16):{zero}"),
        format!("DEBUG-L2BM(n1c1,7):{one}"),
        format!("DEBUG-L1BM(n1c1b2,9):{one}"),
        format!("DEBUG-GREG0(n0c0b0m0p0,4):{one}"),
        format!("DEBUG-GREG1(n0c0b0m0p0,4):{one}"),
        format!("DEBUG-LM0(n0c0b0m0p0,4):{one}"),
        format!("DEBUG-LM1(n0c0b0m0p0,4):{one}"),
    ];
    assert_eq!(contents(&source), expected);
}

#[test]
fn types_print_values_and_padded_codes() {
    let source = "d set $lm0n0c0b0m0p0 1 7F80000080000001\n\
                  d getd $lm0n0c0b0m0p0 1\nd getf $lm0n0c0b0m0p0 1\nd geth $lm0n0c0b0m0p0 1\n\
                  d set $ln0n0c0b0m0p0 1 FFF123456789ABCD\nd get $ln0n0c0b0m0p0 1\n";
    assert_eq!(
        contents(source),
        [
            // 0x7f8 - 0x3ff = 1017; a mantissa of 2^31 + 1 is far below six digits.
            "DEBUG-LM0(n0c0b0m0p0,0):(1.40445e+306) (0x7f80000080000001)",
            "DEBUG-LM0(n0c0b0m0p0,0):(inf, -0) (0x7f800000, 0x80000001)",
            // 7f80: exponent field 63; 8000, 0001: zeros.
            "DEBUG-LM0(n0c0b0m0p0,0):(inf, 0, -0, 0) (0x7f80, 0x0000, 0x8000, 0x0001)",
            "DEBUG-LM1(n0c0b0m0p0,0):(f:-inf, i:{{0xFFF1,0x2345},{0x6789,0xABCD}}, v:0xFFF123456789ABCD)",
        ]
    );
}

#[test]
fn double_width_prints_two_words() {
    let source = "d set $llm4n0c0b0m0p0 1 3F80000040A000003FF0000000000000\n\
                  d getf $llm4n0c0b0m0p0 1\nd getd $llm0n0c0b0m0p0 2\n\
                  d set $llb3n0c0b0 1 00000000000000010000000000000002\nd get $llb1n0c0b0 2\n";
    assert_eq!(
        contents(source),
        [
            "DEBUG-LM0(n0c0b0m0p0,4):{(1, 5) (0x3f800000, 0x40a00000), (1.875, 0) (0x3ff00000, 0x00000000)}",
            "DEBUG-LM0(n0c0b0m0p0,0):{(0) (0x0000000000000000), (0) (0x0000000000000000)}",
            "DEBUG-LM0(n0c0b0m0p0,4):{(0.0078125) (0x3f80000040a00000), (1) (0x3ff0000000000000)}",
            "DEBUG-L1BM(n0c0b0,1):{(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0), (f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)}",
            "DEBUG-L1BM(n0c0b0,3):{(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1), (f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2)}",
        ]
    );
}

#[test]
fn single_words_have_addresses_of_their_own() {
    let source = "d set $lr0n0c0b0m0p0 2 3F80000040A000003E004280C2800000\n\
                  d getf $r1n0c0b0m0p0 2\nd geth $r2n0c0b0m0p0 2\n";
    assert_eq!(
        contents(source),
        [
            "DEBUG-GREG0(n0c0b0m0p0,1):(5) (0x40a00000)",
            "DEBUG-GREG0(n0c0b0m0p0,2):(0.125254) (0x3e004280)",
            "DEBUG-GREG0(n0c0b0m0p0,2):(1, 5) (0x3e00, 0x4280)",
            "DEBUG-GREG0(n0c0b0m0p0,3):(-5, 0) (0xc280, 0x0000)",
        ]
    );
}

#[test]
fn t_prints_cycles_and_begins_again_behind_the_fourth() {
    let source = "d set $lltn0c0b0m0p0 4 \
                  l1l2l3l4l5l6l7l8\nd getd $tn0c0b0m0p0 2\nd getd $lltn0c0b0m0p0 5\n";
    let line = |cycle: u64, content: String| format!("DEBUG-TREG(n0c0b0m0p0,{cycle}):{content}");
    let word = |w: u64| format!("(0) (0x{w:016x})");
    let mut expected: Vec<String> = vec![line(0, word(1)), line(1, word(3))];
    expected.extend((0..5).map(|c| {
        let first = 2 * (c % 4) + 1;
        line(c, format!("{{{}, {}}}", word(first), word(first + 1)))
    }));
    assert_eq!(contents(source), expected);
}

#[test]
fn t_is_named_lt_behind_the_mark() {
    let source = "d get  $tn0c0b0m0p0 1 # a remark\n";
    let zero = "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)";
    let expected = format!("DEBUG-TREG(n0c0b0m0p0,0):{zero} #d get $ltn0c0b0m0p0 1\n");
    assert_eq!(dump(source), expected);
}

#[test]
fn rows_of_a_matrix_follow_the_precision() {
    // Word j of physical row r has the code 16*r + j.
    let mut board = Board::new();
    let place = Place { mab: 5, ..Place::default() };
    for word in 0..64 {
        let code = 16 * (word as u64 / 4) + word as u64 % 4;
        board.write(place, Store::Matrix(Side::X), word, code).unwrap();
    }
    for (dtype, rows, apart) in [("d", 4, 4), ("f", 8, 2), ("bg", 8, 2), ("h", 16, 1)] {
        let source = format!("d get{dtype} $lx0n0c0b0m5 {rows}");
        let mut out = Vec::new();
        board.run(&text::parse(&source).unwrap(), &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        assert_eq!(lines.lines().count(), rows);
        for (row, line) in lines.lines().enumerate() {
            let start = format!("DEBUG-MRx(n0c0b0m5,{row}):{{(0");
            let end = format!("{:02x})}} #{source}", row * apart * 16 + 3);
            assert!(line.starts_with(&start) && line.ends_with(&end), "{line}");
        }
    }
}

#[test]
fn masks_print_the_cycle_outermost() {
    let mut board = Board::new();
    let place = Place { pe: 1, ..Place::default() };
    board.write_words(place, Store::Mask, 4, &[9, 12, 7, 15, 0, 1, 2, 3]).unwrap();
    let program = text::parse("d getf $omr1n0c0b0m0p1 2").unwrap();
    let mut out = Vec::new();
    board.run(&program, &mut out).unwrap();
    let expected: String = [(1, 9), (2, 0), (1, 12), (2, 1), (1, 7), (2, 2), (1, 15), (2, 3)]
        .map(|(e, m)| format!("DEBUG-OMR(n0c0b0m0p1,{e}):Mask{{{m}}} #d getf $omr1n0c0b0m0p1 2\n"))
        .concat();
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn what_no_text_says_is_refused() {
    let form = |memory, dtype| match get(dtype, memory, 1) {
        Err(RunErrorKind::Form(_)) => {}
        other => panic!("{memory:?} {dtype:?}: {other:?}"),
    };
    form(Memory::Matrix(Side::Y, 0), Dtype::Raw);
    form(Memory::Pe(Width::Single, Bank::Lm0, 0), Dtype::Raw);
    form(Memory::Pe(Width::Single, Bank::Lm0, 0), Dtype::Bd);
    form(Memory::Pe(Width::Long, Bank::Lm0, 1), Dtype::D);
    form(Memory::Pe(Width::Double, Bank::Grf0, 2), Dtype::D);
    form(Memory::L1bm(Width::Single, 0), Dtype::D);
    form(Memory::L1bm(Width::Long, 0), Dtype::Bf);
    form(Memory::Dram(0), Dtype::Bd);
}

#[test]
fn nothing_is_read_behind_the_end() {
    for (memory, last) in [
        (Memory::Pdm(0), 1 << 19),
        (Memory::Dram(0), 1 << 29),
        (Memory::L2bm(0), 1 << 15),
        (Memory::L1bm(Width::Long, 0), 1 << 13),
        (Memory::L1bm(Width::Double, 0), 1 << 12),
        (Memory::Pe(Width::Single, Bank::Lm1, 0), 4096),
        (Memory::Pe(Width::Long, Bank::Lm0, 0), 2048),
        (Memory::Pe(Width::Double, Bank::Grf1, 0), 128),
        (Memory::Matrix(Side::X, 0), 4),
        (Memory::Mask(0), 16),
    ] {
        let beyond = get(Dtype::F, memory, u32::MAX);
        assert!(
            matches!(beyond, Err(RunErrorKind::Access(AccessError::Address { .. }))),
            "{memory:?}"
        );
        // Matrix rows of single precision are 8.
        let rows = if matches!(memory, Memory::Matrix(..)) { 8 } else { last };
        let beyond = get(Dtype::F, memory, rows + 1);
        assert!(
            matches!(beyond, Err(RunErrorKind::Access(AccessError::Address { .. }))),
            "{memory:?}"
        );
        if last < 5000 {
            assert!(get_one(Dtype::F, memory, rows).is_ok(), "{memory:?}");
        }
    }
}
