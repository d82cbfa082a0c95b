//! `d set` (s. 3.4.4): what a `d get` then finds.

use super::contents;

fn values(source: &str) -> Vec<String> {
    contents(source).iter().map(|line| line[line.rfind("(0x").unwrap()..].to_owned()).collect()
}

#[test]
fn levels_left_out_are_all_set() {
    let source = "d set $lr0n1b2p3 1 00000000000000AB\nd getd $lr0 1\n";
    let set: Vec<String> =
        contents(source).into_iter().filter(|line| line.ends_with("ab)")).collect();
    assert_eq!(set.len(), 32);
    assert!(
        set.iter()
            .all(|line| line.contains("(n1c") && line.contains("b2m") && line.contains("p3,0"))
    );
}

#[test]
fn single_words_take_the_upper_half_of_each_word() {
    let source = "d set $ln2n0c0b0m0p0 1 FFFFFFFFFFFFFFFF\n\
                  d set $n1n0c0b0m0p0 2 1111111122222222333333334444444\
                  4\nd getd $ln0n0c0b0m0p0 2\n";
    assert_eq!(values(source), ["(0x0000000011111111)", "(0x33333333ffffffff)"]);
}

#[test]
fn wide_words_take_two() {
    let source = "d set $llb3n0c0b0 2 l1l2l3l4\nd getd $lb3n0c0b0 4\n\
                  d set $lls4n0c0b0m0p0 1 s1_2h1_2_3_4\nd getd $ls4n0c0b0m0p0 2\n\
                  d set $lc32767n3c1 1 lff\nd getd $lc32767n3c1 1\n";
    assert_eq!(
        values(source),
        [
            "(0x0000000000000001)",
            "(0x0000000000000002)",
            "(0x0000000000000003)",
            "(0x0000000000000004)",
            "(0x0000000100000002)",
            "(0x0001000200030004)",
            "(0x00000000000000ff)",
        ]
    );
}

#[test]
fn t_takes_a_word_a_cycle() {
    let source = "d set $lltn0c0b0m0p0 4 l1l2l3l4l5l6l7l8\nd set $tn0c0b0m0p0 2 lalb\n\
                  d getd $lltn0c0b0m0p0 3\n";
    let lines = contents(source);
    let word = |w: u64| format!("(0) (0x{w:016x})");
    for (line, [hi, lo]) in lines.iter().zip([[10, 2], [11, 4], [5, 6]]) {
        assert!(line.ends_with(&format!(":{{{}, {}}}", word(hi), word(lo))), "{line}");
    }
}
