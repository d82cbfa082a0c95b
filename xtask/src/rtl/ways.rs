//! The three ways, one of them in two simulators: how a design is built into a bench, run, and judged.

use super::designs::{Design, OTHER};
use super::verdict::{Line, Verdict, judged, told};
use super::{Kit, process};
use crate::run::root;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Verilator, DPI-C, the scoreboard of bindings/sv.
    Dpi,
    /// cocotb and the Python package, in Icarus.
    Icarus,
    /// The same in Verilator.
    Verilator,
    /// `$readmemh` in Icarus, then `assay check`.
    Memh,
}

/// A design with at most one define more, in a folder of its own.
pub(super) struct Job<'a> {
    pub(super) design: &'a Design,
    pub(super) way: Way,
    pub(super) define: Option<String>,
    /// How many cases there are, and how many are asked at most.
    pub(super) cases: u64,
    pub(super) most: Option<u64>,
}

/// The directions by their numbers, as files and as `rm` call them.
pub(super) const DIRECTIONS: [(&str, &str); 6] = [
    ("rne", "rne"),
    ("rtz", "rtz"),
    ("rdn", "rdn"),
    ("rup", "rup"),
    ("rmm", "rna"),
    ("rto", "rto"),
];

impl Way {
    pub(super) const ALL: [Self; 4] = [Self::Memh, Self::Dpi, Self::Icarus, Self::Verilator];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Dpi => "dpi",
            Self::Icarus => "cocotb-icarus",
            Self::Verilator => "cocotb-verilator",
            Self::Memh => "memh",
        }
    }
}

