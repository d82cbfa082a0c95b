//! What `cargo xtask test --nightly` adds: whole spaces, fuzzing, mutants, proofs, injected faults. A step that has passed on a tree is
//! not repeated there, so that a run that was stopped goes on; those that take hours go on inside of themselves, too.

use super::Steps;
use super::report::Report;
use crate::run::{Failure, cargo, lines, root, toolchain};
use crate::wheel::{self, target};
use crate::{faults, fuzz, licences, mutants, packages, prove, rtl, sanitize};
use std::fs;

/// Seconds that each fuzz target runs.
const FUZZING: &str = "300";

/// The command as it ships is no larger than this.
const LARGEST: u64 = 25_000_000;

type Step = (&'static str, fn() -> Result<(), Failure>);

const STEPS: [Step; 12] = [
    ("size", size),
    ("notices", || licences::run(&["--check".to_owned()])),
    ("published packages", || packages::run(&[])),
    ("wheel", || wheel::run(&["--test".to_owned()])),
    ("proofs", || prove::run(&[])),
    ("faults", || faults::run(&[])),
    ("sanitizers", || sanitize::run(&[])),
    ("rtl, whole", || rtl::run(&[])),
    ("silicon", || crate::silicon(&[])),
    ("exhaustive", || crate::exhaustive(&[])),
    ("mutants", || mutants::run(&[])),
    ("fuzzing", || fuzz::run(&[FUZZING.to_owned()])),
];

/// Runs the steps that have not passed on this tree.
pub(super) fn run(steps: &mut Steps, report: &mut Report) {
    let state = target().join("nightly.txt");
    let tree = tree().unwrap_or_default();
    let passed = fs::read_to_string(&state).unwrap_or_default();
    let is_done = |name: &str| {
        !tree.is_empty() && passed.lines().any(|line| line == format!("{tree} {name}"))
    };
    for (name, step) in STEPS {
        if is_done(name) {
            eprintln!("{name}: passed before on this tree");
            continue;
        }
        if ["sanitizers", "fuzzing"].contains(&name) && !toolchain("nightly") {
            report.skip(&format!("{name}: no nightly toolchain"));
            continue;
        }
        let failures = steps.failed.len();
        steps.run(name, step);
        if steps.failed.len() == failures && !tree.is_empty() {
            let text = fs::read_to_string(&state).unwrap_or_default() + &format!("{tree} {name}\n");
            if let Err(e) = fs::write(&state, text) {
                report.note(&format!("{}: {e}; this step will be repeated", state.display()));
            }
        }
    }
}

/// What names this tree: the commit, and the changes since.
fn tree() -> Result<String, Failure> {
    let commit = lines("git", ["rev-parse", "HEAD"])?.join("");
    let changes = lines("git", ["diff", "HEAD"])?.join("\n");
    // No secret: two trees in a row are to differ.
    let hash = changes.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Ok(if changes.is_empty() { commit } else { format!("{commit}+{hash:016x}") })
}

/// The command as it ships is not too large.
fn size() -> Result<(), Failure> {
    cargo(["build", "--release", "--package", "assay-cli"])?;
    let path = wheel::target().join("release/assay");
    let size =
        fs::metadata(&path).map_err(|e| Failure::Start(path.display().to_string(), e))?.len();
    eprintln!("{} has {size} bytes", path.strip_prefix(root()).unwrap_or(&path).display());
    if size > LARGEST {
        return Err(Failure::Steps(format!(
            "release/assay: expected at most {LARGEST} bytes, found {size}"
        )));
    }
    Ok(())
}
