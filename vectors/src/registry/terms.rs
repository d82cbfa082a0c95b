//! Which elements of an operation's operands are the terms of a sum.

/// A sum of many terms: the first operand's elements, or their products with the second operand's, and
/// perhaps a last operand that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How many elements.
    pub len: usize,
    /// Whether a term is a product.
    pub product: bool,
    /// Whether there is an addend.
    pub addend: bool,
}

impl Terms {
    /// The terms, the addend last.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.len + self.addend as usize
    }
}
