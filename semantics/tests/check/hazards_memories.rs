//! Hazards of PE memories, T and base address registers (s. 3.6.3.9).

use crate::check::hazards::{free, hazards, needs};

const GRF0: &str = "MN-E-HAZARD-GRF0";

/// The same rules hold for both memories of a kind.
fn twice(of: [[&str; 2]; 2], check: impl Fn(&dyn Fn(&str) -> String, &'static str)) {
    let codes = if of[0][0] == "m" {
        ["MN-E-HAZARD-LM0", "MN-E-HAZARD-LM1"]
    } else {
        [GRF0, "MN-E-HAZARD-GRF1"]
    };
    for (names, code) in of.iter().zip(codes) {
        check(&|text: &str| text.replace('A', names[0]).replace('B', names[1]), code);
    }
}

/// LM0, LM1: a port, whatever the addresses, widths and units.
#[test]
fn local_memories() {
    twice([["m", "n"], ["n", "m"]], |of, code| {
        for first in [
            "lpassa $lr0v $lA0v",
            "ipassa $r0v $A5",
            "hmmul $lx $lr0v $llA0v",
            "l1bmm $lb0 $lA0v",
            "fmread $lx $lA0v",
            "lpassa $lr0v $lA0v4j2",
            "lpassa $lr0v $lA[0,2,6,4]",
            "lpassa $lr0v $lB0v $lA0v",
        ] {
            for second in [
                "lpassa $lA4000v $ls0v",
                "ipassa $A9 $ls0v",
                "lpassa $lA0v $lA0v",
                "lxor $lr100v $lA4000v $ls0v",
                "fmwrite $lA0v $ly",
                "l1bmm@3 $lA0v $lb64",
                "lpassa $lA4000v8j1 $ls0v",
                "noforward; lpassa $lA4000v $ls0v",
            ] {
                needs(&of(first), &of(second), code, 2);
            }
            // Writes, and accesses of the other memory, at once.
            let second =
                if first.contains('B') { "lpassa $lr8v $lA8v" } else { "lpassa $lB0v $lA8v" };
            free(&of(&format!("{first}\n{second}")));
        }
        free(&of("lpassa $lA0v $lr0v\nlpassa $ls0v $lA0v\nlpassa $lr100v $lA8v"));
    });
    // LM0 alone has T indirection; the rule does not ask for addresses.
    needs("lpassa $lr0v $lmt0v", "lpassa $lm4000v $ls0v", "MN-E-HAZARD-LM0", 2);
    needs("lpassa $lr0v $lm0v", "lpassa $lmt4000v $ls0v", "MN-E-HAZARD-LM0", 2);
}

/// GRF0, GRF1: each pair of a cycle that writes and a cycle that reads a word, with 6 cycles between
/// them: the write of cycle c1 and the read of cycle c2 have 4 * steps + c2 - c1 - 1.
#[test]
fn cycles() {
    // Steps between that are needed, by the cycle written and the cycle read.
    const NEEDED: [[u32; 4]; 4] = [[1, 1, 1, 0], [1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1, 1]];
    twice([["r", "s"], ["s", "r"]], |of, code| {
        for (c1, row) in NEEDED.iter().enumerate() {
            for (c2, needed) in row.iter().enumerate() {
                let list = |c: usize, others: usize| {
                    let list: Vec<_> = (0..4)
                        .map(|n| if n == c { 64 } else { others + 2 * n })
                        .map(|a| a.to_string())
                        .collect();
                    list.join(",")
                };
                let first = of(&format!("lpassa $lm0v $lA[{}]", list(c1, 0)));
                let second = of(&format!("lpassa $lA[{}] $ln0v", list(c2, 128)));
                if *needed == 0 {
                    free(&format!("{first}\n{second}"));
                } else {
                    needs(&first, &second, code, *needed);
                }
                free(&format!("{first}\n{}", second.replace("64", "96")));
            }
        }
    });
}

/// GRF: the words of each width, and what lies beside them.
#[test]
fn registers() {
    twice([["r", "s"], ["s", "r"]], |of, code| {
        for (first, second, needed) in [
            ("lpassa $lm0v $lA0v", "lpassa $lA0v $ln0v", 1),
            ("lpassa $lm0v $lA0", "lpassa $lA0 $ln0v", 2),
            ("lpassa $lm0v $lA0v", "lpassa $lA6 $ln0v", 2),
            ("lpassa $lm0v $lA0v", "lpassa $lA0 $ln0v", 1),
            ("lpassa $lm0v $lA0v", "lpassa $lA8v $ln0v", 0),
            // Single words of a long one.
            ("lpassa $lm0v $lA0v", "ipassa $A1 $n0v", 1),
            ("lpassa $lm0v $lA0v", "ipassa $A7 $n0v", 2),
            ("lpassa $lm0v $lA0v", "ipassa $A8 $n0v", 0),
            ("ipassa $m0v $A3", "lpassa $lA2 $ln0v", 2),
            ("ipassa $m0v $A3", "lpassa $lA4 $ln0v", 0),
            ("ipassa $m0v $A3", "ipassa $A3 $n0v", 2),
            ("ipassa $m0v $A3", "ipassa $A2 $n0v", 0),
            // Two long words.
            ("hmmul $lx $lm0v $llA0v", "lpassa $lA2 $ln0v", 1),
            ("hmmul $lx $lm0v $llA0v", "lpassa $lA14 $ln0v", 2),
            ("hmmul $lx $lm0v $llA0v", "lpassa $lA16 $ln0v", 0),
            ("lpassa $lm0v $lA14", "lpassa $llA12 $lln0v", 2),
            ("lpassa $lm0v $lA14", "lpassa $llA16 $lln0v", 0),
            // The last address, and none behind it: strides wrap at 512.
            ("lpassa $lm0v $lA510v", "lpassa $lA0 $ln0v", 1),
            ("lpassa $lm0v $lA510v", "lpassa $lA4 $ln0v", 2),
            ("lpassa $lm0v $lA510v", "lpassa $lA6 $ln0v", 0),
            ("lpassa $lm0v $lA510v", "lpassa $lA508 $ln0v", 0),
            ("lpassa $lm0v $lA256v256", "lpassa $lA0 $ln0v", 2),
            // Every unit writes, every unit reads.
            ("l1bmm $lb0 $lA0v", "lpassa $lA0v $ln0v", 1),
            ("fmread $lx $lA0v", "lpassa $lA0v $ln0v", 1),
            ("fvadd $m0v $n0v $A0v", "fvadd $m0v $A0v $n0v", 1),
            ("lpassa $lm0v $lA0v", "fmwrite $lA0v $lx", 1),
            ("lpassa $lm0v $lA0v", "l1bmm@3 $lA0v $lb0", 1),
            ("lpassa $lm0v $lA0v", "lxor $lA100v $lB100v $lA0v", 0),
            ("lpassa $lm0v $lA0v", "lpassa $lB0v $ln0v", 0),
            ("lpassa $lm0v $lA0v", "lpassa $lA64v $lA0v", 0),
            ("lpassa $lm0v $lB100v $lA0v", "lxor $lA0v $lB0v $ln0v", 1),
        ] {
            let (first, second) = (of(first), of(second));
            if needed == 0 {
                free(&format!("{first}\n{second}"));
            } else {
                needs(&first, &second, code, needed);
            }
        }
    });
}

/// T: an entry a cycle, also where an address of LM0 comes from it.
#[test]
fn t() {
    for first in ["lpassa $lr0v $t", "lpassa $lr0v $lt", "hmmul $lx $lr0v $llt", "l1bmm $lb0 $lt"] {
        for second in [
            "lpassa $t $ls0v",
            "lpassa $lt $ls0v",
            "lxor $lr8v $llt $ls0v",
            "lpassa $lmt0v $ls0v",
            "lpassa $lr8v $lmt0v",
            "fmwrite $lt $ly",
            "l1bmm@3 $lt $lb64",
        ] {
            needs(first, second, "MN-E-HAZARD-T", 1);
        }
        free(&format!("{first}\nlpassa $ls0v $lt"));
        free(&format!("{first}\nlpassa $lm0v $ls0v"));
        free(&format!("{first}\nlpassa $ls0v $lm0v"));
    }
    free("lpassa $lt $lr0v\nlpassa $ls0v $lt");
    // One report, though it is read twice.
    assert_eq!(hazards("lpassa $lr0v $lt\nlxor $lt $lmt0v $ls0v"), [(2, "MN-E-HAZARD-T", 1)]);
}

/// Base address registers: every access of the memory, read or written (MN-D80).
#[test]
fn base_address_registers() {
    twice([["m", "n"], ["n", "m"]], |of, _| {
        for first in ["lpassa $lr0v $lAb", "ipassa $r0v $Ab", "l1bmp $lb0 $lAb"] {
            for second in [
                "lpassa $lA0v $ls0v",
                "lpassa $ls0v $lA0v",
                "ipassa $s0v $A9",
                "l1bmm@3 $lA0v $lb64",
            ] {
                needs(&of(first), &of(second), "MN-E-HAZARD-BAR", 1);
            }
            for second in ["lpassa $lB0v $ls0v", "lpassa $ls0v $lB0v", "lpassa $ls0v $lAb"] {
                free(&of(&format!("{first}\n{second}")));
            }
        }
        // It is not in the memory.
        free(&of("lpassa $lr0v $lAb\nnop\nlpassa $lA0v $ls0v"));
    });
    // Each of the two for itself.
    let source = "lpassa $lr0v $lmb $lnb\nlpassa $lm0v $ln0v";
    assert_eq!(hazards(source), [(2, "MN-E-HAZARD-BAR", 1), (2, "MN-E-HAZARD-BAR", 1)]);
}
