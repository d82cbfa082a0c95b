//! The digest of a file's questions: how many there are, and the sum of their hashes modulo 2^64.
//!
//! A sum does not hang on the order, so a design may answer in its own; and the digests of shards add
//! up to that of the set. The hash of a question begins with FNV-1a (64 bits) over `op,opts,` as the
//! file has them, and takes each element of the operands in order:
//!
//! ```text
//! h = (h ^ element) * 9e3779b97f4a7c15 modulo 2^64;  h = h ^ (h >> 32)
//! ```

use crate::registry::Plan;
use std::ops::AddAssign;

/// Number and digest of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// How many.
    pub cases: u64,
    /// The sum of their hashes.
    pub sum: u64,
}

impl Digest {
    /// The hash of a plan's questions up to the operands.
    pub(crate) fn begun(plan: &Plan) -> u64 {
        begun(&plan.op.id, &plan.options.to_string())
    }

    /// The hash of a question, from that and the operands.
    pub(crate) fn question(begun: u64, x: &[u64]) -> u64 {
        question(begun, x)
    }

    /// Takes one more question.
    #[inline]
    pub(crate) fn take(&mut self, question: u64) {
        *self += Self { cases: 1, sum: question };
    }
}

impl AddAssign for Digest {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.cases += other.cases;
        self.sum = self.sum.wrapping_add(other.sum);
    }
}

/// The hash up to the operands.
pub(super) fn begun(op: &str, opts: &str) -> u64 {
    let bytes = [op, ",", opts, ","].into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// The hash of a question, from what [`begun`] gave.
#[inline]
pub(super) fn question(begun: u64, x: &[u64]) -> u64 {
    x.iter().fold(begun, |h, element| {
        let h = (h ^ element).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        h ^ h >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_tells_questions_apart_and_hangs_on_no_order() {
        // Computed by hand (Python) from the formula above.
        let begun_with = begun("ieee.f32.add", "rm=rtz");
        assert_eq!(begun_with, 0x0015_64d3_7f77_8811);
        assert_eq!(question(begun_with, &[0x3f80_0000, 1]), 0x923c_ea6a_30d0_62d4);
        let of = |all: &[(&str, &str, &[u64])]| {
            let mut digest = Digest::default();
            all.iter().for_each(|(op, opts, x)| digest.take(question(begun(op, opts), x)));
            digest
        };
        let (a, b): ((_, _, &[u64]), (_, _, &[u64])) = (("add", "", &[1, 2]), ("add", "", &[3, 4]));
        assert_eq!(of(&[a, b]), of(&[b, a]));
        let mut parts = of(&[a]);
        parts += of(&[b]);
        assert_eq!(parts, of(&[a, b]));
        for other in [
            [a, a],
            [b, b],
            [a, ("add", "", &[4, 3])],
            [("add", "", &[1, 4]), ("add", "", &[3, 2])],
            [a, ("sub", "", &[3, 4])],
            [a, ("add", "rm=rtz", &[3, 4])],
        ] {
            assert_ne!(of(&other), of(&[a, b]), "{other:?}");
        }
    }
}
