//! The front end of MN-Core 2: what is accepted, what is refused and how, and that text and
//! statements agree.

mod accept;
mod any;
mod mv;
mod reject;
mod rewrite;
mod source;
mod table;
mod typed;
mod walk;
use semantics::mncore2::isa::table::rows;
use std::fmt::Write;
use std::path::Path;

// `docs/mncore2-instructions.md` is the instruction table, printed. `BLESS=1` writes it anew.

const HEAD: &str = "\
# MN-Core 2: the instruction set

The table that parser, printer and error messages of `semantics::mncore2` are made from; a test keeps
this page equal to it. Sections are those of the developer manual, decisions those of
`decisions.md`. Widths: SW 32 bits, LW 64, 2LW 128; numbers behind memories of MV, L2BM and L1BM forms
are long words a unit or cycle.

| class | opcode | precisions | options | inputs | outputs | mask flag is 1 | section | decisions |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

/// A cell: bars would end it, angle brackets would be taken as HTML, a round bracket behind a square one as a link.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('<', "&lt;").replace("](", "]&#40;");
    if text == "-" { String::new() } else { text }
}

#[test]
fn the_page_shows_the_table() {
    let mut page = HEAD.to_owned();
    for row in rows() {
        let cells = [
            row.class.name(),
            row.opcode,
            row.precisions,
            row.options,
            row.inputs,
            row.outputs,
            row.flags,
            row.section,
            row.decisions,
        ];
        writeln!(page, "| {} |", cells.map(cell).join(" | ")).expect("memory");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mncore2-instructions.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &page).expect("writable");
    }
    let stored = std::fs::read_to_string(&file).expect("the page");
    assert!(stored == page, "{} is not the table; BLESS=1 writes it anew", file.display());
}
