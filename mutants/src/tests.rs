//! Mutants of small sources, and sources with mutants in them.

use crate::Arguments;
use crate::find::{Change, Mutant, find};
use crate::rewrite::{NOTED, SWITCH, rewrite};
use clap::CommandFactory;
use std::collections::BTreeSet;
use std::process::Command;

const SOURCE: &str = "\
pub fn small(x: u32, on: bool) -> u32 {
    if on && x < 10 { x + 1 } else { x << 2 }
}
fn arms(x: i32) -> Option<bool> {
    match x {
        0 => None,
        n if n > 3 => Some(true),
        _ => Some(!(x == -1)),
    }
}
fn none(x: Option<u32>) -> usize { match x { Some(_) => 1, None => 0 } }
const KEPT: u32 = 1 + 2;
#[cfg(test)]
mod tests {
    fn none() -> bool { 1 == 1 }
}
";

fn whats(source: &str) -> Vec<String> {
    find(source).unwrap().into_iter().map(|m| format!("{}: {}", m.line, m.what)).collect()
}

#[test]
fn options_agree() {
    Arguments::command().debug_assert();
}

#[test]
fn a_source_has_its_mutants() {
    let found = whats(SOURCE);
    for right in [
        "1: 0 at once",
        "1: 1 at once",
        "2: true instead of on && x < 10",
        "2: || instead of &&",
        "2: <= instead of <",
        "2: 11 instead of 10",
        "2: - instead of +",
        "2: >> instead of <<",
        "4: None at once",
        "4: Some(false) at once",
        "6: no arm 0",
        "7: no arm n",
        "7: false instead of n > 3",
        "8: nothing instead of !",
        "8: != instead of ==",
        "8: nothing instead of -",
    ] {
        assert!(found.iter().any(|own| own == right), "{right}: {found:#?}");
    }
    // Constants and tests have none.
    let line = |own: &String| own.split(':').next().unwrap().parse::<usize>().unwrap();
    assert!(found.iter().all(|own| line(own) < 12));
    // An arm that is left out has to be taken by another.
    assert!(!found.iter().any(|own| own.contains("no arm Some")), "{found:#?}");
}

/// With every mutant in it the source is Rust still, each on the line where it was, and asleep it is what it was.
#[test]
fn a_source_with_all_of_them_is_rust() {
    let mutants = find(SOURCE).unwrap();
    let numbered: Vec<_> = (1..).zip(&mutants).collect();
    let text = rewrite(SOURCE, &numbered);
    syn::parse_file(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(text.lines().count(), SOURCE.lines().count());
    for (number, _) in &numbered {
        assert!(text.contains(&format!("on({number})")), "{number}: {text}");
    }
    assert_eq!(rewrite(SOURCE, &[]), SOURCE);
}

#[test]
fn one_mutant_changes_one_place() {
    let mutants = find(SOURCE).unwrap();
    let one = |what: &str| {
        let own = mutants.iter().find(|own| own.what == what).unwrap();
        let text = rewrite(SOURCE, &[(7, own)]);
        let changed = text.lines().zip(SOURCE.lines()).find(|(new, old)| new != old);
        changed.unwrap().0.trim().replace("crate::mutant_switch::", "")
    };
    let cases = [
        (
            "- instead of +",
            "if on && x < 10 { (if on(7) { x - 1 } else { x + 1 }) } else { x << 2 }",
        ),
        ("no arm 0", "0 if !on(7) => None,"),
        ("no arm n", "n if !on(7) && (n > 3) => Some(true),"),
        ("0 at once", "pub fn small(x: u32, on: bool) -> u32 { if on(7) { return 0; }"),
        ("nothing instead of !", "_ => Some((if on(7) { (x == -1) } else { !(x == -1) })),"),
    ];
    for (what, right) in cases {
        assert_eq!(one(what), right);
    }
}

/// What a value begins with is no statement.
#[test]
fn an_expression_that_begins_like_a_statement() {
    let source = "fn f(a: bool) -> u32 { let b = if a { x } else { y } + z; b }\n";
    let mutants = find(source).unwrap();
    let numbered: Vec<_> = (1..).zip(&mutants).collect();
    let text = rewrite(source, &numbered);
    syn::parse_file(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
}

/// What is inside of a mutated expression sleeps in both of its forms.
#[test]
fn mutants_in_mutants() {
    let source = "fn f(a: u32, b: u32) -> u32 { a + b * 2 }\n";
    let mutants = find(source).unwrap();
    let own = |what| mutants.iter().find(|own| own.what == what).unwrap();
    let text = rewrite(source, &[(1, own("- instead of +")), (2, own("/ instead of *"))]);
    let text = text.replace("crate::mutant_switch::", "");
    let inner = "(if on(2) { b / 2 } else { b * 2 })";
    let right = format!("(if on(1) {{ a - {inner} }} else {{ a + {inner} }})");
    assert_eq!(text, format!("fn f(a: u32, b: u32) -> u32 {{ {right} }}\n"));
    assert!(matches!(own("0 at once").change, Change::Return { at: 29, .. }));
}

/// Built with all mutants in it, a program does what it did, until one is awake.
#[test]
fn asleep_they_change_nothing() {
    let source = "\
const fn sum(a: u32, b: u32) -> u32 { a + b * 2 }
fn sign(a: i32) -> &'static str {
    match a { 0 => \"zero\", n if n > 0 => \"more\", _ => \"less\" }
}
fn main() { print!(\"{} {}\", sum(3, 4), [-5, 0, 5].map(sign).join(\" \")); }
";
    let mutants = find(source).unwrap();
    let numbered: Vec<_> = (1..).zip(&mutants).collect();
    let folder = tempfile::tempdir().unwrap();
    let (file, program) = (folder.path().join("plain.rs"), folder.path().join("plain"));
    std::fs::write(&file, rewrite(source, &numbered) + SWITCH).unwrap();
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--cap-lints", "allow", "-o"]).arg(&program).arg(&file);
    assert!(rustc.status().unwrap().success());
    let shown = |number: u32| {
        let number = number.to_string();
        let output = Command::new(&program).env("ASSAY_MUTANT", number).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let of = |what: &str| {
        let place = mutants.iter().position(|own| own.what == what).unwrap();
        shown(place as u32 + 1)
    };
    assert_eq!(shown(0), "11 less zero more");
    // What is reached is noted, and changes nothing.
    let file = folder.path().join("reached");
    let mut noting = Command::new(&program);
    noting.env("ASSAY_MUTANT", NOTED.to_string()).env("ASSAY_REACHED", &file);
    assert_eq!(noting.output().unwrap().stdout, shown(0).as_bytes());
    let bytes = std::fs::read(&file).unwrap();
    let numbers = bytes.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes));
    let reached: BTreeSet<u32> = numbers.collect();
    let is_main = |own: &Mutant| own.function == "main";
    assert!(reached.len() > mutants.len() / 2);
    assert!(numbered.iter().all(|(number, own)| reached.contains(number) || !is_main(own)));
    assert_eq!(of("* instead of +"), "24 less zero more");
    assert_eq!(of("3 instead of 2"), "15 less zero more");
    assert_eq!(of(">= instead of >"), shown(0));
    assert_eq!(of("false instead of n > 0"), "11 less zero less");
    assert_eq!(of("no arm 0"), "11 less less more");
}
