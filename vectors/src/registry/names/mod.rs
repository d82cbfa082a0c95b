//! Names that others have for formats and operations, and search by words.
//!
//! An id is searched as it is first; no alias ever stands for something else than a listed id of that spelling.

pub(crate) mod formats;
mod instructions;
mod search;

pub use formats::{note, notes, ocp};
pub use instructions::{Absent, Instruction, absent, instruction, instructions};
pub use search::{Hit, search};

/// The most spellings of an id that are tried.
const MOST: usize = 256;

/// The ids that a name may stand for, the likeliest first, without itself: formats under their own names, and what a system calls them.
pub(crate) fn spellings(id: &str) -> Vec<String> {
    let lower = id.to_lowercase();
    let system = lower.split('.').next().unwrap_or_default().to_owned();
    let mut all = vec![String::new()];
    for (at, part) in parts(&lower) {
        let system = if at == 0 { "" } else { &system };
        let choices = match part.starts_with(['.', ':', '=']) {
            true => vec![part.to_owned()],
            false => formats::alternatives(system, part),
        };
        all =
            choices.iter().flat_map(|c| all.iter().map(move |head| format!("{head}{c}"))).collect();
        all.truncate(MOST);
    }
    if system == "tile" {
        all.extend(tile(&lower));
    }
    all.retain(|other| other != id);
    all
}

/// The parts of an id and what stands between them, each with its place.
fn parts(id: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = id;
    std::iter::from_fn(move || {
        let end = match rest.find(['.', ':', '=']) {
            Some(0) => 1,
            Some(at) => at,
            None => rest.len(),
        };
        let (part, behind) = rest.split_at(end);
        rest = behind;
        (!part.is_empty()).then_some(part)
    })
    .enumerate()
}

/// Tile's ids have OCP's formats marked behind them, and both factors in one part.
fn tile(id: &str) -> Vec<String> {
    let plain = id.replace("fnuz", "");
    let ocp = format!("{}.ocp", id.replace("e4m3fn", "e4m3"));
    let mut all = vec![plain];
    all.extend((id.contains("e4m3fn") && !id.contains("fnuz")).then_some(ocp));
    all
}

/// The same id with the general names of its formats, where it has others: `silicon.arm.fmlall.e4m3fn.e5m2.f32`.
#[must_use]
pub fn general(id: &str) -> Option<String> {
    let system = id.split('.').next()?;
    if system == "tile" {
        return tile_general(id);
    }
    let parts = parts(id).map(|(_, part)| formats::general(system, part).unwrap_or(part));
    Some(parts.collect::<String>()).filter(|other| other != id)
}

fn tile_general(id: &str) -> Option<String> {
    let (head, ocp) = id.strip_suffix(".ocp").map_or((id, false), |head| (head, true));
    if ocp && !head.contains("e4m3") {
        return None;
    }
    let long = match ocp {
        true => head.replace("e4m3", "e4m3fn"),
        false => head.replace("e4m3", "e4m3fnuz").replace("e5m2", "e5m2fnuz"),
    };
    Some(long).filter(|other| other != id)
}
