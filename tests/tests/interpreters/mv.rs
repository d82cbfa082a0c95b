//! MV instructions (s. 3.5): where words go, by hand from the pseudocode.

use super::{integers, machine, pattern, set};
use oracle::interpreters::mncore2::{Element, Machine};

/// Words `base`, `base + 1`, ... in the DRAM of a group.
fn dram(group: u8, address: u32, base: u64, count: u64) -> String {
    let words: String = (base..base + count).map(|word| format!("{word:016x}")).collect();
    format!("r {group} {address:09x} {count:03x} {words}\n")
}

/// L2BM q at 0: 10000 q and on.
fn l2bms(count: u64) -> String {
    (0..8)
        .map(|q| set(&format!("$lc0n{}c{}", q / 2, q % 2), 10_000 * q..10_000 * q + count))
        .collect()
}

fn everywhere() -> impl Iterator<Item = Element> {
    (0..4).map(Element::Group).chain((0..8).map(Element::L2b))
}

fn run(text: &str) -> Machine {
    machine(text, everywhere())
}

fn l2bm(machine: &Machine, address: u32) -> Vec<u64> {
    (0..8).filter_map(|q| machine.l2bm(q, address)).collect()
}

fn drams(machine: &Machine, address: u64) -> Vec<u64> {
    (0..4).filter_map(|g| machine.dram(g, address)).collect()
}

/// S. 3.5.8.2 to .12: a word goes through every memory of every group.
#[test]
fn copies() {
    let text = format!(
        "{}\
mvp/n128 $d64@2 $p128@3
mvp/n64 $p192@3 $p0@1
mvp/n64 $p0@1 $lc64@0.1
mvp/n64 $lc64@0.1 $d0@3
mvp/n64 $d0@3 $lc0@2.0
mvp/n64 $lc0@2.0 $p64@0
mvp/n64 $p64@0 $d512@1
d get $d517n1 1
",
        dram(2, 64, 500, 128)
    );
    assert_eq!(integers(&text), [500 + 64 + 5]);
    let parallel = (0..4).map(|g| dram(g, 0, 1000 * u64::from(g), 64)).collect::<String>()
        + "mvp/n64 $d0 $lc64@.1\nmvp/n64 $lc64@.1 $p64\nmvp/n64 $p64 $lc0@.0\nmvp/n64 $lc0 $d64\n";
    let machine = run(&parallel);
    assert_eq!(drams(&machine, 64 + 9), [9, 1009, 2009, 3009]);
    assert_eq!(l2bm(&machine, 9), [9, 0, 1009, 0, 2009, 0, 3009, 0]);
}

/// S. 3.5.3: sizes add up; MN-D51: addresses go round, MN-D59: a unit after the other.
#[test]
fn sizes() {
    let whole = format!("{}mvp/n192 $d0@0 $p0@1\n", dram(0, 0, 7, 192));
    let parts = format!("{}mvp/n128 $d0@0 $p0@1\nmvp/n64 $d128@0 $p128@1\n", dram(0, 0, 7, 192));
    let [whole, parts] = [whole, parts].map(|text| run(&text));
    for address in 0..256 {
        assert_eq!(whole.pdm(1, address), parts.pdm(1, address));
    }
    let wrapped = run(&format!("{}mvp/n128 $d0@0 $p524224@1\n", dram(0, 0, 7, 128)));
    assert_eq!((wrapped.pdm(1, 524_287), wrapped.pdm(1, 0)), (Some(70), Some(71)));
    let overlap = run(&format!(
        "{}mvp/n192 $d0@0 $p0@0\nmvp/n128 $p0@0 $lc0@0.0\nmvp/n128 $lc0@0.0 $p64@0\n",
        dram(0, 0, 0, 192)
    ));
    assert_eq!(overlap.pdm(0, 64 + 70), Some(70));
}

/// S. 3.5.8.13 to .15.
#[test]
fn within_a_group() {
    let both = run(&format!("{}mvb2/n64 $d0 $lc0\n", dram(2, 0, 100, 64)));
    assert_eq!(l2bm(&both, 3), [0, 0, 0, 0, 103, 103, 0, 0]);
    let sums = run(&format!("{}mvr2liadd/n64 $lc0 $d64\nmvr2liadd/n64 $lc0@3 $p0@3\n", l2bms(64)));
    assert_eq!(drams(&sums, 64 + 5), [10_010, 50_010, 90_010, 130_010]);
    assert_eq!((sums.pdm(3, 5), sums.pdm(2, 5)), (Some(130_010), Some(0)));
}

