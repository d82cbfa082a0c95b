//! The rows of instructions against the specification's table, words against the guide's, and the codec against itself.

use seeded::{Draw, Random};
use semantics::tile::isa::{Field, Instruction, Row, Standing, rows};
use std::collections::BTreeSet;

/// Name, form, fields, standing, decisions.
const TABLE: &str = include_str!("rows.tsv");

fn find(name: &str) -> &'static Row {
    rows().iter().find(|row| row.mnemonic == name).unwrap_or_else(|| panic!("no row {name}"))
}

#[test]
fn rows_are_those_of_the_table() {
    let lines: Vec<Vec<&str>> =
        TABLE.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows().len(), lines.len());
    for line in lines {
        let row = find(line[0]);
        assert_eq!(format!("{:?}", row.form).to_uppercase(), line[1], "{}", line[0]);
        let mut told = vec![format!("tuop={}", row.fixes(Field::Tuop).expect("a unit"))];
        for &(field, width) in row.form.fields() {
            told.push(match row.fixes(field) {
                Some(value) => format!("{field}={value}"),
                None => format!("{field}:{width}"),
            });
        }
        assert_eq!(told.join(" "), line[2], "{}", line[0]);
        let standing = match line[3] {
            "yes" => Standing::Specified,
            "partly" => Standing::Partly,
            _ => Standing::Decided,
        };
        assert_eq!(row.standing, standing, "{}", line[0]);
        let right: BTreeSet<u8> =
            line[4].split(' ').map(|n| n.parse().expect("a number")).collect();
        let found: BTreeSet<u8> = row.decisions.iter().copied().collect();
        assert_eq!(found, right, "{}", line[0]);
    }
}

/// Words with random fields, that are instructions: each decodes to its row, and encodes to itself.
#[test]
fn words_of_every_row() {
    let mut random = Random::new(0x7115_0001);
    for row in rows() {
        let mut seen = 0;
        for _ in 0..20_000 {
            // Few bits, so that fields that exclude each other are often 0.
            let thinned = random.next() & random.next() & (random.next() | random.next());
            let word = row.word() | thinned & !row.mask();
            let Ok(one) = Instruction::decode(word) else { continue };
            assert_eq!(one.row().mnemonic, row.mnemonic, "{word:016x}");
            let fields: Vec<(Field, u64)> =
                row.free().map(|(field, _)| (field, one.field(field))).collect();
            assert_eq!(Instruction::encode(row, &fields).map(|i| i.word()), Ok(word));
            seen += 1;
            if seen == 50 {
                break;
            }
        }
        assert!(seen > 0, "{}", row.mnemonic);
    }
}

/// No word has two rows.
#[test]
fn rows_exclude_each_other() {
    for (at, a) in rows().iter().enumerate() {
        for b in &rows()[..at] {
            assert_ne!(
                (a.word() ^ b.word()) & a.mask() & b.mask(),
                0,
                "{} {}",
                a.mnemonic,
                b.mnemonic
            );
        }
    }
}

#[test]
fn any_word_is_an_instruction_or_none() {
    let mut random = Random::new(0x7115_0002);
    for _ in 0..200_000 {
        let word = random.next() & !0x7f | 0x3f;
        if let Ok(one) = Instruction::decode(word) {
            assert_eq!(one.word(), word);
        }
    }
}
