//! Which arithmetic an operation is.

/// What an operation of IEEE 754 computes, lane by lane, before the result is rounded. `x`, `y`, `z` are
/// the operands in order, but of [`Arithmetic::Fused`] where the addend comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `x + y`, or `x - y`.
    Sum {
        /// Whether the second operand is subtracted.
        minus: bool,
    },
    /// `x * y`.
    Product,
    /// `x * y + z`.
    Fused {
        /// Whether the product is subtracted.
        minus_product: bool,
        /// Whether the addend is subtracted.
        minus_addend: bool,
        /// Whether the addend is the first operand: `y * z + x`.
        addend_first: bool,
    },
    /// `x * y + z` of MN-Core 2, or without `z`: of the product `A * B` of the significands the mutual
    /// product of the low bits is left out, and a correction stands for it (s. 4.3).
    Omitting {
        /// How many low bits of each significand.
        bits: u32,
        /// Whether there is an addend.
        addend: bool,
    },
    /// `x / y`.
    Quotient,
    /// The square root of `x`.
    Root,
    /// `x` in another format.
    Convert,
    /// `x` as an integral value of its format.
    Integral,
    /// How `x` stands to `y`.
    Compare,
    /// How the codes of `x` and `y` stand to each other.
    Order,
}

impl Arithmetic {
    /// Of a product and an addend: whether the one and the other is subtracted.
    #[must_use]
    pub const fn fused(self) -> Option<(bool, bool)> {
        match self {
            Self::Fused { minus_product, minus_addend, .. } => Some((minus_product, minus_addend)),
            Self::Omitting { addend: true, .. } => Some((false, false)),
            _ => None,
        }
    }

    /// Whether it is a product alone.
    #[must_use]
    pub const fn is_product(self) -> bool {
        matches!(self, Self::Product | Self::Omitting { addend: false, .. })
    }

    /// Which part an operand has: 0 and 1 the factors of a fused operation, 2 its addend; of others its
    /// own place.
    #[must_use]
    #[inline]
    pub const fn part(self, operand: usize) -> usize {
        match self {
            Self::Fused { addend_first: true, .. } => (operand + 2) % 3,
            _ => operand,
        }
    }
}
