//! `--corpus`: what was answered wrong is kept, and asked first the next time.

use crate::failure::Failure;
use crate::output::Targets;
use crate::printable;
use semantics::cases::{Case, File, read};
use semantics::machine::Machine;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use vectors::diff::Corpus;
use vectors::registry::{Op, Plan};

/// The cases of a machine, in `DIR/SYSTEM.cases`.
pub(super) struct Cases {
    path: PathBuf,
    file: File,
}

impl Cases {
    /// Reads what was kept; makes the folder where there is none.
    pub(super) fn open(folder: &Path, machine: &'static dyn Machine) -> Result<Self, Failure> {
        let path = file(folder, &format!("{}.cases", machine.name()))?;
        let file = match text(&path)? {
            Some(text) => read(text.as_slice())
                .map_err(|e| Failure::input(format!("{}: {e}", printable::path(&path))))?,
            None => File { machine, cases: Vec::new() },
        };
        Ok(Self { path, file })
    }

    pub(super) fn cases(&self) -> &[Case] {
        &self.file.cases
    }

    /// Keeps a case, if there is none of its name.
    pub(super) fn add(&mut self, case: &Case, targets: &mut Targets) -> Result<(), Failure> {
        if self.file.cases.iter().any(|kept| kept.id == case.id) {
            return Ok(());
        }
        self.file.cases.push(case.clone());
        write(&self.path, self.file.to_text().as_bytes(), targets)
    }
}

/// The questions of an operation, in `DIR/OPERATION.csv`.
pub(super) struct Questions {
    path: PathBuf,
    corpus: Corpus,
}

impl Questions {
    /// Reads what was kept; makes the folder where there is none.
    pub(super) fn open(folder: &Path, op: &Op) -> Result<Self, Failure> {
        // Operations of one's own have all sorts of names.
        let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' };
        let name: String = op.id.chars().map(plain).collect();
        let path = file(folder, &format!("{name}.csv"))?;
        let corpus = match text(&path)? {
            Some(text) => Corpus::read(&text, vectors::operations())
                .map_err(|e| Failure::input(format!("{}:{e}", printable::path(&path))))?,
            None => Corpus::default(),
        };
        Ok(Self { path, corpus })
    }

    /// Those under a choice of options.
    pub(super) fn of(&self, plan: &Plan) -> Vec<Vec<u64>> {
        self.corpus.of(plan)
    }

    /// Keeps a question, if it is new.
    pub(super) fn add(
        &mut self,
        plan: &Plan,
        x: &[u64],
        targets: &mut Targets,
    ) -> Result<(), Failure> {
        match self.corpus.add(plan, x) {
            true => write(&self.path, &self.corpus.text(), targets),
            false => Ok(()),
        }
    }
}

/// A file of the folder, which is made.
fn file(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(folder).map_err(|e| {
        Failure::Environment(format!("{}: cannot be made: {e}", printable::path(folder)))
    })?;
    Ok(folder.join(name))
}

/// What a file holds, if it is there.
fn text(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match std::fs::read(path) {
        Ok(text) => Ok(Some(text)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::input(format!("{}: cannot read: {e}", printable::path(path)))),
    }
}

/// The whole file anew.
fn write(path: &Path, text: &[u8], targets: &mut Targets) -> Result<(), Failure> {
    let mut output = targets.open(Some(path))?;
    output.write_all(text).map_err(|e| output.failure(&e))?;
    output.finish()
}
