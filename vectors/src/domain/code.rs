//! Codes of elements, and what they mean.

use super::bound::cast;
use crate::registry::{joined, parted};
use softfloat::{Category, Format, Value};

/// The words of a code.
pub(super) fn parts(code: u128, words: usize) -> Vec<u64> {
    let mut element = vec![0; words];
    parted(code, &mut element);
    element
}

/// A code, and what it means.
pub(super) struct Code {
    code: u128,
    sign: bool,
    category: Category,
    value: Value<u128>,
}

impl Code {
    pub(super) fn of(format: &Format, element: &[u64]) -> Self {
        let code = joined(element);
        let narrow = element.len() == 1;
        let class = if narrow { format.classify(code as u64) } else { format.classify(code) };
        let value = if narrow { cast(format.decode(code as u64)) } else { format.decode(code) };
        Self { code, sign: class.sign, category: class.category, value }
    }

    pub(super) const fn code(&self) -> u128 {
        self.code
    }

    pub(super) const fn kind(&self) -> (bool, Category) {
        (self.sign, self.category)
    }

    pub(super) const fn value(&self) -> &Value<u128> {
        &self.value
    }
}
