//! Write masks and zero flush (s. 3.6.2).

use super::integers;

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