/// S. 3.5.8.16, .17: halves of each group's DRAM to and from both numbers of L2B; unit 1 behind.
#[test]
fn between_groups() {
    let text: String = (0..4).map(|g| dram(g, 0, 1000 * u64::from(g), 64)).collect();
    let down = run(&format!("{text}mvb4/n128 $d0 $lc0\n"));
    // Word 64 + 16 * 3 + 2 of L2B l: DRAM 3 at 32 + 16 l + 2.
    assert_eq!(l2bm(&down, 64 + 50), [3034, 3050, 3034, 3050, 3034, 3050, 3034, 3050]);
    let up = run(&format!("{}mvr4liadd/n128 $lc0 $d0\n", l2bms(128)));
    // DRAM g at 32 + 16 + 2: L2B 1, word 64 + 16 g + 2, of q = 1, 3, 5, 7.
    let sum = |g: u64| 160_000 + 4 * (64 + 16 * g + 2);
    assert_eq!(drams(&up, 50), [sum(0), sum(1), sum(2), sum(3)]);
    let lower = |g: u64| 120_000 + 4 * (64 + 16 * g + 2);
    assert_eq!(drams(&up, 34), [lower(0), lower(1), lower(2), lower(3)]);
}

/// S. 3.5.8.18 to .21.
#[test]
fn all_l2bms() {
    let text: String = (0..4).map(|g| dram(g, 0, 1000 * u64::from(g), 64)).collect();
    let pdm = run(&format!("{text}mvp/n64 $d0@2 $p0@2\nmvb/n64 $p0@2 $lc0\n"));
    assert_eq!(l2bm(&pdm, 9), [2009; 8]);
    let joined = run(&format!("{text}mvb/n128 $d0 $lc0\n"));
    assert_eq!(l2bm(&joined, 64 + 50), [3018; 8]);
    let sums = run(&format!("{}mvrliadd/n128 $lc0 $p0@1\nmvrliadd/n128 $lc0 $d0\n", l2bms(128)));
    assert_eq!(sums.pdm(1, 100), Some(280_800));
    let sum = |g: u64| 280_000 + 8 * (64 + 16 * g + 2);
    assert_eq!(drams(&sums, 18), [sum(0), sum(1), sum(2), sum(3)]);
}

/// S. 3.5.8.22 to .25: scattered, and gathered again.
#[test]
fn scattered() {
    let text: String = pattern(1024)
        .collect::<Vec<_>>()
        .chunks(256)
        .enumerate()
        .map(|(i, words)| {
            let words: String = words.iter().map(|word| format!("{word:016x}")).collect();
            format!("r 1 {:09x} 100 {words}\n", 256 * i)
        })
        .collect::<String>()
        + "mvp/n1024 $d0@1 $p0@1\n";
    let word = |i: usize| pattern(1024).nth(i).expect("a word");
    let machine = run(&format!("{text}mvd/n128 $p0@1 $lc64\nmvd/n128 $lc64 $p1024@2\n"));
    // Unit 1, j = 2, q: PDM 512 + 16 (16 + q) + 3 to L2BM 64 + 64 + 32 + 3.
    let expected: Vec<u64> = (0..8).map(|q| word(512 + 16 * (16 + q) + 3)).collect();
    assert_eq!(l2bm(&machine, 163), expected);
    assert!((0..1024).all(|i| machine.pdm(2, 1024 + i) == machine.pdm(1, i)));
    let machine = run(&format!("{text}mvd/n128 $p0@1 $d1024\nmvd/n128 $d1024 $p0@3\n"));
    let expected: Vec<u64> = (0..4).map(|g| word(64 + 16 * g + 3)).collect();
    assert_eq!(drams(&machine, 1024 + 16 + 3), expected);
    assert!((0..128).all(|i| machine.pdm(3, i) == machine.pdm(1, i)));
}

/// S. 3.5.6: the example, with entries 5, 50, 3, 900.
#[test]
fn indirect() {
    let dar = |group: u8| {
        let entries = [5 << 32 | 50, 3 << 32 | 900];
        format!("{}l2bmdars $lc0@.0 $dar512; l2bmdarw\n", set(&format!("$lc0n{group}c0"), entries))
    };
    let data = format!("{}{}mvp/n256 $d0@0 $p1600@1\n", dar(2), dram(0, 0, 1, 256));
    let machine = run(&format!("{data}mvp/n256nd4 $p1600@1 $di512@2\n"));
    let at = |access: u64| machine.dram(2, 16 * access + 1);
    assert_eq!((at(7), at(8), at(50), at(53)), (Some(34), Some(50), Some(66), Some(114)));
    // What the first entry wrote at 5 and 6 is overwritten through the third.
    assert_eq!((at(5), at(6)), (Some(162), Some(178)));
    assert_eq!((at(3), at(900), at(903)), (Some(130), Some(194), Some(242)));
    let machine = run(&format!("{data}mvp/n256 $p1600@1 $di512@2\n"));
    let at = |access: u64| machine.dram(2, 16 * access + 1);
    assert_eq!((at(5), at(20), at(50)), (Some(2), Some(242), Some(0)));
    // From DRAM, through the entries of its own group.
    let back = run(&format!("{data}mvp/n256nd4 $p1600@1 $di512@2\nmvp/n128nd2 $di513@2 $p0@0\n"));
    let pdm = |access: u64| back.pdm(0, 16 * access);
    assert_eq!((pdm(0), pdm(1), pdm(2), pdm(3)), (Some(65), Some(81), Some(129), Some(145)));
}
