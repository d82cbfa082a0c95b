//! `cargo xtask prove`: the rounding kernel is its definition, for every input.

use crate::run::{Failure, cargo, exists, program, root};
use crate::wheel::{self, target};
use std::fs;
use std::path::Path;

const HELP: &str =
    "cargo xtask prove [--plant] [PROOF ...] [--list | --threads N | --timeout SECONDS]
  --plant   instead: builds the kernel with one fault after the other; every proof that it concerns has to fail";

/// Where Z3 is had from, where it is not on the path.
const SOLVER: [&str; 1] = ["z3-solver"];

/// One that is planted: which proofs, by how their names begin, have to fail, and in which file what stands instead of what.
struct Fault {
    proofs: &'static str,
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
}

const fn fault(file: &'static str, right: &'static str, wrong: &'static str) -> Fault {
    Fault { proofs: "round_", file, right, wrong }
}

const fn of(
    proofs: &'static str,
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Fault {
    Fault { proofs, file, right, wrong }
}

const ROUND: &str = "softfloat/src/round.rs";
const PACK: &str = "softfloat/src/format/pack.rs";
const ADD: &str = "softfloat/src/ieee/add.rs";
const OPERAND: &str = "softfloat/src/ieee/operand.rs";

/// The commonest errors of rounding code, each in one place.
const FAULTS: [Fault; 24] = [
    fault(ROUND, "(cut | below) > half", "(cut | below) >= half"),
    fault(ROUND, "(cut | below) > half", "cut > half"),
    fault(ROUND, "NearestAway => cut >= half", "NearestAway => cut > half"),
    fault(ROUND, "Up => lost && !sign", "Up => cut != W::ZERO && !sign"),
    fault(ROUND, "Down => lost && sign", "Down => lost && !sign"),
    fault(ROUND, "(kept | if lost", "(kept ^ if lost"),
    fault(ROUND, "cut != W::ZERO || sticky", "cut != W::ZERO"),
    fault(ROUND, "Self::Up => !sign", "Self::Up => true"),
    fault(PACK, "After => carried < self.min_field()", "After => field < self.min_field()"),
    fault(PACK, "Before => field < self.min_field()", "Before => carried < self.min_field()"),
    fault(PACK, "UNDERFLOW.when(lost && below)", "UNDERFLOW.when(below)"),
    fault(PACK, "(self.min_field() - field) as u32", "(self.min_field() - field + 1) as u32"),
    fault(PACK, "low, sticky || cut", "low, sticky"),
    fault(PACK, "self.beyond(carried, kept)", "self.beyond(field, kept)"),
    fault(PACK, "min_field()..self.max_field()", "min_field()..=self.max_field()"),
    fault(PACK, "flags: Flags::OVERFLOW | Flags::INEXACT", "flags: Flags::OVERFLOW"),
    of("sum.", ADD, "if opposite { high.minus", "if !opposite { high.minus"),
    of("sum.", ADD, "(W::BITS - 1 - width).min(63)", "(W::BITS - width).min(63)"),
    of("sum.", ADD, "x.exponent - up as i32", "y.exponent - up as i32"),
    of(
        "sum.",
        ADD,
        "(y.significand << up, up, distance)",
        "(y.significand << up, up, distance + 1)",
    ),
    of("sum.f64.", OPERAND, "{ low } else { low | W::ONE }", "{ low } else { low }"),
    of("sum.f64.", OPERAND, "if distance <= free {", "if distance <= free + 1 {"),
    of("sum.f64.", OPERAND, "distance.min(W::BITS - 1)", "distance & (W::BITS - 1)"),
    // Of single numbers far apart the smaller one is a one, whatever it is.
    of("sum.f32.", OPERAND, "return W::ONE", "return W::ZERO"),
];

/// What a kernel and its proofs are built of.
const PARTS: [&str; 4] = ["softfloat", "proofs", "oracle/seeded", "tests/needs"];

/// Proves, or plants.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let (plant, rest) = match rest.split_first() {
        Some((first, rest)) if first == "--plant" => (true, rest),
        Some((first, _)) if first == "--help" || first == "-h" => {
            println!("{HELP}");
            return Ok(());
        }
        _ => (false, rest),
    };
    let solver = solver()?;
    if plant {
        return planted(&solver, rest);
    }
    cargo(["build", "--release", "--package", "proofs"])?;
    let proofs = target().join("release/proofs");
    prove(&proofs, &solver, rest)
}

