//! Dumps: the printed form of every memory and type. Expected lines are written by hand from the
//! developer manual (s. 3.4.3, 3.4.4) and the decisions MN-D66 to MN-D76, or were observed.

mod blocks;
mod read;
mod words;

use semantics::mncore2::dump::Reader;
use semantics::mncore2::isa::{Dtype, Get, Levels, Memory, Statement};
use semantics::mncore2::{Board, RunErrorKind, text};

/// What a program prints on a new board.
fn dump(source: &str) -> String {
    let program = text::parse(source).unwrap_or_else(|e| panic!("{source}\n{e}"));
    let mut out = Vec::new();
    Board::new().run(&program, &mut out).unwrap_or_else(|e| panic!("{source}\n{e}"));
    String::from_utf8(out).unwrap()
}

/// Its lines, without the statement behind `#`.
fn contents(source: &str) -> Vec<String> {
    dump(source).lines().map(|line| line.split(" #").next().unwrap().to_owned()).collect()
}

/// A `d get` of everything, from code.
fn get(dtype: Dtype, memory: Memory, count: u32) -> Result<String, RunErrorKind> {
    get_at(Levels::default(), dtype, memory, count)
}

/// A `d get` of the first element of the tree.
fn get_one(dtype: Dtype, memory: Memory, count: u32) -> Result<String, RunErrorKind> {
    let first = Some(0);
    let levels = Levels { group: first, l2b: first, l1b: first, mab: first, pe: first };
    get_at(levels, dtype, memory, count)
}

