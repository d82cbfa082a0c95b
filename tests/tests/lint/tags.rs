//! Tags and waits for them, both ways.

use super::tags;
use seeded::{Draw, Random};
use semantics::mncore2::check::{Checker, Rules};
use semantics::mncore2::isa::Statement;
use semantics::mncore2::text::parse_line;
use std::collections::BTreeMap;

fn program(seed: u64) -> Vec<Statement> {
    let mut random = Random::new(seed);
    let count = 1 + random.below(9);
    let lines = (0..count).map(|_| {
        let tag = random.below(4);
        match random.below(10) {
            0..4 => format!("mvp/n64i{tag:02x} $p0@0 $p64@1"),
            4..8 => format!("nop; wait i{:02x}", tag.max(1)),
            8 => format!("c 0 0 i{tag:02x} i00 0 000000000 001"),
            _ if tag == 0 => "quit".to_owned(),
            _ => "mvp/n64 $p0@0 $p64@1".to_owned(),
        }
    });
    lines.filter_map(|line| parse_line(&line).ok().flatten()).collect()
}

/// What the checker finds, in the order of the statements.
fn checked(statements: &[Statement]) -> Vec<(usize, &'static str)> {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut found = Vec::new();
    for (i, statement) in statements.iter().enumerate() {
        let violations = checker.statement(i as u32 + 1, statement);
        found.extend(violations.iter().map(|v| (i, v.code)));
    }
    found.extend(checker.finish().iter().map(|(line, v)| (*line as usize - 1, v.code)));
    found.sort_unstable();
    found
}

#[test]
fn checker_and_plain_list_agree() {
    let mut kinds = BTreeMap::<Vec<&str>, u32>::new();
    for seed in 0..20_000 {
        let program = program(seed);
        let (plain, checked) = (tags(&program), checked(&program));
        assert_eq!(plain, checked, "seed {seed}: {program:?}");
        let mut codes: Vec<&str> = plain.iter().map(|(_, code)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        *kinds.entry(codes).or_default() += 1;
    }
    assert!(kinds.len() == 4 && kinds.values().all(|&n| n > 1000), "{kinds:?}");
}