fn prove(proofs: &Path, solver: &str, rest: &[String]) -> Result<(), Failure> {
    let rest = rest.iter().map(String::as_str);
    program(&proofs.to_string_lossy(), ["--solver", solver].into_iter().chain(rest), &[])
}

/// Z3: on the path, or of an environment of Python.
fn solver() -> Result<String, Failure> {
    if exists("z3") {
        return Ok("z3".to_owned());
    }
    let missing = |why: String| {
        Failure::Missing(format!(
            "nothing was proved, for want of a solver: {why}\n  right: apt-get install z3"
        ))
    };
    wheel::missing().map_or(Ok(()), |why| Err(missing(why)))?;
    let folder = target().join("z3");
    wheel::environment(&folder, &SOLVER).map_err(missing)?;
    Ok(folder.join("bin/z3").to_string_lossy().into_owned())
}

/// Each fault has to be found by every proof.
fn planted(solver: &str, rest: &[String]) -> Result<(), Failure> {
    let folder = target().join("planted");
    for part in PARTS {
        copy(&root().join(part), &folder.join(part))?;
    }
    put(&folder.join("Cargo.toml"), &manifest(&read(&root().join("Cargo.toml"))?))?;
    put(&folder.join("Cargo.lock"), &read(&root().join("Cargo.lock"))?)?;
    let names = names(rest)?;
    let mut unseen = Vec::new();
    let mut tried = 0;
    for Fault { proofs, file, right, wrong } in &FAULTS {
        let names: Vec<&String> = names.iter().filter(|name| name.starts_with(proofs)).collect();
        if names.is_empty() {
            continue;
        }
        tried += 1;
        let path = folder.join(file);
        let whole = read(&path)?;
        if whole.matches(right).count() != 1 {
            return Err(Failure::Steps(format!("{file}: `{right}` does not stand there once")));
        }
        put(&path, &whole.replace(right, wrong))?;
        let built = build(&folder);
        let verdicts = built.map(|proofs| {
            names
                .iter()
                .map(|name| (name, prove(&proofs, solver, std::slice::from_ref(*name))))
                .collect::<Vec<_>>()
        });
        put(&path, &whole)?;
        for (name, verdict) in verdicts? {
            match verdict {
                Err(Failure::Ended(_, Some(1))) => {}
                Err(other) => return Err(other),
                Ok(()) => {
                    unseen.push(format!("{name} is proved of a kernel with `{wrong}` in {file}"))
                }
            }
        }
    }
    if unseen.is_empty() {
        println!(
            "{tried} faults, each refused by every proof that it concerns, of {}",
            names.len()
        );
        return Ok(());
    }
    Err(Failure::Steps(unseen.join("\n")))
}

/// The proofs that are asked for.
fn names(rest: &[String]) -> Result<Vec<String>, Failure> {
    cargo(["build", "--release", "--package", "proofs"])?;
    let proofs = target().join("release/proofs").to_string_lossy().into_owned();
    let rest = rest.iter().map(String::as_str);
    crate::run::lines(&proofs, ["--list"].into_iter().chain(rest))
}

fn build(folder: &Path) -> Result<std::path::PathBuf, Failure> {
    let (manifest, built) = (folder.join("Cargo.toml"), folder.join("target"));
    let fixed = ["build", "--release", "--package", "proofs", "--manifest-path"];
    let (manifest, own) = (manifest.to_string_lossy(), built.to_string_lossy().into_owned());
    program("cargo", fixed.into_iter().chain([&*manifest]), &[("CARGO_TARGET_DIR", &*own)])?;
    Ok(built.join("release/proofs"))
}

/// The workspace's manifest with those parts alone.
fn manifest(whole: &str) -> String {
    let own = whole.split("[patch.crates-io]").next().unwrap_or_default();
    let line = |line: &str| match line.split(" = ").next() {
        Some("members") => format!("members = {PARTS:?}\n"),
        Some("default-members" | "exclude") => String::new(),
        _ => format!("{line}\n"),
    };
    own.lines().map(line).collect()
}

/// Copies a folder; what is as it was keeps its time.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |e| Failure::Start(format!("copy {}", from.display()), e);
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let from = entry.map_err(failed)?.path();
        let to = to.join(from.file_name().unwrap_or_default());
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            put(&to, &read(&from)?)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|e| Failure::Start(format!("read {}", path.display()), e))
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|e| Failure::Start(format!("write {}", path.display()), e))
}
