//! Dense random programs, both ways.

use super::compare::agree;
use super::draw::{lines, program};
use super::hazards;
use seeded::Kind;
use semantics::mncore2::text::parse_line;
use std::collections::BTreeMap;
use std::sync::Mutex;

#[test]
fn checker_and_plain_list_agree() {
    let check = |seed| {
        agree(&format!("seed {seed}"), &program(seed), None);
    };
    tests::seeds::each(Kind::Text.cases(), "dense MN-Core 2 programs", check);
}

/// The programs are as dense as they should be: every rule is broken by every number of steps that
/// it can be broken by, and many programs break none.
#[test]
fn every_rule_is_broken_by_every_distance() {
    let broken = Mutex::new(BTreeMap::<(&str, u32), u32>::new());
    let mut clean = 0;
    for seed in 0..20_000 {
        let found = hazards(&program(seed), None);
        clean += u32::from(found.is_empty());
        let mut broken = broken.lock().expect("one thread");
        for hazard in found.iter().filter(|h| !h.warning) {
            *broken.entry((hazard.code, hazard.nops)).or_default() += 1;
        }
    }
    let broken = broken.into_inner().expect("one thread");
    let most = [
        ("BAR", 1),
        ("GRF0", 2),
        ("GRF1", 2),
        ("L1BM", 2),
        ("L1BM-L2BM", 3),
        ("L2BM", 3),
        ("L2BM-DOWN", 2),
        ("L2BM-L1BM", 2),
        ("L2BM-MV", 1),
        ("L2BMI", 3),
        ("L2BMI-L1BM", 3),
        ("LM0", 2),
        ("LM1", 2),
        ("T", 1),
    ];
    let expected: Vec<(String, u32)> = most
        .iter()
        .flat_map(|(rule, most)| (1..=*most).map(move |n| (format!("MN-E-HAZARD-{rule}"), n)))
        .collect();
    let found: Vec<(String, u32)> =
        broken.keys().map(|(code, nops)| ((*code).to_owned(), *nops)).collect();
    assert_eq!(found, expected);
    assert!(broken.values().all(|&n| n >= 20) && clean > 2000, "{clean} clean, {broken:?}");
}

/// Nearly all lines are statements, and of every opcode some.
#[test]
fn lines_are_statements() {
    let mut words = BTreeMap::<String, [u32; 2]>::new();
    for line in (0..5000).flat_map(lines) {
        let right = matches!(parse_line(&line), Ok(Some(_)));
        for expr in line.split("; ") {
            let word = expr.split([' ', '@', '/', '+', '-']).next().unwrap_or_default();
            words.entry(word.to_owned()).or_default()[usize::from(right)] += 1;
        }
    }
    let poor = words.iter().filter(|(_, [wrong, right])| right < &(9 * wrong));
    assert_eq!(poor.collect::<Vec<_>>(), []);
    assert!(words.len() > 30, "{words:?}");
}
