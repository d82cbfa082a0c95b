//! Dump lines are read back as the words that they show.

use proptest::prelude::*;
use seeded::Random;
use semantics::mncore2::dump::{Line, ReadErrorKind, Reader};
use semantics::mncore2::isa::{Bank, Dtype, Get, Levels, Memory, Side, Statement, Width};
use semantics::mncore2::{Board, Place, Store, text};

/// All lines of a dump, none of them broken.
fn read(dump: &[u8]) -> Vec<Line> {
    let mut reader = Reader::new(dump);
    let mut lines = Vec::new();
    while let Some(line) = reader.next_line().unwrap_or_else(|e| panic!("{e}")) {
        lines.push(line);
    }
    assert_eq!(reader.skipped(), 0);
    lines
}

/// What is wrong with a line: column and message.
fn broken(line: &str) -> String {
    match Reader::new(line.as_bytes()).next_line().map_err(|e| e.kind) {
        Err(ReadErrorKind::Broken(e)) => e.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

/// A place in the middle of the tree, named completely.
const PLACE: Place = Place { group: 2, l2b: 1, l1b: 5, mab: 11, pe: 3 };

fn levels() -> Levels {
    let [group, l2b, l1b, mab, pe] = PLACE.numbers().map(Some);
    Levels { group, l2b, l1b, mab, pe }
}

/// Every memory that dumps show, every access, and the first word.
fn memories() -> Vec<(Memory, Store, usize)> {
    let mut all = vec![
        (Memory::Pdm(77), Store::Pdm, 77),
        (Memory::Dram(1 << 20), Store::Dram, 1 << 20),
        (Memory::L2bm(32760), Store::L2bm, 32760),
        (Memory::L1bm(Width::Long, 33), Store::L1bm, 33),
        (Memory::L1bm(Width::Double, 33), Store::L1bm, 33),
        (Memory::T(Width::Long), Store::T, 0),
        (Memory::T(Width::Double), Store::T, 0),
        (Memory::Matrix(Side::X, 1), Store::Matrix(Side::X), 0),
        (Memory::Matrix(Side::Y, 1), Store::Matrix(Side::Y), 0),
        (Memory::Mask(3), Store::Mask, 12),
    ];
    for bank in Bank::ALL {
        for (width, address) in [(Width::Single, 13), (Width::Long, 10), (Width::Double, 8)] {
            all.push((Memory::Pe(width, bank, address), Store::Bank(bank), address as usize / 2));
        }
    }
    all
}

/// Whether a memory can be read in a type.
fn allowed(memory: Memory, dtype: Dtype) -> bool {
    let block = matches!(dtype, Dtype::Bd | Dtype::Bf | Dtype::Bg | Dtype::Bh);
    match memory {
        Memory::Pdm(_) | Memory::Dram(_) | Memory::L2bm(_) | Memory::L1bm(..) => !block,
        Memory::Pe(Width::Single, ..) => matches!(dtype, Dtype::F | Dtype::Bf | Dtype::H),
        Memory::Matrix(..) => dtype != Dtype::Raw,
        _ => true,
    }
}

/// Words of any kind; those of blocks have one exponent field everywhere, and halves of field 0.
fn word(dtype: Dtype, seed: u64, n: u64) -> u64 {
    let x = Random::at(seed, n);
    let (fields, common) = match dtype {
        Dtype::Bd => (0x7ff0_0000_0000_0000, seed),
        Dtype::Bf | Dtype::Bg => (0x7f80_0000_7f80_0000, seed & 0xffff_ffff | seed << 32),
        Dtype::Bh => (0x7e00_7e00_7e00_7e00, (seed & 0xffff) * 0x1_0001_0001_0001),
        _ => return x,
    };
    x & !fields | common & fields
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Write, print, read: the same words, at the same place, with the text that belongs to them.
    #[test]
    fn what_is_written_reads_back(seed: u64, count in 1u32..4) {
        for (memory, store, first) in memories() {
            for dtype in Dtype::ALL.into_iter().filter(|&dtype| allowed(memory, dtype)) {
                let mut board = Board::new();
                for pe in 0..4 {
                    for at in first..store.words().min(first + 32) {
                        let value = match store {
                            Store::Mask => word(Dtype::Raw, seed, at as u64) & 15,
                            _ => word(dtype, seed, 4 * at as u64 + pe),
                        };
                        let place = Place { pe: pe as u8, ..PLACE };
                        board.write(place, store, at, value).unwrap();
                    }
                }
                let get = Statement::Get(Get { dtype, memory, levels: levels(), count });
                let mut dump = Vec::new();
                board.step(&text::Line::new(1, get).unwrap(), &mut dump).unwrap();
                let lines = read(&dump);
                let expected = if store == Store::Mask { 4 * count } else { count };
                prop_assert_eq!(lines.len(), expected as usize);
                for line in lines {
                    prop_assert_eq!((line.store, line.dtype), (store, dtype));
                    let level = store.level();
                    prop_assert_eq!(line.place.name(level), PLACE.name(level));
                    prop_assert_eq!(&line.misprint, &None);
                    let mut words = vec![0; line.words().len()];
                    board.read_words(PLACE, store, line.word, &mut words).unwrap();
                    if let Some(half) = line.single {
                        words[0] &= if half == 0 { !0 << 32 } else { !0 >> 32 };
                    }
                    prop_assert_eq!(line.words(), &words[..], "{:?} {:?}", memory, dtype);
                }
            }
        }
    }

    /// No line makes the reader fail otherwise than with an error.
    #[test]
    fn anything_reads_or_is_refused(line in "(DEBUG-)?[A-Zx0-9]{2,5}\\(n0(c0b0)?(m0p0)?,[0-9]{1,9}\\):[-{}(),x0-9a-f: ]{0,40}( #d get[dfhb]{0,2} \\$l[mnrslbcx]?[0-9]{1,4} 1)?") {
        let mut reader = Reader::new(line.as_bytes());
        while let Ok(Some(_)) = reader.next_line() {}
    }

    /// One changed character is noticed: as an error, as a misprint, or as another word or place.
    #[test]
    fn a_changed_character_is_noticed(at in 0usize..200, to in "[0-9a-fnx,(){}. ]") {
        let line = "DEBUG-LM1(n0c0b0m0p0,4):(1, 5) (0x3f800000, 0x40a00000) #d getf $ln4n0c0b0m0p0 1";
        let at = at % line.find(" #").unwrap();
        prop_assume!(line[at..=at] != to && at >= 6);
        let changed = format!("{}{to}{}", &line[..at], &line[at + 1..]);
        let right = &read(line.as_bytes())[0];
        if let Ok(found) = Reader::new(changed.as_bytes()).next_line() {
            let found = found.unwrap();
            prop_assert!(found.misprint.is_some() || found != *right, "{changed}");
        }
    }
}

#[test]
fn index_says_which_word() {
    let dump = crate::dump::dump(
        "d getf $m7n0c0b0m0p0 2\nd getf $lx3n0c0b0m0 1\nd geth $lx3n0c0b0m0 1\n\
         d getd $lx3n0c0b0m0 1\nd get $ltn0c0b0m0p0 6\nd get $lltn0c0b0m0p0 2\n\
         d get $omr4n0c0b0m0p0 2\n",
    );
    let found: Vec<(usize, Option<u8>)> =
        read(dump.as_bytes()).iter().map(|line| (line.word, line.single)).collect();
    let mut expected = vec![(3, Some(1)), (4, Some(0)), (24, None), (12, None), (48, None)];
    expected.extend([0, 2, 4, 6, 0, 2, 0, 2].map(|word| (word, None)));
    expected.extend([16, 20, 17, 21, 18, 22, 19, 23].map(|word| (word, None)));
    assert_eq!(found, expected);
}

#[test]
fn other_lines_are_skipped() {
    let dump = "\n# DEBUG-LM0(\r\nloading\n  DEBUG-DRAM(n0,1):(1) (0x3ff0000000000000) #d getd $d1n0 1\r\nno line feed";
    let mut reader = Reader::new(dump.as_bytes());
    let line = reader.next_line().unwrap().unwrap();
    assert_eq!((line.number, line.words()), (4, &[0x3ff0_0000_0000_0000][..]));
    assert_eq!(reader.next_line().unwrap(), None);
    assert_eq!((reader.skipped(), reader.lines()), (4, 5));
}

#[test]
fn text_is_compared_with_the_bits() {
    for (text, column, printed, right) in [
        ("DRAM(n0,0):(1) (0x3ff0000000000001) #d getd $d0n0 1", 0, "", Some("")),
        ("DRAM(n0,0):(1.0) (0x3ff0000000000000) #d getd $d0n0 1", 19, "1.0", Some("1")),
        ("DRAM(n0,0):(0, nan) (0x00000000, 0x7fc00000) #d getf $d0n0 1", 22, "nan", Some("inf")),
        (
            "DRAM(n0,0):(f:1e-320, i:{{0x0,0x0},{0x0,0x7E8}}, v:0x7E8) #d get $d0n0 1",
            21,
            "1e-320",
            Some("0"),
        ),
        // One half of field 0 alone may have any value up to that of its block.
        (
            "LM0(n0c0b0m0p0,0):(7, 0, 0, 0) (0x0001, 0x0000, 0x0000, 0x0000) #d getbh $lm0n0c0b0m0p0 1",
            0,
            "",
            None,
        ),
        (
            "LM0(n0c0b0m0p0,0):(2, 3, 0, 0) (0x3f00, 0x3f01, 0x4000, 0x0000) #d getbh $lm0n0c0b0m0p0 1",
            26,
            "2",
            None,
        ),
    ] {
        let lines = read(format!("DEBUG-{text}").as_bytes());
        match &lines[0].misprint {
            None => assert_eq!(column, 0, "{text}"),
            Some(m) => {
                assert_eq!((m.column, m.printed.as_str()), (column, printed), "{text}");
                assert_eq!(m.right.as_deref(), right, "{text}");
            }
        }
    }
}

#[test]
fn broken_lines_say_where() {
    let good = "DEBUG-LM0(n0c0b0m0p0,2):(1) (0x3ff0000000000000) #d getd $lm2n0c0b0m0p0 1";
    assert_eq!(read(good.as_bytes()).len(), 1);
    for (from, to, expected) in [
        ("LM0", "LM7", "7: there is no label `LM7`; right: DRAM, PDM, "),
        ("LM0(", "LM0[", "10: `(` expected, found `[n0c0b0m0p0,2):(1) (0x3f`"),
        ("m0p0,", "p0,", "17: the place of a LM0, as n0c0b0m0p0 expected, found `p0,2):"),
        ("c0b0m0p0,", "c2b0m0p0,", "14: there is no L2B 2; right: 0 to 1"),
        ("n0c0", "n4c0", "12: there is no group 4; right: 0 to 3"),
        ("n0c0", "n18446744073709551616c0", "12: the number of a group expected"),
        (",2)", ",)", "22: an index expected, found `):(1)"),
        (",2)", ",4096)", "22: the LM0 has no single word 4096"),
        (",2)", ",2", "23: `):` expected, found `:(1)"),
        ("(1)", "1", "25: `(` expected, found `1 (0x3ff"),
        ("(1)", "(x1)", "26: a number expected, found `x1`"),
        ("(1)", "()", "26: a number expected, found ``"),
        ("0000)", "000)", "30: `0x` and 16 hexadecimal digits expected, found `0x3ff"),
        ("0000)", "00000)", "30: `0x` and 16 hexadecimal digits expected, found `0x3ff"),
        ("(0x", "(", "30: `0x` and 16 hexadecimal digits expected, found `3ff0"),
        (") #d", ")) #d", "49: `#` and the d get statement expected, found `) #d getd"),
        (" #d getd $lm2n0c0b0m0p0 1", "", "49: the line ends without `#` and its d get statement"),
        ("d getd $lm2n0c0b0m0p0 1", "lpassa $lm0 $ln0", "51: `lpassa $lm0 $ln0` is no d get"),
        ("d getd $lm2n0c0b0m0p0 1", "", "51: `` is no d get statement"),
        ("d getd $lm2", "d getd $lm3", "61: no d get statement: "),
        ("d getd $lm2", "d getd $ln2", "51: the statement is of the LM1, the line of the LM0"),
        ("d getd", "d get", "25: `(f:` expected, found `(1) (0x3ff"),
        ("d getd", "d getf", "27: `, ` expected, found `) (0x3ff"),
        ("$lm2n", "$llm4n", "25: `{` expected, found `(1) (0x3ff"),
    ] {
        assert_ne!(good.replace(from, to), good, "{from}");
        let found = broken(&good.replacen(from, to, 1));
        assert!(found.starts_with(expected), "{from} -> {to}\n{found}\n{expected}");
    }
}

#[test]
fn broken_contents_say_where() {
    for (line, expected) in [
        (
            "OMR(n0c0b0m0p0,1):Mask{16} #d get $omr1n0c0b0m0p0 1",
            "30: four flags are 0 to 15, found 16",
        ),
        (
            "OMR(n0c0b0m0p0,1):Mask{} #d get $omr1n0c0b0m0p0 1",
            "30: four flags as a number expected",
        ),
        ("OMR(n0c0b0m0p0,1):15 #d get $omr1n0c0b0m0p0 1", "25: `Mask{` expected, found `15 #d"),
        (
            "OMR(n0c0b0m0p0,16):Mask{1} #d get $omr1n0c0b0m0p0 1",
            "22: the mask register has no entry 16",
        ),
        (
            "DRAM(n0,0):(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x2) #d get $d0n0 1",
            "51: the long word is 0x2, its half words are those of 0x1",
        ),
        (
            "DRAM(n0,0):(f:0, i:{{0x0,0x0},{0x0,0x12345}}, v:0x2) #d get $d0n0 1",
            "42: `0x` and 1 to 4 hexadecimal digits",
        ),
        (
            "DRAM(n0,0):(f:0, i:{0x0,0x0,0x0,0x1}, v:0x1) #d get $d0n0 1",
            "22: `, i:{{` expected, found `, i:{0x0",
        ),
        (
            "MRx(n0c0b0m0,4):{(0) (0x0000000000000000)} #d getd $lx0n0c0b0m0 1",
            "48: `, ` expected, found `} #d",
        ),
        (
            "DRAM(n0,536870912):(0) (0x0000000000000000) #d getd $d0n0 1",
            "15: the DRAM has no long word 536870912",
        ),
    ] {
        let found = broken(&format!("DEBUG-{line}"));
        assert!(found.starts_with(expected), "{line}\n{found}\n{expected}");
    }
    let long = format!("DEBUG-{}\nDEBUG-", "x".repeat(1 << 17));
    let mut reader = Reader::new(long.as_bytes());
    let error = reader.next_line().unwrap_err().to_string();
    assert!(error.starts_with("1:1: a dump line of more than 65536 bytes"), "{error}");
    let error = reader.next_line().unwrap_err().to_string();
    assert!(error.starts_with("2:7: there is no label ``"), "{error}");
}
