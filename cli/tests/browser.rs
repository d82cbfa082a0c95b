//! Pages as a browser shows them: headless Chromium lays them out, and takes a picture that is looked at
//! point by point. The pictures stay in the target folder (`tmp/pages`).

mod pages;

use pages::{Page, assay};

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

/// Results that are wrong now and then.
#[test]
fn heat_map_of_mismatches() {
    if !pages::can_browse() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| assay(folder.path(), line);
    run("gen ieee.f16.mul,ieee.f16.add --cover random --count 500 --seed 1 --opt none -o v.csv");
    let text = std::fs::read_to_string(folder.path().join("v.csv")).unwrap();
    // The result of every tenth case is another one.
    let wrong = |(n, line): (usize, &str)| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if n % 10 == 9 && line.starts_with("ieee") {
            let code = u16::from_str_radix(&fields[4], 16).unwrap();
            fields[4] = format!("{:04x}", code ^ 1);
        }
        fields.join(",") + "\n"
    };
    let wrong: String = text.lines().enumerate().map(wrong).collect();
    std::fs::write(folder.path().join("v.csv"), wrong).unwrap();
    run("check v.csv --html v.html");
    let page = Page::of(&folder.path().join("v.html"), "check");
    assert!(page.cells.iter().any(|c| c.fill != "rgb(238, 238, 238)"));
    page.cells_have_their_colours(20);
    page.texts_are_whole(10);
    for label in ["ieee.f16.add", "ieee.f16.mul"] {
        assert!(page.texts.iter().any(|t| t.content == label), "no label {label}");
    }
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
