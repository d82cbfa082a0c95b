//! Examples of the developer manual, with the output that it prints.

use super::{contents, dump, integers};

/// S. 2.3.
#[test]
fn sample() {
    let expected = "\
DEBUG-LM0(n0c0b0m0p0,0):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $lm0n0c0b0m0 1
DEBUG-LM0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1) #d get $lm0n0c0b0m0 1
DEBUG-LM0(n0c0b0m0p2,0):(f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2) #d get $lm0n0c0b0m0 1
DEBUG-LM0(n0c0b0m0p3,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lm0n0c0b0m0 1
";
    assert_eq!(dump("lpassa $subpeid $lm0\nd get $lm0n0c0b0m0 1\n"), expected);
}

/// S. 3.4.3, example 1.
#[test]
fn halves() {
    let expected = "DEBUG-LM1(n0c0b0m0p0,0):(1.5, 1.5, 1.5, 1.5) (0x3f00, 0x3f00, 0x3f00, 0x3f00) \
                    #d geth $ln0n0c0b0m0p0 1\n";
    assert_eq!(dump("imm h\"1.5\" $ln0\nd geth $ln0n0c0b0m0p0 1\n"), expected);
}

/// S. 3.4.3, example 2.
#[test]
fn numbers_of_l1bs() {
    let lines = dump("lpassa $l1bid $lr0\nd get $lr0n0c0m0p0 1\n");
    let expected: String = (0..8)
        .map(|b| {
            format!(
                "DEBUG-GREG0(n0c0b{b}m0p0,0):(f:0, i:{{{{0x0,0x0}},{{0x0,0x{b}}}}}, v:0x{b}) \
                 #d get $lr0n0c0m0p0 1\n"
            )
        })
        .collect();
    assert_eq!(lines, expected);
}

/// S. 3.4.3, example 3.
#[test]
fn rows_of_singles() {
    let lines = dump("imm f\"1.5\" $nowrite\nfmwrite $aluf $lx0\nd getf $lx0n0c0b0m0 8\n");
    let row = |r: usize| {
        let word = if r < 4 {
            "(1.5, 1.5) (0x3fc00000, 0x3fc00000)"
        } else {
            "(0, 0) (0x00000000, 0x00000000)"
        };
        let words = [word; 4].join(", ");
        format!("DEBUG-MRx(n0c0b0m0,{r}):{{{words}}} #d getf $lx0n0c0b0m0 8\n")
    };
    assert_eq!(lines, (0..8).map(row).collect::<String>());
}

/// S. 3.4.3, example 4.
#[test]
fn blocks_of_doubles() {
    let lines = dump(
        "\
d set $lm0n0c0b0m0 1 3FF0000000000000 # 1.0
d set $lm2n0c0b0m0 1 4000000000000000 # 2.0
d set $lm4n0c0b0m0 1 4008000000000000 # 3.0
d set $lm6n0c0b0m0 1 4010000000000000 # 4.0
dbfn $lm0v $nowrite
dmwrite $aluf $lx0
d getbd $lx0n0c0b0m0 4
",
    );
    let row = |r: usize| {
        let pattern = ["3ff8", "4008", "400c", "4018"][r];
        let words = vec![format!("({}) (0x{pattern}000000000000)", r + 1); 4].join(", ");
        format!("DEBUG-MRx(n0c0b0m0,{r}):{{{words}}} #d getbd $lx0n0c0b0m0 4\n")
    };
    assert_eq!(lines, (0..4).map(row).collect::<String>());
}

/// S. 3.4.3, example 5.
#[test]
fn flags_of_a_subtraction() {
    let lines = dump(
        "\
imm i\"0\" $lr0
imm i\"1\" $lr2
imm i\"2\" $lr4
imm i\"3\" $lr6
nop
isub $subpeid $lr0v $omr1
d get $omr1n0c0b0m0 1
",
    );
    let line = |p: usize, cycle: usize| {
        let flags = if cycle <= p { 15 } else { 0 };
        format!("DEBUG-OMR(n0c0b0m0p{p},1):Mask{{{flags}}} #d get $omr1n0c0b0m0 1\n")
    };
    let expected = (0..4).flat_map(|p| (0..4).map(move |cycle| line(p, cycle)));
    assert_eq!(lines, expected.collect::<String>());
}

/// S. 3.4.3, example 6.
#[test]
fn flags_of_copies() {
    let flags = contents(
        "\
d set $lm0n0c0b0m0p0 1 h0000_1111_1111_0000
d set $lm2n0c0b0m0p0 1 h0000_0000_1111_1111
d set $lm4n0c0b0m0p0 1 h1111_0000_0000_0000
d set $lm6n0c0b0m0p0 1 h0000_0000_0000_0000
spassa $lm0v $omr1
lpassa $lm0v $omr2
d get $omr1n0c0b0m0p0 1
d get $omr2n0c0b0m0p0 1
d get $omr1n0c0b0m0p0 2
",
    );
    let expected = [9, 12, 7, 15, 0, 0, 0, 15, 9, 0, 12, 0, 7, 0, 15, 15];
    assert_eq!(flags, expected.map(|flags| format!("Mask{{{flags}}}")));
}

