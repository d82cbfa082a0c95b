//! Transfers between L1BM and PEs (s. 3.6.8).

use super::{integers, machine, pattern, set};
use oracle::interpreters::mncore2::Element;

/// S. 3.6.8.2: the two programs that do the same.
#[test]
fn turnaround() {
    let data = "lpassa $peid $lr0v\nlinc $lr0v $lr8v\nnop\n";
    let quick = "\
l1bmm@2 $lr0v $lb0
l1bmm $lbi $lm0v; l1bmm@2 $lr8v $lb16
l1bmm $lbi $lm8v
";
    let slow = "\
l1bmm@2 $lr0v $lb0
l1bmm@2 $lr8v $lb16
nop
nop
l1bmm $lb0 $lm0v
l1bmm $lb16 $lm8v
";
    let get = "d get $lm0n0c0b0m7 8\nd get $lb0n0c0b0 32\n";
    let [quick, slow] = [quick, slow].map(|way| integers(&format!("{data}{way}{get}")));
    assert_eq!(quick, slow);
    assert_eq!(quick[..9], [8, 8, 8, 8, 9, 9, 9, 9, 9]);
}

/// The turnaround register is written by transfers with an address, too; not by `noforward` steps;
/// reading leaves it as it is (MN-D103).
#[test]
fn turnaround_keeps() {
    let text = "\
lpassa $peid $lr0v
l1bmm@1 $lr0v $lbi
l1bmm@2 $lr0v $lbi; noforward
nop
lpassa $lr0v $ln0v
l1bmm $lbi $lm0v
l1bmm $lbi $lm8v
d get $lm0n0c0b0m9p3 8
d get $lb0n0c0b0 1
";
    assert_eq!(integers(text), [7, 7, 7, 7, 7, 7, 7, 7, 0]);
}

/// S. 3.6.8.10 to .13, .16 to .19: where the words of PEs go.
#[test]
fn up() {
    // PE p of MAB m holds 4 m + p, and 100 more in the second long word.
    let data = "\
lpassa $peid $lr[0,4,8,12]
d set $ls0 1 0000000000000064
nop
ladd $peid $ls0 $lr[2,6,10,14]
nop/2
";
    let sent = |transfer: &str, words: usize| {
        let machine = machine(&format!("{data}{transfer}\n"), [Element::L1b(0)]);
        (0..words).filter_map(|i| machine.l1bm(0, i as u32)).collect::<Vec<u64>>()
    };
    assert_eq!(sent("l1bmm@5 $llr0v $lb0", 5), [20, 21, 22, 23, 20]);
    assert_eq!(sent("l1bmm@5 $llr0v $llb0", 9), [20, 21, 22, 23, 120, 121, 122, 123, 20]);
    let four = sent("l1bmm4@1 $llr0v $lb0", 17);
    assert_eq!(four, [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 52, 53, 54, 55, 4]);
    let wide = sent("l1bmm4@1 $llr0v $llb0", 33);
    assert_eq!(wide[..9], [4, 5, 6, 7, 104, 105, 106, 107, 20]);
    assert_eq!(wide[28..], [152, 153, 154, 155, 4]);
    let all = sent("l1bmd+1 $llr0v $lb0", 65);
    assert_eq!((all[0], all[3], all[4], all[64]), (60, 63, 0, 60));
    // 16 times p and 4 times the sum of 0 to 15.
    assert_eq!(sent("l1bmrliadd $llr0v $lb0", 5), [480, 496, 512, 528, 480]);
    let sums = sent("l1bmr4liadd $llr0v $lb0", 17);
    assert_eq!(sums[..5], [24, 28, 32, 36, 88]);
    assert_eq!((sums[15], sums[16]), (228, 24));
    assert_eq!(sent("l1bmrlbor $llr0v $llb0", 9), [60, 61, 62, 63, 252, 253, 254, 255, 60]);
}

/// S. 3.6.8.13: sums of four singles of each PE, extended before or shortened after.
#[test]
fn sums_of_singles() {
    let text = |transfer: &str| {
        format!(
            "d set $llr0n0c0b0 1 3f800000400000004040000040800000\n\
             d set $lr4n0c0b0 1 3e00400041004200\n{transfer}\n"
        )
    };
    let sent = |transfer: &str, words: u32| {
        let machine = machine(&text(transfer), [Element::L1b(0)]);
        (0..words).filter_map(|i| machine.l1bm(0, i)).collect::<Vec<u64>>()
    };
    // 1, 2, 3, 4 by 16
    let (low, high) = (0x4180_0000_4200_0000, 0x4240_0000_4280_0000);
    let halves = 0x4600_4800_4900_4a00;
    let wide = [[low; 4], [high; 4]].concat();
    assert_eq!(sent("l1bmrffadd $llr0 $llb0", 8), wide);
    assert_eq!(sent("l1bmrffadd $lr4e $llb0", 8), wide);
    assert_eq!(sent("l1bmrffaddr $llr0 $lb0", 4), [halves; 4]);
    assert_eq!(sent("l1bmrffaddr $lr4e $lb0", 4), [halves; 4]);
    assert_eq!(sent("l1bmrhfadd $lr4 $lb0", 5), [halves; 5]);
    assert_eq!(sent("l1bmrffadd $llr0 $lb0", 4), [low; 4]);
    assert_eq!(sent("l1bmr4hfadd $lr4 $lb0", 17), [0x4200_4400_4500_4600; 17]);
}

/// A reduction in another PE order than the pseudocode's would show here: a single MAB counts.
#[test]
fn one_mab_of_sixteen() {
    let mut text = String::new();
    for (p, word) in pattern(4).enumerate() {
        text += &set(&format!("$lm0n0c0b0m6p{p}"), [word]);
    }
    let machine = machine(&format!("{text}l1bmrlbor $lm0 $lb0\n"), [Element::L1b(0)]);
    let sent: Vec<u64> = (0..4).filter_map(|i| machine.l1bm(0, i)).collect();
    assert_eq!(sent, pattern(4).collect::<Vec<_>>());
}
