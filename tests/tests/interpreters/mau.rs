//! The MAU and matrix registers (s. 3.6.9 to 3.6.11): which elements meet which, and what comes out.

use super::{contents, integers, set, stop};
use oracle::interpreters::mncore2::Stop;

/// Numbers that a program prints with `getf` or `getd`, one text for each line.
fn numbers(text: &str) -> Vec<String> {
    let printed = |line: &String| line.split_once(") (").expect("patterns").0[1..].to_owned();
    contents(text).iter().map(printed).collect()
}

/// Doubles by their value.
fn d(value: f64) -> u64 {
    value.to_bits()
}

/// S. 3.6.9.3: A x in two steps. A block holds the same numbers in other patterns.
#[test]
fn double_matrix() {
    let mut text = String::new();
    for p in 0..4_u64 {
        // Column p of A: 1 + row + 4 p; vector: p + 1; addend 100 p.
        text += &set(&format!("$lm0n0c0b0m0p{p}"), (0..4).map(|row| d((1 + row + 4 * p) as f64)));
        text += &set(&format!("$lr0n0c0b0m0p{p}"), [d((p + 1) as f64)]);
        text += &set(&format!("$ls0n0c0b0m0p{p}"), [d((100 * p) as f64)]);
    }
    text += "\
dbfn $lm0v $nowrite
dmwrite $aluf $lx0
dbfn $lr0 $nowrite
dmmulu $lx $aluf $nowrite; lpassa $aluf $t
dmfmad $lx $t $mauf $ln8v
dmfmau $lx -$t $ls0 $ln16v
d getd $ln8n0c0b0m0 1
d getd $ln16n0c0b0m0 1
";
    // Row i: sum over p of (1 + i + 4 p)(p + 1) = 10 (1 + i) + 4 * 20.
    let expected = ["90", "100", "110", "120", "-90", "0", "200", "300"];
    assert_eq!(numbers(&text), expected);
}

// Blocks over the four PEs of a MAB (s. 3.6.12.12, 4.4), and how they print.

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

// Write masks and zero flush (s. 3.6.2).

const ONES: u64 = u64::MAX;

/// LM0 with ones in 16 long words.
fn ones() -> String {
    super::set("$lm0n0c0b0m0p0", [ONES; 16])
}

/// Flags 9 in every cycle.
const NINE: &str = "\
d set $ln0n0c0b0m0 4 h0_1_1_0h0_1_1_0h0_1_1_0h0_1_1_0
spassa $ln0v $omr3
nop
";

/// LW width: half words of the first long word, the second always; 2LW width: single words.
#[test]
fn widths() {
    let copy = |mask: &str| {
        let text = format!("{}{NINE}lpassa $llm0v $llr0v/{mask}\nd get $lr0n0c0b0m0p0 8\n", ones());
        integers(&text)
    };
    let (long, double) = (0xffff_0000_0000_ffff, [0xffff_ffff_0000_0000, 0x0000_0000_ffff_ffff]);
    assert_eq!(copy("$imr3p"), [long, ONES].repeat(4));
    assert_eq!(copy("$llimr3"), double.repeat(4));
    let narrow = format!("{}{NINE}lpassa $lm0v $lr0v/$llimr3t\nd get $lr0n0c0b0m0p0 4\n", ones());
    assert_eq!(integers(&narrow), [double[0]; 4]);
    let single = format!("{}{NINE}lpassa $lm0v $r0v/$imr3\nd get $lr0n0c0b0m0p0 2\n", ones());
    assert_eq!(integers(&single), [0xffff_0000_ffff_0000; 2]);
    let t = format!(
        "{}{NINE}lpassa $llm0v $t/$imr3\nd get $lltn0c0b0m0p0 1\nlpassa $t $llr0v\nd get $lr0n0c0b0m0p0 2",
        ones()
    );
    assert_eq!(integers(&t)[1..], [long, ONES]);
}

/// A base address register is written bit by bit, too: its 12 bits are in the lowest half word.
#[test]
fn masked_base_address() {
    let text = |mask: &str| {
        format!(
            "imm ui\"0x00ff00ff\" $lr0\nnop\nlpassa $lr0 $lmb\nlpassa $peid $lmb{mask}\nlpassa $subpeid $lm0\n"
        )
    };
    let word =
        |text: String, address: u32| integers(&format!("{text}d get $lm{address}n0c0b0m0p1 1\n"));
    // PE 1: the register holds 1, cut to 0; or what it was, 0xff, cut to 0xfe.
    assert_eq!(word(text(""), 0), [1]);
    assert_eq!(word(text("/0000"), 254), [1]);
    // Flags 9 let the lowest half word through, flags 6 do not.
    assert_eq!(word(format!("{NINE}{}", text("/$imr3")), 0), [1]);
    let six = NINE.replace("h0_1_1_0", "h1_0_0_1");
    assert_eq!(word(format!("{six}{}", text("/$imr3")), 254), [1]);
}
