//! What commands print as JSON: it parses, says the number of its form, and `docs/json.md` names each field in the command's section.

use crate::shell;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The section of `docs/json.md`, a command, where its JSON is (nothing: standard output), its exit code.
const COMMANDS: [(&str, &str, &str, i32); 18] = [
    ("eval", "assay eval ieee.f32.div 3f800000 40400000 --json", "", 0),
    ("eval", "assay eval mncore2.mau.fvfma 00000000 7f800000 00000000 --json", "", 0),
    ("explain", "assay explain ieee.f16.add 3c00 0001 --json", "", 0),
    ("ops", "assay ops ieee.f32.add,mncore2.mau.hvfma --json", "", 0),
    ("formats", "assay formats --json", "", 0),
    ("number", "assay number f16 0.1 --json", "", 0),
    ("number", "assay number int8 0x80 --json", "", 0),
    ("run", "assay run p.vsm --json", "", 0),
    ("conform", "assay conform good.cases bad.cases --json", "", 1),
    (
        "cover",
        "assay gen ieee.f16.add --cover random --count 50 -o v.csv && assay cover v.csv --json c.json",
        "c.json",
        0,
    ),
    (
        "identify",
        "assay identify ieee.f16.add --dut 'assay eval ieee.f16.add rm=rtz - --plain' --random 100 --json",
        "",
        0,
    ),
    (
        "identify",
        "assay identify ieee.f16.add --dut 'assay eval ieee.f16.mul - --plain' --random 100 --json",
        "",
        1,
    ),
    (
        "diff",
        "assay diff ieee.f16.add --dut 'assay eval ieee.f16.add rm=rup - --plain' --count 200 --json d.json",
        "d.json",
        1,
    ),
    ("diff", "assay gen ieee.f16.add -o w.csv && assay check w.csv --json e.json", "e.json", 0),
    ("diff", "assay check no-such-file.csv --json -", "", 2),
    // On standard output nothing stands beside it.
    (
        "diff",
        "assay diff ieee.f16.add --dut 'assay eval ieee.f16.add rm=rup - --plain' --count 200 --json -",
        "",
        1,
    ),
    ("diff", "assay gen ieee.f16.add --quiet -o x.csv && assay check x.csv x.csv --json -", "", 0),
    ("cover", "assay gen ieee.f16.add --quiet -o y.csv && assay cover y.csv --json -", "", 0),
];

const FILES: [(&str, &str); 3] = [
    ("p.vsm", "d get $lm0n0c0b0m0p0 1\n"),
    ("good.cases", "system pod\ntest A\ninit r1=0x1\ncode add8zx r2 = r1, r1\nexpect r2=0x2\n"),
    ("bad.cases", "system pod\ntest B\ninit r1=0x1\ncode add8zx r2 = r1, r1\nexpect r2=0x3\n"),
];

/// The section of a page under this heading.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n## {name}\n")).unwrap_or_else(|| panic!("{name}"));
    rest.split("\n## ").next().unwrap_or_default()
}

/// The names of all fields.
fn fields(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            names.insert(name.clone());
            fields(value, names);
        }),
        Value::Array(list) => list.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

/// What is wrong with a report beside its page.
fn wrong(page: &str, name: &str, report: &Value) -> Vec<String> {
    let whole = report.as_array().map_or(std::slice::from_ref(report), Vec::as_slice);
    let bare = whole.iter().filter(|one| one["schema"] != 1).count();
    let mut wrong = vec![format!("{name}: {bare} objects without a schema"); bare.min(1)];
    let (mut names, section) = (BTreeSet::new(), section(page, name));
    fields(report, &mut names);
    let missing = names.iter().filter(|field| !section.contains(&format!("`{field}`")));
    wrong.extend(missing.map(|field| format!("{name}: the page does not name `{field}`")));
    wrong
}

#[test]
fn every_field_stands_in_the_page() {
    let page = fs::read_to_string(shell::root().join("docs/json.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect(name);
    }
    let mut all = Vec::new();
    for (name, command, file, code) in COMMANDS {
        let output = shell::output(command, folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command}\n{said}");
        let text = match file {
            "" => output.stdout,
            file => fs::read(folder.path().join(file)).expect(command),
        };
        let report: Value =
            serde_json::from_slice(&text).unwrap_or_else(|e| panic!("{command}: {e}"));
        assert!(report.as_array().is_none_or(|list| list.len() > 1), "{command}: empty");
        all.extend(wrong(&page, name, &report));
    }
    all.sort();
    all.dedup();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_field_that_is_not_named_is_found() {
    let page = "\n## eval\n`schema` `op`\n## ops\n`id`\n";
    let of = |text: &str| wrong(page, "eval", &serde_json::from_str(text).expect(text));
    assert_eq!(of(r#"{"schema": 1, "op": "x"}"#), [""; 0]);
    assert_eq!(of(r#"{"schema": 1, "op": [{"id": 1}]}"#), ["eval: the page does not name `id`"]);
    assert_eq!(of(r#"{"op": 1}"#), ["eval: 1 objects without a schema"]);
}

/// Lines of `eval -` are an object each.
#[test]
fn lines_are_objects() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = shell::output(
        "printf '3c00 0001\\n4000 3c00\\n' | assay eval ieee.f16.add - --json",
        folder.path(),
    );
    let text = String::from_utf8(output.stdout).expect("text");
    let out: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["result"]["out"].to_string())
        .collect();
    assert_eq!(out, ["\"3c00\"", "\"4200\""]);
}
