//! What tests need beside Rust, and the packages that bring it.

use crate::run::{Failure, cargo, exists, root, watch};
use crate::wheel::{self, target};
use std::path::PathBuf;
use std::process::Command;

/// Programs, any of which will do, and the package that brings one.
struct Tool {
    programs: &'static [&'static str],
    package: &'static str,
}

const fn tool(programs: &'static [&'static str], package: &'static str) -> Tool {
    Tool { programs, package }
}

/// The judges cannot be built without: GMP and MPFR are configured with m4; they and Berkeley SoftFloat are C.
const FEW: [Tool; 3] = [tool(&["m4"], "m4"), tool(&["make"], "make"), tool(&["cc"], "gcc")];

/// What single tests run: a browser for pages, system calls, instruction counts, arrays in Python, simulators of SystemVerilog, shells that
/// complete, the manual, RISC-V.
/// A test that lacks its tool is left out and counted.
const REST: [Tool; 16] = [
    tool(&["chromium", "chromium-browser", "google-chrome", "chrome"], "chromium"),
    tool(&["strace"], "strace"),
    tool(&["valgrind"], "valgrind"),
    tool(&["g++"], "g++"),
    tool(&["cmake"], "cmake"),
    tool(&["pkg-config"], "pkg-config"),
    tool(&["python3"], "python3"),
    tool(&["iverilog"], "iverilog"),
    tool(&["verilator"], "verilator"),
    tool(&["perl"], "perl"),
    tool(&["zsh"], "zsh"),
    tool(&["fish"], "fish"),
    tool(&["groff"], "groff"),
    tool(&["man"], "man-db"),
    tool(&["qemu-riscv64"], "qemu-user"),
    tool(&["riscv64-linux-gnu-gcc"], "gcc-riscv64-linux-gnu"),
];

/// A Slurm of one node: a controller, a node, the commands, the keys.
const SLURM: [Tool; 4] = [
    tool(&["slurmctld"], "slurmctld"),
    tool(&["slurmd"], "slurmd"),
    tool(&["sbatch"], "slurm-client"),
    tool(&["munged"], "munge"),
];

/// Makes sure that the judges can be built, with `all` that every test has its tool. What is missing is installed where this
/// machine has apt-get.
///
/// # Errors
/// Where something is missing and cannot be installed.
pub(crate) fn need(all: bool) -> Result<(), Failure> {
    let wanted = FEW.iter().chain(all.then_some(REST.iter().chain(&SLURM)).into_iter().flatten());
    let environments = (all && wheel::missing().is_some()).then_some("python3-venv");
    install(lacking(wanted).chain(environments).collect())
}

/// Makes sure that a Slurm of one node can be started, and that the judges can be built.
///
/// # Errors
/// As [`need`].
pub(crate) fn need_slurm() -> Result<(), Failure> {
    install(lacking(FEW.iter().chain(&SLURM)).collect())
}

/// The packages of tools that are not there.
fn lacking<'a>(wanted: impl Iterator<Item = &'a Tool>) -> impl Iterator<Item = &'static str> {
    let lacks = |tool: &&Tool| !tool.programs.iter().any(|program| exists(program));
    wanted.filter(lacks).map(|tool| tool.package)
}

fn install(missing: Vec<&str>) -> Result<(), Failure> {
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install {}", missing.join(" "));
    let advice = format!("the tests need what is missing here: {install}");
    if !exists("apt-get") {
        return Err(Failure::Missing(advice));
    }
    // The package list may be there already, so a failing update is not the end.
    let _ = apt(&["update"]);
    let fixed = ["install", "--yes", "--no-install-recommends"];
    apt(&[&fixed[..], &missing[..]].concat()).map_err(|_| Failure::Missing(advice))
}

/// Runs apt-get; what it prints goes to a file.
fn apt(arguments: &[&str]) -> Result<(), Failure> {
    let folder = root().join("target");
    let path = folder.join("apt-get.log");
    let log = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::OpenOptions::new().create(true).append(true).open(&path));
    let mut log = log.map_err(|e| Failure::Start(path.display().to_string(), e))?;
    let mut command = Command::new(if exists("sudo") { "sudo" } else { "env" });
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments);
    eprintln!("$ apt-get {} (see target/apt-get.log)", arguments.join(" "));
    watch(&mut command, &mut |line| {
        if let Some(line) = line {
            // The log is a help, not what this is about.
            let _ = std::io::Write::write_all(&mut log, format!("{line}\n").as_bytes());
        }
    })
}

/// A program that comes as a crate.
pub(crate) struct Crate {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// Instead of its default ones, where there are some.
    pub(crate) features: &'static [&'static str],
    /// Packages that compute for so long that optimising them is worth it.
    pub(crate) optimised: &'static [&'static str],
}

impl Crate {
    /// The program where it is here: on the path, or built into `target/tools` before.
    pub(crate) fn found(&self) -> Option<String> {
        let own = self.folder().join("bin").join(self.name);
        let own = own.is_file().then(|| own.to_string_lossy().into_owned());
        exists(self.name).then(|| self.name.to_owned()).or(own)
    }

    fn folder(&self) -> PathBuf {
        target().join("tools").join(format!("{}-{}", self.name, self.version))
    }

    /// The program; where it is not here it is built into `target/tools`, which takes some minutes.
    ///
    /// # Errors
    /// Where it cannot be built.
    pub(crate) fn program(&self) -> Result<String, Failure> {
        let Self { name, version, features, optimised } = self;
        if self.found().is_none() {
            let own = self.folder();
            let own = own.to_string_lossy();
            let fixed =
                ["install", name, "--version", version, "--locked", "--debug", "--root", &own];
            let features = features.join(",");
            let chosen = ["--no-default-features", "--features", &features];
            let chosen = if features.is_empty() { &[][..] } else { &chosen[..] };
            // Debug information costs a sixth of the time.
            let settings = std::iter::once("profile.dev.debug=0".to_owned()).chain(
                optimised.iter().map(|name| format!("profile.dev.package.{name}.opt-level=2")),
            );
            let settings = settings.flat_map(|setting| ["--config".to_owned(), setting]);
            let fixed = fixed.iter().chain(chosen).map(|&word| word.to_owned());
            cargo(fixed.chain(settings))?;
        }
        let built = || Failure::Missing(format!("cargo install {name} left no program"));
        self.found().ok_or_else(built)
    }
}
