//! What is refused: before a driver is looked for, without one, by one, and in lines.

use crate::{driver, refusal, run, with_driver};

const ID: &str = "silicon.nvidia.turing.mma.k8.f16.f16.f32";

#[test]
fn what_is_asked_wrongly_is_said_before_a_driver_is_looked_for() {
    for (arguments, variables, right) in [
        (&["silicon.nvidia.hoper.mma.k16.f16.f16.f32"][..], &[][..], "unknown operation"),
        (&["silicon.amd.cdna1.mfma.k4.f16.f16.f32"], &[], "is no operation of NVIDIA's units"),
        (&["ieee.f32.add"], &[], "is no operation of NVIDIA's units"),
        (
            &["silicon.nvidia.hopper.wgmma.k8.tf32.tf32.f32"],
            &[],
            "from shared memory, by descriptors",
        ),
        (
            &["silicon.nvidia.blackwell.tcgen05_mxf4.k64.e2m1.e2m1.f32"],
            &[],
            "tensor memory, by descriptors",
        ),
        (&[], &[], "right: its id as an argument, or in ASSAY_OP"),
        (&[ID], &[("ASSAY_OPTIONS", "rm=rtz")], "`rm=rtz`: these instructions have no options"),
    ] {
        let arguments = [&["--library", "/nowhere/libcuda.so.1"], arguments].concat();
        let said = refusal(&run(&arguments, variables, ""));
        assert!(said.contains(right), "{said}");
    }
}

#[test]
fn without_a_driver_nothing_is_answered() {
    for arguments in [&[ID][..], &["--list"], &["--self-test"]] {
        let arguments = [&["--library", "/nowhere/libcuda.so.1"], arguments].concat();
        let said = refusal(&run(&arguments, &[], "0 0 0\n"));
        let begin = "silicon-device: no NVIDIA driver: /nowhere/libcuda.so.1 cannot be opened (";
        assert!(said.starts_with(begin) && said.ends_with("); nothing was run\n"), "{said}");
        assert!(!said.contains("dlopen failed"), "{said}");
    }
    // The text needs none.
    assert!(run(&["--ptx", ID], &[], "").status.success());
}

#[test]
fn what_the_driver_says_is_said_in_words() {
    let Some(library) = driver() else { return };
    for (name, code, right) in [
        ("FAKE_INIT", "100", "cuInit: error 100, CUDA_ERROR_NO_DEVICE: there is no device"),
        ("FAKE_INIT", "77", "cuInit: error 77\n"),
        (
            "FAKE_LOAD",
            "218",
            "error 218, CUDA_ERROR_INVALID_PTX: the driver's compiler refuses the PTX text\nptxas application",
        ),
        ("FAKE_LOAD", "222", "error 222, CUDA_ERROR_UNSUPPORTED_PTX_VERSION: the driver is older"),
        (
            "FAKE_LAUNCH",
            "719",
            "cuLaunchKernel: error 719, CUDA_ERROR_LAUNCH_FAILED: the program failed",
        ),
    ] {
        let said = refusal(&with_driver(library, &[ID], &[(name, code)], "0 0 0\n"));
        assert!(said.contains(right), "{said}");
    }
}

#[test]
fn a_library_that_is_no_driver_is_refused() {
    let Some(library) = driver() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (source, other) = (folder.path().join("other.c"), folder.path().join("other.so"));
    std::fs::write(&source, "int cuInit(unsigned flags) { return flags; }\n").expect("written");
    let mut cc = std::process::Command::new("cc");
    let built = needs::output(cc.args(["-shared", "-fPIC", "-o"]).arg(&other).arg(source));
    assert!(built.status.success() && library.exists());
    let said = refusal(&with_driver(&other, &[ID], &[], ""));
    assert!(said.ends_with("other.so has no cuDeviceGet\n"), "{said}");
}

#[test]
fn a_device_that_lacks_the_instruction_is_refused() {
    let Some(library) = driver() else { return };
    for (id, capability, right) in [
        (
            ID,
            "70",
            "needs compute capability 7.5 or later; this is a device for tests, compute capability 7.0, volta",
        ),
        ("silicon.nvidia.hopper.mma.k8.f64.f64.f64", "89", "needs compute capability 9.0 or later"),
        (
            "silicon.nvidia.rtxblackwell.mma.k32.e2m1.e2m1.f32",
            "100",
            "needs compute capability 12.x",
        ),
    ] {
        let said = refusal(&with_driver(library, &[id], &[("FAKE_CAPABILITY", capability)], ""));
        assert!(said.contains(right), "{said}");
    }
}

/// An element in another place than we know: nothing is answered, whatever the matrix and the shape.
#[test]
fn a_device_whose_elements_stand_elsewhere_is_refused() {
    let Some(library) = driver() else { return };
    for matrix in ["A", "B", "C", "D"] {
        for (id, capability) in [
            ("silicon.nvidia.volta.mma.f16.f16.f32", "70"),
            ("silicon.nvidia.ampere.mma.k16.f16.f16.f16", "80"),
            ("silicon.nvidia.ampere.mma.k8.tf32.tf32.f32", "80"),
            ("silicon.nvidia.hopper.mma.k16.f64.f64.f64", "90"),
            ("silicon.nvidia.ada.mma.k32.e4m3.e5m2.f32", "89"),
            ("silicon.nvidia.rtxblackwell.mma.k32.e3m2.e2m1.f16", "120"),
            ("silicon.nvidia.rtxblackwell.mma_nvf4.k64.e2m1.e2m1.f32", "120"),
        ] {
            let variables = [("FAKE_CAPABILITY", capability), ("FAKE_SWAP", matrix)];
            let said = refusal(&with_driver(library, &[id], &variables, "0 0 0\n"));
            assert!(said.contains("product ") && said.contains("nothing was answered"), "{said}");
        }
    }
}

/// Lines before a wrong one are answered; it is named with what would be right.
#[test]
fn a_line_that_is_no_case_is_named() {
    let Some(library) = driver() else { return };
    let zeros = ["0000"; 8].join("_");
    let short = ["0000"; 7].join("_");
    for (line, right) in [
        (format!("{zeros} {zeros}"), "2 operands, right are 3: a b c"),
        (format!("{zeros} {short} 00000000"), "b has 7 elements, right are 8, joined by `_`"),
        (format!("{zeros} {zeros} 0000"), "c: `0000`: right are 8 hex digits, 32 bits"),
        (format!("{zeros} {zeros} +0000000"), "c: `+0000000`: right are 8 hex digits, 32 bits"),
        (String::new(), "0 operands, right are 3: a b c"),
        ("\u{fffd}".to_owned(), "1 operands, right are 3: a b c"),
    ] {
        let lines = format!("{zeros} {zeros} 3f800000\n{line}\n{zeros} {zeros} 40000000\n");
        let output = with_driver(library, &[ID], &[("FAKE_CAPABILITY", "75")], &lines);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, format!("silicon-device: standard input:2: {right}\n"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "3f800000\n");
        assert_eq!(output.status.code(), Some(2));
    }
}
