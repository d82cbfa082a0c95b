//! The ALU (s. 3.6.12).

use super::{contents, integers};

/// S. 3.6.12.4: from PE p - 1, or from PE p + 1; the second long word is the own one.
#[test]
fn shifts_between_pes() {
    let data = "lpassa $subpeid $lr[0,4,8,12]\nlpassa $peid $lr[2,6,10,14]\nnop/2\n";
    let words = |step: &str| integers(&format!("{data}{step}\nd get $ls0n0c0b0m1 2\n"));
    assert_eq!(words("msl $llr0v $lls0v"), [3, 4, 0, 5, 1, 6, 2, 7]);
    assert_eq!(words("msr $llr0v $lls0v"), [1, 4, 2, 5, 3, 6, 0, 7]);
    assert_eq!(words("msl $peid $lls0v"), [7, 4, 4, 5, 5, 6, 6, 7]);
}

const DATA: &str = "\
d set $llr0n0c0b0m0p0 1 00000001ffffffff00000000000000ab
d set $lls0n0c0b0m0p0 1 00000002000000010000000000000cde
";

/// What a step leaves in LM1: two long words, and the flags of entry 1.
fn step(expression: &str) -> (Vec<u64>, String) {
    let text = format!("{DATA}{expression} $lln0 $omr1\nd get $ln0n0c0b0m0p0 2\n");
    let flags = contents(&format!("{text}d get $omr1n0c0b0m0p0 1\n"));
    (integers(&text), flags[2].clone())
}

#[track_caller]
fn gives(expression: &str, words: [u64; 2], flags: u8) {
    assert_eq!(step(expression), (words.to_vec(), format!("Mask{{{flags}}}")), "{expression}");
}

/// Elements by precision, and the second long word of the first input (table 3.9, 3.11).
#[test]
fn elements_and_flags() {
    gives("ladd $llr0 $lls0", [0x0000_0004_0000_0000, 0xab], 15);
    gives("iadd $llr0 $lls0", [0x0000_0003_0000_0000, 0xab], 15);
    gives("uiadd $llr0 $lls0", [0x0000_0003_0000_0000, 0xab], 12);
    gives("sadd $llr0 $lls0", [0x0000_0003_ffff_0000, 0xab], 13);
    gives("isub $lls0 $llr0", [0x0000_0001_0000_0002, 0xcde], 15);
    gives("sdec $llr0", [0xffff_0000_fffe_fffe, 0xab], 4);
    gives("usdec $llr0", [0xffff_0000_fffe_fffe, 0xab], 7);
    gives("lnot $llr0", [0xffff_fffe_0000_0000, 0xab], 0);
    gives("ilnot $llr0", [0, 0xab], 15);
    gives("slnot $llr0", [0x0001_0000_0000_0000, 0xab], 7);
    gives("imax $llr0 $lls0", [0x0000_0002_0000_0001, 0xab], 0);
    gives("uimax $llr0 $lls0", [0x0000_0002_ffff_ffff, 0xab], 3);
    gives("sxor $llr0 $lls0", [0x0000_0003_ffff_fffe, 0xab], 8);
    gives("llsl $llr0 $lls0", [0x0000_0003_ffff_fffe, 0xab], 0);
    gives("ipackbit $llr0 $lls0", [0x0000_0002_ffff_fffe, 0xab], 15);
    gives("ipassa $llr0", [0x0000_0001_ffff_ffff, 0xab], 0);
}

/// What passes is the second long word of the first input, whichever input the rest comes from.
#[test]
fn relu() {
    gives("frelu $lls0 $llr0", [0x0000_0001_ffff_ffff, 0xcde], 15);
    gives("frelu $llr0 $lls0", [0x0000_0002_8000_0000, 0xab], 12);
}

/// All of the path (s. 3.6.12.2, .3), and never a flag.
#[test]
fn whole_path() {
    gives("zero", [0, 0], 0);
    gives("imm ui\"0x01234567\"", [0x0123_4567_0123_4567; 2], 0);
    gives("immu i\"-1\"", [0xffff_ffff_0000_0000; 2], 0);
}

/// A narrow operand leaves zeros, and they count (MN-D41, MN-D95).
#[test]
fn narrow_operands() {
    gives("iinc $r1", [0x0000_0000_0000_0001, 0], 15);
    gives("ipassa $r1", [0xffff_ffff_0000_0000, 0], 3);
}

/// S. 3.6.12.19: four singles become four halves at one port; the second long word is 0 if that
/// port is the first.
#[test]
fn shortened_inputs() {
    let data = "\
d set $llr0n0c0b0m0p0 1 3f800000c00000004040000040800000
d set $lls0n0c0b0m0p0 1 00000000000000000000000000000cde
";
    let words = |step: &str| integers(&format!("{data}{step}\nd get $ln0n0c0b0m0p0 2\n"));
    let halves = 0x3e00_c000_4100_4200;
    assert_eq!(words("hpassa $llr0r $lln0"), [halves, 0]);
    assert_eq!(words("sor $lls0 $llr0r $lln0"), [halves, 0xcde]);
    assert_eq!(words("sor $llr0r $lls0 $lln0"), [halves, 0]);
    assert_eq!(words("hfloor $llr0r $lln0"), [halves, 0]);
}

/// S. 3.6.12.14: the signs of four halves in each half word.
#[test]
fn packed_signs() {
    let mut text = String::new();
    for (i, word) in
        ["8000000000008000", "0000800000008000", "0000000080008000", "8000000000000000"]
            .iter()
            .enumerate()
    {
        text += &format!("d set $lm{}n0c0b0m0p0 1 {word}\n", 8 * i);
    }
    text += "\
hpackbit $msb1 $lm0v $nowrite
hpackbit $aluf $lm8v $nowrite
hpackbit $aluf $lm16v $nowrite
hpackbit $aluf $lm24v $ls0v
d get $ls0n0c0b0m0p0 1
";
    assert_eq!(integers(&text), [0x0009_0004_0002_000e]);
}
