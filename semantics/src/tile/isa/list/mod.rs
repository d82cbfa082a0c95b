//! The instructions, family by family.

mod control;
mod element;
mod memory;
mod product;

use super::Row;

pub(super) fn all() -> Vec<Row> {
    let families = [memory::rows(), product::rows(), element::rows(), control::rows()];
    families.into_iter().flatten().collect()
}
