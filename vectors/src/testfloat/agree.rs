//! When a result counts as right that is another one: for `testfloat_ver`, NaN match each other
//! unless `-checkNaNs`, and results of invalid conversions to integers unless `-checkInvInts`.

use crate::registry::{Plan, joined};
use softfloat::{Category, Flags, Format};

/// Which other results count as right. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tolerance {
    /// Any quiet NaN where NaN is right.
    pub nans: bool,
    /// Where a conversion to integers is invalid, what machines give there.
    pub integers: bool,
}

impl Tolerance {
    /// Whether the result `found` counts as right where `right` is, both with the same exceptions.
    /// Of NaN any quiet one does. Of invalid conversions to integers Berkeley's program takes the
    /// limits: of a signed type the largest and the smallest number, and for a NaN 0; of an unsigned
    /// one all ones and 0.
    ///
    /// ```
    /// use vectors::registry::Options;
    /// use vectors::testfloat::Tolerance;
    /// let any = Tolerance { nans: true, integers: true };
    /// let plan = |id| vectors::operations().find(id).unwrap().plan(&Options::NONE);
    /// let (add, to_i32) = (plan("ieee.f32.add"), plan("cvt.f32.i32"));
    /// assert!(any.takes(&add, &[0x7f80_0000, 0xff80_0000], &[0x7fc0_0000], &[0xffc0_0001], 0x10));
    /// assert!(!any.takes(&add, &[0x7f80_0000, 0xff80_0000], &[0x7fc0_0000], &[0x7f80_0001], 0x10));
    /// assert!(any.takes(&to_i32, &[0x4f80_0000], &[0x7fff_ffff], &[0x8000_0000], 0x10));
    /// assert!(!any.takes(&to_i32, &[0x4f80_0000], &[0x7fff_ffff], &[0], 0x10));
    /// assert!(any.takes(&to_i32, &[0x7fc0_0000], &[0x7fff_ffff], &[0], 0x10));
    /// ```
    #[must_use]
    pub fn takes(self, plan: &Plan, x: &[u64], right: &[u64], found: &[u64], flags: u8) -> bool {
        if right == found {
            return true;
        }
        // Of one element alone.
        let shape = plan.result();
        if right.len() != shape.words_per_element() || found.len() != right.len() {
            return false;
        }
        let format = &shape.format;
        if format.is_fixed() {
            let nan = match &plan.operands[..] {
                [shape] if shape.len == 1 => is_nan(&shape.format, x),
                _ => false,
            };
            // Of integers, only what the type does not hold is invalid; of truth values not so.
            return self.integers
                && flags == Flags::INVALID.bits()
                && format.width > 1
                && given_by_machines(format, nan, found[0]);
        }
        let quiet = format.classify(joined(found)).category == Category::QuietNan;
        self.nans && is_nan(format, right) && quiet
    }
}

fn is_nan(format: &Format, element: &[u64]) -> bool {
    let floating = !format.is_fixed();
    let category = format.classify(joined(element)).category;
    floating && matches!(category, Category::QuietNan | Category::SignallingNan)
}

/// What machines give where no integer is right.
fn given_by_machines(format: &Format, nan: bool, found: u64) -> bool {
    let ones = u64::MAX >> (64 - format.width);
    match format.sign {
        true => found == ones >> 1 || found == ones ^ ones >> 1 || nan && found == 0,
        false => found == ones || found == 0,
    }
}
