//! Shards of a measurement: one is written, all are joined.

use crate::failure::Failure;
use crate::{input, printable};
use std::path::{Path, PathBuf};
use vectors::accuracy::{self, Accuracy, Part, PartError, Run};
use vectors::part::Shard;

/// The most bytes of a shard: of as many answers as are kept, the longest.
const MOST: u64 = 1 << 28;

/// What was found of a shard, as text.
pub(super) fn text(run: Run, shard: Shard, accuracy: &Accuracy) -> Result<String, Failure> {
    let text = Part::new(run, shard, accuracy).text();
    text.map_err(|e| Failure::Environment(format!("cannot write the shard: {e}")))
}

/// The measurement of which these files are the shards.
pub(super) fn join(files: &[PathBuf]) -> Result<Accuracy, Failure> {
    let mut parts = Vec::new();
    for path in files {
        let part = Part::read(&input::text(path, MOST)?);
        parts.push(part.map_err(|e| failure(Some(path), &e))?);
    }
    let names: Vec<String> = files.iter().map(|path| printable::path(path)).collect();
    let joined = accuracy::join(&parts, &names, vectors::operations());
    joined.map_err(|e| failure(e.part.and_then(|i| files.get(i)).map(PathBuf::as_path), &e))
}

/// What is wrong, and where.
fn failure(path: Option<&Path>, e: &PartError) -> Failure {
    let name = path.map(printable::path);
    Failure::input(match (name, e.at) {
        (Some(name), Some((line, column))) => format!("{name}:{line}:{column}: {e}"),
        (Some(name), None) => format!("{name}: {e}"),
        (None, _) => e.to_string(),
    })
}
