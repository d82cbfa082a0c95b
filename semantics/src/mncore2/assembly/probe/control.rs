//! `wait`, `noforward`, expressions side by side, flat words.

use super::List;

/// What stands beside other expressions and what is done to whole steps.
pub(super) fn control(list: &mut List) {
    for tag in ["01", "02", "04", "08", "10", "20", "40", "80"] {
        let mv = format!("mvp/n64i{tag} $p0@0 $lc0@0.0");
        list.behind(format!("wait-{tag}"), &mv, &format!("nop; wait i{tag}"));
        let step = format!("fvpassa $lr0v $ls0v; wait i{tag}");
        list.behind(format!("wait-{tag}-step"), &mv, &step);
    }
    list.add("noforward", "noforward; fvpassa $lr0v $ls0v");
    list.add("noforward-alone", "noforward");
}

/// Units side by side.
pub(super) fn pairs(list: &mut List) {
    for (id, text) in [
        ("pair-mau-mread", "dmmulu $lx $lr0v $ls0v; dmread $ly0 $nowrite"),
        ("pair-mwrite-mread", "gmwrite $lm0v $lx0; gmread $ly4 $nowrite"),
        ("pair-alu-mread", "lpassa $lr0v $ls0v; dmread $ly0 $nowrite"),
        ("pair-l1bm-mread", "l1bmm@0 $lm0v $lb0; dmread $ly0 $nowrite"),
        ("pair-dmfmad-dmwrite", "dmfmad $lx $lr0v $ls0v $ln0v; dmwrite $lm0v $ly0"),
        ("pair-hmmul-hmwrite-ll", "hmmul $lx $lr0v $lln0v; hmwrite $llm0v $lly0"),
    ] {
        list.add(id, text);
    }
}

/// Statements of known auto-stride words in flat mode, and lists of addresses.
pub(super) fn flat(list: &mut List) {
    for (id, text) in [
        ("flat-nop", "nop"),
        ("flat-passa", "lpassa $lr0v $lm0v"),
        ("flat-imm", "imm ui\"0x12345678\" $lr0v"),
        ("flat-l1bm", "l1bmm@0 $lm0v $lb0"),
    ] {
        list.flat(id, text);
    }
    for (bank, letter) in [("grf0", "r"), ("grf1", "s"), ("lm0", "m"), ("lm1", "n")] {
        let other = if letter == "n" { "m" } else { "n" };
        for cycle in 0..4usize {
            let mut at = [0u32; 4];
            at[cycle] = 2;
            let place = format!("$l{letter}[{},{},{},{}]", at[0], at[1], at[2], at[3]);
            let read = format!("fvpassa {place} $l{other}0v");
            list.flat(format!("flat-{bank}-read-{cycle}"), &read);
            let write = format!("fvpassa $l{other}0v {place}");
            list.flat(format!("flat-{bank}-write-{cycle}"), &write);
        }
    }
}
