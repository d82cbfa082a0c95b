//! When `testfloat_ver` takes a result for right: NaN match each other unless `-checkNaNs`, the
//! results of invalid conversions to integers match each other unless `-checkInvInts`.

use super::Settings;
use softfloat::format::Kind;
use softfloat::{Category, Flags, Format};

/// Whether TestFloat accepts result and exceptions (`found`) where the right ones are `right`.
///
/// ```
/// use softfloat::{StaticFormat, format::Binary32};
/// use vectors::testfloat::{Settings, agrees};
/// let (any, x86) = ((0x7fc0_0000, 0x10), (0xffc0_0000, 0x10));
/// assert!(agrees(&Settings::default(), &Binary32::FORMAT, any, x86));
/// let strict = Settings { check_nans: true, ..Settings::default() };
/// assert!(!agrees(&strict, &Binary32::FORMAT, any, x86));
/// ```
#[must_use]
pub fn agrees(settings: &Settings, format: &Format, right: (u64, u8), found: (u64, u8)) -> bool {
    if right == found {
        return true;
    }
    if right.1 != found.1 {
        return false;
    }
    if let Kind::Fixed { .. } = format.kind {
        // Invalid is signalled only where the integer type does not hold the value.
        return !settings.check_ints && right.1 == Flags::INVALID.bits() && format.width > 1;
    }
    let category = |code: u64| format.classify(code).category;
    let nan = matches!(category(right.0), Category::QuietNan | Category::SignallingNan);
    !settings.check_nans && nan && category(found.0) == Category::QuietNan
}
