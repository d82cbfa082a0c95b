//! The emulator command's configuration: which parts of PDM and DRAM its memory files hold (MN-D104).

use crate::failure::Failure;
use crate::printable::{self, piece};
use semantics::mncore2::{Place, Store};
use serde::Deserialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of the largest configuration that is read.
const LARGEST: u64 = 1 << 20;
/// Bytes of a long word.
pub(super) const BYTES: u64 = 8;

/// The regions, in the order of their bytes in the files.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// What `--load-memory-file` fills.
    pub(super) load: Vec<Region>,
    /// What `--save-memory-file` receives.
    pub(super) save: Vec<Region>,
}

/// A part of a memory, in long words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) place: Place,
    pub(super) store: Store,
    pub(super) first: usize,
    pub(super) words: usize,
}

impl Region {
    /// Of several regions together.
    pub(super) fn bytes(regions: &[Self]) -> u64 {
        regions.iter().map(|region| BYTES * region.words as u64).sum()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    load: Vec<WrittenRegion>,
    #[serde(default)]
    save: Vec<WrittenRegion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRegion {
    region: String,
    offset: u64,
    length: u64,
}

/// Reads a configuration.
pub(super) fn read(path: &Path) -> Result<Config, Failure> {
    let wrong = |why: String| Failure::input(format!("{}: {why}", printable::path(path)));
    let mut text = Vec::new();
    let file = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text));
    file.map_err(|e| wrong(format!("cannot read: {e}")))?;
    if text.len() as u64 > LARGEST {
        return Err(wrong(format!("it is longer than {LARGEST} bytes, no configuration is")));
    }
    // Some editors begin a text with this mark.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text);
    let Written { load, save } = serde_json::from_slice(text).map_err(|e| {
        wrong(format!(
            "{}\n  right: {{\"load\": [{{\"region\": \"pdm0\", \"offset\": BYTES, \"length\": \
             BYTES}}], \"save\": [..]}}",
            cut(&e.to_string())
        ))
    })?;
    let regions = |list: &str, written: Vec<WrittenRegion>| -> Result<Vec<Region>, Failure> {
        let numbered = written.iter().enumerate();
        let read = |(n, w)| region(w).map_err(|why| wrong(format!("{list}[{n}]: {why}")));
        numbered.map(read).collect()
    };
    Ok(Config { load: regions("load", load)?, save: regions("save", save)? })
}

/// The reader's message, with the piece of the file in it cut as others are.
fn cut(message: &str) -> String {
    for (before, behind) in [("`", "`, expected "), ("string \"", "\", expected ")] {
        let found = message.split_once(before).and_then(|(head, rest)| {
            rest.rsplit_once(behind).map(|(token, tail)| (head, token, tail))
        });
        if let Some((head, token, tail)) = found {
            return format!("{head}{before}{}{behind}{tail}", piece(token));
        }
    }
    message.to_owned()
}

fn region(written: &WrittenRegion) -> Result<Region, String> {
    let WrittenRegion { region, offset, length } = written;
    let memory =
        [("pdm", Store::Pdm), ("dram", Store::Dram)].into_iter().find_map(|(name, store)| {
            let group =
                ["0", "1", "2", "3"].iter().position(|n| region.strip_prefix(name) == Some(n))?;
            Some((store, Place { group: group as u8, ..Place::default() }))
        });
    let Some((store, place)) = memory else {
        return Err(format!(
            "there is no region \"{}\"\n  right: one of pdm0, pdm1, pdm2, pdm3, dram0, dram1, \
             dram2, dram3",
            piece(region)
        ));
    };
    for (name, value) in [("offset", offset), ("length", length)] {
        if !value.is_multiple_of(BYTES) {
            return Err(format!(
                "the {name} {value} is no whole number of long words\n  right: a multiple of {BYTES}"
            ));
        }
    }
    let size = BYTES * store.words() as u64;
    if offset.checked_add(*length).is_none_or(|end| end > size) {
        return Err(format!(
            "{length} bytes from byte {offset} on pass the end of {region}\n  right: at most {size} \
             bytes together"
        ));
    }
    let words = |bytes: u64| (bytes / BYTES) as usize;
    Ok(Region { place, store, first: words(*offset), words: words(*length) })
}
