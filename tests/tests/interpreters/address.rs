//! Addresses of PE memories, forwarding, and the order of a step (s. 3.6.1, 3.6.3.9).

use super::{integers, pattern, set};

/// A long word in each even address of LM0: half its address.
fn counted(rest: &str) -> Vec<u64> {
    integers(&format!("{}{rest}", set("$lm0n0c0b0m0", 0..64)))
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
