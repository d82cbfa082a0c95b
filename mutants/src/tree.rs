//! A copy of the project in which mutants are written; what does not change keeps its time, so that little is built anew.

use crate::find::{Mutant, find, left_out};
use crate::rewrite::{Numbered, SWITCH, rewrite};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A mutant of a file.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Below the project's folder.
    pub(crate) file: String,
    pub(crate) mutant: Mutant,
}

impl Placed {
    /// What names it, in this version of the source.
    pub(crate) fn key(&self) -> (String, usize, usize, String) {
        let Mutant { line, column, what, .. } = &self.mutant;
        (self.file.clone(), *line, *column, what.clone())
    }
}

/// Where a project is, and where its copy.
pub(crate) struct Tree {
    root: PathBuf,
    copy: PathBuf,
}

fn told<T>(path: &Path, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|e| format!("{}: {e}", path.display()))
}

impl Tree {
    pub(crate) fn new(root: &Path, copy: &Path) -> Self {
        Self { root: root.to_owned(), copy: copy.to_owned() }
    }

    pub(crate) fn copy(&self) -> &Path {
        &self.copy
    }

    /// Every file that is kept.
    fn files(&self) -> Result<Vec<String>, String> {
        let listed = Command::new("git").arg("ls-files").current_dir(&self.root).output();
        let listed = listed.map_err(|e| format!("git ls-files: {e}"))?;
        let text = String::from_utf8_lossy(&listed.stdout);
        Ok(text.lines().filter(|file| self.root.join(file).is_file()).map(str::to_owned).collect())
    }

    /// The mutants of a crate's sources.
    pub(crate) fn mutants(&self, name: &str) -> Result<Vec<Placed>, String> {
        let (mut sources, mut out) = (Vec::new(), Vec::new());
        for file in self.files()?.into_iter().filter(|file| is_source(file, name)) {
            let path = self.root.join(&file);
            let source = told(&path, fs::read_to_string(&path))?;
            let names = left_out(&source).map_err(|e| format!("{file}: {e}"))?;
            out.extend(names.iter().map(|own| below(&file, own)));
            sources.push((file, source));
        }
        let is_out = |file: &str| {
            out.iter().any(|own| {
                file.strip_prefix(own).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            })
        };
        let mut all = Vec::new();
        for (file, source) in sources.into_iter().filter(|(file, _)| !is_out(file)) {
            let found = find(&source).map_err(|e| format!("{file}: {e}"))?;
            all.extend(found.into_iter().map(|mutant| Placed { file: file.clone(), mutant }));
        }
        Ok(all)
    }

    /// Copies the project, with these mutants of its crates asleep in it.
    pub(crate) fn write(&self, names: &[&str], mutants: &[(u32, &Placed)]) -> Result<(), String> {
        let mut by_file: BTreeMap<&str, Vec<Numbered<'_>>> = BTreeMap::new();
        for (number, placed) in mutants {
            by_file.entry(&placed.file).or_default().push((*number, &placed.mutant));
        }
        let roots: Vec<String> = names.iter().map(|name| format!("{name}/src/lib.rs")).collect();
        let kept: BTreeSet<String> = self.files()?.into_iter().collect();
        for file in &kept {
            let from = self.root.join(file);
            let mut bytes = told(&from, fs::read(&from))?;
            if let (Some(own), Ok(source)) = (by_file.get(file.as_str()), str::from_utf8(&bytes)) {
                bytes = rewrite(source, own).into_bytes();
            }
            if roots.contains(file) {
                bytes.extend(SWITCH.as_bytes());
            }
            self.put(file, &bytes)?;
        }
        Ok(())
    }

    /// A file of the copy.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.copy.join(file)).ok()
    }

    fn put(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.copy.join(file);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        told(&path, path.parent().map_or(Ok(()), fs::create_dir_all))?;
        told(&path, fs::write(&path, bytes))?;
        #[cfg(unix)]
        {
            let mode = told(&path, fs::metadata(self.root.join(file)))?.permissions();
            told(&path, fs::set_permissions(&path, mode))?;
        }
        Ok(())
    }
}

/// Where the module lies that a file declares, without `.rs`.
fn below(file: &str, name: &str) -> String {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let folder = ["/lib", "/main", "/mod"].iter().find_map(|own| stem.strip_suffix(own));
    format!("{}/{name}", folder.unwrap_or(stem))
}

/// A source of a crate that is no test.
fn is_source(file: &str, name: &str) -> bool {
    file.strip_prefix(name).is_some_and(|rest| rest.starts_with("/src/"))
        && file.ends_with(".rs")
        && !file.contains("/tests/")
        && !file.ends_with("/tests.rs")
}
