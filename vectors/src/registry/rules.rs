//! The options that all number operations share, and the rules that they choose.

use super::setting::Form::Words;
use super::setting::{MAX_TERMS, Setting};
use super::{List, OptionSpec, Options};
use softfloat::{Env, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow};

/// The rounding direction.
pub static RM: Setting<Rounding> =
    Setting::new("rm", Words(&["rne", "rna", "rtz", "rup", "rdn", "rto"]), |at| Rounding::ALL[at])
        .rounding()
        .directed()
        .also(ROUNDINGS);

/// What standards, languages and machines call the directions.
#[rustfmt::skip]
const ROUNDINGS: &[(&str, u16)] = &[
    ("rte", 0), ("rn", 0), ("nearest", 0), ("halfeven", 0), ("roundhalfeven", 0), ("tonearest", 0), ("nearesteven", 0),
    ("tiestoeven", 0), ("roundtiestoeven", 0), ("neareven", 0), ("nearesttiestoeven", 0), ("fetonearest", 0),
    ("rmm", 1), ("halfaway", 1), ("nearestaway", 1), ("tiestoaway", 1), ("roundtiestoaway", 1), ("nearmaxmag", 1),
    ("nearesttiestoaway", 1),
    ("rz", 2), ("zero", 2), ("towardzero", 2), ("roundtowardzero", 2), ("minmag", 2), ("fetowardzero", 2), ("trunc", 2),
    ("rp", 3), ("rpi", 3), ("up", 3), ("towardpositive", 3), ("roundtowardpositive", 3), ("max", 3), ("feupward", 3), ("ceil", 3),
    ("rm", 4), ("rmi", 4), ("down", 4), ("towardnegative", 4), ("roundtowardnegative", 4), ("min", 4), ("fedownward", 4), ("floor", 4),
    ("rod", 5), ("odd", 5), ("toodd", 5), ("roundtoodd", 5),
];

/// When results are tiny.
pub static TININESS: Setting<Tininess> =
    Setting::new("tininess", Words(&["after", "before"]), |at| {
        [Tininess::After, Tininess::Before][at]
    });

/// The rule for NaN results.
pub static NAN: Setting<NanRule> =
    Setting::new("nan", Words(&["riscv", "sse", "arm", "armdn", "ieee", "ofp8"]), |at| {
        use NanRule::{Arm, Canonical, Ofp8, Propagate, Sse};
        [Canonical, Sse, Arm, Canonical, Propagate, Ofp8][at]
    })
    .mixing(5);

/// The rules for NaN results of operations on numbers; conversions from and to formats of OFP8 have one more.
pub(crate) const NAN_RULES: OptionSpec = NAN.among(0b1_1111);

/// Whether tiny results are zeros.
pub static FTZ: Setting<bool> = Setting::switch("ftz");

/// Whether subnormal operands are zeros.
pub static DAZ: Setting<bool> = Setting::switch("daz");

/// Whether what overflows is the largest number; an infinity that is converted too, or not. In P3109's formats without infinities it may be
/// NaN.
pub static SAT: Setting<Overflow> =
    Setting::new("sat", Words(&["0", "1", "keepinf", "nan"]), |at| {
        [Overflow::Ieee, Overflow::Saturate, Overflow::SaturateFinite, Overflow::Nan][at]
    });

/// What integers out of range become.
pub static INT: Setting<IntegerRule> =
    Setting::new("int", Words(&["riscv", "arm", "x86", "wrap"]), |at| {
        use IntegerRule::{Arm, RiscV, Wrap, X86};
        [RiscV, Arm, X86, Wrap][at]
    })
    .also(&[
        ("sat", 1),
        ("wasm", 1),
        ("saturating", 1),
        ("saturate", 1),
        ("saturated", 1),
        ("rust", 1),
        ("java", 1),
    ]);

/// Whether *inexact* is signalled where integers are made.
pub static EXACT: Setting<bool> = Setting::switch("exact");

/// The elements of a block.
pub(crate) static N: Setting<usize> = Setting::terms("n", MAX_TERMS, 16);

/// All that choose rules, in the order in which they are written.
#[rustfmt::skip]
pub(crate) const OPTIONS: List = &[
    &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &EXACT.row,
];

impl Options {
    /// The rules that the options of number operations choose.
    #[must_use]
    pub fn env(&self) -> Env {
        Env {
            rounding: self.get(&RM),
            tininess: self.get(&TININESS),
            overflow: self.get(&SAT),
            underflow: if self.get(&FTZ) { Underflow::FlushSigned } else { Underflow::Gradual },
            nan: self.get(&NAN),
            daz: self.get(&DAZ),
            integer: self.get(&INT),
        }
    }
}
