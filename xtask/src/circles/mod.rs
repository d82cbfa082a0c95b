//! `cargo xtask circles`: files of one room that use each other.
//!
//! A room is a folder of modules; its files and folders are to depend on each other one way, so that each can be read
//! behind those that it uses. The `mod.rs` of a room calls its files; what they take from it are types and
//! constants, no functions.
//!
//! It reads the text of the sources: `use` lines and paths, followed through re-exports to the file that declares the
//! name. It doesn't see methods, what macros write, and what stands under `#[cfg(test)]`.

#[cfg(test)]
mod doors;
mod graph;
mod module;
mod resolve;
mod words;

use crate::run::{Failure, root};
use graph::Circle;

/// The crates whose rooms have no circles.
const CRATES: [&str; 6] = ["softfloat", "functions", "semantics", "vectors", "cli", "oracle"];

/// A circle that stays, and why.
struct Allowed {
    name: &'static str,
    room: &'static str,
    members: &'static [&'static str],
    reason: &'static str,
}

const ALLOWED: &[Allowed] = &[Allowed {
    name: "oracle",
    room: "",
    members: &["interpreters", "reference"],
    reason: "an interpreter takes its arithmetic from the reference, and the reference of a machine whose instructions work on \
                 memory is that machine's interpreter on one instruction",
}];

/// Prints the circles; none may be there but those that are allowed.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    if !rest.is_empty() {
        return Err(Failure::Usage("circles takes nothing".to_owned()));
    }
    let found = found().map_err(|e| Failure::Start("read the sources".to_owned(), e))?;
    for (name, circle) in &found {
        let room = if circle.room.is_empty() { "(crate)" } else { &circle.room };
        eprintln!("{name} {room}: {}", circle.members.join(", "));
        match allowed(name, circle) {
            Some(allowed) => eprintln!("    allowed: {}", allowed.reason),
            None => circle.uses.iter().for_each(|said| eprintln!("    {said}")),
        }
    }
    match found.iter().filter(|(name, circle)| allowed(name, circle).is_none()).count() {
        0 => Ok(()),
        count => Err(Failure::Missing(format!("{count} circles between files of one room"))),
    }
}

/// All circles, each with the crate's name.
fn found() -> std::io::Result<Vec<(&'static str, Circle)>> {
    let mut all = Vec::new();
    for name in CRATES {
        let modules = module::read(&root().join(name).join("src/lib.rs"))?;
        all.extend(graph::circles(&modules).into_iter().map(|circle| (name, circle)));
    }
    Ok(all)
}

fn allowed(name: &str, circle: &Circle) -> Option<&'static Allowed> {
    ALLOWED.iter().find(|allowed| {
        (allowed.name, allowed.room) == (name, circle.room.as_str())
            && circle.members == allowed.members
    })
}

#[cfg(test)]
mod tests {
    use super::module::read;
    use super::{ALLOWED, allowed, found, graph};
    use crate::run::root;
    use std::fs;
    use std::path::Path;

    #[test]
    fn files_of_one_room_do_not_use_each_other_in_circles() {
        let found = found().expect("the sources can be read");
        let new: Vec<_> = found.iter().filter(|(name, c)| allowed(name, c).is_none()).collect();
        assert!(new.is_empty(), "{new:#?}");
        assert_eq!(found.len(), ALLOWED.len(), "a circle that is allowed is no more");
        assert!(ALLOWED.iter().all(|allowed| allowed.name != "vectors"), "vectors look one way");
    }

