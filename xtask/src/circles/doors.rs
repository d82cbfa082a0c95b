//! What goes through one door, counted in words of code: comments, texts and what only tests see may name what they like.

use super::words::words;
use crate::run::root;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources below a folder, each with its place below the root.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let place = path.strip_prefix(root()).expect("below the root").to_owned();
                found.push((place, fs::read_to_string(&path).expect("a source")));
            }
        }
    }
    found
}

/// Where a source asks what type stands behind a trait. A machine may ask of what it is given whether it is its own, and an
/// error of the standard library is looked into for one of ours.
fn asked_types(place: &Path, words: &[&str]) -> Vec<String> {
    const ASKS: [&str; 6] = ["Any", "TypeId", "as_any", "downcast", "downcast_mut", "downcast_ref"];
    let door = place.starts_with("semantics");
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let behind = &words[at + 1..];
        let ours = behind.starts_with(&["::", "<", "UndecidedCase"]);
        if ASKS.contains(word) && !door && !ours
            || *word == "is" && behind.starts_with(&["::", "<"])
        {
            found.push(format!("{}: {word}", place.display()));
        }
    }
    found
}

/// Whether a machine is taken from the list by its place: all of them are walked, or none.
fn placed(word: &str, before: &[&str], behind: &[&str]) -> bool {
    const WALKS: [&str; 4] = ["map", "filter", "filter_map", "flat_map"];
    let walked = behind.starts_with(&[".", "iter", "(", ")", "."])
        && behind.get(5).is_some_and(|word| WALKS.contains(word));
    let numbered =
        behind.first() == Some(&"[") && behind.get(1).is_some_and(|w| w.parse::<usize>().is_ok());
    word == "ALL" && (before.ends_with(&["machines", "::"]) && !walked || numbered)
}

/// Whether a machine is found out by a part of its name, or by being the usual one.
fn compared(word: &str, before: &[&str], behind: &[&str]) -> bool {
    const PARTS: [&str; 5] = ["starts_with", "ends_with", "contains", "strip_prefix", "eq"];
    let named = ["name", "title"].contains(&word)
        && behind.starts_with(&["(", ")", "."])
        && behind.get(3).is_some_and(|word| PARTS.contains(word));
    let usual = word == "DEFAULT" && before.ends_with(&["machines", "::"]);
    let before = before.strip_suffix(&["machines", "::"]).unwrap_or(before);
    let (equal, unequal) = (before.ends_with(&["=", "="]), before.ends_with(&["!", "="]));
    let passed = before.last() == Some(&",") && before.iter().rev().take(4).any(|w| *w == "eq");
    let told = behind.starts_with(&[".", "name"]) || behind.starts_with(&[".", "title"]);
    named || usual && (equal || unequal || passed || told)
}

/// Where a source of the command has a machine of its own: its module, its type, its name, its place in the list.
fn named_machines(place: &Path, text: &str, words: &[&str]) -> Vec<String> {
    const MACHINES: [&str; 8] =
        ["mncore2", "pod", "xdsa", "tile", "MnCore2", "PodMachine", "XdsaMachine", "TileMachine"];
    // Names, titles and extensions.
    const TEXTS: [&str; 9] =
        ["mncore2", "MN-Core 2", "vsm", "pod", "POD", "xdsa", "xDSA", "tile", "RISC-V Tile"];
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let behind = &words[at + 1..];
        // The list of commands names those that are of one machine alone.
        let own = place == Path::new("cli/src/lib.rs")
            && *word == "mncore2"
            && at.checked_sub(1).is_some_and(|before| words[before] != "::")
            && (behind.first() == Some(&";")
                || behind.get(1).is_some_and(|w| ["probe", "drop_in", "layout"].contains(w)));
        let chosen = placed(word, &words[..at], behind) || compared(word, &words[..at], behind);
        if MACHINES.contains(word) && !own || chosen {
            found.push(format!("{}: {word}", place.display()));
        }
    }
    if !place.ends_with("tests.rs") {
        let texts = TEXTS.map(|name| format!("\"{name}\""));
        let said = texts.iter().filter(|name| text.contains(*name));
        found.extend(said.map(|name| format!("{}: {name}", place.display())));
    }
    found
}

