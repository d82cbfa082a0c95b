//! From a path in a source to the file that declares what it names.

use super::module::{Module, Segments};
use std::collections::BTreeMap;

/// A crate's modules.
pub(super) type Modules = BTreeMap<Segments, Module>;

/// Names can stand for names, but not for ever.
const MOST: usize = 16;

/// What a path names.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    /// The module whose file declares it.
    pub(super) module: Segments,
    /// Whether it is a function of that module, and of no type.
    pub(super) is_function: bool,
}

/// What a path in a module names; nothing where that lies in another crate or inside of the file.
pub(super) fn resolve(modules: &Modules, at: &[String], path: &[String]) -> Option<Named> {
    follow(modules, at, path, MOST)
}

fn follow(modules: &Modules, at: &[String], path: &[String], most: usize) -> Option<Named> {
    let most = most.checked_sub(1)?;
    let (mut here, mut rest) = start(modules, at, path, most)?;
    loop {
        let module = modules.get(&here)?;
        let Some((name, behind)) = rest.split_first() else {
            return Some(Named { module: here, is_function: false });
        };
        if module.children.contains(name) {
            here.push(name.clone());
            rest = behind.to_vec();
            continue;
        }
        if module.items.contains(name) {
            let is_function = behind.is_empty() && module.functions.contains(name);
            return Some(Named { module: here, is_function });
        }
        if let Some(meant) = module.names.get(name) {
            return follow(modules, &here, &[meant, behind].concat(), most);
        }
        let of_glob = module.globs.iter().find_map(|glob| {
            let named = follow(modules, &here, &[glob, rest.as_slice()].concat(), most)?;
            modules.get(&named.module)?.items.contains(name).then_some(named)
        });
        return Some(of_glob.unwrap_or(Named { module: here, is_function: false }));
    }
}

/// The module that a path starts in, and what is left of it.
fn start(
    modules: &Modules,
    at: &[String],
    path: &[String],
    most: usize,
) -> Option<(Segments, Segments)> {
    let module = modules.get(at)?;
    let (first, behind) = path.split_first()?;
    match first.as_str() {
        "crate" => Some((Vec::new(), behind.to_vec())),
        "self" => Some((at.to_vec(), behind.to_vec())),
        "super" => {
            let up = path.iter().take_while(|s| *s == "super").count();
            let here = at.get(..at.len().checked_sub(up)?)?;
            Some((here.to_vec(), path[up..].to_vec()))
        }
        _ if module.children.contains(first) => Some((at.to_vec(), path.to_vec())),
        _ => {
            let meant = module.names.get(first)?;
            // `use csv::Reader`: another crate.
            let other = meant.first().is_some_and(|s| !is_here(modules, at, s));
            if other {
                return None;
            }
            start(modules, at, &[meant, behind].concat(), most.checked_sub(1)?)
        }
    }
}

fn is_here(modules: &Modules, at: &[String], first: &str) -> bool {
    matches!(first, "crate" | "self" | "super")
        || modules.get(at).is_some_and(|m| m.children.contains(first))
}
