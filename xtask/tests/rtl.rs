//! `cargo xtask rtl` where something is missing or cut: words, an exit code, nothing that reads like a pass.

use needs::{has, output, skip_tool};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn told(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

#[test]
fn without_simulators_there_are_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = output(xtask(&["rtl", "--short"]).env("PATH", folder.path()));
    assert_eq!(run.status.code(), Some(3), "{}", told(&run));
    assert!(run.stdout.is_empty(), "{}", told(&run));
    for name in ["iverilog", "verilator", "g++", "apt-get install iverilog"] {
        assert!(told(&run).contains(name), "{}", told(&run));
    }
}

#[test]
fn unknown_designs_and_ways_are_refused() {
    for (arguments, right) in [
        (&["rtl", "fsub"][..], "right: fadd.f16, fadd.bf16"),
        (&["rtl", "--way", "vcs"], "memh, dpi, cocotb-icarus or cocotb-verilator"),
        (&["rtl", "--record", "--short"], "--record wants no --short"),
    ] {
        let run = output(&mut xtask(arguments));
        assert_eq!(run.status.code(), Some(2), "{}", told(&run));
        assert!(told(&run).contains(right), "{}", told(&run));
        assert!(!told(&run).contains("PASS"));
    }
}

/// Of a vector of fdot4 all but the flags: four times 1 * 0, and 0, make 0.
const VECTOR: &str = "38383838000000000000000000000000";

/// Builds the bench of files for fdot4 in a folder with these lines for each direction, and runs it.
fn bench(folder: &Path, lines: &[&str]) -> Output {
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/rtl");
    for name in ["rne", "rtz", "rdn", "rup", "rmm", "rto"] {
        let upper = name.to_uppercase();
        let header =
            format!("localparam int {upper}_COUNT = 3;\nlocalparam int {upper}_WIDTH = 136;\n");
        fs::write(folder.join(format!("{name}.svh")), header).expect("written");
        fs::write(folder.join(format!("{name}.memh")), lines.join("\n")).expect("written");
    }
    let files = [
        "fp_pkg.sv",
        "fp_norm.sv",
        "fp_round.sv",
        "fdot4.sv",
        "bench/fdot4.sv",
        "bench/traffic.sv",
        "bench/memh.sv",
    ];
    let mut build = Command::new("iverilog");
    build.args(["-g2012", "-s", "memh", "-o", "sim", "-I", "."]);
    let sources: Vec<PathBuf> = files.iter().map(|file| rtl.join(file)).collect();
    let built = output(build.args(sources).current_dir(folder));
    assert!(built.status.success(), "{}", told(&built));
    output(Command::new("vvp").args(["-n", "sim"]).current_dir(folder))
}

#[test]
fn vectors_that_are_cut_are_no_pass() {
    if !has("iverilog") {
        return skip_tool("iverilog");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let line = format!("{VECTOR}00");
    let whole = bench(folder.path(), &[&*line; 3]);
    assert!(whole.status.success(), "{}", told(&whole));
    assert!(told(&whole).contains("RTL DONE cases=18"), "{}", told(&whole));
    // Of a file that lacks lines the bench says so before it asks; `zz` is no number.
    for lines in [&[&*line; 2][..], &[&*line, "", "zz"], &[]] {
        let cut = bench(folder.path(), lines);
        let words = told(&cut);
        assert!(
            words.contains("rne.memh") && words.contains("the file is cut"),
            "{lines:?}: {words}"
        );
        assert!(!words.contains("RTL DONE") && !cut.status.success(), "{lines:?}: {words}");
    }
    // A line that is cut short is a smaller number, whose answer is not the line's.
    let short = bench(folder.path(), &[&*line, &*line, &line[..20]]);
    let words = told(&short);
    assert!(words.contains("RTL STOP") && !words.contains("RTL DONE"), "{words}");
}