    /// Who has learned one machine knows the other three: what two have has one name, and a room that is not listed is none.
    #[test]
    fn machines_have_the_same_rooms() {
        /// Rooms of all machines but these.
        const ROOMS: [(&str, &[&str]); 16] = [
            ("array", &["mncore2", "pod"]),
            ("board", &[]),
            ("check", &[]),
            // Tile's words are its instructions: `isa` has their fields.
            ("code", &["tile"]),
            ("differ", &[]),
            ("error", &["mncore2", "pod"]),
            ("exec", &[]),
            ("isa", &[]),
            ("machine", &[]),
            ("parameters", &["mncore2", "pod"]),
            ("program", &["mncore2"]),
            ("run", &["mncore2", "pod"]),
            ("state", &[]),
            ("targets", &[]),
            ("text", &[]),
            ("trace", &["tile"]),
        ];
        /// Rooms of one machine, which the others have nothing for.
        const OWN: [(&str, &[&str]); 4] = [
            (
                "mncore2",
                &["account", "assembly", "build", "changes", "dump", "layout", "memory", "steps"],
            ),
            ("pod", &["host", "lane", "script", "timing"]),
            ("xdsa", &["number"]),
            ("tile", &["element", "shape"]),
        ];
        for (machine, own) in OWN {
            let common = ROOMS.iter().filter(|(_, lack)| !lack.contains(&machine));
            let mut right: Vec<_> = common.map(|(room, _)| *room).chain(own.to_vec()).collect();
            right.sort_unstable();
            let folder =
                fs::read_dir(root().join("semantics/src").join(machine)).expect("a folder");
            let stem = |path: &Path| path.file_stem()?.to_str().map(str::to_owned);
            let mut found: Vec<_> =
                folder.filter_map(|e| stem(&e.expect("an entry").path())).collect();
            found.retain(|room| room != "mod");
            found.sort();
            found.dedup();
            assert_eq!(found, right, "the rooms of {machine}");
        }
    }

    /// The circles of a crate of these files.
    fn circles(name: &str, files: &[(&str, &str)]) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("circles-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let modules = read(&folder.join("lib.rs")).expect("the sources");
        let all = graph::circles(&modules);
        fs::remove_dir_all(folder).expect("the folder");
        all.iter().map(|c| format!("{}: {}", c.room, c.members.join(" "))).collect()
    }

    #[test]
    fn siblings_are_found_through_names_and_re_exports() {
        let right = [
            ("lib.rs", "mod room;"),
            ("room/mod.rs", "mod a; mod b; pub use b::B; pub struct Word; fn run() { a::a() }"),
            ("room/a.rs", "use super::{Word, B}; pub fn a() {}"),
            ("room/b.rs", "pub struct B; // crate::room::a::a"),
        ];
        assert!(circles("right", &right).is_empty());
        let mut wrong = right;
        wrong[3].1 = "pub struct B; fn b() { crate::room::a::a() }";
        assert_eq!(circles("siblings", &wrong), ["room: a b"]);
        wrong[3].1 = "pub struct B; #[cfg(test)] mod tests { fn b() { crate::room::a::a() } }";
        assert!(circles("tests", &wrong).is_empty());
    }

    #[test]
    fn paths_in_macros_and_far_above_are_followed() {
        let files = |says| {
            let lib = "mod far; mod room;";
            [
                ("lib.rs", lib),
                ("far.rs", "use crate::room;"),
                ("room/mod.rs", "mod a;"),
                ("room/a.rs", says),
            ]
        };
        for says in [
            "macro_rules! m { () => { $crate::far::f() } }",
            "fn a() { write!(w, s, crate::far::F) }",
            "fn a() { super::super::far::f() }",
            "fn a() { use super::super::far as other; other::f() }",
            "use super::super::far::{self as other};",
            "use crate::{far::*};",
        ] {
            assert_eq!(circles("far", &files(says)), [": far room"], "{says}");
        }
    }

    #[test]
    fn a_file_that_calls_its_mod_rs_is_found() {
        let files = [
            ("lib.rs", "mod a; pub fn all() { a::one(); }"),
            ("a.rs", "use super::all as every; pub fn one() { every() }"),
        ];
        assert_eq!(circles("parent", &files), [": a mod.rs"]);
    }
}
