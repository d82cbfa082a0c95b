//! What pages lead to is there, and what stands beside the manifest says its version.

use super::root;
use std::path::{Path, PathBuf};

/// The pages below a folder.
fn pages(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            pages(&path, all);
        } else if name.ends_with(".md") {
            all.push(path);
        }
    }
}

/// The targets of links and pictures in a page, but for those of other places.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    let text = page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    let targets =
        text.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    targets.filter(|target| !target.contains("://"))
}

/// What a heading is called in links, as the book and the forges have it: small letters, `-` for a blank, marks left out.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Whether a page has a heading that is called so.
fn has(page: &str, name: &str) -> bool {
    let mut fenced = false;
    page.lines().any(|line| {
        fenced ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        !fenced && heading.len() < line.len() && heading.starts_with(' ') && anchor(heading) == name
    })
}

/// The links of a page that lead nowhere.
fn broken<'a>(page: &'a str, folder: &Path) -> Vec<&'a str> {
    let missing = |target: &&str| {
        let (file, name) = target.split_once('#').unwrap_or((target, ""));
        let path = folder.join(file);
        let other = || std::fs::read_to_string(&path).is_ok_and(|text| has(&text, name));
        match (file, name) {
            ("", name) => !has(page, name),
            (_, "") => !path.exists(),
            _ => !other(),
        }
    };
    links(page).filter(missing).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let (mut all, mut count) = (Vec::new(), 0);
    pages(&root(), &mut all);
    for page in &all {
        let text = std::fs::read_to_string(page).expect("a page");
        let folder = page.parent().expect("a folder");
        assert_eq!(broken(&text, folder), [""; 0], "in {}", page.display());
        count += links(&text).count();
    }
    assert!(all.len() > 40 && count > 20, "{count} links in {} pages", all.len());
}

/// The book has the pages of `docs`, their pictures and the pages beside the manifest, and no sources.
#[test]
fn pages_of_the_book_lead_to_what_it_has() {
    let mut all = Vec::new();
    pages(&root().join("docs"), &mut all);
    for page in &all {
        let text = std::fs::read_to_string(page).expect("a page");
        let up = |target: &&str| target.starts_with("../") && !target.contains(".md");
        assert_eq!(links(&text).find(up), None, "in {}", page.display());
    }
    assert!(all.len() > 20);
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = "[a](README.md), [b](docs/missing.md#x) and ![c](docs/pictures/fma.svg)\n```\n[d](no)\n```\n[e](https://example.org)";
    assert_eq!(broken(page, &root()), ["docs/missing.md#x"]);
    let page = "# A `head`, or 2\n[a](#a-head-or-2) [b](#no)\n```\n# no\n```\n[c](docs/command.md#exit-codes) [d](docs/command.md#no)";
    assert_eq!(broken(page, &root()), ["#no", "docs/command.md#no"]);
}

#[test]
fn what_is_cited_is_this_version() {
    let text = std::fs::read_to_string(root().join("CITATION.cff")).expect("a page");
    let version = env!("CARGO_PKG_VERSION");
    assert!(text.lines().any(|line| line == format!("version: {version}")), "{version}");
    let changes = std::fs::read_to_string(root().join("CHANGELOG.md")).expect("a page");
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).expect("a version");
    assert!(newest.starts_with(version), "the newest of CHANGELOG.md is {newest}, not {version}");
}
