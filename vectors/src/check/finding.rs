//! A case worth telling about.

use crate::registry::{Answers, Outcome, Plan, Provenance};
use softfloat::format::Kind;
use softfloat::question::Alternative;
use softfloat::{Format, Value};

/// Why a case is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Results or flags differ.
    Differs,
    /// They differ where an open decision leaves them open, under [`super::Policy::Report`].
    Unspecified,
    /// The seal does not fit: the question was altered since the line was written.
    Altered,
    /// The decisions that the line says it hangs on are not those that it hangs on.
    Decisions,
}

impl Verdict {
    /// Whether it counts as a mismatch.
    #[must_use]
    pub const fn mismatch(self) -> bool {
        !matches!(self, Self::Unspecified)
    }
}

/// A case worth telling about.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its line.
    pub line: u64,
    /// What a line is called.
    pub noun: &'static str,
    /// Why.
    pub verdict: Verdict,
    /// The operation and options.
    pub plan: Plan,
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The model's result.
    pub expected: Outcome,
    /// The file's result; its flag may be absent.
    pub found: Outcome,
    /// The open decisions it hangs on.
    pub open: Provenance,
    /// The file's class.
    pub class: String,
    /// The file's open decisions.
    pub unspecified: String,
    /// The model's answers to open questions.
    pub answers: Answers,
}

impl Finding {
    /// Whether the result's elements differ.
    #[must_use]
    pub fn out_differs(&self) -> bool {
        self.found.out() != self.expected.out()
    }

    /// Whether the flag differs.
    #[must_use]
    pub fn flag_differs(&self) -> bool {
        flag_differs(self.expected.flag, self.found.flag)
    }

    /// The alternatives under which the file's result would be right.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&'static Alternative> {
        if !self.out_differs() && !self.flag_differs() {
            return Vec::new();
        }
        let mut alternatives = self.plan.op.alternatives();
        alternatives.retain(|answer| {
            let other = self.plan.run_with(&self.answers.with(answer), &self.x);
            other.out() == self.found.out() && !flag_differs(other.flag, self.found.flag)
        });
        alternatives
    }

    /// The operands as text, elements joined by `_`.
    #[must_use]
    pub fn operands(&self) -> Vec<String> {
        self.plan.texts(&self.x)
    }

    /// The command that explains the case.
    #[must_use]
    pub fn command(&self) -> String {
        format!("assay explain {}", self.plan.case(&self.x))
    }
}

/// Whether a recorded flag differs.
#[inline]
pub(super) fn flag_differs(expected: Option<u8>, found: Option<u8>) -> bool {
    found.is_some() && expected.is_some() && found != expected
}

/// How many numbers of the format lie from one finite code to another; of block-float elements
/// only under one exponent.
pub(super) fn ulps(f: &Format, a: u64, b: u64) -> Option<u64> {
    if matches!(f.kind, Kind::Fixed { .. }) {
        return None;
    }
    let place = |code: u64| -> Option<(i32, i128)> {
        let Value::Finite(u) = f.decode(code) else { return None };
        let body = f.man_bits + f.pad;
        let magnitude = code & (u64::MAX >> (64 - f.width + u32::from(f.sign)));
        let field = (magnitude >> body) as i32;
        let steps = match f.kind {
            Kind::Hidden if f.subnormal || f.zeroless() => magnitude >> f.pad,
            Kind::Hidden if field == 0 => 0,
            // 1 for the smallest number.
            Kind::Hidden => (magnitude - (1 << body)) + 1,
            _ => (magnitude & ((1 << body) - 1)) >> f.pad,
        };
        let common = if f.kind == Kind::Explicit { field } else { 0 };
        Some((common, if u.sign { -i128::from(steps) } else { steps.into() }))
    };
    let ((ea, a), (eb, b)) = (place(a)?, place(b)?);
    (ea == eb).then(|| u64::try_from((a - b).unsigned_abs()).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::StaticFormat;
    use softfloat::format::{MnBfPseudoSingle, MnSingle, Uint64};

    #[test]
    fn ulps_count_numbers() {
        let f = MnSingle::FORMAT;
        assert_eq!(ulps(&f, 0x3f80_0000, 0x3f80_0001), Some(1));
        assert_eq!(ulps(&f, 0x3fff_ffff, 0x4000_0001), Some(2));
        // 0 and -0 are one number, next to the smallest of either sign.
        assert_eq!(ulps(&f, 0x8000_0000, 0x0000_0001), Some(0));
        assert_eq!(ulps(&f, 0x8080_0000, 0x0080_0000), Some(2));
        assert_eq!(ulps(&f, 0xff7f_ffff, 0x7f7f_ffff), Some(2 * 0x7eff_ffff + 2));
        assert_eq!(ulps(&f, 0x7f80_0000, 0x3f80_0000), None);
        assert_eq!(ulps(&Uint64::FORMAT, 1, 2), None);
        let b = MnBfPseudoSingle::FORMAT;
        assert_eq!(ulps(&b, 0x3f80_0020, 0xbf80_0040), Some(3));
        assert_eq!(ulps(&b, 0x3f80_0020, 0x4000_0020), None);
    }
}