/// Commands go through `semantics::machine` to every machine; `cli/src/mncore2` has the commands that are of one alone.
#[test]
fn no_command_names_a_machine() {
    let mut found = Vec::new();
    for (place, text) in [sources("cli/src"), sources("semantics/src")].concat() {
        let words = words(&text);
        found.extend(asked_types(&place, &words));
        if place.starts_with("cli") && !place.starts_with("cli/src/mncore2") {
            found.extend(named_machines(&place, &text, &words));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_machine_is_found_however_it_is_named() {
    for says in [
        "if machine.is::<Own>() {}",
        "if let Some(own) = machine.as_any().downcast_ref::<Own>() {}",
        "let own: Box<Own> = machine.downcast()?;",
        "if machine.type_id() == TypeId::of::<Own>() {}",
        "fn own(machine: &dyn Any) {}",
        "use semantics::mncore2;",
        "use semantics::{mncore2, pod as p};",
        "use semantics::mncore2::board::{self};",
        "let machine = MnCore2;",
        "let machine = machines::ALL[1];",
        "let machine = machines::ALL[POD];",
        "let machine = machines::ALL.get(1)?;",
        "let machine = machines::ALL.iter().nth(2)?;",
        "let machine = machines::ALL.last()?;",
        "if machine.name().starts_with(\"mn\") {}",
        "if machine.title().contains(\"MN-Core\") {}",
        "if machine.name() == machines::DEFAULT.name() {}",
        "if std::ptr::eq(machine, machines::DEFAULT) {}",
        "if machine.name() == \"pod\" {}",
        "match machine.name() { \"xdsa\" => 1, _ => 0 };",
        "let own = matches!(machine.title(), \"RISC-V Tile\");",
        "if path.extension().is_some_and(|e| e == \"vsm\") {}",
    ] {
        let (place, words) = (Path::new("cli/src/trace.rs"), words(says));
        let found = [asked_types(place, &words), named_machines(place, says, &words)].concat();
        assert!(!found.is_empty(), "{says}");
    }
}

/// The traits of a source: name, methods, and the traits that they demand.
fn traits<'a>(words: &[&'a str]) -> Vec<(&'a str, usize, Vec<&'a str>)> {
    let mut all = Vec::new();
    for at in words.iter().enumerate().filter(|(_, word)| **word == "trait").map(|(at, _)| at) {
        let Some(open) = words[at..].iter().position(|word| *word == "{") else { continue };
        let head = &words[at + 1..at + open];
        let (mut depth, mut methods) = (0, 0);
        for word in &words[at + open..] {
            match *word {
                "{" => depth += 1,
                "}" => depth -= 1,
                "fn" if depth == 1 => methods += 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        all.push((head[0], methods, head[1..].to_vec()));
    }
    all
}

/// What an engine asks is small, and one trait is not all of them: traits that a trait demands count as its own. Families
/// may have traits among themselves.
fn large_traits(sources: &[(PathBuf, String)]) -> Vec<String> {
    let words: Vec<_> = sources.iter().map(|(_, text)| words(text)).collect();
    let all: Vec<_> = words.iter().flat_map(|words| traits(words)).collect();
    let own = |name: &str| all.iter().find(|(other, ..)| *other == name);
    let count = |name: &str| {
        let Some((_, methods, head)) = own(name) else { return 0 };
        let demanded = head.iter().filter_map(|word| own(word)).map(|(_, methods, _)| methods);
        methods + demanded.sum::<usize>()
    };
    let large = all.iter().filter(|(name, ..)| count(name) > 6);
    large.map(|(name, ..)| format!("{name}: {}", count(name))).collect()
}

#[test]
fn no_trait_of_an_engine_has_more_than_six_methods() {
    let mut engines = sources("vectors/src");
    engines.retain(|(place, _)| !place.starts_with("vectors/src/family"));
    assert!(engines.iter().map(|(_, text)| traits(&words(text)).len()).sum::<usize>() >= 4);
    assert_eq!(large_traits(&engines), [""; 0]);
    let says = |text: &str| large_traits(&[(PathBuf::new(), text.to_owned())]);
    let six =
        "pub(crate) trait Six { fn a(); fn b() { fn c() {} } fn d(); fn e(); fn f(); fn g(); }";
    assert_eq!(says(six), [""; 0]);
    assert_eq!(says(&six.replace("fn a();", "fn a(); const fn h();")), ["Six: 7"]);
    assert_eq!(says(&format!("{six} trait All: Six + Send {{ fn i(); }}")), ["All: 7"]);
}
