//! README, the tutorial and every other page, command by command: blocks of `console` hold commands and what they print, a line `...` any
//! lines; blocks of `c` with a name are files, and what `cat` shows of a file that is not there yet.

use crate::shell;
use std::path::Path;

/// A fenced block: what stands behind the fence, and its lines.
struct Block<'a> {
    kind: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { kind, lines });
        }
    }
    blocks
}

/// Whether lines are as expected; `...` stands for any number of them.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found.first() == Some(line) && fits(rest, &found[1..]),
    }
}

/// Runs the commands of a block; what they print otherwise.
fn run(page: &str, block: &Block<'_>, folder: &Path, wrong: &mut Vec<String>) -> usize {
    let mut commands = 0;
    for part in block.lines.chunk_by(|_, line| !line.starts_with("$ ")) {
        let Some(command) = part[0].strip_prefix("$ ") else {
            wrong.push(format!("{page}: a block begins with `{}`", part[0]));
            continue;
        };
        // A file that is not there yet is as the page shows it.
        if let Some(name) = command.strip_prefix("cat ")
            && !folder.join(name).exists()
        {
            std::fs::write(folder.join(name), part[1..].join("\n") + "\n").unwrap();
            continue;
        }
        let output = shell::output(&format!("{{ {command}\n}} 2>&1"), folder);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let found: Vec<&str> = text.lines().map(str::trim_end).collect();
        if !fits(&part[1..], &found) {
            wrong.push(format!("{page}\n$ {command}\n{text}"));
        }
        commands += 1;
    }
    commands
}

/// Pages that tests of their own follow.
const OWN: [&str; 3] = ["docs/tutorial.md", "docs/silicon.md", "docs/rtl.md"];

/// Runs a page's commands in a folder, and counts them.
fn follow(page: &str, folder: &Path) -> usize {
    let mut wrong = Vec::new();
    let commands = followed(page, folder, &mut wrong);
    assert!(wrong.is_empty(), "printed otherwise than the page says:\n{}", wrong.join("\n"));
    commands
}

/// The same, with what is printed otherwise.
fn followed(page: &str, folder: &Path, wrong: &mut Vec<String>) -> usize {
    let text = std::fs::read_to_string(shell::root().join(page)).unwrap();
    let mut commands = 0;
    for block in blocks(&text) {
        match block.kind.split_once(' ') {
            Some((_, name)) => {
                std::fs::write(folder.join(name), block.lines.join("\n") + "\n").unwrap();
            }
            None if block.kind == "console" => commands += run(page, &block, folder, wrong),
            None => {}
        }
    }
    commands
}

#[test]
fn the_tutorial_says_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let commands = follow("docs/tutorial.md", folder.path());
    assert!(commands > 20, "{commands} commands");
}

/// README, and every page that shows commands; those with a test of their own aside.
#[test]
fn every_page_says_what_happens() {
    let docs = std::fs::read_dir(shell::root().join("docs")).unwrap();
    let mut pages: Vec<String> = docs
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|page| page.ends_with(".md") && !OWN.contains(&page.as_str()))
        .collect();
    pages.extend(["README.md", "DESIGN.md", "CONTRIBUTING.md", "cli/README.md"].map(str::to_owned));
    pages.sort();
    let (mut commands, mut drawn) = (0, 0);
    let mut wrong = Vec::new();
    for page in &pages {
        let folder = tempfile::tempdir().unwrap();
        commands += followed(page, folder.path(), &mut wrong);
        drawn += pictures(page, folder.path());
    }
    assert!(drawn > 0, "README has a picture");
    assert!(wrong.is_empty(), "printed otherwise than the pages say:\n{}", wrong.join("\n"));
    assert!(commands > 60, "{commands} commands");
}

/// The surprises of silicon.
#[test]
fn the_surprises_of_silicon_say_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let commands = follow("docs/silicon.md", folder.path());
    assert!(commands > 8, "{commands} commands");
    assert_eq!(pictures("docs/silicon.md", folder.path()), 5, "pictures");
}

/// The pictures of a page are what its commands draw in a folder; `BLESS=1` writes them anew.
fn pictures(page: &str, folder: &Path) -> usize {
    let page = std::fs::read_to_string(shell::root().join(page)).unwrap();
    let (mut named, mut stale) = (0, Vec::new());
    for part in page.split("pictures/").skip(1).filter(|part| part.contains(".svg)")) {
        let name = part.split(')').next().unwrap();
        let stored = shell::root().join("docs/pictures").join(name);
        let drawn = std::fs::read(folder.join(name)).unwrap();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&stored, &drawn).unwrap();
        }
        if std::fs::read(&stored).ok().as_ref() != Some(&drawn) {
            stale.push(name);
        }
        named += 1;
    }
    assert!(stale.is_empty(), "other than what the commands draw: {stale:?}; BLESS=1 writes them");
    named
}

/// From an empty folder to the first bug of a design, in Icarus Verilog.
#[test]
fn real_rtl_says_what_happens() {
    if !needs::has("iverilog") {
        return needs::skip_tool("iverilog");
    }
    let folder = tempfile::tempdir().unwrap();
    let commands = follow("docs/rtl.md", folder.path());
    assert!(commands > 6, "{commands} commands");
}

#[test]
fn dots_stand_for_lines() {
    assert!(fits(&["a", "...", "c"], &["a", "b", "b", "c"]) && fits(&["..."], &[]));
    assert!(!fits(&["a", "..."], &["b"]) && !fits(&["a"], &["a", "b"]));
}
