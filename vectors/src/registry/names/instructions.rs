//! Instructions of processors, functions of libraries, operations of compilers: their operation with its options.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A name that is not an id, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its name, in lower-case letters.
    pub name: &'static str,
    /// What it is of: an extension, an instruction set, a language.
    pub set: &'static str,
    /// The ids; several where the name does not say the format.
    pub ids: Vec<&'static str>,
    /// The options that it has always.
    pub options: Vec<&'static str>,
    /// What becomes of its operands before the operation; empty where they stay.
    pub operands: &'static str,
    /// What there is to know about it.
    pub note: &'static str,
}

/// A name of an operation that is not modelled, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent {
    /// Its name.
    pub name: &'static str,
    /// What it is of.
    pub set: &'static str,
    /// Why there is none.
    pub reason: &'static str,
}

/// The fields of the rows of a table that is part of the program.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    // No field has a comma or quotes (`tables_are_plain`).
    table.lines().skip(1).map(|line| {
        let mut fields = line.split(',');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

static TABLE: LazyLock<Vec<Instruction>> = LazyLock::new(|| {
    let all = rows::<6>(include_str!("instructions.csv"));
    let instruction = |[name, set, ids, options, operands, note]: [&'static str; 6]| Instruction {
        name,
        set,
        ids: ids.split(' ').collect(),
        options: options.split_whitespace().collect(),
        operands,
        note,
    };
    all.map(instruction).collect()
});

static PLACES: LazyLock<HashMap<&'static str, usize>> =
    LazyLock::new(|| TABLE.iter().enumerate().map(|(at, row)| (row.name, at)).collect());

/// All of them.
#[must_use]
pub fn instructions() -> &'static [Instruction] {
    &TABLE
}

/// The one of this name, in upper-case or lower-case letters.
///
/// ```
/// let found = vectors::registry::names::instruction("FADD.S").unwrap();
/// assert_eq!((&found.ids[..], &found.options[..]), (&["ieee.f32.add"][..], &["preset=riscv"][..]));
/// ```
#[must_use]
pub fn instruction(name: &str) -> Option<&'static Instruction> {
    PLACES.get(name.to_lowercase().as_str()).map(|&at| &TABLE[at])
}

/// Why there is no operation of this name.
#[must_use]
pub fn absent(name: &str) -> Option<Absent> {
    let name = name.to_lowercase();
    let all = rows::<3>(include_str!("absent.csv"));
    let mut all = all.map(|[name, set, reason]| Absent { name, set, reason });
    all.find(|row| row.name == name)
}
