//! Payloads and tables of the conformance programs, as text and as bytes: `tests/data/xdsa/words.tsv`.

use crate::xdsa::single;
use semantics::xdsa::isa::{Domain, Operation, Table, Width, Word};

const WORDS: &str = include_str!("../../data/xdsa/words.tsv");

fn rows() -> impl Iterator<Item = [&'static str; 5]> {
    WORDS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        columns[..].try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

#[test]
fn payloads_decode_to_their_text_and_back() {
    let mut seen = 0;
    for [id, text, payload, ..] in rows().filter(|[_, text, ..]| *text != "end") {
        let word = Word { did: 0, payload: single::bytes(payload).try_into().expect("16 bytes") };
        let Ok(Domain::Unity(found)) = word.decode(false) else { panic!("{id}: {word:?}") };
        assert_eq!(found.word(), word, "{id}");
        let name = text.split(' ').next().unwrap_or_default();
        let (operation, width) =
            if name == "exit" { (Operation::Exit, Width::A16) } else { single::operation(name) };
        assert_eq!((found.operation, found.width), (operation, width), "{id}");
        seen += 1;
    }
    assert_eq!(seen, 97);
}

#[test]
fn tables_have_the_bytes_of_their_fields() {
    let mut seen = 0;
    for [id, _, _, line, bytes] in rows().filter(|[_, _, _, line, _]| !line.is_empty()) {
        let (_, operation, table) = single::table(line);
        let bytes = single::bytes(bytes);
        assert_eq!(table.bytes(), bytes, "{id}");
        let read = Table::read(operation.layout(), table.width(), &bytes);
        assert_eq!(read, table, "{id}");
        assert!(!read.has_reserved(), "{id}");
        seen += 1;
    }
    assert_eq!(seen, 93);
}
