//! When a result counts as right that is another one: for `testfloat_ver`, NaN match each other
//! unless `-checkNaNs`, and results of invalid conversions to integers unless `-checkInvInts`.

use softfloat::format::Kind;
use softfloat::{Category, Flags, Format};

/// Which other results count as right. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tolerance {
    /// Any quiet NaN where NaN is right.
    pub nans: bool,
    /// Any integer where the conversion is invalid.
    pub integers: bool,
}

impl Tolerance {
    /// Whether the result `found` counts as right where `right` is, both with the same exceptions.
    ///
    /// ```
    /// use softfloat::{StaticFormat, format::Binary32};
    /// use vectors::testfloat::Tolerance;
    /// let any = Tolerance { nans: true, integers: true };
    /// assert!(any.takes(&Binary32::FORMAT, 0x7fc0_0000, 0xffc0_0001, 0x10));
    /// assert!(!any.takes(&Binary32::FORMAT, 0x7fc0_0000, 0x7f80_0001, 0x10));
    /// assert!(!Tolerance::default().takes(&Binary32::FORMAT, 0x7fc0_0000, 0xffc0_0001, 0x10));
    /// ```
    #[must_use]
    pub fn takes(self, format: &Format, right: u64, found: u64, flags: u8) -> bool {
        if right == found {
            return true;
        }
        if let Kind::Fixed { .. } = format.kind {
            // Of integers, only what the type does not hold is invalid; of truth values not so.
            return self.integers && flags == Flags::INVALID.bits() && format.width > 1;
        }
        let category = |code: u64| format.classify(code).category;
        let nan = matches!(category(right), Category::QuietNan | Category::SignallingNan);
        self.nans && nan && category(found) == Category::QuietNan
    }
}
