//! A table and an instruction from their text, by a reader of our own: what it makes must not hang on the assembler.

use semantics::xdsa::isa::{Instruction, Operation, Sync, Table, Unit, Width};

/// Splits `base.add.a16`.
pub(crate) fn operation(text: &str) -> (Operation, Width) {
    let (name, width) = text.rsplit_once('.').expect("a width");
    let width = match width {
        "a16" => Width::A16,
        "a32" => Width::A32,
        "a64" => Width::A64,
        other => panic!("width {other}"),
    };
    (Operation::by_name(name).unwrap_or_else(|| panic!("{name}")), width)
}

/// A number, decimal or hexadecimal.
pub(crate) fn number(text: &str) -> i128 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = digits
        .strip_prefix("0x")
        .map_or_else(|| digits.parse(), |digits| i128::from_str_radix(digits, 16));
    sign * value.unwrap_or_else(|_| panic!("{text}"))
}

/// Bytes from pairs of digits.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let pair = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(pair).collect()
}

/// Reads `.table LABEL at ADDRESS for NAME { FIELD=VALUE, ... }`.
pub(crate) fn table(line: &str) -> (u64, Operation, Table) {
    let rest = line.strip_prefix(".table ").expect("a table");
    let (head, fields) = rest.split_once(" { ").expect("fields");
    let words: Vec<&str> = head.split(' ').collect();
    let [_, "at", address, "for", name] = words[..] else { panic!("{line}") };
    let (operation, width) = operation(name);
    let mut table = Table::new(operation.layout(), width);
    for field in fields.trim_end_matches('}').trim().split(", ").filter(|field| !field.is_empty()) {
        let (name, value) = field.split_once('=').expect("a value");
        let value = Unit::by_name(value).map_or_else(|| number(value), |unit| unit.code().into());
        let bits = operation.layout().fields.iter().find(|field| field.name == name);
        let bits = bits.unwrap_or_else(|| panic!("{line}: {name}")).bits(width);
        let mask = u64::MAX >> (64 - bits);
        table.set(name, value as u64 & mask).unwrap_or_else(|e| panic!("{line}: {name}: {e:?}"));
    }
    (number(address) as u64, operation, table)
}

/// The instruction of a table that lies at this address.
pub(crate) fn instruction(operation: Operation, width: Width, descriptor: u64) -> Instruction {
    Instruction { operation, width, sync: Sync::default(), descriptor }
}
