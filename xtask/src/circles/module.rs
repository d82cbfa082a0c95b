//! What a module's file says: its modules, its functions, its `use` lines and its paths.

use super::words::words;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A path in a source, segment by segment.
pub(super) type Segments = Vec<String>;

/// A module of its own file.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    /// Modules with a file of their own.
    pub(super) children: BTreeSet<String>,
    /// Functions that belong to no type.
    pub(super) functions: BTreeSet<String>,
    /// All that it declares.
    pub(super) items: BTreeSet<String>,
    /// Names that it uses, and what they stand for.
    pub(super) names: BTreeMap<String, Segments>,
    /// Modules of which it uses everything.
    pub(super) globs: Vec<Segments>,
    /// What it says of others: its private `use` lines, its paths, names that it re-exports and needs itself.
    pub(super) mentions: BTreeSet<Segments>,
}

/// A crate's modules by their paths, from its `lib.rs` on.
pub(super) fn read(root: &Path) -> io::Result<BTreeMap<Segments, Module>> {
    let mut modules = BTreeMap::new();
    let folder = root.parent().unwrap_or(Path::new("")).to_owned();
    let mut open = vec![(Vec::new(), root.to_owned(), folder)];
    while let Some((path, file, folder)) = open.pop() {
        let mut module = Module::of(&fs::read_to_string(&file)?);
        module.children.retain(|child| {
            let files = [folder.join(format!("{child}.rs")), folder.join(child).join("mod.rs")];
            let Some(found) = files.into_iter().find(|file| file.is_file()) else { return false };
            open.push(([path.clone(), vec![child.clone()]].concat(), found, folder.join(child)));
            true
        });
        module.file = file;
        modules.insert(path, module);
    }
    Ok(modules)
}

impl Module {
    fn of(text: &str) -> Self {
        let words = words(text);
        let mut module = Self::default();
        let (mut at, mut depth, mut exported) = (0, 0_usize, BTreeSet::new());
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).copied().unwrap_or_default();
            match *word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "mod" if words.get(at + 2) == Some(&";") => {
                    module.children.insert(next.to_owned());
                }
                "use" => {
                    let end =
                        words[at..].iter().position(|w| *w == ";").map_or(words.len(), |i| at + i);
                    let public = at > 0 && (words[at - 1] == "pub" || is_scope(&words[..at]));
                    let leaves = leaves(&words[at + 1..end], &[]);
                    module.take(leaves, public, &mut exported);
                    at = end;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "union" | "const" | "static"
                | "macro_rules"
                    if depth == 0 =>
                {
                    let name = if next == "!" { words.get(at + 2).copied() } else { Some(next) };
                    let name = name.unwrap_or_default().to_owned();
                    if *word == "fn" {
                        module.functions.insert(name.clone());
                    }
                    module.items.insert(name);
                }
                first if is_name(first) && !matches!(before(&words, at), "::" | ".") => {
                    let path = path(&words[at..]);
                    at += 2 * path.len() - 1;
                    if path.len() > 1 || exported.contains(first) {
                        module.mentions.insert(path);
                    }
                    continue;
                }
                _ => (),
            }
            at += 1;
        }
        module
    }

    fn take(&mut self, leaves: Vec<Leaf>, public: bool, exported: &mut BTreeSet<String>) {
        for leaf in leaves {
            if !public {
                self.mentions.insert(leaf.path.clone());
            }
            match leaf.name {
                None => self.globs.push(leaf.path),
                Some(name) => {
                    if public {
                        exported.insert(name.clone());
                    }
                    self.names.insert(name, leaf.path);
                }
            }
        }
    }
}

/// Whether `pub(super)` and the like stand at the end.
fn is_scope(words: &[&str]) -> bool {
    let open = words.iter().rposition(|w| *w == "(");
    words.last() == Some(&")") && open.is_some_and(|at| at > 0 && words[at - 1] == "pub")
}

fn before<'a>(words: &[&'a str], at: usize) -> &'a str {
    at.checked_sub(1).map_or("", |at| words[at])
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The path that starts here: names with `::` between them.
fn path(words: &[&str]) -> Segments {
    let mut path = vec![words[0].to_owned()];
    for pair in words[1..].chunks_exact(2) {
        if pair[0] != "::" || !is_name(pair[1]) {
            break;
        }
        path.push(pair[1].to_owned());
    }
    path
}

/// A leaf of a `use`: what it stands for, and the name it gives it; none for `*`.
struct Leaf {
    path: Segments,
    name: Option<String>,
}

/// The leaves of a `use` tree.
fn leaves(words: &[&str], prefix: &[String]) -> Vec<Leaf> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for at in 0..=words.len() {
        match words.get(at) {
            Some(&"{") => depth += 1,
            Some(&"}") => depth = depth.saturating_sub(1),
            Some(&",") | None if depth == 0 => {
                all.extend(branch(&words[start..at], prefix));
                start = at + 1;
            }
            _ => (),
        }
    }
    all
}

/// One of the parts between the commas of a `use` tree.
fn branch(words: &[&str], prefix: &[String]) -> Vec<Leaf> {
    let Some(first) = words.iter().position(|w| *w != "::") else { return Vec::new() };
    let words = &words[first..];
    let mut path = prefix.to_vec();
    let names = words.iter().take_while(|w| is_name(w) || **w == "::");
    let names: Vec<_> = names.take_while(|w| **w != "as").collect();
    path.extend(names.iter().filter(|w| is_name(w)).map(|w| (**w).to_owned()));
    let rest = &words[names.len()..];
    match rest {
        ["{", inside @ .., "}"] => leaves(inside, &path),
        ["*"] => vec![Leaf { path, name: None }],
        _ => {
            if path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let other = if let ["as", other] = rest { Some((*other).to_owned()) } else { None };
            let name = other.or_else(|| path.last().cloned());
            vec![Leaf { path, name }]
        }
    }
}
