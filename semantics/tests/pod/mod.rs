//! POD: forms, text, words, rules, execution.

mod exec;
mod forms;
mod script;
mod timing;
mod words;
use semantics::pod::isa::{Form, forms};
use std::fmt::Write as _;
use std::path::Path;

// `docs/pod-instructions.md` is the list of forms, printed. `BLESS=1` writes it anew.

const HEAD: &str = "\
# POD: the instruction set

The list that parser, printer, encoder and decoder of `semantics::pod` are made from; a test keeps this page equal to it.
Sections are those of the report, decisions those of `decisions.md`. The word is that of all fields 0: `d` (r1, xmm1, ar1) goes to
bits 16:12, `a` (r2, xmm2, ar2) to 11:7, `b` (r3, xmm3, the constant) to 6:1. Flags are those that it sets, `reads` those that it
tests. The letters of `pfpshuffle` stand for any of a to d.

| slot | mnemonic | operands | constant | flags | word | section | decisions |
| --- | --- | --- | --- | --- | --- | --- | --- |
";

fn row(form: &Form) -> String {
    let constant = form.immediate().map(|range| range.to_string()).unwrap_or_default();
    let mut line = String::new();
    let mnemonic = match form.mnemonic.starts_with("pfpshuffle") {
        true => "pfpshuffle.sp.aaaa",
        false => &form.mnemonic,
    };
    // Writing to a string does not fail.
    let _ = writeln!(
        line,
        "| {:?} | `{mnemonic}` | {} | {constant} | {} | {:08x} | {} | {} |",
        form.slot,
        if form.operands.is_empty() { String::new() } else { format!("`{}`", form.operands) },
        if form.flags == "-" { "" } else { form.flags },
        form.code << 17,
        form.section,
        form.decisions.join(" ")
    );
    line
}

#[test]
fn page_is_the_list() {
    let shuffle =
        |form: &&Form| !form.mnemonic.starts_with("pfpshuffle") || form.mnemonic.ends_with("aaaa");
    let rows: String = forms().iter().filter(shuffle).map(row).collect();
    let right = format!("{HEAD}{rows}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pod-instructions.md");
    if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
        std::fs::write(&file, &right).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap();
    assert!(found == right, "BLESS=1 writes docs/pod-instructions.md anew");
    assert_eq!(rows.lines().count(), 567);
}
