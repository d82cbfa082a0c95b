//! `cargo xtask sanitize`: what has `unsafe`, threads or C beside it, under AddressSanitizer and valgrind's memcheck.

use crate::run::{Failure, exists, lines, once, program, root, shown, toolchain};
use crate::wheel::target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const HELP: &str = "cargo xtask sanitize [address] [memcheck]
  address    softfloat, the pipeline of vectors and the C interface, built with nightly's AddressSanitizer
  memcheck   the programs in C and C++ under valgrind";

/// The sanitizer takes the target by name, so that build scripts are built without it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What runs under AddressSanitizer: the dispatch of slices and all around it; readers, writers and judges on several threads; the C
/// interface from Rust. Programs in C are linked apart, with the same runtime.
const TESTS: [(&str, &[&str]); 3] = [
    ("assay-softfloat", &["--lib", "--tests"]),
    (
        "assay-vectors",
        &[
            "--test",
            "integration",
            "--",
            "generate::",
            "round_trip::",
            "whole::",
            "npy::",
            "report::",
            "damaged::",
        ],
    ),
    ("assay-c", &["--lib", "--test", "integration", "--", "compare::", "steps::", "header::"]),
];

/// Programs that use the library, and their compilers.
const PROGRAMS: [(&str, &str, &str); 3] = [
    ("cc", "-std=c99", "tests/c/operations.c"),
    ("cc", "-std=c99", "tests/c/machines.c"),
    ("c++", "-std=c++17", "tests/cpp/all.cpp"),
];

/// Gives the library room for the flags of nine cases out of ten: who does not say so sees nothing.
const CONTROL: &str = "\
#include \"assay.h\"
#include <stdlib.h>
int main(void) {
    char *error = NULL;
    assay_op *add = NULL;
    if (assay_op_open(\"ieee.f32.add\", NULL, &add, &error) != ASSAY_STATUS_OK) return 0;
    uint64_t x[20] = {0}, out[10];
    uint8_t *flags = malloc(9);
    assay_evaluate_all(add, 10, x, 20, out, 10, flags, &error);
    free(flags);
    assay_op_close(add);
    return 0;
}
";

/// What was run, and what came of it.
#[derive(Default)]
struct Steps {
    told: Vec<String>,
    failed: bool,
}

impl Steps {
    fn step(&mut self, name: &str, work: impl FnOnce() -> Result<(), Failure>) {
        let begun = Instant::now();
        let done = work();
        self.failed |= done.is_err();
        let what = done.map_or_else(|why| format!("FAILED: {why}"), |()| "clean".to_owned());
        self.told.push(format!("{name}, {} s: {what}", begun.elapsed().as_secs()));
    }

    fn skip(&mut self, name: &str, why: &str) {
        self.told.push(format!("{name}: NOT TRIED: {why}"));
    }
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    if arguments.iter().any(|word| word != "address" && word != "memcheck") {
        return Err(Failure::Usage(HELP.to_owned()));
    }
    let asked = |name: &str| arguments.is_empty() || arguments.iter().any(|word| word == name);
    let mut steps = Steps::default();
    if asked("address") {
        address(&mut steps);
    }
    if asked("memcheck") {
        memcheck(&mut steps);
    }
    println!("{}", steps.told.join("\n"));
    match steps.failed {
        true => Err(Failure::Steps("a sanitizer has found something, or could not run".to_owned())),
        false => Ok(()),
    }
}

/// The runtime of AddressSanitizer that nightly has.
fn runtime() -> Result<PathBuf, String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err(format!("it is set up for {TARGET}"));
    }
    if !toolchain("nightly") {
        return Err(
            "no nightly toolchain: rustup toolchain install nightly --profile minimal".to_owned()
        );
    }
    let asked = lines("rustup", ["run", "nightly", "rustc", "--print", "target-libdir"]);
    let folder = asked.map_err(|why| why.to_string())?.join("");
    let path = Path::new(&folder).join("librustc-nightly_rt.asan.a");
    path.is_file()
        .then_some(path)
        .ok_or_else(|| format!("{folder} has no librustc-nightly_rt.asan.a"))
}

fn address(steps: &mut Steps) {
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(why) => return steps.skip("address", &why),
    };
    let folder = target().join("sanitize").to_string_lossy().into_owned();
    let told = [("RUSTFLAGS", "-Zsanitizer=address"), ("CARGO_TARGET_DIR", &*folder)];
    for (package, which) in TESTS {
        let fixed = ["+nightly", "test", "--target", TARGET, "--package", package];
        steps.step(&format!("address: tests of {package}"), || {
            program("cargo", fixed.iter().chain(which), &told)
        });
    }
    let build =
        ["+nightly", "build", "--target", TARGET, "--profile", "test", "--package", "assay-c"];
    steps.step("address: the library for C", || program("cargo", build, &told));
    let library = Path::new(&folder).join(TARGET).join("debug/libassay.a");
    // The compiler's own runtime would be a second one.
    let runtime = format!("-Wl,--whole-archive,{},--no-whole-archive", runtime.display());
    let link =
        [&*library.to_string_lossy(), &*runtime, "-lpthread", "-ldl", "-lm", "-lrt", "-lgcc_s"]
            .map(str::to_owned);
    let compile = ["-fsanitize=address", "-g", "-c"];
    programs(steps, "address", Path::new(&folder), &compile, &link, &[]);
}

