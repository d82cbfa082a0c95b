//! Rows of tables have as many cells as their heads: others lose cells where they are shown.

use super::root;
use std::fs;

/// The cells of a row, which begins with a stroke. One behind a backslash parts nothing; one in code does.
fn cells(row: &str) -> usize {
    let row = row.trim();
    let strokes = row.char_indices().filter(|(at, c)| *c == '|' && !row[..*at].ends_with('\\'));
    strokes.count() - usize::from(row.ends_with('|'))
}

/// The lines of a page whose table rows have another number of cells than the head, from 1.
fn torn(page: &str) -> Vec<usize> {
    let (mut fenced, mut head, mut found) = (false, None, Vec::new());
    for (at, line) in page.lines().enumerate() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced || !line.trim_start().starts_with('|') {
            head = None;
            continue;
        }
        let own = cells(line);
        if *head.get_or_insert(own) != own {
            found.push(at + 1);
        }
    }
    found
}

#[test]
fn tables_are_whole() {
    let docs = root().join("docs");
    let pages = fs::read_dir(&docs).expect("the pages").map(|entry| entry.expect("a page").path());
    let mut all: Vec<_> =
        pages.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    all.extend(["README.md", "DESIGN.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    assert!(all.len() > 30);
    let wrong: Vec<String> = all
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("a page");
            let places = torn(&text).into_iter();
            places.map(|line| format!("{}:{line}", path.display())).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_torn_row_is_found() {
    let page = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 `x|y` | 2 |\n| 1 `x\\|y` | 2 |\n| 1 |\n\n| only |\n";
    assert_eq!(torn(page), [4, 6]);
    assert_eq!(torn("```\n| 1 |\n| 1 | 2 |\n```\n"), [0; 0]);
}
