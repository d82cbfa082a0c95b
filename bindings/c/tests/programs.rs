//! Programs in C and C++ against the libraries, as a user builds them.

use needs::{has, output, skip_tool};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the libraries: that of this program.
fn libraries() -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    own.parent().expect("its folder").to_owned()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the static library needs of the system.
const SYSTEM: [&str; 4] = ["-lpthread", "-ldl", "-lm", "-lgcc_s"];

struct Source {
    path: &'static str,
    compiler: &'static str,
    standard: &'static str,
}

const SOURCES: [Source; 3] = [
    Source { path: "tests/c/operations.c", compiler: "cc", standard: "-std=c99" },
    Source { path: "tests/c/machines.c", compiler: "cc", standard: "-std=c99" },
    Source { path: "tests/cpp/all.cpp", compiler: "c++", standard: "-std=c++17" },
];

impl Source {
    /// Builds it against the shared library or the static one.
    fn build(&self, folder: &Path, shared: bool) -> PathBuf {
        let program = folder.join(self.path.replace('/', "_"));
        let mut command = Command::new(self.compiler);
        command.args([self.standard, "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
        command.arg("-I").arg(root().join("include")).arg(root().join(self.path));
        command.arg("-o").arg(&program);
        let libraries = libraries();
        match shared {
            true => {
                command.arg(libraries.join("libassay.so"));
                command.arg(format!("-Wl,-rpath,{}", libraries.display())).arg("-lpthread");
            }
            false => {
                command.arg(libraries.join("libassay.a")).args(SYSTEM);
            }
        }
        run(&mut command);
        program
    }
}

fn run(command: &mut Command) {
    let output = output(command);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn programs_in_c_and_cpp() {
    for shared in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        for source in &SOURCES {
            if source.compiler == "c++" && !has("c++") {
                skip_tool("c++");
                continue;
            }
            run(&mut Command::new(source.build(folder.path(), shared)));
        }
    }
}

#[test]
fn nothing_leaks_or_is_read_beside() {
    if !has("valgrind") {
        return skip_tool("valgrind");
    }
    let folder = tempfile::tempdir().expect("a folder");
    for source in SOURCES.iter().filter(|source| source.compiler == "cc") {
        let program = source.build(folder.path(), true);
        let mut command = Command::new("valgrind");
        command.args(["-q", "--leak-check=full", "--error-exitcode=9"]);
        // What statics keep is reachable to the end.
        command.args([
            "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect",
        ]);
        run(command.arg(program));
    }
}

/// The functions that a header declares.
fn declared() -> BTreeSet<String> {
    let header = std::fs::read_to_string(root().join("include/assay.h")).expect("assay.h");
    let lines = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words =
        lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '('));
    let calls = words.filter_map(|word| word.split_once('(')).map(|(name, _)| name.to_owned());
    calls.filter(|name| name.starts_with("assay_")).collect()
}

#[test]
fn library_has_the_symbols_of_its_header() {
    let output = output(
        Command::new("nm").args(["-D", "--defined-only"]).arg(libraries().join("libassay.so")),
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.split_ascii_whitespace().nth(2));
    let found: BTreeSet<String> =
        names.filter(|name| name.starts_with("assay_")).map(str::to_owned).collect();
    assert_eq!(found, declared());
    assert!(found.len() > 25);
}

/// A project with CMake that takes both libraries.
const PROJECT: &str = "\
cmake_minimum_required(VERSION 3.16)
project(user C CXX)
find_package(assay 0.1 REQUIRED)
add_executable(shared SOURCE)
target_link_libraries(shared assay::assay)
add_executable(static SOURCE)
target_link_libraries(static assay::static)
";

#[test]
fn installed_libraries_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let prefix = folder.path().join("prefix of a user");
    let workspace = root().ancestors().nth(2).expect("the workspace");
    let mut install = Command::new(env!("CARGO"));
    install.args(["run", "--quiet", "--package", "xtask", "--", "library"]).arg(&prefix);
    run(install.arg("--from").arg(libraries()).current_dir(workspace));
    let source = root().join("tests/c/machines.c");
    match has("pkg-config") {
        false => skip_tool("pkg-config"),
        true => {
            let mut ask = Command::new("pkg-config");
            ask.args(["--cflags", "--libs", "assay"]);
            let flags = output(ask.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")));
            let flags = String::from_utf8(flags.stdout).expect("flags");
            let program = folder.path().join("program");
            let line = format!("cc \"$1\" -o \"$2\" {flags}");
            run(Command::new("sh").args(["-c", &line, "sh"]).arg(&source).arg(&program));
            run(Command::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")));
        }
    }
    if !has("cmake") || !has("c++") {
        return skip_tool("cmake");
    }
    let project = PROJECT.replace("SOURCE", &source.to_string_lossy());
    std::fs::write(folder.path().join("CMakeLists.txt"), project).expect("written");
    let build = folder.path().join("build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(folder.path()).arg("-B").arg(&build);
    run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
    run(Command::new("cmake").arg("--build").arg(&build));
    for name in ["shared", "static"] {
        run(&mut Command::new(build.join(name)));
    }
}
