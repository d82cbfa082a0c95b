//! What of a case is compared, and whether its result is wrong.

use super::Settings;
use crate::file::Case;
use crate::registry::{FlagKind, Ran};
use crate::testfloat::Tolerance;

/// Whether the operation has flags.
#[inline]
pub(super) fn has_flags(case: &Case<'_>) -> bool {
    case.plan.op.flags != FlagKind::None
}

/// Whether the operation's flags are not compared.
#[inline]
pub(super) fn is_unflagged(settings: &Settings, case: &Case<'_>) -> bool {
    has_flags(case) && (case.flag.is_none() || !settings.flags)
}

/// Whether the result differs, and does not count as right.
#[inline]
pub(super) fn has_wrong_result(settings: &Settings, case: &Case<'_>, expected: Ran<'_>) -> bool {
    case.out != expected.out && !tolerated(settings.tolerance, case, expected)
}

/// Whether another result counts as right, its flags being the same.
#[cold]
fn tolerated(tolerance: Tolerance, case: &Case<'_>, expected: Ran<'_>) -> bool {
    let Some(flags) = expected.flag else { return false };
    tolerance.takes(case.plan, case.x, expected.out, case.out, flags)
}
