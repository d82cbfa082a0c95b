//! MN-Core 2 assembly: whatever the bytes, parsing ends in statements or in errors with a place,
//! and what parses reads back from its canonical text.

use semantics::mncore2::isa::{Notation, Statement};
use semantics::mncore2::text::{Program, parse, parse_line, read};

/// The bytes as a source.
///
/// # Panics
/// Where parsing panics, or a statement does not read back.
pub fn parser(bytes: &[u8]) {
    let whole = read(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        drop(whole.map_err(|error| error.to_string()));
        return;
    };
    for line in text.lines() {
        if let Ok(Some(statement)) = parse_line(line) {
            reads_back(&statement);
        }
    }
    match (whole, parse(text)) {
        (Ok(program), again) => {
            assert_eq!(Ok(&program), again.as_ref(), "read and parse differ");
            canonical(&program);
        }
        (Err(error), Err(errors)) => assert_eq!(error.to_string(), errors.to_string()),
        (Err(error), Ok(_)) => panic!("only read fails: {error}"),
    }
}

/// The canonical text of a program has the same statements, line by line.
fn canonical(program: &Program) {
    let text: String = program.lines().iter().map(|l| format!("{}\n", l.statement())).collect();
    let again = parse(&text).unwrap_or_else(|errors| panic!("{text}{errors}"));
    let [first, second] =
        [program, &again].map(|p| p.lines().iter().map(|l| l.statement()).collect::<Vec<_>>());
    assert_eq!(first, second);
}

pub(super) fn reads_back(statement: &Statement) {
    let text = statement.to_string();
    match parse_line(&text) {
        Ok(again) => assert_eq!(again.as_ref(), Some(statement), "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Statements that want a payload, with the long words of it.
const HEADS: [(&str, usize); 6] = [
    ("d set $lm0n0c0b0m0p0 1", 1),
    ("d set $m3 2", 2),
    ("d set $llr4n0 1", 2),
    ("d set $llt 2", 4),
    ("d set $lc0 3", 3),
    ("d set $lb8191n0 1", 1),
];

/// The bytes, but for the first, as a payload of `d set`.
///
/// # Panics
/// Where parsing panics, or accepts what is not the payload that it returns.
pub fn payload(bytes: &[u8]) {
    let Some((choice, payload)) = bytes.split_first() else { return };
    let (head, needed) = HEADS[usize::from(*choice) % HEADS.len()];
    let payload = String::from_utf8_lossy(payload);
    let line = format!("{head} {payload}");
    let Ok(Some(Statement::Set(set))) = parse_line(&line) else { return };
    reads_back(&Statement::Set(set.clone()));
    assert_eq!(set.words.len(), needed, "{line:?}");
    let written = payload.split('#').next().unwrap_or_default();
    let written = written.trim_matches([' ', '\t', '\r', '\n', ';']);
    let expected: Vec<u64> = match &set.notation {
        Notation::Hex16 => {
            let digits = written.as_bytes().chunks(16);
            digits.map(|d| number(&String::from_utf8_lossy(d), 16)).collect()
        }
        Notation::Letters(_) => {
            let starts: Vec<_> = written.match_indices(['l', 's', 'h']).map(|(at, _)| at).collect();
            let ends = starts.iter().skip(1).copied().chain([written.len()]);
            starts.iter().zip(ends).map(|(start, end)| word(&written[*start..end])).collect()
        }
    };
    assert_eq!(*set.words, *expected, "{line:?}");
}

/// A word with its letter, read part by part.
fn word(text: &str) -> u64 {
    let (letter, parts) = text.split_at(1);
    let (count, bits) = match letter {
        "l" => (1, 64),
        "s" => (2, 32),
        _ => (4, 16),
    };
    let parts: Vec<&str> = parts.split('_').collect();
    assert_eq!(parts.len(), count, "{text}");
    parts.iter().fold(0, |word: u128, part| word << bits | u128::from(number(part, bits / 4)))
        as u64
}

fn number(digits: &str, most: usize) -> u64 {
    assert!((1..=most).contains(&digits.len()), "{digits}");
    u64::from_str_radix(digits, 16).expect("hexadecimal digits")
}
