//! Operations as arguments name them: ids, patterns, and `@FILE`, a datapath of one's own.

use crate::failure::Failure;
use crate::{input, printable};
use std::path::Path;
use vectors::datapath::{self, Notation};
use vectors::registry::{self, Op};

/// The most bytes of a file of fields.
const MOST: u64 = 1 << 16;

/// The operation of an id or a file.
pub(crate) fn find(text: &str) -> Result<&'static Op, Failure> {
    registry::find(&id(text)?).map_err(Failure::input)
}

/// The operations of a list of ids, patterns and files, separated by commas.
pub(crate) fn select(list: &str) -> Result<Vec<&'static Op>, Failure> {
    registry::select(&ids(list)?).map_err(Failure::input)
}

/// Such a list with the datapaths' ids in the place of files.
pub(crate) fn ids(list: &str) -> Result<String, Failure> {
    Ok(list.split(',').map(id).collect::<Result<Vec<String>, Failure>>()?.join(","))
}

/// An id as it stands; of `@FILE` that of the datapath that the file describes.
fn id(text: &str) -> Result<String, Failure> {
    let Some(path) = text.strip_prefix('@').map(Path::new) else { return Ok(text.to_owned()) };
    let notation = match path.extension().and_then(|e| e.to_str()) {
        Some("toml") => Notation::Toml,
        Some("json") => Notation::Json,
        _ => {
            let name = printable::path(path);
            let right = "a datapath's fields in TOML or JSON, FILE.toml or FILE.json";
            return Err(Failure::input(format!("@{name}: unknown kind of file\n  right: {right}")));
        }
    };
    let own = datapath::read(&input::text(path, MOST)?, notation).map_err(|e| {
        let place = e.place.map_or_else(String::new, |(line, column)| format!("{line}:{column}: "));
        let gap = if place.is_empty() { " " } else { "" };
        Failure::input(format!("{}:{gap}{place}{}", printable::path(path), e.what))
    })?;
    Ok(datapath::id(&own))
}
