//! Addresses of PE memories, forwarding, and the order of a step (s. 3.6.1, 3.6.3.9).

use super::{integers, pattern, set};

/// A long word in each even address of LM0: half its address.
fn counted(rest: &str) -> Vec<u64> {
    integers(&format!("{}{rest}", set("$lm0n0c0b0m0", 0..64)))
}

#[test]
fn strides_and_lists() {
    let lists = counted("lpassa $lm8v4 $lr0v\nlpassa $lm6 $lr8v\nd get $lr0n0c0b0m0p0 8\n");
    assert_eq!(lists, [4, 6, 8, 10, 3, 3, 3, 3]);
    // S. 3.6.1.6
    let flat = counted("lpassa $lm[0,4,10,14] $ln0v\nd get $ln0n0c0b0m0p0 4\n");
    assert_eq!(flat, [0, 2, 5, 7]);
    let words = counted("lpassa $m1v2 $r0v\nd get $lr0n0c0b0m0p0 2\n");
    assert_eq!(words, [0x0000_0000_0000_0001, 0x0000_0002_0000_0003]);
}

/// MN-D53: the last cycle wins.
#[test]
fn later_cycles_win() {
    assert_eq!(counted("lpassa $lm2v $lr0\nd get $lr0n0c0b0m0p0 2\n"), [4, 0]);
}

/// MN-D78: in PEs up to the number, one access width more.
#[test]
fn within_a_mab() {
    let text = "lpassa $lm4vj1 $lr0v\nd get $lr0n0c0b0m0 2\n";
    assert_eq!(counted(text), [3, 4, 3, 4, 2, 3, 2, 3]);
}

/// MN-D48, MN-D50: the whole MSB-side long word of T counts, and the sum is cut to the width.
#[test]
fn through_t() {
    let t = set("$tn0c0b0m0", [4, 7, 0x1_0000_0000_0000, 4096 + 10]);
    assert_eq!(counted(&format!("{t}lpassa $lmt $lr0v\nd get $lr0n0c0b0m0p0 4\n")), [2, 3, 0, 5]);
    assert_eq!(
        counted(&format!("{t}lpassa $lmt8v $lr0v\nd get $lr0n0c0b0m0p0 4\n")),
        [6, 8, 6, 12]
    );
    let written = format!("{t}lpassa $subpeid $lmt0\nd get $lm4n0c0b0m0p3 4\n");
    assert_eq!(counted(&written), [3, 3, 4, 3]);
}

/// MN-D49: the base counts for reads and writes of its memory alone, from the next step on.
#[test]
fn base_address() {
    let text = "\
imm ui\"0xfffff006\" $lr0
nop
lpassa $lr0 $lmb
nop
lpassa $lm0v $lr0v
lpassa $subpeid $lm8
zero $mb
nop/2
lpassa $lm0v $lr8v
d get $lr0n0c0b0m0p1 8
d get $lm14n0c0b0m0p1 1
";
    assert_eq!(counted(text), [3, 4, 5, 6, 0, 1, 2, 3, 1]);
    let same_step = "lpassa $lm4 $lr0 $lmb\nnop\nlpassa $lm4 $lr2\nd get $lr0n0c0b0m0p3 2\n";
    assert_eq!(counted(same_step), [2, 3]);
    // A single-word access takes the upper single word.
    let single = "lpassa $lm4 $mb\nnop\nlpassa $lm4 $lr2\nd get $lr2n0c0b0m0p3 1\n";
    assert_eq!(counted(single), [2]);
    let own_memory = "lpassa $lm4 $lnb\nnop\nlpassa $lm4 $lr2\nd get $lr2n0c0b0m0p3 1\n";
    assert_eq!(counted(own_memory), [2]);
}

/// A read in the step of a write sees the state from before the step.
#[test]
fn snapshot() {
    assert_eq!(counted("linc $lm0v $lm0v\nd get $lm0n0c0b0m0p2 5\n"), [1, 2, 3, 4, 4]);
    let sent =
        "l1bmm@0 $lm8v $lb0; lpassa $ln8v $lm8v\nd get $lb0n0c0b0 8\nd get $lm8n0c0b0m0p1 2\n";
    assert_eq!(counted(sent), [4, 4, 4, 4, 5, 5, 5, 5, 0, 0]);
}

/// MN-D43, MN-D44: what the units put out last; `nop` and `noforward` steps do not count.
#[test]
fn forwarding() {
    let text = "\
lpassa $llm0v $nowrite
nop
lpassa $llm16v $lls0v; noforward
lpassa $aluf $llr0v
lpassa $aluf $llr16v
d get $lr0n0c0b0m0p0 16
";
    let copy: Vec<u64> = (0..8).collect();
    assert_eq!(counted(text), [copy.clone(), copy].concat());
    let lbf =
        "l1bmm@0 $lm0v $lb0\nnop/2\nl1bmm $lb0 $ln0\nlpassa $lbf $lr0v\nd get $lr0n0c0b0m0p0 4\n";
    assert_eq!(counted(lbf), [0, 1, 2, 3]);
    let mread =
        "dmwrite $lm0v $lx0\ndmread $lx0 $nowrite\nlpassa $mreadf $lr0v\nd get $lr0n0c0b0m0p2 4\n";
    assert_eq!(counted(mread), [2; 4]);
}

/// S. 3.6.1.20.
#[test]
fn constants() {
    let text = "\
lpassa $l2bid $lr0
lpassa $l1bid $lr2
lpassa $mabid $lr4
lpassa $peid $lr6
lpassa $subpeid $lr8
spassa $peid $lr10
d get $lr0n2c1b5m11p3 6
";
    let own = 0x002f_002f_002f_002f;
    assert_eq!(integers(text), [5, 5, 11, 47, 3, own]);
}

/// Words of `d set` come back in `d get`, in every memory that takes them.
#[test]
fn set_and_get() {
    let words: Vec<u64> = pattern(4).collect();
    let place = "n1c1b3m9p2";
    for memory in ["$lm8", "$ln8", "$lr8", "$ls8", "$lt", "$lb8", "$lc8"] {
        let levels = match memory {
            "$lb8" => &place[..6],
            "$lc8" => &place[..4],
            _ => place,
        };
        let text = format!(
            "{}d get {memory}{levels} 4\n",
            set(&format!("{memory}{levels}"), words.clone())
        );
        assert_eq!(integers(&text), words, "{memory}");
    }
}
