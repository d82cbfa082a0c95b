//! Transfers: L1BM, L2BM, MV.

use super::List;
use crate::mncore2::isa::table::{Form, MvKind, Opcode, Place, lookup, mv_rows, opcode_words};
use crate::mncore2::isa::{Precision, RrnOp};

/// Every form of L1BM expressions.
pub(super) fn l1bm(list: &mut List) {
    for mab in 0..16 {
        list.add(format!("l1bmm-up-{mab}"), format!("l1bmm@{mab} $lm0v $lb0"));
    }
    for mab in 0..4 {
        list.add(format!("l1bmm4-up-{mab}"), format!("l1bmm4@{mab} $lm0v $lb0"));
    }
    for by in 0..16 {
        let plus = if by == 0 { String::new() } else { format!("+{by}") };
        list.add(format!("l1bmd-up-{by}"), format!("l1bmd{plus} $lm0v $lb0"));
        list.add(format!("l1bmd-down-{by}"), format!("l1bmd{plus} $lb0 $lm0v"));
    }
    for word in ["l1bmp", "l1bmm", "l1bmm4"] {
        list.add(format!("{word}-down"), format!("{word} $lb0 $lm0v"));
        list.add(format!("{word}-down-ll"), format!("{word} $llb0 $llm0v"));
        for out in ["lr0v", "ls0v", "lm0v", "ln0v", "lt", "nowrite"] {
            list.add(format!("{word}-to-{out}"), format!("{word} $lb0 ${out}"));
        }
    }
    list.add("l1bmm-flush", "l1bmm/1000 $lb0 $lm0v");
    list.add("l1bmm-up-ll", "l1bmm@0 $llm0v $llb0");
    list.add("l1bmm-up-drop", "l1bmm@0 $llm0v $lb0");
    list.add("l1bmm4-up-ll", "l1bmm4@0 $llm0v $llb0");
    for bit in 0..13 {
        list.add(format!("address-lb-{}", 1 << bit), format!("l1bmp $lb{} $lm0v", 1 << bit));
    }
    for bit in 2..13 {
        list.add(format!("address-lb-up-{}", 1 << bit), format!("l1bmm@0 $lm0v $lb{}", 1 << bit));
    }
    reductions(list);
    turnaround(list);
}

fn reductions(list: &mut List) {
    for word in opcode_words() {
        let Some(Opcode::L1bmr { shorten, rrn, .. }) = lookup(word) else { continue };
        if shorten {
            list.add(format!("{word}-up"), format!("{word} $llm0v $lb0"));
            list.add(format!("{word}-up-e"), format!("{word} $lm0ve $lb0"));
            continue;
        }
        list.add(format!("{word}-up"), format!("{word} $lm0v $lb0"));
        // Two long words a PE: few operations (s. 3.6.8.5).
        let single = rrn.op.is_float() && rrn.precision == Precision::F;
        if single || rrn.op == RrnOp::Bor {
            list.add(format!("{word}-up-ll"), format!("{word} $llm0v $llb0"));
        }
        if single {
            list.add(format!("{word}-up-ll-e"), format!("{word} $lm0ve $llb0"));
        }
    }
}

fn turnaround(list: &mut List) {
    for (up, down) in [
        ("l1bmm@0 $lm0v $lbi", "l1bmm $lbi $lr0v"),
        ("l1bmm@0 $llm0v $llbi", "l1bmm $llbi $llr0v"),
        ("l1bmm4@0 $lm0v $lbi", "l1bmm4 $lbi $lr0v"),
        ("l1bmm4@0 $llm0v $llbi", "l1bmm4 $llbi $llr0v"),
        ("l1bmd $lm0v $lbi", "l1bmd $lbi $lr0v"),
        ("l1bmrdfadd $lm0v $lbi", "l1bmm $lbi $ls0v"),
    ] {
        let name = up.split(' ').next().unwrap_or_default().replace('@', "-");
        let wide = if up.contains("$llbi") { "-ll" } else { "" };
        list.add(format!("turnaround-{name}{wide}-up"), up);
        list.behind(format!("turnaround-{name}{wide}-down"), up, down);
    }
}

