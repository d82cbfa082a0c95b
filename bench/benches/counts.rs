//! Instructions of one operation, counted by valgrind, against a goal.
//!
//! For each case the bench starts itself under callgrind, which counts one pass; the pass that
//! calls nothing is taken off and the rest divided by the operand sets. The count is reproducible:
//! two runs of one build give the same number. An argument keeps the cases whose name contains it.
//!
//! The exit code is 1 where a count exceeds its goal.

use std::env;
use std::process::{Command, ExitCode};

use bench::{CASES, Case, EMPTY, FILES, Group, SETS};

/// Instructions an operation may take, by name.
const GOALS: &[(&str, u64)] = &[
    ("fvfma", 140),
    ("hvfma", 120),
    ("dvfma", 170),
    ("ffadd of 4", 200),
    ("narrow f to h", 40),
    ("shorten_in f to h", 40),
    ("binary32 to binary16", 60),
    ("binary32 to bf16", 60),
    ("binary32 to tf32", 60),
    ("binary32 to e4m3_ocp", 60),
    ("binary32 to e5m2_ocp", 60),
    ("binary32 to e2m1", 60),
    ("binary32 to int8", 60),
    ("binary16 to binary32", 60),
    ("binary16 to bf16", 60),
    ("binary16 to e4m3_ocp", 60),
    ("bf16 to binary32", 60),
    ("bf16 to binary16", 60),
    ("bf16 to e4m3_ocp", 60),
    ("e4m3_ocp to binary32", 60),
    ("e4m3_ocp to e5m2_ocp", 60),
    ("int8 to binary16", 60),
    ("ieee.f16.add", 90),
    ("ieee.f16.sub", 90),
    ("ieee.f16.mul", 80),
    ("ieee.f16.fma", 140),
    ("ieee.f32.add", 90),
    ("ieee.f32.sub", 90),
    ("ieee.f32.mul", 80),
    ("ieee.f32.fma", 140),
    ("ieee.f64.add", 95),
    ("ieee.f64.sub", 95),
    ("ieee.f64.mul", 90),
    ("ieee.f64.fma", 150),
    ("ieee.bf16.add", 90),
    ("ieee.bf16.sub", 90),
    ("ieee.bf16.mul", 80),
    ("ieee.bf16.fma", 140),
    ("ieee.tf32.add", 90),
    ("ieee.tf32.sub", 90),
    ("ieee.tf32.mul", 80),
    ("ieee.tf32.fma", 140),
    ("ieee.e6m9.add", 90),
    ("ieee.e6m9.sub", 90),
    ("ieee.e6m9.mul", 80),
    ("ieee.e6m9.fma", 140),
    ("fp8.e4m3fn.add", 90),
    ("fp8.e4m3fn.sub", 90),
    ("fp8.e4m3fn.mul", 80),
    ("fp8.e4m3fn.fma", 140),
    ("fp8.e5m2.add", 90),
    ("fp8.e5m2.sub", 90),
    ("fp8.e5m2.mul", 80),
    ("fp8.e5m2.fma", 140),
    ("fp8.e4m3fnuz.add", 90),
    ("fp8.e4m3fnuz.sub", 90),
    ("fp8.e4m3fnuz.mul", 80),
    ("fp8.e4m3fnuz.fma", 140),
    ("fp6.e2m3fn.add", 90),
    ("fp6.e2m3fn.sub", 90),
    ("fp6.e2m3fn.mul", 80),
    ("fp6.e2m3fn.fma", 140),
    ("fp4.e2m1fn.add", 90),
    ("fp4.e2m1fn.sub", 90),
    ("fp4.e2m1fn.mul", 80),
    ("fp4.e2m1fn.fma", 140),
    // What they took when they were counted, and 1 %.
    ("gen csv", 2496),
    ("gen jsonl", 2251),
    ("gen testfloat", 1456),
    ("gen memh", 1579),
    ("gen fptest", 2364),
    ("gen csv, mncore2", 4330),
    ("check csv", 2784),
    ("check jsonl", 3197),
    ("check testfloat", 1758),
    ("check memh", 1902),
    ("check fptest", 3537),
    ("check csv, mncore2", 4538),
];

/// Tells the process under callgrind which case to run.
const CASE: &str = "BENCH_CASE";

fn main() -> ExitCode {
    if let Ok(name) = env::var(CASE) {
        let case =
            all().chain([&EMPTY]).find(|case| case.name == name).expect("a case of the table");
        counted(&mut *(case.prepare)());
        return ExitCode::SUCCESS;
    }
    match report() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Operations and files.
fn all() -> impl Iterator<Item = &'static Case> {
    CASES.iter().chain(FILES)
}

/// What callgrind counts.
#[inline(never)]
fn counted(pass: &mut dyn FnMut()) {
    pass();
}

/// Prints the table; whether every goal is met.
fn report() -> Result<bool, String> {
    let filter = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let chosen = |case: &Case| filter.as_ref().is_none_or(|part| case.name.contains(part));
    let empty = collected(&EMPTY)?;
    let count = |case: &Case| Ok::<_, String>((collected(case)? - empty) as f64 / SETS as f64);

    let mut yardstick = Vec::new();
    for case in CASES.iter().filter(|case| case.group == Group::Berkeley) {
        let needed = |ours: &Case| ours.nearest == case.name && chosen(ours);
        if chosen(case) || CASES.iter().any(needed) {
            yardstick.push((case.name, count(case)?));
        }
    }
    println!("| operation | instructions | goal | Berkeley's nearest | its instructions |");
    println!("| --- | ---: | ---: | --- | ---: |");
    let mut met = true;
    for case in all().filter(|case| case.group != Group::Berkeley && chosen(case)) {
        let instructions = count(case)?;
        let goal = GOALS.iter().find(|goal| goal.0 == case.name).map(|goal| goal.1);
        let exceeded = goal.is_some_and(|goal| instructions > goal as f64);
        met &= !exceeded;
        let nearest = yardstick.iter().find(|other| case.nearest == other.0);
        println!(
            "| {} | {instructions:.1}{} | {} | {} | {} |",
            case.name,
            if exceeded { " EXCEEDED" } else { "" },
            goal.map_or(String::new(), |goal| goal.to_string()),
            nearest.map_or("", |other| other.0),
            nearest.map_or(String::new(), |other| format!("{:.1}", other.1)),
        );
    }
    println!("\nBerkeley SoftFloat 3, the same operands:");
    for (name, instructions) in yardstick {
        println!("  {name:<12} {instructions:>7.1}");
    }
    println!("\ngate: {}", if met { "every goal is met" } else { "EXCEEDED" });
    Ok(met)
}

/// Instructions of one pass.
fn collected(case: &Case) -> Result<u64, String> {
    let own = env::current_exe().map_err(|error| format!("no path of the bench: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=counts::counted*")
        .arg(own)
        .env(CASE, case.name)
        .output()
        .map_err(|error| format!("valgrind does not start ({error}); install it"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected :"));
    let number = line.and_then(|(_, number)| number.trim().parse().ok());
    number.filter(|&n| n > 0).ok_or_else(|| format!("valgrind counted nothing:\n{text}"))
}
