//! Blocks over the four PEs of a MAB (s. 3.6.12.12, 4.4), and how they print.

use super::{contents, integers, set, stop};
use oracle::plain::mncore2::Stop;

/// A value in each PE that makes another exponent the largest one of each block.
fn data() -> String {
    let mut text = String::new();
    for (p, words) in [
        // SW 0: 1, 2, 4, 8; SW 1: 16, 1, 1, 1
        [0x3f80_0000_4180_0000, 0x1234],
        [0x4000_0000_3f80_0000, 0x1234],
        [0x4080_0000_3f80_0000, 0x1234],
        [0x4100_0000_3f80_0000, 0x1234],
    ]
    .into_iter()
    .enumerate()
    {
        text += &set(&format!("$lr0n0c0b0m0p{p}"), words);
    }
    text
}

/// The second long word passes, but for half.
#[test]
fn which_elements_are_a_block() {
    let words = |step: &str, pe: u8| {
        integers(&format!("{}{step} $llr0 $lln0\nd get $ln0n0c0b0m0p{pe} 2\n", data()))
    };
    // Two blocks of four: common exponents of 8 and 16.
    assert_eq!(words("fbfn", 0), [0x4108_0000_41c0_0000, 0x1234]);
    assert_eq!(words("fbfn", 3), [0x4140_0000_4184_0000, 0x1234]);
    // One of eight: of 16.
    assert_eq!(words("gbfn", 0), [0x4184_0000_41c0_0000, 0x1234]);
    assert_eq!(words("gbfn", 3), [0x41a0_0000_4184_0000, 0x1234]);
    // As doubles they are of one block, too: 3f8, 400, 408, 410.
    assert_eq!(words("dbfn", 3)[0] >> 52, 0x410);
    assert_eq!(words("dbfn", 0)[0] >> 52, 0x410);
}

/// Half has a block in each long word; `r` leaves nothing for the second.
#[test]
fn halves() {
    let mut text = String::new();
    for (p, word) in ["3e003e003e003e0042004200420042", "3e003e003e003e004200420042004200"]
        .iter()
        .cycle()
        .take(4)
        .enumerate()
    {
        text += &format!("d set $llr0n0c0b0m0p{p} 1 {word:0>32}\n");
    }
    let words = |step: &str| integers(&format!("{text}{step} $lln0\nd get $ln0n0c0b0m0p1 2\n"));
    let [first, second] = words("hbfn/9 $llr0")[..] else { panic!("two words") };
    assert_eq!(second, 0x4300_4300_4300_4300);
    assert_eq!(first >> 57, 0x3e >> 1);
    assert_eq!(words("hbfn/7 $llr0")[1], 0x4640_4640_4640_4640);
    let single = "d set $llr0n0c0b0m0 1 3f8000003f8000003f8000003f800000\n";
    let shortened = integers(&format!("{single}hbfn/9 $llr0r $lln0\nd get $ln0n0c0b0m0p1 2\n"));
    assert_eq!(shortened, [0x3f00_3f00_3f00_3f00, 0]);
}

/// What `d get` makes of blocks: no hidden bit, common exponents, extended halves, five bits less.
#[test]
fn printed() {
    let line = |words: [&str; 4], get: &str| {
        let mut text = String::new();
        for (p, word) in words.iter().enumerate() {
            text += &format!("d set $lr0n0c0b0m0p{p} 1 {word}\n");
        }
        contents(&format!("{text}d {get} $lr0n0c0b0m0p0 1\n"))[0]
            .split_once(") (")
            .expect("patterns")
            .0[1..]
            .to_owned()
    };
    let one = "3fc000003fc00000";
    assert_eq!(line([one; 4], "getbf"), "1, 1");
    assert_eq!(
        line(
            ["bf80000140000000", "3f80000040600000", "3f80000040600000", "3f80000040600000"],
            "getbf"
        ),
        "-2.38419e-07, 0"
    );
    assert_eq!(line(["bf80001f3f800020", one, one, one], "getbg"), "-0, 7.62939e-06");
    assert_eq!(line(["3ff8000000000000"; 4], "getbd"), "1");
    assert_eq!(line(["0001000000000000"; 4], "getbd"), "0");
    assert_eq!(
        line(
            ["7ff8000000000000", "fff0000000000000", "7ff0000000000000", "7ff0000000000000"],
            "getbd"
        ),
        "inf"
    );
    // S. 4.4: 2^-14 beside the common exponent 1f; a zero beside it.
    let halves = ["00013f0080003e00", "3e003e003e003e00", "3e003e003e003e00", "3e003e003e003e00"];
    assert_eq!(line(halves, "getbh"), "6.10352e-05, 1, -0, 0");
    assert_eq!(line(["0001800000000000"; 4], "getbh"), "0, -0, 0, 0");
}

#[test]
fn invalid_blocks_stop() {
    let get = |word: &str, get: &str| {
        format!("d set $lr0n0c0b0m0p3 1 {word}\nd {get} $lr0n0c0b0m0p0 1\n")
    };
    assert!(matches!(stop(&get("3ff0000000000000", "getbd")), Stop::InvalidBlock(_)));
    // The block of SW 1 is another one, which is invalid as well as that of SW 0.
    assert!(matches!(stop(&get("000000003f800000", "getbf")), Stop::InvalidBlock(_)));
    assert!(matches!(stop(&get("000000003f800000", "getbg")), Stop::InvalidBlock(_)));
    // Halves may be extended.
    assert_eq!(
        contents(&get("3e003e003e003e00", "getbh")),
        ["(0, 0, 0, 0) (0x0000, 0x0000, 0x0000, 0x0000)"]
    );
}
