//! Numbers of cases.

use serde::Serialize;
use std::fmt;
use std::ops::AddAssign;

/// Numbers of cases. Displays as the summary line, which ends with what was not compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Computed again and compared.
    pub checked: u64,
    /// Of those, not as they should be.
    pub mismatched: u64,
    /// Of those mismatched, with another result.
    pub results: u64,
    /// Of those mismatched, with the right result and other flags.
    pub flags: u64,
    /// Of those checked, hanging on an open decision.
    pub unspecified: u64,
    /// Of those checked, not skipped because any result will do.
    pub compared: u64,
    /// Of those checked, with results that pass by a tolerance alone; their flags are not compared.
    #[serde(rename = "by_tolerance", skip_serializing_if = "is_zero")]
    pub tolerated: u64,
    /// Not checked, because they lie outside of the domain.
    #[serde(skip_serializing_if = "is_zero")]
    pub outside: u64,
    /// Of those checked, not as they should be, and accepted: no mismatches.
    #[serde(skip_serializing_if = "is_zero")]
    pub waived: u64,
    /// Of those checked, with flags that were not compared: they are blank, or not asked for.
    #[serde(rename = "flags_not_compared")]
    pub unflagged: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.checked += other.checked;
        self.mismatched += other.mismatched;
        self.results += other.results;
        self.flags += other.flags;
        self.unspecified += other.unspecified;
        self.compared += other.compared;
        self.tolerated += other.tolerated;
        self.unflagged += other.unflagged;
        self.outside += other.outside;
        self.waived += other.waived;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checked, mismatched, unspecified, .. } = self;
        write!(f, "checked {checked}, mismatched {mismatched}, unspecified {unspecified}")?;
        self.remarks().fmt(f)
    }
}

impl Counts {
    /// Of what the mismatches are: nothing where there are none.
    #[must_use]
    pub fn parts(&self) -> Option<String> {
        let Self { mismatched, results, flags, .. } = *self;
        let others = mismatched.saturating_sub(results + flags);
        let parts =
            [(results, "in results"), (flags, "in flags alone"), (others, "in class or decisions")];
        let told = parts.iter().filter(|(n, _)| *n > 0).map(|(n, of)| format!("{n} {of}"));
        (mismatched > 0).then(|| format!("mismatches: {}", told.collect::<Vec<_>>().join(", ")))
    }

    /// What was not compared: the end of the summary line.
    pub(crate) const fn remarks(&self) -> impl fmt::Display + '_ {
        Remarks(self)
    }
}

struct Remarks<'a>(&'a Counts);

impl fmt::Display for Remarks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { checked, compared, tolerated, unflagged, outside, waived, .. } = self.0;
        if compared < checked {
            write!(f, ", compared {compared}")?;
        }
        if *tolerated > 0 {
            write!(f, ", by tolerance {tolerated}")?;
        }
        if *waived > 0 {
            write!(f, ", waived {waived}")?;
        }
        if *outside > 0 {
            write!(f, ", outside of the domain {outside}")?;
        }
        if *unflagged > 0 {
            write!(f, ", flags of {unflagged} not compared")?;
        }
        Ok(())
    }
}
