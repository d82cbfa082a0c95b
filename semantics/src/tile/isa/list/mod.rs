//! The instructions, family by family.

mod control;
mod element;
mod memory;
mod product;

use super::row::Row;
use std::sync::LazyLock;

fn all() -> Vec<Row> {
    let families = [memory::rows(), product::rows(), element::rows(), control::rows()];
    families.into_iter().flatten().collect()
}

/// All instructions, in the order of their codes.
#[must_use]
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(all);
    &ROWS
}
