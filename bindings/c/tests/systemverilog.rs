//! `bindings/sv` in Verilator, as a user builds it.

use needs::{has, output, skip_tool};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Builds a module and runs it: whether it ended well, and what it printed.
fn simulated(folder: &Path, source: &Path) -> (bool, String) {
    let name = source.file_stem().and_then(|name| name.to_str()).expect("a name");
    let here = std::env::current_exe().expect("this program");
    let libraries = here.parent().expect("its folder").display();
    let build = folder.join(name);
    let mut command = Command::new("verilator");
    command.args(["--binary", "-Wno-DECLFILENAME", "-Wno-UNUSEDPARAM", "-Wno-UNDRIVEN"]);
    command.arg("--Mdir").arg(&build).args(["--top", name, "assay_pkg.sv"]);
    command.arg(source).arg(package().join("assay_dpi.c"));
    command.arg("-CFLAGS").arg(format!("-I{}/include", env!("CARGO_MANIFEST_DIR")));
    command.arg("-LDFLAGS").arg(format!("{libraries}/libassay.so -Wl,-rpath,{libraries}"));
    let built = output(command.current_dir(package()));
    assert!(built.status.success(), "{name}: {}", told(&built));
    let run = output(&mut Command::new(build.join(format!("V{name}"))));
    (run.status.success(), told(&run))
}

fn told(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("bindings").join("sv")
}

#[test]
fn package_and_scoreboard() {
    if !has("verilator") {
        return skip_tool("verilator");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let board = package().join("tests/board.sv");
    let (well, told) = simulated(folder.path(), &board);
    assert!(well && told.contains("\nall well\n") && !told.contains("not so"), "{told}");
    assert!(told.contains("ASSAY PASS checked=1237 mismatched=0 goals=1263 of=1263"), "{told}");
    assert!(told.contains("ASSAY FAIL checked=0: nothing was checked"), "{told}");
    assert!(told.contains("ASSAY FAIL checked=2 mismatched=1 goals="), "{told}");
    assert!(told.contains("case 1: ieee.f16.mul: result differs"), "{told}");
}

/// UVM itself is not here: its classes are stubs, and Verilator 5.006 reads them, but makes no program of them.
#[test]
fn wrapper_for_uvm_behind_stubs() {
    if !has("verilator") {
        return skip_tool("verilator");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let wrapper = std::fs::read_to_string(package().join("assay_uvm_pkg.sv")).expect("the wrapper");
    let lint = |text: &str| {
        let path = folder.path().join("assay_uvm_pkg.sv");
        std::fs::write(&path, text).expect("written");
        let mut command = Command::new("verilator");
        command.args(["--lint-only", "-Wno-fatal", "+define+ASSAY_UVM", "--top", "uvm"]);
        command.args(["assay_pkg.sv", "tests/uvm_stub.sv"]).arg(&path).arg("tests/uvm.sv");
        output(command.current_dir(package()))
    };
    let read = lint(&wrapper);
    assert!(read.status.success(), "{}", told(&read));
    assert!(
        !lint(&wrapper.replace("board.put(item.flags", "board.putt(item.flags")).status.success()
    );
}

/// An operation that is not there ends the simulation with words.
#[test]
fn what_is_not_there_is_fatal() {
    if !has("verilator") {
        return skip_tool("verilator");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let speed = package().join("tests/speed.sv");
    let (well, told) = simulated(folder.path(), &speed);
    assert!(well && told.starts_with("1000000 cases"), "{told}");
    let wrong = folder.path().join("wrong.sv");
    let text = std::fs::read_to_string(&speed).expect("speed.sv");
    let text = text.replace("ieee.f32.fma", "ieee.f32.fam").replace("module speed", "module wrong");
    std::fs::write(&wrong, text).expect("written");
    let (well, told) = simulated(folder.path(), &wrong);
    assert!(!well && told.contains("ieee.f32.fma"), "{told}");
}
