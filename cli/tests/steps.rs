//! The pictures and pages of `assay steps` are well-formed, self-contained and of bounded size.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Chart and page of a program of this name.
fn drawn(name: &str, source: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), source).unwrap();
    let mut assay = Command::new(env!("CARGO_BIN_EXE_assay"));
    assay.args(["steps", name, "--svg", "chart.svg", "--html", "page.html"]);
    let output = needs::output(assay.current_dir(folder.path()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ["chart.svg", "page.html"].map(|file| read(&folder.path().join(file)))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Elements by name and texts of a well-formed document.
fn elements(document: &str) -> (BTreeMap<String, usize>, Vec<String>) {
    let mut reader = Reader::from_str(document);
    reader.config_mut().check_comments = true;
    let (mut counts, mut texts, mut depth) = (BTreeMap::new(), vec![String::new()], 0);
    let mut element = |start: &BytesStart<'_>| {
        for attribute in start.attributes() {
            attribute.unwrap().normalized_value(quick_xml::XmlVersion::Implicit1_0).unwrap();
        }
        *counts.entry(String::from_utf8(start.name().as_ref().to_vec()).unwrap()).or_default() += 1;
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                element(&start);
                texts.push(String::new());
                depth += 1;
            }
            Event::End(_) => {
                texts.push(String::new());
                depth -= 1;
            }
            Event::Empty(start) => element(&start),
            Event::Text(text) => *texts.last_mut().unwrap() += &text.decode().unwrap(),
            Event::GeneralRef(name) => {
                let name = name.decode().unwrap();
                let text = quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                *texts.last_mut().unwrap() += text;
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    texts.retain(|text| !text.trim().is_empty());
    (counts, texts)
}

#[test]
fn comments_and_names_are_escaped() {
    let source = "imm f\"1.0\" $lr0v # <b>&amp; \"quoted\" 'single' \u{1}]]>\nnop; noforward\n";
    let source = source.replace("; noforward", "");
    let [chart, page] = drawn("a<b>&c.vsm", &source);
    let (counts, texts) = elements(&chart);
    assert_eq!(counts["title"], 2);
    assert!(texts.iter().any(|t| t.starts_with("a<b>&c.vsm: score=2")), "{texts:?}");
    assert!(
        texts.iter().any(|t| t.contains("imm f\"1.0\" $lr0v\nALU:x LM0:i GRF0:w")),
        "{texts:?}"
    );
    let (counts, texts) = elements(&page);
    assert_eq!(counts["svg"], 1);
    let line = source.lines().next().unwrap().replace('\u{1}', "\u{fffd}");
    assert!(texts.contains(&line), "{texts:?}");
}

#[test]
fn nothing_is_fetched() {
    for document in drawn("a.vsm", "mvp/n64 $p0@0 $d0@0\nnop\n") {
        let rest = document.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for word in ["http", "src=", "href", "@import", "script"] {
            assert!(!rest.contains(word), "{word} in {rest}");
        }
    }
}

#[test]
fn long_programs_are_drawn_in_bins() {
    let mut source = String::new();
    for i in 0..20_000 {
        let address = 8 * (i % 50);
        writeln!(source, "lpassa $lm{address}v $ln{address}v; fvadd $lr{address}v $ls0v $llt")
            .unwrap();
        writeln!(source, "l1bmm@0 $lr0v $lb0; dmwrite $ls0v $lx0; imm i\"{i}\" $lr8v/1000")
            .unwrap();
        writeln!(source, "mvb/n640i01p{} $p0@{} $lc0", i % 4, i / 4 % 4).unwrap();
        writeln!(source, "l2bmb $lc0 $lb64; wait i01").unwrap();
    }
    let [chart, page] = drawn("long.vsm", &source);
    assert!((100_000..2_000_000).contains(&chart.len()), "{}", chart.len());
    let (counts, texts) = elements(&chart);
    // One for each bin, one for each memory: a PDM a group, all L2BM.
    assert_eq!(counts["title"], 360 + 4 + 8);
    assert!(texts.iter().any(|t| t.starts_with("lines 1 to ")));
    let (counts, texts) = elements(&page);
    assert_eq!(counts["svg"], 1);
    assert!(texts.iter().any(|t| t == "Source, the first 20000 of 80000 lines"));
}
