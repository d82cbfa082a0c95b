//! The bodies of the fuzz targets over the stored corpus (`fuzz/corpus/TARGET`), and over bytes of
//! a fixed stream, so that they run without a fuzzer.

#[path = "../../plain/mod.rs"]
#[allow(dead_code)]
mod plain;
#[path = "../../reference/mod.rs"]
#[allow(dead_code)]
mod reference;

use semantics::mncore2::text::Program;
use std::fs;
use std::path::PathBuf;
use tests::fuzz::{Group, number_text, operation, program_text, programs, reader, tools};
use vectors::file::Format;

fn oracle(
    id: &str,
    options: &[(&str, &str)],
    operands: &[Vec<u64>],
) -> Option<(Vec<u64>, Option<u8>)> {
    reference::evaluate(id, options, operands).map(|o| (o.out, o.flag))
}

/// The files of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.into_iter().map(|p| fs::read(p).expect("readable")).collect()
}

/// Byte strings of a SplitMix64 stream.
fn streams(count: usize, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 0x5eed_u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u8
    };
    (0..count).map(move |_| (0..length).map(|_| next()).collect())
}

#[test]
fn operations_over_the_corpus_and_fixed_streams() {
    for (group, target) in Group::ALL {
        for bytes in corpus(target) {
            operation(group, &bytes, oracle);
        }
        for bytes in streams(20_000, 160) {
            operation(group, &bytes, oracle);
        }
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
    ] {
        for bytes in corpus(target) {
            body(&bytes);
        }
        for bytes in streams(20_000, 120) {
            body(&bytes);
        }
    }
}

fn plain_dump(program: &Program) -> Result<String, String> {
    plain::run(program).map_err(|stop| stop.to_string())
}

#[test]
fn programs_over_the_corpus() {
    for bytes in corpus("programs") {
        programs(&bytes, plain_dump);
    }
}
