//! What is refused, where exactly, and what is said about it. `reject.txt` holds a block for each
//! line: the line, then for each error or warning its underline, its code with section and message,
//! and the help. A blank line ends the block. `BLESS=1` writes it anew, to be read before it stays.

use rstest::rstest;
use semantics::mncore2::text::{Diagnostic, parse};
use std::fmt::Write;

const BLOCKS: &str = include_str!("reject.txt");

/// The block of a line, as it must stand in the file.
fn block(line: &str) -> String {
    let found = match parse(line) {
        Ok(program) => program.warnings,
        Err(errors) => errors.diagnostics,
    };
    let mut block = format!("{line}\n");
    for Diagnostic { code, line, column, length, message, help, section, .. } in found {
        assert_eq!(line, 1);
        let (before, under) = (" ".repeat(column as usize - 1), "^".repeat(length as usize));
        writeln!(block, "{before}{under}\n{code} ({section}): {message}").expect("memory");
        if let Some(help) = help {
            writeln!(block, "    {help}").expect("memory");
        }
    }
    block
}

#[rstest]
fn every_block_is_as_written() {
    if std::env::var_os("BLESS").is_some() {
        let lines = BLOCKS.trim_end().split("\n\n").filter_map(|block| block.lines().next());
        let blocks: Vec<String> = lines.map(|line| block(line).trim_end().to_owned()).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text/reject.txt");
        std::fs::write(file, blocks.join("\n\n") + "\n").expect("writable");
        return;
    }
    for expected in BLOCKS.trim_end().split("\n\n") {
        let line = expected.lines().next().expect("a line");
        assert_eq!(block(line).trim_end(), expected);
    }
}

#[rstest]
fn every_code_has_a_block() {
    let codes = [
        "MN-E-SYNTAX",
        "MN-E-OPCODE",
        "MN-E-OPERANDS",
        "MN-E-RANGE",
        "MN-E-ALIGN",
        "MN-E-WIDTH",
        "MN-E-CONVERT",
        "MN-E-IMM",
        "MN-E-L1BSET",
        "MN-E-RRN2LW",
        "MN-E-INDIRECT",
        "MN-E-NOWRITE",
        "MN-E-CONST-POS",
        "MN-E-MREADF-POS",
        "MN-E-DTYPE",
        "MN-E-MASK-WIDTH",
        "MN-W-BANG",
        "MN-W-DRAM-ALIGN",
        "MN-W-L2B-OMITTED",
        "MN-W-MV-SIZE",
    ];
    for code in codes {
        assert!(BLOCKS.lines().any(|l| l.starts_with(&format!("{code} ("))), "{code}");
    }
}
