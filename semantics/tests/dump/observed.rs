//! Words that the official tools have printed.

use super::{contents, dump};
use semantics::mncore2::dump::Reader;

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