impl Job<'_> {
    /// Builds what is run.
    pub(super) fn build(&self, kit: &Kit, folder: &Path) -> Result<(), Verdict> {
        let mut command = match self.way {
            Way::Memh => self.compiled(kit, folder),
            Way::Dpi => self.verilated(kit, folder),
            // Built where it is run, by cocotb's own runner.
            Way::Icarus | Way::Verilator => return Ok(()),
        };
        let (well, output) = process::run(command.current_dir(folder));
        if well {
            return Ok(());
        }
        Err(Verdict::Broken(format!("{} does not build: {}", self.design.name, told(&output))))
    }

    /// Whether the bench, where it is told its operation, refuses another one.
    pub(super) fn refuses(&self, kit: &Kit, folder: &Path) -> Result<(), Verdict> {
        let (operation, words) = OTHER;
        if matches!(self.way, Way::Memh | Way::Verilator) {
            // One reads files of one operation, the other is the bench of Icarus and slow to build.
            return Ok(());
        }
        match self.asks(operation, kit, folder, &[]) {
            (false, output) if output.contains("RTL BROKEN ") && output.contains(words) => Ok(()),
            (_, output) => {
                Err(Verdict::Broken(format!("{operation} is not refused: {}", told(&output))))
            }
        }
    }

    /// Runs it; `plus` are arguments of the simulation.
    pub(super) fn run(&self, kit: &Kit, folder: &Path, plus: &[String]) -> Verdict {
        let (well, output) = self.asks(self.design.operation, kit, folder, plus);
        // What was printed stays beside the waveform.
        let _ = std::fs::write(folder.join("output.txt"), &output);
        if self.way == Way::Memh {
            return self.checked(kit, folder, well, &output);
        }
        judged(well, &output, self.asked())
    }

    /// How the simulation ends that asks this operation, and what it prints.
    fn asks(&self, operation: &str, kit: &Kit, folder: &Path, plus: &[String]) -> (bool, String) {
        let most = self.most.map(|most| format!("+most={most}"));
        let arguments = plus.iter().chain(&most);
        let mut command = match self.way {
            Way::Memh => {
                let mut command = Command::new("vvp");
                command.args(["-n", "sim"]).args(arguments);
                command
            }
            Way::Dpi => {
                let mut command = Command::new(folder.join("obj/Vdpi"));
                command.arg(format!("+op={operation}"));
                command.arg(format!("+options={}", self.design.options)).args(arguments);
                command
            }
            Way::Icarus | Way::Verilator => self.python(operation, kit, folder, arguments),
        };
        process::run(command.current_dir(folder))
    }

    fn asked(&self) -> u64 {
        self.most.map_or(self.cases, |most| most.min(self.cases))
    }

    fn compiled(&self, kit: &Kit, folder: &Path) -> Command {
        let mut command = Command::new("iverilog");
        command.args(["-g2012", "-s", "memh", "-o", "sim", "-I"]).arg(kit.vectors(self.design));
        for (name, _) in DIRECTIONS {
            // Where `$readmemh` looks for them.
            let file = format!("{name}.memh");
            let _ = std::fs::remove_file(folder.join(&file));
            let _ = std::os::unix::fs::symlink(
                kit.vectors(self.design).join(&file),
                folder.join(&file),
            );
        }
        command.args(self.defines()).args(self.sources(folder, &["traffic.sv", "memh.sv"]));
        command
    }

    fn verilated(&self, kit: &Kit, folder: &Path) -> Command {
        let mut command = Command::new("verilator");
        command.args([
            "--binary",
            "--trace",
            "--output-split",
            "0",
            "--x-assign",
            "unique",
            "-Wno-fatal",
            "-Wno-lint",
        ]);
        command.args(["--top", "dpi", "--Mdir", "obj"]);
        // In one piece: of a large design Verilator 5.006 compiles classes apart, and they lack each other's declarations.
        let flags = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0";
        command.args(["-MAKEFLAGS", flags]);
        command.arg("-CFLAGS").arg(format!("-I{}", root().join("bindings/c/include").display()));
        let libraries = kit.libraries.display();
        command.arg("-LDFLAGS").arg(format!("{libraries}/libassay.so -Wl,-rpath,{libraries}"));
        let package = root().join("bindings/sv");
        command.args(self.defines()).arg(package.join("assay_pkg.sv"));
        command.args(self.sources(folder, &["traffic.sv", "dpi.sv"]));
        command.arg(package.join("assay_dpi.c"));
        command
    }

    fn python<'a>(
        &self,
        operation: &str,
        kit: &Kit,
        folder: &Path,
        plus: impl Iterator<Item = &'a String>,
    ) -> Command {
        let icarus = self.way == Way::Icarus;
        let bench = root().join("examples/rtl/bench");
        let mut command = Command::new(&kit.python);
        command.arg(bench.join("run_cocotb.py")).arg(if icarus { "icarus" } else { "verilator" });
        command.arg(folder.join("build")).args(self.defines());
        command.args(self.sources(folder, if icarus { &["dump.sv"] } else { &[] })).args(plus);
        command.env("PYTHONPATH", &bench).env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("ASSAY_OP", operation).env("ASSAY_OPTIONS", self.design.options);
        command.env("ASSAY_MOST", self.most.unwrap_or(0).to_string());
        if !icarus {
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("VERILATOR_ROOT", &kit.verilator);
            // In parts it takes a header that it has not compiled.
            command.env("MAKEFLAGS", "VM_PARALLEL_BUILDS=0");
            command.env("PATH", format!("{}:{path}", kit.verilator.join("bin").display()));
        }
        command
    }

    fn defines(&self) -> impl Iterator<Item = String> {
        let own = self.design.defines.iter().map(|define| (*define).to_owned());
        own.chain(self.define.clone()).map(|define| format!("-D{define}"))
    }

    /// All sources; a design behind a broken port is called `whole`.
    fn sources(&self, folder: &Path, bench: &[&str]) -> Vec<PathBuf> {
        let rtl = root().join("examples/rtl");
        let mut sources =
            ["fp_pkg.sv", "fp_norm.sv", "fp_round.sv"].map(|file| rtl.join(file)).to_vec();
        if self.design.name == super::designs::BROKEN.name {
            let text = std::fs::read_to_string(rtl.join(self.design.source)).unwrap_or_default();
            let whole = folder.join("whole.sv");
            let _ = std::fs::write(&whole, text.replace("module fdot4", "module whole"));
            sources.extend([whole, rtl.join("bench/broken.sv")]);
        } else {
            sources.push(rtl.join(self.design.source));
        }
        sources.push(rtl.join(self.design.wrapper));
        sources.extend(bench.iter().map(|file| rtl.join("bench").join(file)));
        sources
    }

    /// The answers of a bench that reads files, by `assay check`. Of all answers the marks of the vectors' files hold that none is
    /// missing; where it stopped at the first that differs, one must differ.
    fn checked(&self, kit: &Kit, folder: &Path, well: bool, output: &str) -> Verdict {
        let line = Line::last(output);
        let (done, number) = match line.as_ref().map(|line| line.word) {
            Some("DONE") if well => (true, line.as_ref().and_then(|line| line.number("cases"))),
            Some("STOP") => (false, line.as_ref().and_then(|line| line.number("case"))),
            _ => return judged(well, output, self.asked()),
        };
        let whole = done && self.asked() == self.cases;
        let (mut answers, mut mismatches) = (0, 0);
        for direction in DIRECTIONS {
            match self.check(kit, folder, direction, whole) {
                Ok((cases, differ)) => {
                    answers += cases;
                    mismatches += differ;
                }
                Err(words) => return Verdict::Broken(words),
            }
        }
        match (done, mismatches) {
            (true, 0) if number == Some(answers) && answers == self.asked() && answers != 0 => {
                Verdict::Clean(answers)
            }
            (false, 1..) => {
                let case = number.unwrap_or(answers);
                Verdict::Found { case, time: None, words: String::new() }
            }
            _ => Verdict::Broken(format!(
                "{} answers to {} questions, {mismatches} of which differ",
                answers,
                self.asked()
            )),
        }
    }

    /// Cases and mismatches of a direction's answers.
    fn check(
        &self,
        kit: &Kit,
        folder: &Path,
        (name, rm): (&str, &str),
        whole: bool,
    ) -> Result<(u64, u64), String> {
        let read = |path: &Path| {
            std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
        };
        let mut text = read(&folder.join(format!("{name}.answers")))?;
        if whole {
            let asked = read(&kit.vectors(self.design).join(format!("{name}.memh")))?;
            let mut marks = asked.lines().filter(|line| line.starts_with("// assay"));
            let (first, end) = (marks.next().unwrap_or_default(), marks.next().unwrap_or_default());
            text = format!("{first}\n{text}{end}\n");
        } else if text.is_empty() {
            return Ok((0, 0));
        }
        let path = folder.join(format!("{name}.judged.memh"));
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        let options = format!("{} rm={rm}", self.design.options);
        let mut command = Command::new(&kit.assay);
        command.arg("check").arg(&path).args(["--op", self.design.operation]);
        command.args(options.split_whitespace().flat_map(|option| ["--opt", option]));
        let (_, output) = process::run(command.args(["--max-report", "1"]));
        let last = output.lines().rev().find_map(|line| line.strip_prefix("ASSAY "));
        let number = |name: &str| {
            let mut words = last?.split(' ');
            words.find_map(|word| word.strip_prefix(name)?.strip_prefix('=')?.parse::<u64>().ok())
        };
        let well = last.is_some_and(|last| last.starts_with("PASS"));
        match (number("cases"), number("mismatches")) {
            (Some(cases), Some(mismatches)) if well == (mismatches == 0) => Ok((cases, mismatches)),
            _ => Err(format!("{}: {}", path.display(), told(&output))),
        }
    }
}
