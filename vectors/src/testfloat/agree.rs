//! When a result counts as right that is another one: for `testfloat_ver`, NaN match each other
//! unless `-checkNaNs`, and results of invalid conversions to integers unless `-checkInvInts`.

use crate::registry::{Plan, joined};
use softfloat::{Category, Flags, Format};
use std::str::FromStr;

/// Which other NaN counts as right where NaN is.
///
/// ```
/// use vectors::testfloat::AnyNan;
/// assert_eq!("quiet".parse(), Ok(AnyNan::Quiet));
/// assert_eq!("7fa00000".parse(), Ok(AnyNan::Code(0x7fa0_0000)));
/// assert!("loud".parse::<AnyNan>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnyNan {
    /// None.
    #[default]
    None,
    /// Any quiet one.
    Quiet,
    /// Any, signalling ones too.
    All,
    /// That of this code.
    Code(u128),
}

impl From<bool> for AnyNan {
    /// Any quiet one, or none.
    fn from(quiet: bool) -> Self {
        if quiet { Self::Quiet } else { Self::None }
    }
}

impl FromStr for AnyNan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let hex = !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
        match text {
            "quiet" => Ok(Self::Quiet),
            "all" => Ok(Self::All),
            _ => u128::from_str_radix(text, 16)
                .ok()
                .filter(|_| hex)
                .map(Self::Code)
                .ok_or_else(|| "right is quiet, all, or a NaN's code in hex".to_owned()),
        }
    }
}

impl AnyNan {
    /// Whether an element that is not the right NaN will do.
    fn takes(self, format: &Format, element: u128) -> bool {
        let category = format.classify(element).category;
        let nan = matches!(category, Category::QuietNan | Category::SignallingNan);
        match self {
            Self::None => false,
            Self::Quiet => category == Category::QuietNan,
            Self::All => nan,
            Self::Code(code) => nan && code == element,
        }
    }
}

/// Which other results count as right. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tolerance {
    /// Other NaN where NaN is right.
    pub nans: AnyNan,
    /// Where a conversion to integers is invalid, what machines give there.
    pub integers: bool,
}

impl Tolerance {
    /// Whether the result `found` counts as right where `right` is, both with the same exceptions.
    /// Of NaN those do that [`AnyNan`] names. Of invalid conversions to integers Berkeley's program takes the
    /// limits: of a signed type the largest and the smallest number, and for a NaN 0; of an unsigned
    /// one all ones and 0.
    ///
    /// ```
    /// use vectors::registry::Options;
    /// use vectors::testfloat::{AnyNan, Tolerance};
    /// let any = Tolerance { nans: AnyNan::Quiet, integers: true };
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
        is_nan(format, right) && self.nans.takes(format, joined(found))
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
