//! Sources, widths, address bits, outputs and masks.

use super::List;

const FORWARDS: [&str; 3] = ["mauf", "aluf", "lbf"];
const CONSTANTS: [&str; 6] = ["l2bid", "l1bid", "mabid", "peid", "subpeid", "msb1"];

/// Every source at every input of ALU, MAU and L1BM, with what may stand behind it.
pub(super) fn inputs(list: &mut List) {
    for source in ["lr0v", "ls0v", "lt", "lm0v", "ln0v"].into_iter().chain(FORWARDS) {
        let out = if source == "ln0v" { "$lr0v" } else { "$ln0v" };
        list.add(format!("alu-in1-{source}"), format!("lpassa ${source} {out}"));
        list.add(format!("alu-in2-{source}"), format!("land $aluf ${source} $nowrite"));
        for (slot, text) in [
            (1, format!("fvfma ${source} $mauf $aluf $nowrite")),
            (2, format!("fvfma $mauf ${source} $aluf $nowrite")),
            (3, format!("fvfma $mauf $aluf ${source} $nowrite")),
        ] {
            list.add(format!("mau-in{slot}-{source}"), text);
        }
        list.add(format!("l1bm-from-{source}"), format!("l1bmm@0 ${source} $lb0"));
    }
    for source in CONSTANTS.into_iter().chain(["mreadf"]) {
        list.add(format!("alu-in1-{source}"), format!("lpassa ${source} $ln0v"));
    }
    conversions(list);
    for (slot, text) in [
        (1, "fvfma -$lr0v $ls0v $lm0v $ln0v"),
        (2, "fvfma $lr0v -$ls0v $lm0v $ln0v"),
        (3, "fvfma $lr0v $ls0v -$lm0v $ln0v"),
    ] {
        list.add(format!("mau-minus{slot}"), text);
    }
}

/// `e` and `r` at every input that takes them.
fn conversions(list: &mut List) {
    for (id, text) in [
        ("alu-r1", "hpassa $llm0vr $ls0v"),
        ("alu-r2", "sor $lr0v $llm0vr $ls0v"),
        ("mau-r1", "hvmul $llm0vr $ls0v $lln0v"),
        ("mau-r2", "hvmul $ls0v $llm0vr $lln0v"),
        ("mau-e1", "fvfma $lm0ve $mauf $aluf $ln0v"),
        ("mau-e2", "fvfma $mauf $lm0ve $aluf $ln0v"),
        ("mau-e3", "fvfma $mauf $aluf $lm0ve $ln0v"),
        ("mau-e3-half", "hvadd $mauf $lm0ve $lln0v"),
        ("mau-e-matrix", "gmfma $lx $mauf $lm0ve $ln0v"),
    ] {
        list.add(id, text);
    }
}

/// The memories with a letter, and how many single words they have.
const BANKS: [(&str, u32); 4] = [("r", 512), ("s", 512), ("m", 4096), ("n", 4096)];

/// Every width at every port.
pub(super) fn widths(list: &mut List) {
    for (bank, _) in BANKS {
        let other = if bank == "n" { "m" } else { "n" };
        for (name, width) in [("single", ""), ("long", "l"), ("double", "ll")] {
            let read = format!("fvpassa ${width}{bank}0v $l{other}0v");
            list.add(format!("width-{bank}-read-{name}"), read);
            let write = format!("fvpassa $l{other}0v ${width}{bank}0v");
            list.add(format!("width-{bank}-write-{name}"), write);
        }
    }
}

/// Every bit of every address and stride at every port.
pub(super) fn numbers(list: &mut List) {
    for (bank, size) in BANKS {
        let other = if bank == "n" { "m" } else { "n" };
        for at in (0..12).map(|bit| 1u32 << bit).filter(|at| *at < size) {
            let (width, stride) = if at == 1 { ("", 1) } else { ("l", at) };
            let read = format!("fvpassa ${width}{bank}{at}v $l{other}0v");
            list.add(format!("address-{bank}-read-{at}"), read);
            let write = format!("fvpassa $l{other}0v ${width}{bank}{at}v");
            list.add(format!("address-{bank}-write-{at}"), write);
            let read = format!("fvpassa ${width}{bank}0v{stride} $l{other}0v");
            list.add(format!("stride-{bank}-read-{stride}"), read);
            let write = format!("fvpassa $l{other}0v ${width}{bank}0v{stride}");
            list.add(format!("stride-{bank}-write-{stride}"), write);
        }
    }
    for bank in ["m", "n"] {
        let other = if bank == "n" { "m" } else { "n" };
        for k in 0..4 {
            let (read, write) = (format!("$l{bank}0vj{k}"), format!("$l{other}0v"));
            list.add(format!("modifier-{bank}-read-j{k}"), format!("fvpassa {read} {write}"));
            list.add(format!("modifier-{bank}-write-j{k}"), format!("fvpassa {write} {read}"));
        }
    }
    list.add("modifier-m-read-t", "fvpassa $lmt0v $ln0v");
    list.add("modifier-m-write-t", "fvpassa $ln0v $lmt0v");
}

/// Every output of MAU and ALU, base addresses and mask registers too.
pub(super) fn outputs(list: &mut List) {
    for (unit, text) in [("mau", "fvpassa $mauf"), ("alu", "lpassa $aluf")] {
        for out in ["lr0v", "ls0v", "lm0v", "ln0v", "lt", "lmb", "lnb", "mb", "nb"] {
            list.add(format!("{unit}-to-{out}"), format!("{text} ${out}"));
        }
        for entry in [1, 2, 4, 8, 15] {
            list.add(format!("{unit}-to-omr{entry}"), format!("{text} $omr{entry}"));
        }
        list.add(format!("{unit}-flush"), format!("{} $nowrite", text.replace(" $", "/1000 $")));
    }
    list.add("mread-flush", "gmread/1000 $ly4 $nowrite");
}

/// Every entry, every enable, both word lengths, both ways to say it.
pub(super) fn masks(list: &mut List) {
    for k in (0..16).rev() {
        list.add(format!("mask-{k:04b}"), format!("lpassa $aluf $ls0v/{k:04b}"));
    }
    for entry in 1..16 {
        list.add(format!("mask-imr{entry}"), format!("lpassa $aluf $ls0v/$imr{entry}"));
    }
    for (name, out) in [
        ("t", "lt"),
        ("r", "lr0v"),
        ("s", "ls0v"),
        ("m", "lm0v"),
        ("n", "ln0v"),
        ("k", "omr1"),
        ("mb", "lmb"),
        ("nb", "lnb"),
    ] {
        list.add(format!("mask-on-{name}"), format!("lpassa $aluf ${out}/1000"));
    }
    list.add("mask-ll-double", "lpassa $aluf $lls0v/ll1000");
    list.add("mask-ll-t", "lpassa $aluf $ls0v/ll1000t");
    list.add("mask-p", "lpassa $aluf $lls0v/1000p");
    for letter in ["r", "s", "t", "m", "n", "k"] {
        let line = "lpassa $aluf $ls0v";
        list.behind(format!("setting-{letter}"), &format!("mask{letter} 24"), line);
    }
    list.behind("setting-ll", "masklls 24", "lpassa $aluf $ls0v");
}
