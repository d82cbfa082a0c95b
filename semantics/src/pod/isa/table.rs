//! The forms, and where each is: by operation, word, mnemonic.

use super::field::Slot;
use super::form::Form;
use super::list;
use super::operation::Operation;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Every form once, in the order of appendix E; each `pfpshuffle` is one of its own.
#[must_use]
pub fn forms() -> &'static [Form] {
    &TABLE.forms
}

/// The forms, and where each is.
struct Table {
    forms: Vec<Form>,
    operations: HashMap<(Operation, bool), usize>,
    codes: HashMap<(Slot, u32), usize>,
    mnemonics: HashMap<String, Vec<usize>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let forms = list::all();
    let mut table = Table {
        operations: HashMap::new(),
        codes: HashMap::new(),
        mnemonics: HashMap::new(),
        forms: Vec::new(),
    };
    for (at, form) in forms.iter().enumerate() {
        table.operations.insert((form.operation, form.immediate().is_some()), at);
        if !matches!(form.operation, Operation::Nop(_)) {
            table.codes.insert((form.slot, form.code), at);
        }
        table.mnemonics.entry(form.mnemonic.clone()).or_default().push(at);
    }
    Table { forms, ..table }
});

impl Form {
    /// The form of an operation, with an immediate or without.
    #[must_use]
    pub fn of(operation: Operation, immediate: bool) -> Option<&'static Self> {
        TABLE.operations.get(&(operation, immediate)).map(|at| &TABLE.forms[*at])
    }

    /// The form of a word's upper 15 bits; no nop is one.
    #[must_use]
    pub fn of_code(slot: Slot, code: u32) -> Option<&'static Self> {
        TABLE.codes.get(&(slot, code)).map(|at| &TABLE.forms[*at])
    }

    /// The forms of a mnemonic.
    pub fn of_mnemonic(mnemonic: &str) -> impl Iterator<Item = &'static Self> {
        TABLE.mnemonics.get(mnemonic).into_iter().flatten().map(|at| &TABLE.forms[*at])
    }

    /// All mnemonics, in no order.
    pub fn mnemonics() -> impl Iterator<Item = &'static str> {
        TABLE.mnemonics.keys().map(String::as_str)
    }
}
