//! The opcode words against the product of all letters.

use rstest::rstest;
use semantics::mncore2::isa::table::{Form, lookup, opcode_words, rows, rows_of_word, word_of};
use std::collections::BTreeSet;

/// Operations of the ALU with the precisions that they take, and those that they take with `u`
/// (tables 3.9 and 3.10).
const ALU: &[(&str, &str, &str)] = &[
    ("passa", "dfhlis", ""),
    ("inc", "lis", "lis"),
    ("dec", "lis", "lis"),
    ("not", "lis", ""),
    ("lnot", "lis", ""),
    ("rsqrt", "dfh", ""),
    ("floor", "dfh", ""),
    ("ftoi", "dfh", "dfh"),
    ("bfn", "dfgh", ""),
    ("bfe", "h", ""),
    ("max", "dfhlis", "lis"),
    ("min", "dfhlis", "lis"),
    ("packbit", "dfhlis", ""),
    ("and", "lis", ""),
    ("or", "lis", ""),
    ("xor", "lis", ""),
    ("add", "lis", "lis"),
    ("sub", "lis", "lis"),
    ("lsl", "lis", ""),
    ("lsr", "lis", "lis"),
    ("bsl", "lis", ""),
    ("bsr", "lis", ""),
    ("relu", "dfh", ""),
    ("relu0", "dfh", ""),
    ("relu1", "dfh", ""),
    ("relu2", "dfh", ""),
    ("relu3", "dfh", ""),
    ("lrelud", "dfh", ""),
    ("lreluo", "dfh", ""),
    ("ilrelud", "dfh", ""),
];

const RRN: &[(&str, &str)] = &[
    ("fadd", "dfh"),
    ("max", "dfh"),
    ("min", "dfh"),
    ("iadd", "lis"),
    ("band", "lis"),
    ("bor", "lis"),
    ("and", "lis"),
    ("or", "lis"),
];

const FIXED: &[&str] = &[
    "quit",
    "nop",
    "noforward",
    "wait",
    "mvnop",
    "mvp",
    "mvb",
    "mvb2",
    "mvb4",
    "mvd",
    "l2bmb",
    "l2bmb2",
    "l2bmd",
    "l2bm",
    "l2bmi",
    "l2bmdars",
    "l2bmdarw",
    "l1bmp",
    "l1bmm",
    "l1bmm4",
    "l1bmd",
    "zero",
    "imm",
    "immu",
    "msl",
    "msr",
];

/// Every word that may stand at the head of an expression, written out from the tables.
fn expected() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = FIXED.iter().map(|w| (*w).to_owned()).collect();
    for (op, precisions, unsigned) in ALU {
        words.extend(precisions.chars().map(|p| format!("{p}{op}")));
        words.extend(unsigned.chars().map(|p| format!("u{p}{op}")));
    }
    for (op, precisions) in RRN {
        for network in ["mvr", "mvr2", "mvr4", "l2bmr", "l2bmr2", "l1bmr", "l1bmr4"] {
            words.extend(precisions.chars().map(|p| format!("{network}{p}{op}")));
        }
    }
    for op in ["fadd", "max", "min"] {
        words.extend(["l1bmr", "l1bmr4"].map(|network| format!("{network}f{op}r")));
    }
    for op in ["fma", "mul"] {
        for kind in ["dv", "dm"] {
            words.extend(["u", "d", "ur", "dr"].map(|s| format!("{kind}{op}{s}")));
        }
        words.extend(["fv", "fm", "gm", "hv", "hm"].map(|kind| format!("{kind}{op}")));
        words.extend(["hv", "hm"].map(|kind| format!("{kind}{op}r")));
    }
    for op in ["add", "passa"] {
        words.extend(["dv", "fv", "hv"].map(|kind| format!("{kind}{op}")));
        words.extend(["dv", "hv"].map(|kind| format!("{kind}{op}r")));
    }
    for precision in ["d", "f", "g", "h"] {
        words.extend(["mwrite", "mread"].map(|op| format!("{precision}{op}")));
    }
    words
}

#[rstest]
fn the_words_are_those_of_the_tables() {
    let ours: BTreeSet<String> = opcode_words().iter().map(|w| (*w).to_owned()).collect();
    assert_eq!(ours, expected());
}

/// Every combination of prefixes, names and suffixes, of which few are words.
#[rstest]
fn the_product_of_all_letters() {
    let expected = expected();
    let letters = ["", "d", "f", "g", "h", "l", "i", "s", "v", "m", "u", "r"];
    let names: Vec<&str> = ALU
        .iter()
        .map(|(op, ..)| *op)
        .chain(RRN.iter().map(|(op, _)| *op))
        .chain(FIXED.iter().copied())
        .chain(["fma", "mul", "mwrite", "mread"])
        .collect();
    let networks = [
        "", "u", "mv", "mvr", "mvr2", "mvr4", "l2bmr", "l2bmr2", "l2bmr4", "l1bmr", "l1bmr2",
        "l1bmr4",
    ];
    let suffixes = ["", "u", "d", "r", "ur", "dr", "ru", "ud", "rr", "0", "4"];
    let mut legal = BTreeSet::new();
    for network in networks {
        for (first, second) in letters.iter().flat_map(|a| letters.map(|b| (*a, b))) {
            for (name, suffix) in names.iter().flat_map(|n| suffixes.map(|s| (*n, s))) {
                let word = format!("{network}{first}{second}{name}{suffix}");
                assert_eq!(lookup(&word).is_some(), expected.contains(&word), "{word}");
                if lookup(&word).is_some() {
                    legal.insert(word);
                }
            }
        }
    }
    assert_eq!(legal, expected, "the product has every word");
}

#[rstest]
fn words_and_opcodes_are_one_to_one() {
    for word in opcode_words() {
        let opcode = lookup(word).expect("a word");
        assert_eq!(word_of(opcode), *word);
        assert!(!rows_of_word(word).is_empty(), "{word}");
    }
}

#[rstest]
fn the_table_names_as_many_inputs_as_operations_have() {
    let mut operations = 0;
    for row in rows() {
        if let Form::Alu { op, .. } = row.form {
            assert_eq!(row.inputs.split(", ").count(), op.arity(), "{}", row.opcode);
            operations += 1;
        }
    }
    assert!(operations >= 30, "{operations}");
}
