//! The list of `docs/silicon.md` and the registry are the same.

use std::collections::BTreeMap;
use std::path::Path;

/// What braces stand for.
fn expanded(pattern: &str) -> Vec<String> {
    let Some((head, rest)) = pattern.split_once('{') else { return vec![pattern.to_owned()] };
    let mut depth = 0;
    let mut choices = vec![String::new()];
    for (at, c) in rest.char_indices() {
        match c {
            '}' if depth == 0 => {
                let tails = expanded(&rest[at + 1..]);
                let own = choices.iter().flat_map(|choice| expanded(choice));
                let whole = |own: String| {
                    tails.iter().map(move |tail| format!("{head}{own}{tail}")).collect::<Vec<_>>()
                };
                return own.flat_map(whole).collect();
            }
            ',' if depth == 0 => choices.push(String::new()),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                choices.last_mut().expect("a choice").push(c);
            }
        }
    }
    panic!("{pattern}: a brace that is not closed")
}

#[test]
fn the_page_lists_every_unit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/silicon.md");
    let page = std::fs::read_to_string(path).expect("a page");
    let list = page.split("## The units").nth(1).expect("the list");
    let mut listed = BTreeMap::new();
    for line in list.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [ids, sections, standing, source] = cells[..] else { panic!("{line}") };
        for id in expanded(ids.trim_matches('`')) {
            let said = format!("{sections}; {standing}: {source}");
            let twice = listed.insert(format!("silicon.{id}"), said);
            assert_eq!(twice, None, "{id} stands twice");
        }
    }
    let units = super::units().into_iter();
    let registered: BTreeMap<String, String> =
        units.map(|op| (op.id.clone(), op.section.clone())).collect();
    for (id, said) in &registered {
        assert_eq!(listed.get(id), Some(said), "{id}");
    }
    assert_eq!(listed.len(), registered.len());
}