/// S. 3.4.4, examples 1 to 3.
#[test]
fn notations_of_a_payload() {
    let words = integers(
        "\
d set $lm0n0c0b0m0p0 2 h1_2_3_4h5_6_7_8
d set $lm4n0c0b0m0p0 2 laabblccdd
d set $lm8n0c0b0m0p0 2 l4321hf_e_d_c
d get $lm0n0c0b0m0p0 6
d set $lr0n0c0b0m0p0 2 s1_2s3_4
d get $lr2n0c0b0m0p0 1
d set $m0n0c0b0m0p1 2 h1_2_3_4h5_6_7_8
d get $lm0n0c0b0m0p1 2
",
    );
    let expected = [
        0x1_0002_0003_0004,
        0x5_0006_0007_0008,
        0xaabb,
        0xccdd,
        0x4321,
        0xf_000e_000d_000c,
        0x3_0000_0004,
        0x1_0002_0005_0006,
        0,
    ];
    assert_eq!(words, expected);
}

/// S. 3.4.4, example 4.
#[test]
fn entries_of_t() {
    let lines = contents(
        "\
d set $tn0c0b0m0p0 1 123456789abcdef0
d get $lltn0c0b0m0p0 4
d set $lltn0c0b0m0p0 2 111122223333444455556666777788889999aaaabbbbccccddddeeeeffff0000
d get $lltn0c0b0m0p0 4
",
    );
    let zero = "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)";
    let zeros = format!("{{{zero}, {zero}}}");
    assert_eq!(
        lines[0],
        format!(
            "{{(f:5.62635e-221, i:{{{{0x1234,0x5678}},{{0x9ABC,0xDEF0}}}}, v:0x123456789ABCDEF0), {zero}}}"
        )
    );
    assert_eq!(lines[1..4], [zeros.as_str(); 3]);
    assert_eq!(
        lines[4..6],
        [
            "{(f:1.80811e-226, i:{{0x1111,0x2222},{0x3333,0x4444}}, v:0x1111222233334444), \
             (f:1.19826e+103, i:{{0x5555,0x6666},{0x7777,0x8888}}, v:0x5555666677778888)}",
            "{(f:-2.35957e-185, i:{{0x9999,0xAAAA},{0xBBBB,0xCCCC}}, v:0x9999AAAABBBBCCCC), \
             (f:-1.46007e+144, i:{{0xDDDD,0xEEEE},{0xFFFF,0x0}}, v:0xDDDDEEEEFFFF0000)}"
        ]
    );
    assert_eq!(lines[6..], [zeros.as_str(); 2]);
}

/// S. 3.6.1.20.
#[test]
fn top_bits() {
    let words = integers("ipassa $msb1 $llr0\nd get $lr0n0c0b0m0p0 2\n");
    assert_eq!(words, [0x8000_0000_8000_0000; 2]);
}

/// S. 3.6.12.3.
#[test]
fn upper_immediate() {
    let words = integers("immu s\"1\" $llr0\nd get $lr0n0c0b0m0p0 2\n");
    assert_eq!(words, [0x1_0001_0000_0000; 2]);
}

/// S. 3.7.1: integers to single.
#[test]
fn integers_to_singles() {
    let mut text = String::new();
    for i in 0..8 {
        text += &format!("imm i\"{}\" $s{i}/1000\n", 100 + i);
    }
    text += "\
imm f\"8388608\" $lr0/1000
ior $ls0v $aluf $nowrite
fvadd $aluf -$lr0 $ls0v
d getf $ls0n0c0b0m0p0 4
";
    let printed: Vec<String> = contents(&text)
        .iter()
        .map(|line| line.split_once(") (").expect("patterns").0[1..].to_owned())
        .collect();
    assert_eq!(printed, ["100, 101", "102, 103", "104, 105", "106, 107"]);
}

/// S. 3.7.3: all destinations of one output.
#[test]
fn outputs_of_double_long_words() {
    let mut text = super::set("$lm0n0c0b0m0p0", [1, 2, 0, 4, 5, 6, 0, 0]);
    text += "lpassa $llm0v $ln0v $lls0v $omr1\n";
    text += "d get $ln0n0c0b0m0p0 5\nd get $ls0n0c0b0m0p0 8\n";
    assert_eq!(integers(&text), [1, 0, 5, 0, 0, 1, 2, 0, 4, 5, 6, 0, 0]);
    let flags = contents(&format!("{text}d get $omr1n0c0b0m0p0 1\n"));
    assert_eq!(flags[13..], ["Mask{0}", "Mask{15}", "Mask{0}", "Mask{15}"]);
}
