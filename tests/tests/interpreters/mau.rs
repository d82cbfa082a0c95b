//! The MAU and matrix registers (s. 3.6.9 to 3.6.11): which elements meet which, and what comes out.

use super::{contents, set};

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
