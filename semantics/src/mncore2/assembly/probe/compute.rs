//! Opcodes of the ALU, the MAU and the matrix registers.

use super::List;
use crate::mncore2::isa::table::{Opcode, lookup, opcode_words};
use crate::mncore2::isa::{MauKind, Precision};

/// Every opcode of the ALU with operands that were seen.
pub(super) fn alu(list: &mut List) {
    // The plain 64-bit words first: what they settle, the others need.
    let key = |word: &&str| (!word.starts_with('l'), word.len());
    let mut words: Vec<&str> = opcode_words().to_vec();
    words.sort_by_key(key);
    for word in words {
        match lookup(word) {
            Some(Opcode::Zero) => list.add("alu-zero", "zero $ls0v"),
            Some(Opcode::Msl | Opcode::Msr) => {
                list.add(format!("alu-{word}"), format!("{word} $lr0v $ls0v"));
            }
            Some(Opcode::Alu { precision, op, .. }) => {
                let block = matches!(word, "hbfn" | "hbfe");
                let lengths = if block { &["/9", "/8", "/7", "/6"][..] } else { &[""] };
                for n in lengths {
                    let id = format!("alu-{word}{}", n.replace('/', "-"));
                    let wide = if precision == Precision::H && block { "ll" } else { "l" };
                    list.add(
                        id,
                        match op.arity() {
                            1 if block => format!("{word}{n} ${wide}m0v $ls0v"),
                            1 => format!("{word} $lr0v $ls0v"),
                            _ => format!("{word} $lr0v $lm0v $ls0v"),
                        },
                    );
                }
            }
            _ => {}
        }
    }
}

/// Every opcode of the MAU; matrix operations with both sides.
pub(super) fn mau(list: &mut List) {
    for word in opcode_words() {
        let Some(Opcode::Mau { precision, kind, matrix, shorten, .. }) = lookup(word) else {
            continue;
        };
        let half = precision == Precision::H;
        let wide = if half { "ll" } else { "l" };
        let out = if half && !shorten { "$lln0v" } else { "$ln0v" };
        if !matrix {
            let inputs = match kind {
                MauKind::Fma => format!("$lr0v $ls0v ${wide}m0v"),
                MauKind::Mul => "$lr0v $ls0v".to_owned(),
                MauKind::Add => format!("$lr0v ${wide}m0v"),
                MauKind::Passa => "$lr0v".to_owned(),
            };
            list.add(format!("mau-{word}"), format!("{word} {inputs} {out}"));
            continue;
        }
        let x = if precision == Precision::F { "$r0v" } else { "$lr0v" };
        let addend = if kind == MauKind::Fma { format!(" ${wide}m0v") } else { String::new() };
        for side in ["x", "y"] {
            let id = format!("mau-{word}-{side}");
            list.add(id, format!("{word} $l{side} {x}{addend} {out}"));
        }
    }
}

/// Matrix register writes and transposed reads, each row bit, each side, each place.
pub(super) fn matrix(list: &mut List) {
    for precision in ["d", "g", "h", "f"] {
        let (read, rows) = match precision {
            "d" => ("$l", [0, 1, 2, 3]),
            "h" => ("$ll", [0, 2, 4, 8]),
            _ => ("$l", [0, 1, 2, 4]),
        };
        for (side, row) in ["x", "y"].into_iter().flat_map(|s| rows.map(|r| (s, r))) {
            list.add(
                format!("mwrite-{precision}-{side}{row}"),
                format!("{precision}mwrite $lm0v $l{side}{row}"),
            );
            list.add(
                format!("mread-{precision}-{side}{row}"),
                format!("{precision}mread {read}{side}{row} $nowrite"),
            );
        }
    }
    list.add("mwrite-h-x1", "hmwrite $lm0v $lx1");
    list.add("mwrite-h-ll", "hmwrite $llm0v $llx0");
    list.add("mwrite-h-r", "hmwrite $llm0vr $lx0");
    list.add("mwrite-d-minus", "dmwrite -$lm0v $lx0");
    for (precision, input) in [("d", "$lm0ve"), ("g", "$lm0ve"), ("g", "$m0v")] {
        let tail = if input.ends_with('e') { "e" } else { "single" };
        list.add(format!("mwrite-{precision}-{tail}"), format!("{precision}mwrite {input} $lx0"));
    }
    for out in ["$lr0v", "$ls0v", "$lm0v", "$ln0v", "$lt"] {
        let name = out.trim_start_matches("$l").trim_end_matches("0v");
        list.add(format!("mread-to-{name}"), format!("gmread $ly4 {out}"));
    }
}
