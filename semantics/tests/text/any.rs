//! No text makes the front end panic, and what it accepts reads back.

use proptest::prelude::*;
use semantics::mncore2::text::{parse, parse_line, read};

/// Whatever happens, it ends; a statement reads back from its canonical text.
fn holds(text: &str) {
    let _ = parse(text);
    if let Ok(Some(statement)) = parse_line(text) {
        let canonical = statement.to_string();
        assert_eq!(parse_line(&canonical), Ok(Some(statement)), "{text:?} {canonical:?}");
    }
}

/// Lines to damage.
const LINES: &[&str] = &[
    "d getbf $lx7n0c1b2m3 1",
    "d set $llt 2 l1s2_3h1_2_3_4l4",
    "d set $lm0n0 1 0123456789abcdef",
    "maskllrstmnk 0x1f",
    "mvp/n256nd4i02p3 $p1600@1 $di512@2",
    "mvr2dfadd/n64 $lc0@1 $p0@1",
    "l2bmrdfadd@[0,2,4,6] $lb16 $lc16; l2bmdarw",
    "l2bmdars $lc64@.1 $dar1023",
    "l1bmd-1/0001 $lbi $lr0v; wait i01; noforward",
    "l1bmr4ffaddr $lm0ve $lb16",
    "dmfmaur $lx -$lm0v $r0v2e $s0v/ll0011t $omr1 # x",
    "hmwrite -$llm0vr $ly13; hmread $llx2 $lls0v",
    "imm us\"0x8000\" $nowrite; immu f\"-1.5e3\" $t/$llimr3",
    "hbfn/9/$imr1 $llmt[0,4,8,12]r $lln4vj3/0011p",
    "sor $subpeid $llm0vr $lmb/0001; nop/3",
    "j vsm lpassa $lm[0,2,4,6] $ln0v",
    "r 0 000000001 001 4010000040500000",
    "c 0 3 i10 i00 0 000022000 001 0123456789abcdef",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        holds(&text);
    }

    #[test]
    fn any_bytes(bytes in any::<Vec<u8>>()) {
        let _ = read(&bytes[..]);
    }

    /// Text of the characters of the language.
    #[test]
    fn near_text(text in "[$lmnrstbcxyvjehfgdiu0-9/@.;\\[\\],\"_+# -]{0,60}") {
        holds(&text);
    }

    #[test]
    fn damaged_lines(
        line in prop::sample::select(LINES),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4, any::<char>()), 1..4),
        other in prop::sample::select(LINES),
    ) {
        let mut text: Vec<char> = line.chars().collect();
        for (place, kind, new) in changes {
            let at = place.index(text.len().max(1)).min(text.len());
            match kind {
                0 if at < text.len() => text[at] = new,
                1 if at < text.len() => drop(text.remove(at)),
                2 => {
                    let donor: Vec<char> = other.chars().collect();
                    text.splice(at..at, donor[place.index(donor.len())..].iter().copied());
                }
                _ => text.insert(at, new),
            }
        }
        holds(&text.into_iter().collect::<String>());
    }
}
