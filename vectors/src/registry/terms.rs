//! Which elements of an operation's operands are the terms of a sum.

use softfloat::Format;

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
    /// What the elements of each operand share, where they are block floats.
    pub shared: Option<Shared>,
    /// Whether terms are cut where they are aligned, by rules that nothing here describes.
    pub cut: bool,
    /// The circuits that align the terms before they are added, where such do.
    pub network: Option<Network>,
}

/// Factors under the largest exponent field of their block (MN-Core 2, s. 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// How many low bits of each significand have no mutual product; a correction stands for it.
    pub omitted: u32,
}

/// A reduction network (MN-Core 2, s. 4.2): each circuit rounds its terms to the place of three guard bits
/// below the largest one's last place, and the exact sum once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// How many terms a circuit of the first stage takes; the second stage takes their sums.
    pub first: usize,
    /// The format of the circuits' terms.
    pub circuit: Format,
}

impl Terms {
    /// So many elements that are added exactly, rounded once.
    #[must_use]
    pub const fn plain(len: usize, product: bool, addend: bool) -> Self {
        Self { len, product, addend, shared: None, cut: false, network: None }
    }

    /// The terms, the addend last.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.len + self.addend as usize
    }
}
