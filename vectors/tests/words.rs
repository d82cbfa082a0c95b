//! What people read of operations and codes: a summary fits its line, an unsigned operand has no sign, each word is explained.

use std::collections::BTreeSet;
use std::path::Path;
use vectors::class::{CATEGORIES, Class, Word};
use vectors::cover;
use vectors::file::class_words;
use vectors::registry::{Op, Options, Plan, Shape};

/// A line of `assay ops` has 100 columns: so many for the id, two between, and the rest for the summary.
const ID: usize = 38;
const SUMMARY: usize = 60;

/// The bits of each word.
fn widths(shape: &Shape) -> impl Iterator<Item = u32> + use<> {
    let (width, words) = (shape.format.width, shape.words_per_element());
    (0..shape.words()).map(move |at| (width - 64 * (at % words) as u32).min(64))
}

fn plain(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE))
}

#[test]
fn a_line_has_room_for_an_id_and_what_it_computes() {
    let wide = "ieee.e15m48.*,cvt.e15m48.*,cvt.*.e15m47,elem.e15m48.*,int.u63.*,cvt.i63.*";
    let asked = vectors::operations().select(wide).expect("formats of any width");
    for op in vectors::operations().all().chain(asked) {
        let (id, summary) = (op.id.chars().count(), op.summary.chars().count());
        let beside = id <= ID || id + 2 + summary <= 100;
        assert!(beside && (1..=SUMMARY).contains(&summary), "{}: {}", op.id, op.summary);
        assert!(!op.summary.contains('\n'), "{}", op.id);
    }
}

#[test]
fn operands_without_a_sign_are_classed_as_such() {
    let words = |op: &str, x: &[u64]| {
        class_words(&plain(vectors::operations().find(op).expect("an id")), x)
    };
    for (op, x, right) in [
        ("cvt.u16.f16", &[0xfffe][..], "+norm"),
        ("cvt.u16.f16", &[0xffff], "+ones"),
        ("cvt.u16.f16", &[0x8000], "+norm"),
        ("cvt.i16.f16", &[0xfffe], "-norm"),
        ("cvt.i16.f16", &[0x8000], "-limit"),
        ("int.u8.add_wrap", &[0x80, 0xff], "+norm*+ones"),
        ("mncore2.alu.uimax", &[0x8000_0000, 0x7fff_ffff], "+norm*+norm"),
        ("mncore2.alu.imax", &[0x8000_0000, 0x7fff_ffff], "-limit*+limit"),
    ] {
        assert_eq!(words(op, x), right, "{op} {x:x?}");
    }
    for op in vectors::operations().all() {
        let plan = plain(op);
        let codes: Vec<u64> = plan
            .operands
            .iter()
            .flat_map(|s| widths(s).map(|width| u64::MAX >> (64 - width) & !1))
            .collect();
        let words = class_words(&plan, &codes);
        for (word, shape) in words.split('*').zip(&plan.operands) {
            assert!(shape.format.sign || !word.contains('-'), "{}: {words}", op.id);
        }
    }
}

/// Of each operation with operands of all kinds.
#[test]
fn every_word_of_a_class_is_in_the_table() {
    let known: BTreeSet<&str> = Class::WORDS.iter().map(|w| w.word).collect();
    assert_eq!(known.len(), Class::WORDS.len());
    let mut seen = BTreeSet::new();
    for op in vectors::operations().all() {
        let plan = plain(op);
        for turn in 0..40_u64 {
            let code = |at: usize, width: u32| {
                let random = (turn + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 + at as u64);
                let code = [
                    0,
                    random,
                    u64::MAX,
                    1 << (width - 1),
                    u64::MAX << (width / 2).saturating_sub(1),
                ];
                code[(turn as usize + at) % 5] & u64::MAX >> (64 - width)
            };
            let shapes = plan.operands.iter().flat_map(widths);
            let x: Vec<u64> = shapes.enumerate().map(|(at, width)| code(at, width)).collect();
            let words = class_words(&plan, &x);
            for word in words.split(['*', '|']) {
                let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = word.strip_prefix('x').unwrap_or(word);
                let (sign, word) = word.split_at(1);
                assert!(matches!(sign, "+" | "-") && known.contains(word), "{}: {words}", op.id);
                seen.insert(word.to_owned());
            }
        }
    }
    // All but the word that `explain` alone has.
    assert_eq!(seen.len(), known.len() - 1, "{seen:?}");
}

#[test]
fn documentation_has_the_tables_of_words() {
    for (page, words) in [("files", &Class::WORDS[..]), ("coverage", cover::CLASSES)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/{page}.md"));
        let text = std::fs::read_to_string(path).expect("a page");
        let rows: String = words.iter().map(row).collect();
        assert!(text.contains(&rows), "docs/{page}.md: right is\n{rows}");
    }
    for Word { word, meaning } in Class::WORDS.iter().chain(cover::CLASSES).chain(&CATEGORIES) {
        assert!(word.len() <= 10 && meaning.len() <= 86, "{word}: {meaning}");
    }
}

fn row(word: &Word) -> String {
    format!("| `{}` | {} |\n", word.word, word.meaning)
}
