//! `docs/tile-instructions.md` is the table of instructions and their words, printed. `BLESS=1` writes it anew.

use semantics::tile::isa::{Field, Form, RESERVED, Row, Standing, rows};
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "\
# RISC-V Tile: the instruction set

The rows that encoder, decoder, assembler, disassembler and messages of `semantics::tile` are made from; a test keeps this page equal to
them. A word has 64 bits; bits above those of its form are 0. Standing: *specified*, the draft says fields, code and operation; *partly*, decisions
(`decisions.md`) say the rest; *decided*, the draft has the name at most. *ext* belongs to `ext=1`. How operands are written: `tile.md`.
";

const FORMS: [Form; 13] = [
    Form::Tcsr,
    Form::Twait,
    Form::Tsync,
    Form::Tsem,
    Form::Tfence,
    Form::Tmem,
    Form::Tacp,
    Form::Tmma,
    Form::Tcvt,
    Form::T1op,
    Form::Tmv,
    Form::T2op,
    Form::T3op,
];

fn place(form: Form, field: Field) -> String {
    let (low, width) = form.place(field).expect("a field of the form");
    match width {
        1 => format!("{field}[{low}]"),
        _ => format!("{field}[{}:{low}]", low + width - 1),
    }
}

fn line(row: &Row) -> String {
    let fixed = row.fixed().iter().skip(1).map(|(field, value)| format!("{field}={value}"));
    let fixed: Vec<String> = fixed.collect();
    let free: Vec<String> = row.free().map(|(field, _)| field.to_string()).collect();
    let mut standing = match row.standing {
        Standing::Specified => "specified",
        Standing::Partly => "partly",
        Standing::Decided => "decided",
    }
    .to_owned();
    if row.extension {
        standing.push_str(", ext");
    }
    let decisions: Vec<String> = row.decisions.iter().map(|n| format!("D{n:02}")).collect();
    format!(
        "| `{}` | {} | {} | {} | {standing} | {} |",
        row.mnemonic,
        format!("{:?}", row.form).to_uppercase(),
        fixed.join(" "),
        free.join(" "),
        decisions.join(" ")
    )
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Forms\n\nFields as `name[high:low]`.\n\n| form | bits | fields |\n| --- | --- | --- |\n");
    for form in FORMS {
        let head = [Field::Opcode, Field::Tuop].into_iter();
        let fields = head.chain(form.fields().iter().map(|(field, _)| *field));
        let fields: Vec<String> = fields.map(|field| place(form, field)).collect();
        let name = format!("{form:?}").to_uppercase();
        let _ = writeln!(page, "| {name} | {} | {} |", form.bits(), fields.join(", "));
    }
    page.push_str(
        "\n## Instructions\n\n| name | form | fixed | free | standing | decisions (TILE) |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for row in rows() {
        page.push_str(&line(row));
        page.push('\n');
    }
    page.push_str("\n## Names without a word\n\n| name | why |\n| --- | --- |\n");
    for (name, why) in RESERVED {
        let _ = writeln!(page, "| `{name}` | {why} |");
    }
    page
}

#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tile-instructions.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page is written");
    }
    let found = std::fs::read_to_string(&path).expect("the page");
    assert!(found == page, "docs/tile-instructions.md is not the table: BLESS=1 writes it");
}
