//! Rows and layouts against the tables of the source, which `instructions.csv` and `fields.csv` hold.

use proptest::prelude::*;
use semantics::xdsa::isa::{Field, Layout, Operation, Section, Standing, TABLE, Table, Width};
use std::collections::BTreeSet;

fn records(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

/// The name that texts give a mnemonic of the source (XDSA-D11).
fn name(section: &str, code: &str, mnemonic: &str) -> String {
    let own = match (section, code) {
        ("BASE", "0110") => "signbit".into(),
        ("BASE", "01C9") => "rand_bernoulli_b".into(),
        ("BASE", "02A3") => "is_empty_b".into(),
        _ => mnemonic.to_lowercase(),
    };
    format!("{}.{own}", section.to_lowercase())
}

#[test]
fn every_instruction_of_the_source_is_a_row() {
    let records = records(include_str!("instructions.csv"));
    assert_eq!(records.len(), TABLE.len());
    let mut tables = 0;
    for (record, row) in records.iter().zip(&TABLE) {
        let [section, code, mnemonic, status, layout] = [0, 1, 2, 3, 4].map(|n| &record[n]);
        assert_eq!(row.name, name(section, code, mnemonic));
        assert_eq!(u16::from_str_radix(code, 16), Ok(row.code), "{}", row.name);
        let own = if section == "AI" { Section::Ai } else { Section::Base };
        assert_eq!(row.operation.section(), own, "{}", row.name);
        assert_eq!(Operation::of_code(own, row.code), Some(row.operation));
        let open = layout == "none";
        let standing = match status {
            "specified" => Standing::Specified,
            "partly" => Standing::Partly,
            _ if open => Standing::Hook,
            _ => Standing::Default,
        };
        assert_eq!(row.standing, standing, "{}", row.name);
        let named = if open { "L-NONE" } else { layout };
        assert_eq!(row.operation.layout().name, named, "{}", row.name);
        tables += usize::from(!row.operation.layout().fields.is_empty());
    }
    assert_eq!(tables, 224 - 13 - 1);
    let names: BTreeSet<&str> = TABLE.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), TABLE.len());
}

/// `3A+M+63`, `2A-1`, `A`, `4`: in bits.
fn position(text: &str, width: Width) -> i64 {
    let (a, m) = (i64::from(width.bits()), i64::from(width.value_bits()));
    let mut terms = text.replace('-', "+-");
    if terms.starts_with('+') {
        terms.remove(0);
    }
    let term = |term: &str| match (term.strip_suffix('A'), term.strip_suffix('M')) {
        (Some(""), _) => a,
        (Some(n), _) => n.parse::<i64>().unwrap() * a,
        (_, Some("")) => m,
        (_, Some(n)) => n.parse::<i64>().unwrap() * m,
        _ => term.parse().unwrap(),
    };
    terms.split('+').map(term).sum()
}

/// The bits of a field as the source lists them, from bit 0 of the field upwards.
fn bits(text: &str, width: Width) -> Vec<i64> {
    let mut bits = Vec::new();
    for part in text.split('|').rev() {
        let (high, low) = part.split_once(':').unwrap_or((part, part));
        bits.extend(position(low, width)..=position(high, width));
    }
    bits
}

fn bits_of(field: &Field, width: Width) -> Vec<i64> {
    let part = |part: &semantics::xdsa::isa::Part| {
        let start = i64::from(part.start.at(width));
        start..start + i64::from(part.bits.at(width))
    };
    field.parts.iter().flat_map(part).collect()
}

#[test]
fn every_field_lies_where_the_source_puts_it() {
    let mut seen = BTreeSet::new();
    for record in records(include_str!("fields.csv")) {
        for name in record[1].split(' ') {
            let operation = Operation::by_name(name).unwrap();
            let layout = operation.layout();
            assert_eq!(layout.name, &record[0], "{name}");
            let names: BTreeSet<&str> = layout.fields.iter().map(|field| field.name).collect();
            let fields: Vec<(&str, &str)> = record[2]
                .split(' ')
                .map(|field| field.trim_end_matches(']').split_once('[').unwrap())
                .collect();
            assert_eq!(names, fields.iter().map(|(name, _)| *name).collect(), "{name}");
            for width in Width::ALL {
                for (field, place) in &fields {
                    let own = bits_of(layout.field(field).unwrap(), width);
                    assert_eq!(own, bits(place, width), "{name} {field} {width:?}");
                }
            }
            seen.insert(operation);
        }
    }
    assert_eq!(seen.len(), 210);
}

/// Sizes in bytes that the source gives for A = 16, 32, 64 (section 2.2).
#[test]
fn sizes() {
    let sizes: [(Operation, [usize; 3]); 13] = [
        (Operation::Abs, [10, 16, 28]),
        (Operation::Add, [12, 20, 36]),
        (Operation::Median, [14, 24, 44]),
        (Operation::And, [8, 16, 32]),
        (Operation::ReduceSum, [16, 20, 28]),
        (Operation::Gather, [14, 20, 32]),
        (Operation::Transpose, [12, 16, 24]),
        (Operation::MatrixMul, [34, 40, 56]),
        (Operation::DataMove, [32, 36, 44]),
        (Operation::EleAdd, [28, 36, 52]),
        (Operation::Conv2d, [58, 64, 96]),
        (Operation::MaxPool, [28, 32, 44]),
        (Operation::BatchNorm, [20, 32, 56]),
    ];
    for (operation, bytes) in sizes {
        let own = Width::ALL.map(|width| operation.layout().bytes(width));
        assert_eq!(own, bytes, "{}", operation.name());
    }
}

/// Fields and gaps cover every bit of a table once.
#[test]
fn no_bit_twice_and_none_left() {
    for row in &TABLE {
        let layout: &Layout = row.operation.layout();
        for width in Width::ALL {
            let mut count = vec![0; layout.bytes(width) * 8];
            let parts = layout.fields.iter().flat_map(|field| &field.parts).chain(&layout.gaps);
            for part in parts {
                let start = part.start.at(width) as usize;
                for bit in &mut count[start..start + part.bits.at(width) as usize] {
                    *bit += 1;
                }
            }
            assert!(count.iter().all(|n| *n == 1), "{} {width:?} {count:?}", row.name);
        }
    }
}

proptest! {
    /// Bytes -> fields -> bytes, gaps included.
    #[test]
    fn tables_keep_their_bytes(row in 0..224usize, width in 0..3usize, bytes in prop::collection::vec(any::<u8>(), 128)) {
        let (layout, width) = (TABLE[row].operation.layout(), Width::ALL[width]);
        let bytes = &bytes[..layout.bytes(width)];
        let table = Table::read(layout, width, bytes);
        prop_assert_eq!(table.bytes(), bytes);
        // Fields -> bytes -> fields.
        let mut fields = Table::new(layout, width);
        for (field, value) in table.fields() {
            fields.set(field.name, value).unwrap();
        }
        prop_assert!(!fields.has_reserved());
        prop_assert_eq!(Table::read(layout, width, &fields.bytes()), fields);
    }
}
