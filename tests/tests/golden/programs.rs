//! The stored programs with their dumps.

use semantics::mncore2::text::{Program, parse};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A program and its dump.
pub(crate) struct Golden {
    file: PathBuf,
    /// The source.
    pub(crate) text: String,
    /// The expected dump.
    pub(crate) dump: String,
}

impl Golden {
    fn read(file: PathBuf) -> Self {
        let text = read(&file);
        let dump = read(&file.with_extension("dmp"));
        Self { file, text, dump }
    }

    /// `manual` or `board`.
    pub(crate) fn folder(&self) -> String {
        let folder = self.file.parent().and_then(Path::file_name).expect("a folder");
        folder.to_string_lossy().into_owned()
    }

    /// Folder and name, without the ending.
    pub(crate) fn name(&self) -> String {
        let stem = self.file.file_stem().expect("a name");
        format!("{}/{}", self.folder(), stem.to_string_lossy())
    }

    /// The statements.
    pub(crate) fn program(&self) -> Program {
        let name = self.name();
        parse(&self.text).unwrap_or_else(|errors| panic!("{name} is no program: {errors:?}"))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/mncore2")
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The files of a folder with an ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| file.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

/// All programs. Each has a dump, and each dump a program.
pub(crate) fn all() -> &'static [Golden] {
    static ALL: OnceLock<Vec<Golden>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for folder in ["manual", "board"].map(|name| root().join(name)) {
            let programs = files(&folder, "vsm");
            let lonely = |dump: &&PathBuf| !programs.contains(&dump.with_extension("vsm"));
            let dumps = files(&folder, "dmp");
            assert_eq!(dumps.iter().find(lonely), None, "a dump without a program");
            all.extend(programs.into_iter().map(Golden::read));
        }
        all
    })
}

/// The programs in the tables of `README.md`: what stands in backquotes in the first column.
pub(crate) fn listed() -> BTreeSet<String> {
    let name = |line: &str| {
        let (name, _) = line.strip_prefix("| `")?.split_once("` |")?;
        Some(name.to_owned())
    };
    read(&root().join("README.md")).lines().filter_map(name).collect()
}

/// The number of the first line, from 0, in which two texts differ to the character.
pub(crate) fn first_difference(a: &str, b: &str) -> Option<usize> {
    if a == b {
        return None;
    }
    let same = a.split('\n').zip(b.split('\n')).take_while(|(x, y)| x == y).count();
    Some(same)
}
