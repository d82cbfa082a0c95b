//! Transfers and their inverses.

use super::{machine, pattern, set};
use oracle::interpreters::mncore2::Element;

const L1B: Element = Element::L1b(0);

/// The L1BM at 4096 after the words at 0 went down to the PEs and up again.
fn round_trip(down: &str, up: &str, words: u64) {
    let text = format!("{}{down}\nnop/2\n{up}\n", set("$lb0n0c0b0", pattern(words)));
    let machine = machine(&text, [L1B]);
    let back: Vec<u64> = (0..words).filter_map(|i| machine.l1bm(0, 4096 + i as u32)).collect();
    assert_eq!(back, pattern(words).collect::<Vec<_>>(), "{down}; {up}");
    assert_eq!(machine.l1bm(0, 4096 + words as u32), Some(0), "{down}; {up}");
}

/// S. 3.6.8.2: transfers of one type keep the layout.
#[test]
fn l1bm_transfers() {
    for m in [0, 5, 15] {
        round_trip("l1bmm $lb0 $lm0v", &format!("l1bmm@{m} $lm0v $lb4096"), 16);
        round_trip("l1bmm $llb0 $llm0v", &format!("l1bmm@{m} $llm0v $llb4096"), 32);
    }
    for k in 0..4 {
        round_trip("l1bmm4 $lb0 $lr0v", &format!("l1bmm4@{k} $lr0v $lb4096"), 64);
        round_trip("l1bmm4 $llb0 $llr0v", &format!("l1bmm4@{k} $llr0v $llb4096"), 128);
    }
    for rotation in ["", "+0", "+1", "+15", "-1", "-9"] {
        let back = match rotation.as_bytes() {
            [b'+', ..] => rotation.replace('+', "-"),
            _ => rotation.replace('-', "+"),
        };
        round_trip(&format!("l1bmd{rotation} $lb0 $lt"), &format!("l1bmd{back} $lt $lb4096"), 256);
    }
}

/// Reductions of equal elements by operations that leave them as they are.
#[test]
fn l1bm_reductions_of_equal_elements() {
    for op in ["lbor", "iband", "sbor", "dmax", "fmin", "hmax"] {
        round_trip("l1bmm $lb0 $lm0v", &format!("l1bmr{op} $lm0v $lb4096"), 16);
        round_trip("l1bmm4 $lb0 $lm0v", &format!("l1bmr4{op} $lm0v $lb4096"), 64);
    }
    for op in ["lbor", "fmax", "fmin"] {
        round_trip("l1bmm $llb0 $llm0v", &format!("l1bmr{op} $llm0v $llb4096"), 32);
        round_trip("l1bmm4 $llb0 $llm0v", &format!("l1bmr4{op} $llm0v $llb4096"), 128);
    }
}

/// S. 3.6.8.4, 3.6.8.5: extended and shortened again, halves come back to their places.
#[test]
fn extended_and_shortened() {
    let halves = || (0..16).map(|i| 0x3e00_3e01_3e02_3e03 + i * 0x0004_0004_0004_0004);
    for (op, down, words) in [("l1bmrfmax", "l1bmm", 16), ("l1bmr4fmin", "l1bmm4", 16)] {
        let text = format!(
            "{}{down} $lb0 $lm0v\nnop/2\n{op}r $lm0ve $lb4096\n",
            set("$lb0n0c0b0", halves())
        );
        let machine = machine(&text, [L1B]);
        let back: Vec<u64> = (0..words).filter_map(|i| machine.l1bm(0, 4096 + i)).collect();
        assert_eq!(back, halves().collect::<Vec<_>>(), "{op}");
    }
}

/// The L2BM at 8192 after the words at 0 went down to the L1BMs and up again.
fn through_l1bms(down: &str, up: &str, words: u64) {
    let text = format!("{}{down}\nnop/3\n{up}\n", set("$lc0n3c1", pattern(words)));
    let machine = machine(&text, [Element::L2b(7)]);
    let back: Vec<u64> = (0..words).filter_map(|i| machine.l2bm(7, 8192 + i as u32)).collect();
    assert_eq!(back, pattern(words).collect::<Vec<_>>(), "{down}; {up}");
    assert_eq!(machine.l2bm(7, 8192 + words as u32), Some(0), "{down}; {up}");
}

#[test]
fn l2bm_transfers() {
    through_l1bms("l2bmd $lc0 $lb0", "l2bmd $lb0 $lc8192", 256);
    for b in 0..8 {
        through_l1bms("l2bmb $lc0 $lb16", &format!("l2bm@{b} $lb16 $lc8192"), 64);
        through_l1bms(&format!("l2bmb@{b} $lc0 $lb0"), &format!("l2bm@{b} $lb0 $lc8192"), 64);
    }
    for op in ["lbor", "lband", "fmax", "dmin"] {
        through_l1bms("l2bmb $lc0 $lb0", &format!("l2bmr{op} $lb0 $lc8192"), 64);
        through_l1bms("l2bmb $lc0 $lb0", &format!("l2bmr{op}@1/6 $lb0 $lc8192"), 64);
        through_l1bms("l2bmb2 $lc0 $lb0", &format!("l2bmr2{op} $lb0 $lc8192"), 256);
    }
}

/// S. 3.6.11: the transpose of the transpose, in each precision.
#[test]
fn matrix_transposed_twice() {
    for (precision, steps, words, prefix) in
        [("d", 1, 4, "l"), ("f", 2, 8, "l"), ("g", 2, 8, "l"), ("h", 2, 16, "ll")]
    {
        let mut text = String::new();
        for p in 0..4 {
            let own = pattern(64).skip(16 * p as usize).take(words);
            text += &set(&format!("$lm0n0c0b0m0p{p}"), own);
        }
        // Rows or columns, and single words of LM, of a step.
        let (rows, stride) = if precision == "h" { (8, 16) } else { (4, 8) };
        for (from, side, to) in [("m", "x", "n"), ("n", "y", "m")] {
            for s in 0..steps {
                text += &format!(
                    "{precision}mwrite ${prefix}{from}{}v ${prefix}{side}{}\n",
                    s * stride,
                    s * rows
                );
            }
            for s in 0..steps {
                text += &format!(
                    "{precision}mread ${prefix}{side}{} ${prefix}{to}{}v\n",
                    s * rows,
                    s * stride
                );
            }
            // What comes back is not what was there before.
            text += &if to == "n" {
                "d set $lm0n0c0b0m0 16 ".to_owned() + &"0".repeat(256) + "\n"
            } else {
                String::new()
            };
        }
        let machine = machine(&text, [Element::Mab(0)]);
        for p in 0..4_u16 {
            let back: Vec<u64> = (0..words as u16)
                .filter_map(|i| machine.long_word(p, semantics::mncore2::isa::Bank::Lm0, 2 * i))
                .collect();
            let own: Vec<u64> = pattern(64).skip(16 * usize::from(p)).take(words).collect();
            assert_eq!(back, own, "{precision}, PE {p}");
        }
    }
}
