//! `cargo xtask circles`: files of one room that use each other.
//!
//! A room is a folder of modules; its files and folders are to depend on each other one way, so that each can be read
//! behind those that it uses. The `mod.rs` of a room calls its files; what they take from it are types and
//! constants, no functions.
//!
//! It reads the text of the sources: `use` lines and paths, followed through re-exports to the file that declares the
//! name. It doesn't see methods, what macros write, and what stands under `#[cfg(test)]`.

mod graph;
mod module;
mod resolve;
mod words;

use crate::run::{Failure, root};
use graph::Circle;

/// The crates whose rooms have no circles.
const CRATES: [&str; 5] = ["softfloat", "semantics", "vectors", "cli", "oracle"];

/// A circle that stays, and why.
struct Allowed {
    name: &'static str,
    room: &'static str,
    members: &'static [&'static str],
    reason: &'static str,
}

const ALLOWED: &[Allowed] = &[];

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
