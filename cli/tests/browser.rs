//! Pages as a browser shows them: headless Chromium lays them out, and takes a picture that is looked at
//! point by point. The pictures stay in the target folder (`tmp/pages`).

use crate::pages::{self, Narrow, Page, assay};
use std::path::Path;

/// `ieee.f16.add` on random cases: hits, holes, and goals that cannot be reached.
#[test]
fn heat_maps_of_coverage() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| assay(folder.path(), line);
    run("gen ieee.f16.add --cover random --count 2000 --seed 1 --opt none -o v.csv");
    run("cover v.csv --html v.html --json v.json");
    let page = Page::of(&folder.path().join("v.html"), "cover");
    let json = std::fs::read_to_string(folder.path().join("v.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let whole = &report["operations"][0];
    let (hit, reachable) = (whole["hit"].as_u64().unwrap(), whole["reachable"].as_u64().unwrap());

    let count = |colour: &str| page.cells.iter().filter(|c| c.fill == colour).count() as u64;
    let (holes, never) = (count("rgb(192, 57, 43)"), count("rgb(228, 228, 228)"));
    // Of crosses that are shown by sums a cell stands for several goals.
    assert!(holes > 100 && holes <= reachable - hit, "{holes} of {}", reachable - hit);
    assert!(never > 10);
    page.cells_have_their_colours(500);
    page.texts_are_whole(100);
    // Each row and column of the first map has its label.
    for label in ["x=+zero", "x=-snan", "y=+zero", "y=-snan", "sign=-"] {
        assert!(page.texts.iter().any(|t| t.content == label), "no label {label}");
    }
}

/// `ieee.f16.fma`: what has three operands is shown by two, and the third is told apart from a hole.
#[test]
fn a_third_axis_is_no_hole() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| assay(folder.path(), line);
    let pages = ["model", "random --count 500 --seed 1"].map(|cover| {
        run(&format!("gen ieee.f16.fma --cover {cover} --opt none -o v.csv"));
        run("cover v.csv --html v.html");
        Page::of(&folder.path().join("v.html"), "cover-three")
    });
    let [whole, some] = &pages;
    let parts = |page: &Page| page.cells.iter().filter(|c| is_part(&c.fill)).count();
    let holes = |page: &Page| page.cells.iter().filter(|c| c.fill == "rgb(192, 57, 43)").count();
    assert_eq!((holes(whole), parts(whole)), (0, 0), "holes and parts of a model's cases");
    assert!(parts(some) > 300, "{} parts", parts(some));
    for page in &pages {
        page.cells_have_their_colours(500);
        page.texts_are_whole(100);
        for label in ["x=+zero", "y=+zero", "z=+zero", "z=-snan"] {
            assert!(page.texts.iter().any(|t| t.content == label), "no label {label}");
        }
    }
}

/// Whether a cell is orange to yellow: more red than green, and not as red as a hole.
fn is_part(fill: &str) -> bool {
    let numbers = fill.trim_matches(|c: char| !c.is_ascii_digit()).split(", ");
    let colour: Vec<u32> = numbers.map(|n| n.parse().unwrap()).collect();
    colour[0] > colour[1] && colour[1] >= 126
}

/// Makes the result of every tenth case another one.
fn spoil(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let out = text.split([',', '\n']).position(|name| name == "out").unwrap();
    let wrong = |(n, line): (usize, &str)| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if n % 10 == 9 && !line.starts_with('#') {
            let last = fields[out].pop().and_then(|digit| digit.to_digit(16)).unwrap();
            fields[out].extend(char::from_digit(last ^ 1, 16));
        }
        fields.join(",") + "\n"
    };
    let wrong: String = text.lines().enumerate().map(wrong).collect();
    std::fs::write(path, wrong).unwrap();
}

/// Results that are wrong now and then.
#[test]
fn heat_map_of_mismatches() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| assay(folder.path(), line);
    run("gen ieee.f16.mul,ieee.f16.add --cover random --count 500 --seed 1 --opt none -o v.csv");
    spoil(&folder.path().join("v.csv"));
    run("check v.csv --html v.html");
    let page = Page::of(&folder.path().join("v.html"), "check");
    assert!(page.cells.iter().any(|c| c.fill != "rgb(238, 238, 238)"));
    page.cells_have_their_colours(20);
    page.texts_are_whole(10);
    for label in ["ieee.f16.add", "ieee.f16.mul"] {
        assert!(page.texts.iter().any(|t| t.content == label), "no label {label}");
    }
}

