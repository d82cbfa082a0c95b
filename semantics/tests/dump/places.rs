//! Which elements are printed, and in which order.

use super::contents;

fn places(source: &str) -> Vec<String> {
    let lines = contents(source);
    let place =
        |line: &String| line[line.find('(').unwrap() + 1..line.find(')').unwrap()].to_owned();
    lines.iter().map(place).collect()
}

#[test]
fn levels_left_out_are_all_of_them_and_the_lowest_is_fastest() {
    let all = places("d getf $lr0 1");
    assert_eq!(all.len(), 4096);
    assert_eq!(all[0], "n0c0b0m0p0,0");
    assert_eq!(all[3..5], ["n0c0b0m0p3,0", "n0c0b0m1p0,0"]);
    assert_eq!(all[63..65], ["n0c0b0m15p3,0", "n0c0b1m0p0,0"]);
    assert_eq!(all[511..513], ["n0c0b7m15p3,0", "n0c1b0m0p0,0"]);
    assert_eq!(all[1023..1025], ["n0c1b7m15p3,0", "n1c0b0m0p0,0"]);
    assert_eq!(all[4095], "n3c1b7m15p3,0");
}

#[test]
fn words_of_a_place_stand_together() {
    assert_eq!(
        places("d getf $lm8n0b1m2p3 2"),
        ["n0c0b1m2p3,8", "n0c0b1m2p3,10", "n0c1b1m2p3,8", "n0c1b1m2p3,10",]
    );
    assert_eq!(places("d getf $llr0n0c0b0m2p3 2"), ["n0c0b0m2p3,0", "n0c0b0m2p3,4"]);
    let middle = places("d getf $ln0m15p2 1");
    assert_eq!(middle.len(), 64);
    assert_eq!(middle[8], "n0c1b0m15p2,0");
}

#[test]
fn levels_below_the_memory_have_no_effect() {
    assert_eq!(places("d getd $p3n2c1b7 1"), ["n2,3"]);
    assert_eq!(places("d getd $d3n2c1 1"), ["n2,3"]);
    assert_eq!(places("d getd $lc3n2c1b7m3p1 1"), ["n2c1,3"]);
    assert_eq!(places("d getd $lb3n2c1b7m3p1 1"), ["n2c1b7,3"]);
    assert_eq!(places("d getd $lx3n2c1b7m3p1 1"), ["n2c1b7m3,3"]);
}
