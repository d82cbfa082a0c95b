//! The programs of cores.

use crate::machine::{self, Parameter};
use crate::source::{Diagnostic, Refusal};
use std::fmt::Debug;

/// A program: words for each core, what it holds beside them, parameters of the model.
#[derive(Debug)]
pub struct Program<W, H> {
    pub(crate) codes: Vec<Code<W>>,
    pub(crate) held: H,
    pub(crate) parameters: Vec<(&'static str, String)>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// Whether errors of case files count its instructions, and not its lines.
    pub(crate) is_counted: bool,
}

/// The program of a core.
#[derive(Clone, Debug)]
pub(crate) struct Code<W> {
    pub(crate) words: Vec<W>,
    /// The line of each.
    pub(crate) lines: Vec<u32>,
}

impl<W, H: Default> Default for Program<W, H> {
    fn default() -> Self {
        let (parameters, warnings, is_counted) = (Vec::new(), Vec::new(), false);
        Self { codes: Vec::new(), held: H::default(), parameters, warnings, is_counted }
    }
}

impl<W: Clone, H> Program<W, H> {
    /// The words of each core.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<W>> {
        self.codes.iter().map(|code| code.words.clone()).collect()
    }

    /// The line of an instruction of a core; behind the last one that of the last.
    #[must_use]
    pub fn line(&self, core: usize, index: usize) -> u32 {
        let line =
            self.codes.get(core).and_then(|Code { lines, .. }| lines.get(index).or(lines.last()));
        line.copied().unwrap_or(0)
    }

    /// Its parameters, as models take them.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.parameters.iter().map(|(name, value)| (*name, &**value)).collect()
    }

    /// Sets a parameter for the model.
    pub(crate) fn parameter<S: Default>(
        &mut self,
        rows: &[Parameter<S>],
        name: &str,
        value: String,
    ) -> Result<(), Refusal> {
        let (name, set) = machine::known(rows, name, "there is")?;
        set(&mut S::default(), (name, &value))?;
        self.parameters.push((name, value));
        Ok(())
    }

    /// The code of a core, which there is from now on.
    pub(crate) fn code(&mut self, core: usize) -> &mut Code<W> {
        let count = self.codes.len().max(core + 1);
        self.codes.resize_with(count, || Code { words: Vec::new(), lines: Vec::new() });
        &mut self.codes[core]
    }

    /// The words of the only core.
    pub(crate) fn only(&self, called: &str) -> Result<&[W], Refusal> {
        match &self.codes[..] {
            [] => Ok(&[]),
            [one] => Ok(&one.words),
            several => {
                let message =
                    format!("a program of {} {called}s has an image for each", several.len());
                Err(Refusal::new(message).help(format!("a file for each {called}")))
            }
        }
    }
}

impl<W: Debug + 'static, H: Debug + 'static> machine::Program for Program<W, H> {
    fn statements(&self) -> u64 {
        self.codes.iter().map(|code| code.words.len() as u64).sum()
    }

    fn warnings(&self) -> (&[Diagnostic], u64) {
        (&self.warnings, 0)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        self.parameters.clone()
    }

    /// The index of an instruction, where errors count those.
    fn place(&self, line: u32) -> Option<u32> {
        let mut own =
            self.codes.iter().filter(|code| self.is_counted && code.lines.contains(&line));
        let code = own.next().or(self.codes.first().filter(|_| self.is_counted))?;
        Some(code.lines.iter().filter(|other| **other < line).count() as u32)
    }
}
