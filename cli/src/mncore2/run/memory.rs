//! `MEM=FILE`: a memory of one element of the tree, or of several, and its file.

use semantics::mncore2::isa::{Bank, Levels};
use semantics::mncore2::layout::Memory;
use semantics::mncore2::{Place, Store};
use std::path::PathBuf;

/// The memories that files are loaded into and saved from (MN-D108).
const NAMES: [(&str, Store); 8] = [
    ("lc", Store::L2bm),
    ("lb", Store::L1bm),
    ("lm", Store::Bank(Bank::Lm0)),
    ("ln", Store::Bank(Bank::Lm1)),
    ("lr", Store::Bank(Bank::Grf0)),
    ("ls", Store::Bank(Bank::Grf1)),
    ("p", Store::Pdm),
    ("d", Store::Dram),
];

/// A memory and the file that it is loaded from or saved to.
#[derive(Debug)]
pub(super) struct Transfer {
    /// The memory as it was written.
    pub(super) name: String,
    pub(super) store: Store,
    pub(super) levels: Levels,
    pub(super) file: PathBuf,
}

impl Transfer {
    /// Takes `MEM=FILE` apart.
    pub(super) fn parse(argument: &str) -> Result<Self, String> {
        let Some((name, file)) = argument.split_once('=').filter(|(_, file)| !file.is_empty())
        else {
            return Err("right: MEM=FILE, e.g. p@0=data.bin".into());
        };
        let bare = name.strip_prefix('$').unwrap_or(name);
        let known = NAMES.iter().any(|(short, _)| bare.starts_with(short));
        let memory = Memory::parse(name);
        let others = |memory: &Memory| !NAMES.iter().any(|(_, store)| *store == memory.store);
        if !known || memory.as_ref().is_ok_and(others) {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "there is no memory `{name}`\n  right: one of {}, then its place, e.g. p@0, lc@1.0, \
                 lmn0c0b0m0p0",
                names.join(", ")
            ));
        }
        let Memory { store, levels } = memory
            .map_err(|e| format!("{}\n  right: {}", e.message, e.help.unwrap_or_default()))?;
        Ok(Self { name: name.into(), store, levels, file: file.into() })
    }

    /// The elements, in the order of files.
    pub(super) fn places(&self) -> Vec<Place> {
        self.store.places(&self.levels).collect()
    }

    /// The sizes of the levels left open, then the words of an element.
    pub(super) fn shape(&self) -> Vec<usize> {
        Memory { store: self.store, levels: self.levels }.shape()
    }

    /// Words of all elements.
    pub(super) fn words(&self) -> usize {
        self.shape().iter().product()
    }
}
