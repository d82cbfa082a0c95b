//! Blocks of elements that share an exponent or a scale.

/// What an operation does with blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Numbers become mantissas under a common exponent (MN-Core 2, s. 4.4).
    Common {
        /// Mantissa bits that are kept.
        kept: u32,
        /// Mantissa bits of the result's format that are not used; the exponent is so much higher.
        raise: u32,
        /// Whether small elements are in the extended representation.
        extended: bool,
    },
    /// Numbers become elements and a scale (MX).
    Quantize,
    /// Elements and a scale become numbers.
    Dequantize,
    /// The products of two blocks' elements, and an addend, become their sum.
    Dot,
}
