//! Switches of the model, where a device may differ (XDSA-D72).

use crate::xdsa::isa::Unit;

/// The order and the unit of sums (XDSA-D32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SumRule {
    /// Exact, rounded once.
    #[default]
    Exact,
    /// Each step rounded to a floating-point unit, in the order kernel row, kernel column, channel.
    Sequential(Unit),
}

/// The switches; the default is what the decisions say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Keys are bits of consecutive entries, not counters (XDSA-D07).
    pub key_bits: bool,
    /// BCLR and BSET by their names (XDSA-D17).
    pub logic_by_name: bool,
    /// Sums of convolutions and matrix products (XDSA-D32).
    pub sums: SumRule,
    /// `SCALE_O` is added behind the shift as a zero point, not multiplied (XDSA-D35).
    pub scale_adds: bool,
    /// `MATRIX_MUL` into any unit (XDSA-D53).
    pub any_result: bool,
    /// The largest side of matrices that are factored exactly (XDSA-D54).
    pub largest: u32,
    /// The most elements that one instruction reads and writes.
    pub elements: u64,
    /// The most points of FFT and IFFT: every point is an exact sum over all of them.
    pub points: u64,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            key_bits: false,
            logic_by_name: false,
            sums: SumRule::Exact,
            scale_adds: false,
            any_result: false,
            largest: 64,
            elements: 1 << 28,
            points: 1 << 14,
        }
    }
}
