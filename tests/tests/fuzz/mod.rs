//! The bodies of the fuzz targets over the stored corpus (`fuzz/corpus/TARGET`), and over bytes of
//! a fixed stream, so that they run without a fuzzer.

use seeded::{Draw, Kind, Random};
use std::fs;
use std::path::PathBuf;
use tests::fuzz::{
    cases, interface, number_text, operation, parts, pod, program_text, programs, reader, tile,
    tools, xdsa,
};
use vectors::file::Format;

fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target)
}

/// The files of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = folder(target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.into_iter().map(|p| fs::read(p).expect("readable")).collect()
}

/// Byte strings of a fixed stream, so many at the level of 20,000 texts.
fn streams(count: u64, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(0x5eed);
    let count = count * Kind::Text.cases() / 20_000;
    (0..count).map(move |_| (0..length).map(|_| random.next() as u8).collect())
}

#[test]
fn operations_over_the_corpus_and_fixed_streams() {
    for family in vectors::operations().families() {
        let target = family.replace('.', "_");
        // A family that is new may have none.
        let stored = if folder(&target).exists() { corpus(&target) } else { Vec::new() };
        for bytes in stored {
            operation(family, &bytes);
        }
        // Its reference runs a machine for each.
        let count = if family == "xdsa" { 2_000 } else { 20_000 };
        for bytes in streams(count, 160) {
            operation(family, &bytes);
        }
    }
}

#[test]
fn c_interface_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("interface") {
        interface(&bytes);
    }
    for bytes in streams(120, 1200) {
        interface(&bytes);
    }
}

#[test]
fn readers_over_the_corpus_and_fixed_streams() {
    for format in [Format::Csv, Format::Jsonl, Format::TestFloat] {
        for bytes in corpus(&format.to_string()) {
            reader(format, &bytes);
        }
        for bytes in streams(3_000, 200) {
            reader(format, &bytes);
        }
    }
}

#[test]
fn text_over_the_corpus_and_fixed_streams() {
    for (target, body) in [
        ("text", number_text as fn(&[u8])),
        ("parser", program_text::parser),
        ("dset", program_text::payload),
        ("rewrite", tools::rewrite),
        ("word", tools::word),
        ("layout", tools::layout),
        ("dump", tools::dump),
        ("pod_text", pod::text),
        ("pod_words", pod::words),
        ("pod_script", pod::script),
        ("xdsa_text", xdsa::text),
        ("xdsa_image", xdsa::image),
    ] {
        for bytes in corpus(target) {
            body(&bytes);
        }
        for bytes in streams(20_000, 120) {
            body(&bytes);
        }
    }
}

#[test]
fn case_files_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("cases") {
        cases(&bytes);
    }
    for bytes in streams(2_000, 120) {
        cases(&bytes);
    }
}

#[test]
fn parts_of_machines_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("parts") {
        parts(&bytes);
    }
    for bytes in streams(20_000, 40) {
        parts(&bytes);
    }
}

#[test]
fn programs_over_the_corpus() {
    for bytes in corpus("programs") {
        programs(&bytes);
    }
}

#[test]
fn programs_of_pod_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("pod_programs") {
        pod::programs(&bytes);
    }
    for bytes in streams(500, 160) {
        pod::programs(&bytes);
    }
}

#[test]
fn text_and_words_of_tile_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("tile_text") {
        tile::text(&bytes);
    }
    for bytes in streams(20_000, 120) {
        tile::text(&bytes);
    }
    for bytes in corpus("tile_words") {
        tile::words(&bytes);
    }
    for bytes in streams(100, 120) {
        tile::words(&bytes);
    }
}

#[test]
fn programs_of_tile_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("tile_programs") {
        tile::programs(&bytes);
    }
    for bytes in streams(300, 160) {
        tile::programs(&bytes);
    }
}

#[test]
fn tables_of_xdsa_over_the_corpus_and_fixed_streams() {
    for bytes in corpus("xdsa_table") {
        xdsa::table(&bytes);
    }
    for bytes in streams(500, 240) {
        xdsa::table(&bytes);
    }
}