fn memcheck(steps: &mut Steps) {
    if !exists("valgrind") {
        return steps.skip("memcheck", "no valgrind: apt-get install valgrind");
    }
    let build = ["build", "--profile", "test", "--package", "assay-c"];
    steps.step("memcheck: the library for C", || program("cargo", build, &[]));
    let library = target().join("debug/libassay.a").to_string_lossy().into_owned();
    let link = [&*library, "-lpthread", "-ldl", "-lm", "-lgcc_s"].map(str::to_owned);
    let under = [
        "valgrind",
        "-q",
        "--leak-check=full",
        "--error-exitcode=9",
        // What statics keep is reachable to the end.
        "--show-leak-kinds=definite,indirect",
        "--errors-for-leak-kinds=definite,indirect",
    ];
    programs(steps, "memcheck", &target().join("memcheck"), &["-g", "-c"], &link, &under);
}

/// Builds and runs the programs, and one that must be found out.
fn programs(
    steps: &mut Steps,
    name: &str,
    folder: &Path,
    compile: &[&str],
    link: &[String],
    under: &[&str],
) {
    let control = folder.join("control.c");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&control, CONTROL));
    if let Err(e) = written {
        return steps.skip(name, &format!("{}: {e}", control.display()));
    }
    for (compiler, standard, source) in PROGRAMS {
        if !exists(compiler) {
            steps.skip(&format!("{name}: {source}"), &format!("no {compiler}"));
            continue;
        }
        let source = root().join("bindings/c").join(source);
        steps.step(&format!("{name}: {}", short(&source)), || {
            let built = built(compiler, standard, &source, folder, compile, link)?;
            quiet(&mut over(under, &built))
        });
    }
    steps.step(&format!("{name}: an error that was put in is found"), || {
        let built = built("cc", "-std=c99", &control, folder, compile, link)?;
        let mut command = over(under, &built);
        match quiet(&mut command) {
            Ok(_) => Err(Failure::Steps(format!("`{}` saw nothing", shown(&command)))),
            Err(Failure::Steps(text))
                if ["heap-buffer-overflow", "Invalid write"].iter().any(|w| text.contains(w)) =>
            {
                Ok(())
            }
            Err(why) => Err(why),
        }
    });
}

fn short(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compiles a program, and links it.
fn built(
    compiler: &str,
    standard: &str,
    source: &Path,
    folder: &Path,
    compile: &[&str],
    link: &[String],
) -> Result<PathBuf, Failure> {
    let built = folder.join(short(source).replace('.', "-"));
    let object = built.with_extension("o");
    let mut first = Command::new(compiler);
    first.arg(standard).args(compile).arg("-I").arg(root().join("bindings/c/include"));
    quiet(first.arg(source).arg("-o").arg(&object))?;
    let mut second = Command::new(compiler);
    quiet(second.arg(&object).arg("-o").arg(&built).args(link))?;
    Ok(built)
}

/// A program, under another or by itself.
fn over(under: &[&str], built: &Path) -> Command {
    match under.split_first() {
        None => Command::new(built),
        Some((outer, rest)) => {
            let mut command = Command::new(outer);
            command.args(rest).arg(built);
            command
        }
    }
}

/// Runs a command; what it says is told where it fails.
fn quiet(command: &mut Command) -> Result<(), Failure> {
    once(command);
    eprintln!("$ {}", shown(command));
    let output = command.output().map_err(|e| Failure::Start(shown(command), e))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(Failure::Steps(format!("`{}`: {}\n{text}", shown(command), output.status)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_told_and_fails() {
        let mut steps = Steps::default();
        steps.step("one", || quiet(&mut Command::new("true")));
        steps.skip("two", "no valgrind");
        assert!(
            !steps.failed && steps.told[1] == "two: NOT TRIED: no valgrind",
            "{:?}",
            steps.told
        );
        steps.step("three", || {
            quiet(Command::new("sh").args(["-c", "echo Invalid write >&2; exit 9"]))
        });
        assert!(steps.failed && steps.told[2].contains("Invalid write"), "{:?}", steps.told);
    }

    #[test]
    fn another_word_is_refused() {
        assert!(matches!(run(&["thread".to_owned()]), Err(Failure::Usage(_))));
    }
}
