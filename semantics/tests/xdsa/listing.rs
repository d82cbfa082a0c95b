//! `docs/xdsa-instructions.md` is the table of instructions and their layouts, printed. `BLESS=1` writes it anew.

use semantics::xdsa::isa::{Field, Group, Layout, Part, Position, Row, Standing, TABLE, Width};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

const HEAD: &str = "\
# xDSA: the instruction set

The tables that encoder, decoder, assembler, disassembler and checks of `semantics::xdsa` are made from; a test keeps this page equal to
them. The code is OP_CODE, 14 bits; the line is that of the source where the instruction begins. Standing: *specified*, the source gives table
and operation; *partly*, decisions (`decisions.md`) say the rest; *default*, left to users, and the default set has it (`defaults=on`);
*hook*, left to users, and only a hook can have it. What an instruction does: `xdsa.md` and the decisions.

## Instructions
";

const LAYOUTS: &str = "
## Operand tables

Fields from bit 0 of the table upwards, `name[high:low]` in bits; A is the width of addresses (16, 32, 64), M is max(32, A). A field in two parts
has them from the top, joined by `|`. All other bits are 0. The size is in bytes, for A = 16, 32, 64. A layout that several instructions
fill in their own ways has a row for each way, with the first of them behind its name.

| table | bytes | fields |
| --- | --- | --- |
";

fn position(p: Position) -> String {
    let mut text = String::new();
    for (count, name) in [(p.a, "A"), (p.m, "M")] {
        match count {
            0 => {}
            1 => text += &format!("+{name}"),
            n => text += &format!("+{n}{name}"),
        }
    }
    if p.k != 0 || text.is_empty() {
        text += &format!("{:+}", p.k);
    }
    text.strip_prefix('+').unwrap_or(&text).to_owned()
}

fn range(part: &Part) -> String {
    let Part { start, bits, .. } = part;
    let high = Position { a: start.a + bits.a, m: start.m + bits.m, k: start.k + bits.k - 1 };
    match high == *start {
        true => position(high),
        false => format!("{}:{}", position(high), position(*start)),
    }
}

fn field(field: &Field) -> String {
    let ranges: Vec<String> = field.parts.iter().rev().map(range).collect();
    format!("{}[{}]", field.name, ranges.join("|"))
}

/// The layout's name, and where others share it the first instruction that has it.
fn name(layout: &Arc<Layout>) -> String {
    let first = |other: &&Row| other.operation.layout() == layout;
    let first = TABLE.iter().find(first).map_or("", |row| row.name);
    let shared = |row: &Row| {
        let other = row.operation.layout();
        other.name == layout.name && other != layout
    };
    match TABLE.iter().any(shared) {
        true => format!("{} ({first})", layout.name),
        false => layout.name.to_owned(),
    }
}

fn instructions() -> String {
    let mut text = String::new();
    let mut group = None;
    for row in &TABLE {
        if group != Some((row.operation.section(), row.group)) {
            group = Some((row.operation.section(), row.group));
            let (section, code) = (format!("{:?}", row.operation.section()), row.code >> 5);
            let _ = write!(
                text,
                "\n### {}, {} (code[13:5] = {code:b})\n\n| code | name | table | standing | line |\n| --- | --- | --- | --- | --- |\n",
                section.to_uppercase(),
                title(row.group)
            );
        }
        let standing = match row.standing {
            Standing::Specified => "specified",
            Standing::Partly => "partly",
            Standing::Default => "default",
            Standing::Hook => "hook",
        };
        let layout = name(row.operation.layout());
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {:04X} | `{}` | {layout} | {standing} | {} |",
            row.code, row.name, row.line
        );
    }
    text
}

fn title(group: Group) -> String {
    format!("{group:?}")
}

fn layouts() -> String {
    let mut seen: Vec<&Arc<Layout>> = Vec::new();
    let mut text = String::new();
    for row in &TABLE {
        let layout = row.operation.layout();
        if seen.contains(&layout) {
            continue;
        }
        seen.push(layout);
        let bytes = Width::ALL.map(|width| layout.bytes(width).to_string()).join(" ");
        let fields: Vec<String> = layout.fields.iter().map(field).collect();
        let fields = fields.join(" ").replace('|', "\\|");
        let _ = writeln!(text, "| {} | {bytes} | {fields} |", name(layout));
    }
    text
}

#[test]
fn page_is_the_tables() {
    let right = format!("{HEAD}{}{LAYOUTS}{}", instructions(), layouts());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/xdsa-instructions.md");
    if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
        std::fs::write(&file, &right).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap();
    assert!(found == right, "BLESS=1 writes docs/xdsa-instructions.md anew");
    assert_eq!(instructions().lines().filter(|line| line.contains('`')).count(), 224);
}

/// Ranges as the page writes them, against ranges written by hand.
#[test]
fn ranges_in_words() {
    let layout = |name: &str| {
        let row = TABLE.iter().find(|row| row.name == name).unwrap();
        row.operation.layout().fields.iter().map(field).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        layout("base.add"),
        "s0[A-1:0] s1[2A-1:A] d[3A-1:2A] len[4A-1:3A] src0[4A+3:4A] src1[4A+7:4A+4] des[4A+11:4A+8] sat[4A+12] rnd[4A+13]"
    );
    assert!(layout("base.tile").contains(" fc[2A+63|2A+31:2A+21] "));
    assert!(layout("base.matrix_mul").contains(" fm_surface_stride[3A+M+95:3A+M+64] "));
}