/// The pages in a window of 420 points.
#[test]
fn pages_hold_in_a_narrow_window() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (file, run) =
        (|name: &str| folder.path().join(name), |line: &str| assay(folder.path(), line));
    run("gen mncore2.mau.hmfma,ieee.f16.mul --cover random --count 300 --seed 1 --opt none -o \
         a-file-whose-name-is-longer-than-a-narrow-window-is-wide.csv");
    spoil(&file("a-file-whose-name-is-longer-than-a-narrow-window-is-wide.csv"));
    run("check a-file-whose-name-is-longer-than-a-narrow-window-is-wide.csv --html v.html");
    let check = Narrow::of(&file("v.html"), "check-narrow");
    check.holds(500);
    check.is_read_without_scrolling();

    run("gen ieee.f16.fma --cover random --count 300 --seed 1 --opt none -o v.csv");
    run("cover v.csv --html v.html");
    Narrow::of(&file("v.html"), "cover-narrow").holds(500);

    let program = pages::root().join("tests/golden/mncore2/board/l2bm-dar.vsm");
    run(&format!("steps {} --html v.html", program.display()));
    Narrow::of(&file("v.html"), "steps-narrow").holds(50);
}

/// A schedule of MN-Core 2.
#[test]
fn chart_of_a_schedule() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = pages::root().join("tests/golden/mncore2/board/l2bm-dar.vsm");
    assay(folder.path(), &format!("steps {} --html v.html", program.display()));
    let page = Page::of(&folder.path().join("v.html"), "steps");
    assert!(!page.cells.is_empty() && !page.texts.is_empty());
    page.texts_are_whole(3);
}

/// Two units on 32 x 256 and 256 x 32 numbers about 1.
#[test]
fn picture_of_errors_by_k() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, shape) in [("a.npy", "32, 256"), ("b.npy", "256, 32")] {
        let head = format!("{{'descr': '<f2', 'fortran_order': False, 'shape': ({shape}), }}\n");
        let mut file = [&b"\x93NUMPY\x01\x00"[..], &(head.len() as u16).to_le_bytes()].concat();
        file.extend(head.bytes());
        for n in 0..32 * 256u32 {
            let code = 0x3800 | n.wrapping_mul(2_654_435_761) >> 17 & 0x87ff;
            file.extend((code as u16).to_le_bytes());
        }
        std::fs::write(folder.path().join(name), file).unwrap();
    }
    assay(
        folder.path(),
        "gemm a.npy b.npy --unit silicon.nvidia.hopper.mma.k16.f16.f16.f32 --versus \
         silicon.nvidia.ampere.mma.k16.f16.f16.f32 --html v.html --json",
    );
    let page = Page::of(&folder.path().join("v.html"), "gemm");
    page.texts_are_whole(15);
    for label in ["16", "32", "64", "128", "256", "k", "error in ulp"] {
        assert!(page.texts.iter().any(|t| t.content == label), "no label {label}");
    }
    for unit in ["hopper", "ampere"] {
        let name = format!("silicon.nvidia.{unit}.mma.k16.f16.f16.f32: mean; dashed, largest");
        assert!(page.texts.iter().any(|t| t.content == name), "no {name}");
    }
    assert!(page.cells.iter().any(|c| c.fill == "rgb(0, 114, 178)"));
    Narrow::of(&folder.path().join("v.html"), "gemm-narrow").holds(20);
}

/// What the test of the console looks for is there where a page has a fault.
#[test]
fn a_fault_of_a_page_is_seen() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("v.html");
    std::fs::write(&path, "<!DOCTYPE html>\n<body><script>nothing.here()</script></body>\n")
        .unwrap();
    let seen = std::panic::catch_unwind(|| Page::of(&path, "fault")).err().expect("a fault");
    let said = seen.downcast_ref::<String>().expect("words");
    assert!(said.contains("CONSOLE"), "{said}");
}
