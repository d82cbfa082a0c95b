//! What is not settled of the units, as data: a [`Profile`] answers each question. The decided answers are those that
//! were measured; the others are what another public model reads from the same devices.

use crate::question::profile;

profile! {
    /// Zeros, and the least reference, in the alignment of a truncated sum.
    zero_terms: ZeroTerms {
        /// A zero term takes no part, and the reference has a least value.
        Absent = "absent",
        /// A zero number has the exponent -126, a subnormal binary16 addend -14, and there is no least reference.
        Counted = "counted": "SIL-O1" Unspecified
    };
    /// The sign of a negative sum that rounds to zero.
    rounded_zero: RoundedZero {
        /// +0.
        Plus = "plus",
        /// -0.
        Signed = "signed": "SIL-O2" Unspecified
    };
    /// The sum of CDNA1.
    cdna1: Cdna1 {
        /// Exact, rounded once.
        Exact = "exact",
        /// Rounded at each step, as that of CDNA2, but without flushes.
        Stepwise = "stepwise": "SIL-O3" Unspecified
    };
    /// Groups and addends of zero in the alignment of FP4.
    zero_groups: ZeroGroups {
        /// They count.
        Counted = "counted",
        /// They take no part.
        Absent = "absent": "SIL-O4" Unspecified
    };
    /// The word of a NaN result where nobody showed it.
    nan_word: NanWord {
        /// The decided one.
        Default = "default",
        /// Another.
        Other = "other": "SIL-O5" Unspecified
    };
    /// FP8 through `mma` on Hopper, to binary32.
    fp8_to_single: Fp8ToSingle {
        /// Two sums of binary16, and an addition.
        Halves = "halves",
        /// One sum that keeps 13 bits.
        One = "one": "SIL-O8" Unspecified
    };
    /// Subnormal numbers in the binary32 chains of CDNA2.
    cdna2_single: Cdna2Single {
        /// Kept.
        Kept = "kept",
        /// Flushed, as in its binary16.
        Flushed = "flushed": "SIL-O9" Unspecified
    };
    /// A product of CDNA3 beyond binary32.
    large_products: LargeProducts {
        /// The infinity of its sign.
        Signed = "signed",
        /// +infinity.
        Plus = "plus": "SIL-O10" Unspecified
    };
    /// Tininess where x86 flushes.
    x86_tininess: X86Tininess {
        /// After rounding.
        After = "after",
        /// Before rounding.
        Before = "before": "SIL-O11" Unspecified
    };
}
