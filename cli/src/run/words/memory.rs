//! `MEM=FILE`: a memory of one element of the tree, or of several, and its file.

use semantics::machine::{Memories, Memory};
use std::path::PathBuf;

/// A memory and the file that it is loaded from or saved to.
pub(super) struct Transfer {
    /// The memory as it was written.
    pub(super) name: String,
    pub(super) memory: Box<dyn Memory>,
    pub(super) file: PathBuf,
}

impl Transfer {
    /// Takes `MEM=FILE` apart.
    pub(super) fn parse(argument: &str, of: &dyn Memories) -> Result<Self, String> {
        let Some((name, file)) = argument.split_once('=').filter(|(_, file)| !file.is_empty())
        else {
            return Err(format!("right: MEM=FILE, e.g. {}", of.example()));
        };
        let memory = of.memory(name).map_err(|e| e.to_string())?;
        Ok(Self { name: name.into(), memory, file: file.into() })
    }

    /// Words of an element.
    pub(super) fn element(&self) -> usize {
        self.memory.shape().last().copied().unwrap_or_default()
    }

    /// Words of all elements.
    pub(super) fn words(&self) -> usize {
        self.memory.shape().iter().product()
    }
}
