//! The rows of `docs/decisions.md` are those of the registry's decisions. `BLESS=1` rewrites them.

use softfloat::question::Standing;
use std::collections::BTreeMap;
use std::path::Path;
use vectors::registry::Decision;

/// The lines, each with the decision that it is the row of.
fn lines(page: &str) -> impl Iterator<Item = (&str, Option<&'static Decision>)> {
    page.lines().map(|line| {
        let id = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
        (line, id.and_then(|id| vectors::operations().decision(id)))
    })
}

#[test]
fn documentation_says_what_explain_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/decisions.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let right: String =
        lines(&page).map(|(line, d)| d.map_or(line.to_owned(), Decision::row) + "\n").collect();
    if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
        std::fs::write(&path, &right).expect("a page");
    }
    for (found, right) in page.lines().zip(right.lines()) {
        assert_eq!(found, right, "BLESS=1 rewrites the row");
    }
    let mut rows = BTreeMap::new();
    lines(&page).filter_map(|(_, d)| d).for_each(|d| *rows.entry(d.id).or_insert(0) += 1);
    for op in vectors::operations().all() {
        for id in &op.decisions {
            assert_eq!(rows.get(id), Some(&1), "{} names {id}", op.id);
        }
    }
}

/// Every alternative stands among the other answers, and the standing is that of its question.
#[test]
fn decisions_name_their_alternatives() {
    for alternative in vectors::operations().all().flat_map(|op| op.alternatives()) {
        let decision = vectors::operations().decision(alternative.decision).expect("a decision");
        let others = decision.others.unwrap_or_default();
        let named = others.contains(&format!("`{}={}`", alternative.name, alternative.value))
            || others.contains(&format!("`{}=", alternative.name))
                && others.contains(&format!("`={}`", alternative.value));
        assert!(named, "{alternative:?}: {others}");
        let word = match alternative.standing {
            Standing::Unspecified => "open",
            Standing::FlagOnly => "flag",
            Standing::RestsOn => "firm",
        };
        let standing = decision.standing.unwrap_or_default();
        assert!(standing.contains(word), "{alternative:?}: {standing}");
    }
}

/// A number is one decision's.
#[test]
fn no_number_stands_twice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/decisions.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let mut known = std::collections::BTreeSet::new();
    for line in page.lines() {
        let id = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next()).unwrap_or("");
        if id.split_once("-D").is_some_and(|(_, n)| n.bytes().all(|b| b.is_ascii_digit())) {
            assert!(known.insert(id), "{id} stands twice");
        }
    }
    assert!(known.len() > 500);
}
