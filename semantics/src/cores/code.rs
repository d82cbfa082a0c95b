//! The programs of cores.

use crate::machine::Program;

/// The program of a core.
#[derive(Clone, Debug)]
pub(crate) struct Code<W> {
    pub(crate) words: Vec<W>,
    /// The line of each.
    pub(crate) lines: Vec<u32>,
}

impl<W> Default for Code<W> {
    fn default() -> Self {
        Self { words: Vec::new(), lines: Vec::new() }
    }
}

impl<W> Code<W> {
    /// The line of an instruction; behind the last one that of the last.
    fn line(&self, index: usize) -> u32 {
        self.lines.get(index).or(self.lines.last()).copied().unwrap_or(0)
    }
}

/// A program that has one for each core.
pub(crate) trait OnCores: Program {
    type Word: Clone;

    /// What a core is called: `core`.
    const CORE: &'static str;

    fn codes(&self) -> &[Code<Self::Word>];

    /// How many instructions there are.
    fn instructions(&self) -> u64 {
        self.codes().iter().map(|code| code.words.len() as u64).sum()
    }

    fn core_words(&self) -> Vec<Vec<Self::Word>> {
        self.codes().iter().map(|code| code.words.clone()).collect()
    }

    /// The line of an instruction of a core.
    fn core_line(&self, core: usize, index: usize) -> u32 {
        self.codes().get(core).map_or(0, |code| code.line(index))
    }
}