fn get_at(
    levels: Levels,
    dtype: Dtype,
    memory: Memory,
    count: u32,
) -> Result<String, RunErrorKind> {
    let mut out = Vec::new();
    let statement = Statement::Get(Get { dtype, memory, levels, count });
    Board::new().step(&text::Line::new(1, statement).unwrap(), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Which elements are printed, and in which order.
fn places(source: &str) -> Vec<String> {
    let lines = contents(source);
    let place =
        |line: &String| line[line.find('(').unwrap() + 1..line.find(')').unwrap()].to_owned();
    lines.iter().map(place).collect()
}

#[test]
fn levels_left_out_are_all_of_them_and_the_lowest_is_fastest() {
    let all = places("d getf $lr0 1");
    assert_eq!(all.len(), 4096);
    assert_eq!(all[0], "n0c0b0m0p0,0");
    assert_eq!(all[3..5], ["n0c0b0m0p3,0", "n0c0b0m1p0,0"]);
    assert_eq!(all[63..65], ["n0c0b0m15p3,0", "n0c0b1m0p0,0"]);
    assert_eq!(all[511..513], ["n0c0b7m15p3,0", "n0c1b0m0p0,0"]);
    assert_eq!(all[1023..1025], ["n0c1b7m15p3,0", "n1c0b0m0p0,0"]);
    assert_eq!(all[4095], "n3c1b7m15p3,0");
}

#[test]
fn words_of_a_place_stand_together() {
    assert_eq!(
        places("d getf $lm8n0b1m2p3 2"),
        ["n0c0b1m2p3,8", "n0c0b1m2p3,10", "n0c1b1m2p3,8", "n0c1b1m2p3,10",]
    );
    assert_eq!(places("d getf $llr0n0c0b0m2p3 2"), ["n0c0b0m2p3,0", "n0c0b0m2p3,4"]);
    let middle = places("d getf $ln0m15p2 1");
    assert_eq!(middle.len(), 64);
    assert_eq!(middle[8], "n0c1b0m15p2,0");
}

#[test]
fn levels_below_the_memory_have_no_effect() {
    assert_eq!(places("d getd $p3n2c1b7 1"), ["n2,3"]);
    assert_eq!(places("d getd $d3n2c1 1"), ["n2,3"]);
    assert_eq!(places("d getd $lc3n2c1b7m3p1 1"), ["n2c1,3"]);
    assert_eq!(places("d getd $lb3n2c1b7m3p1 1"), ["n2c1b7,3"]);
    assert_eq!(places("d getd $lx3n2c1b7m3p1 1"), ["n2c1b7m3,3"]);
}

// Words that the official tools have printed.

/// The fields of a line of `observed-text.csv`, where quotes stand around fields with commas.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}

#[test]
fn observed_words_print_the_same() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/observed-text.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<String>> =
        text.lines().map(fields).filter(|fields| fields[0] == "fmt").collect();
    assert_eq!(rows.len(), 197);
    let mut program = String::new();
    for (n, row) in rows.iter().enumerate() {
        let digits = row[2].strip_prefix("0x").unwrap();
        // Narrow codes stand on the most significant side of the word.
        program += &format!("d set $lm{}n0c0b0m0p0 1 {digits:0<16}\n", 2 * n);
    }
    for (n, row) in rows.iter().enumerate() {
        program += &format!("d {} $lm{}n0c0b0m0p0 1\n", row[1], 2 * n);
    }
    let printed = dump(&program);
    let mut reader = Reader::new(printed.as_bytes());
    for row in &rows {
        let line = reader.next_line().unwrap().unwrap();
        let digits = row[2].strip_prefix("0x").unwrap();
        let word = u64::from_str_radix(&format!("{digits:0<16}"), 16).unwrap();
        assert_eq!((line.words(), &line.misprint), (&[word][..], &None), "{row:?}");
    }
    let lines = contents(&program);
    assert_eq!(lines.len(), rows.len());
    for ((n, row), line) in rows.iter().enumerate().zip(lines) {
        let content = line.strip_prefix(&format!("DEBUG-LM0(n0c0b0m0p0,{}):", 2 * n)).unwrap();
        let (code, printed) = (&row[2], &row[3]);
        if row[1] == "get" {
            assert_eq!(content, printed);
        } else {
            let first = content.trim_start_matches('(').split([',', ')']).next().unwrap();
            assert_eq!(first, printed, "{code}");
            assert!(content.contains(&format!(" ({code}")), "{code}: {content}");
        }
    }
}

/// `d set` (s. 3.4.4): what a `d get` then finds.
fn values(source: &str) -> Vec<String> {
    contents(source).iter().map(|line| line[line.rfind("(0x").unwrap()..].to_owned()).collect()
}

#[test]
fn levels_left_out_are_all_set() {
    let source = "d set $lr0n1b2p3 1 00000000000000AB\nd getd $lr0 1\n";
    let set: Vec<String> =
        contents(source).into_iter().filter(|line| line.ends_with("ab)")).collect();
    assert_eq!(set.len(), 32);
    assert!(
        set.iter()
            .all(|line| line.contains("(n1c") && line.contains("b2m") && line.contains("p3,0"))
    );
}

#[test]
fn single_words_take_the_upper_half_of_each_word() {
    let source = "d set $ln2n0c0b0m0p0 1 FFFFFFFFFFFFFFFF\n\
                  d set $n1n0c0b0m0p0 2 1111111122222222333333334444444\
                  4\nd getd $ln0n0c0b0m0p0 2\n";
    assert_eq!(values(source), ["(0x0000000011111111)", "(0x33333333ffffffff)"]);
}

#[test]
fn wide_words_take_two() {
    let source = "d set $llb3n0c0b0 2 l1l2l3l4\nd getd $lb3n0c0b0 4\n\
                  d set $lls4n0c0b0m0p0 1 s1_2h1_2_3_4\nd getd $ls4n0c0b0m0p0 2\n\
                  d set $lc32767n3c1 1 lff\nd getd $lc32767n3c1 1\n";
    assert_eq!(
        values(source),
        [
            "(0x0000000000000001)",
            "(0x0000000000000002)",
            "(0x0000000000000003)",
            "(0x0000000000000004)",
            "(0x0000000100000002)",
            "(0x0001000200030004)",
            "(0x00000000000000ff)",
        ]
    );
}

#[test]
fn t_takes_a_word_a_cycle() {
    let source = "d set $lltn0c0b0m0p0 4 l1l2l3l4l5l6l7l8\nd set $tn0c0b0m0p0 2 lalb\n\
                  d getd $lltn0c0b0m0p0 3\n";
    let lines = contents(source);
    let word = |w: u64| format!("(0) (0x{w:016x})");
    for (line, [hi, lo]) in lines.iter().zip([[10, 2], [11, 4], [5, 6]]) {
        assert!(line.ends_with(&format!(":{{{}, {}}}", word(hi), word(lo))), "{line}");
    }
}
