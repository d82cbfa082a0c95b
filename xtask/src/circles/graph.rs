//! Who uses whom in a room, and where that leads in a circle.

use super::module::Segments;
use super::resolve::{Modules, resolve};
use std::collections::{BTreeMap, BTreeSet};

/// What stands for the `mod.rs` of a room among its files.
const MOD: &str = "mod.rs";

/// Files of a room that use each other.
#[derive(Debug)]
pub(super) struct Circle {
    /// The room's path, with `::`.
    pub(super) room: String,
    /// Its files and folders, by name.
    pub(super) members: Vec<String>,
    /// One use for each pair: who, whom, the file and what it says.
    pub(super) uses: Vec<String>,
}

type Edges = BTreeMap<(String, String), String>;

/// The circles of a crate. A folder counts as one with all that stands in it.
pub(super) fn circles(modules: &Modules) -> Vec<Circle> {
    let mentions = mentions(modules);
    let rooms = modules.iter().filter(|(_, module)| !module.children.is_empty());
    rooms.flat_map(|(room, _)| of_room(modules, room, &mentions)).collect()
}

/// A file that names something of another file.
struct Mention {
    from: Segments,
    to: Segments,
    is_function: bool,
    said: String,
}

fn mentions(modules: &Modules) -> Vec<Mention> {
    let mut all = Vec::new();
    for (from, module) in modules {
        for path in &module.mentions {
            let Some(named) = resolve(modules, from, path) else { continue };
            if named.module != *from {
                let said = format!("{}: {}", module.file.display(), path.join("::"));
                let (to, is_function) = (named.module, named.is_function);
                all.push(Mention { from: from.clone(), to, is_function, said });
            }
        }
    }
    all
}

fn of_room(modules: &Modules, room: &Segments, mentions: &[Mention]) -> Vec<Circle> {
    let member = |path: &Segments| {
        let inside = path.strip_prefix(room.as_slice())?;
        Some(inside.first().map_or(MOD, String::as_str).to_owned())
    };
    let mut edges = Edges::new();
    for mention in mentions {
        let (Some(from), Some(to)) = (member(&mention.from), member(&mention.to)) else { continue };
        // What a room declares for its files are the types and constants of its `mod.rs`; functions
        // are its doing.
        if from != to && (to != MOD || mention.is_function) {
            edges.entry((from, to)).or_insert_with(|| mention.said.clone());
        }
    }
    let Some(module) = modules.get(room) else { return Vec::new() };
    let members = module.children.iter().map(String::as_str).chain([MOD]);
    let circle = |members: Vec<String>| {
        let both = |(from, to): &(String, String)| members.contains(from) && members.contains(to);
        let said = edges.iter().filter(|(pair, _)| both(pair));
        let uses = said.map(|((from, to), said)| format!("{from} -> {to}: {said}")).collect();
        Circle { room: room.join("::"), members, uses }
    };
    components(members, &edges).into_iter().map(circle).collect()
}

/// Members that reach each other, where there is more than one.
fn components<'a>(members: impl Iterator<Item = &'a str>, edges: &Edges) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> = members.map(|m| (m, reached(m, edges))).collect();
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (member, others) in &reach {
        let back = |other: &&&str| reach.get(**other).is_some_and(|r| r.contains(member));
        let circle: Vec<String> = others.iter().filter(back).map(|m| (*m).to_owned()).collect();
        if circle.len() > 1 && seen.insert(circle.clone()) {
            all.push(circle);
        }
    }
    all
}

fn reached<'a>(from: &str, edges: &'a Edges) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        for (_, to) in edges.keys().filter(|(from, _)| from == here) {
            if reached.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    reached
}