/// Every form of L2BM expressions, every bit of their addresses.
pub(super) fn l2bm(list: &mut List) {
    let sets = ["", "@0/0", "@1/0", "@2/0", "@4/0", "@0/1", "@0/2", "@0/4"];
    for (word, rest) in [
        ("l2bmb", "$lc0 $lb0"),
        ("l2bmb2", "$lc0 $lb0"),
        ("l2bmd", "$lc0 $lb0"),
        ("l2bmrdfadd", "$lb0 $lc0"),
        ("l2bmi", "$lb0 $lb64"),
    ] {
        // Multicast has no form for all L1Bs.
        for set in sets.into_iter().filter(|set| word != "l2bmi" || !set.is_empty()) {
            let id = format!("{word}{}", set.replace(['@', '/'], "-"));
            list.add(id, format!("{word}{set} {rest}"));
        }
    }
    for l1b in 0..8 {
        list.add(format!("l2bm-{l1b}"), format!("l2bm@{l1b} $lb0 $lc0"));
    }
    list.add("l2bmd-up", "l2bmd $lb0 $lc0");
    for word in opcode_words() {
        if let Some(Opcode::L2bmr(_) | Opcode::L2bmr2(_)) = lookup(word) {
            list.add(format!("{word}-up"), format!("{word} $lb0 $lc0"));
        }
    }
    for bit in 4..15 {
        list.add(format!("address-lc-{}", 1u32 << bit), format!("l2bmb $lc{} $lb0", 1u32 << bit));
    }
    for bit in 4..13 {
        list.add(format!("address-l2bm-lb-{}", 1 << bit), format!("l2bmb $lc0 $lb{}", 1 << bit));
    }
    for text in ["$lc0@.0 $dar0", "$lc0@.1 $dar0", "$lc0@.0 $dar4", "$lc0@.0 $dar64"] {
        let id = text.replace(['$', '@', '.'], "").replace(' ', "-");
        list.add(format!("l2bmdars-{id}"), format!("l2bmdars {text}"));
    }
    list.add("l2bmdarw", "l2bmdarw");
    list.add("l2bm-with-step", "l2bmb $lc0 $lb0; fvpassa $lr0v $ls0v");
}

/// Every opcode and form of MV lines, every parameter.
pub(super) fn mv(list: &mut List) {
    list.add("mvnop", "mvnop");
    for row in mv_rows() {
        let Form::Mv { kind, places, .. } = row.form else { continue };
        let [from, to] = match places.map(place) {
            ["$p0@0", "$p0@0"] => ["$p0@0", "$p0@1"],
            operands => operands,
        };
        for word in opcode_words() {
            if matches!(lookup(word), Some(Opcode::Mv(op)) if MvKind::of(op) == kind) {
                let id = format!("{word}-{}-{}", name(from), name(to));
                list.add(id, format!("{word}/n2048 {from} {to}"));
            }
        }
    }
    for (name, parameters) in [
        ("size-64", "n64"),
        ("size-128", "n128"),
        ("size-4096", "n4096"),
        ("tag-01", "n64i01"),
        ("tag-02", "n64i02"),
        ("tag-80", "n64i80"),
        ("priority-0", "n64p0"),
        ("priority-1", "n64p1"),
        ("priority-2", "n64p2"),
        ("priority-3", "n64p3"),
    ] {
        list.add(format!("mv-{name}"), format!("mvp/{parameters} $p0@0 $lc0@0.0"));
    }
}

/// An operand of MV in a place.
const fn place(place: Place) -> &'static str {
    match place {
        Place::Pdm => "$p0",
        Place::PdmAt => "$p0@0",
        Place::Dram => "$d0",
        Place::DramAt => "$d0@0",
        Place::L2bm => "$lc0",
        Place::L2bmOf => "$lc0@.0",
        Place::L2bmGroup => "$lc0@0",
        Place::L2bmAt => "$lc0@0.0",
    }
}

fn name(operand: &str) -> String {
    operand.replace('$', "").replace(['@', '.'], "_")
}
