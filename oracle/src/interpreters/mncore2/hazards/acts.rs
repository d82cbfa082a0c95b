//! What can be done to a memory, and which two of these must not follow one another too closely.

/// A read or a write, by the path that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// `l2bm@N`, at the L2BM.
    SendsToL2bm,
    /// L1BM -> L2BM by any other expression, at the L2BM.
    WritesL2bm,
    /// L2BM -> L1BM, or to DARBUF, at the L2BM.
    ReadsL2bm,
    /// `mvp`, `mvd` from L2BM.
    MvReadsL2bm,
    /// `mvr`, `mvr2`, `mvr4` from L2BM.
    MvReducesL2bm,
    /// L2BM -> L1BM, at the L1BM.
    WritesL1bmFromAbove,
    /// `l2bmi`, at the L1BM that is written.
    MulticastsToL1bm,
    /// L1BM -> L2BM or `l2bmi`, at the L1BM that is read.
    ReadsL1bmFromAbove,
    /// PE -> L1BM.
    WritesL1bmFromPe,
    /// L1BM -> PE.
    ReadsL1bmToPe,
    /// A write of LM0 or LM1: 0, 1.
    WritesLm(u8),
    /// The same with a fixed mask that leaves no cycle to write in.
    SkipsLm(u8),
    /// A read of LM0 or LM1.
    ReadsLm(u8),
    /// A write of GRF0 or GRF1.
    WritesGrf(u8),
    /// A read of GRF0 or GRF1.
    ReadsGrf(u8),
    /// A write of T; the word is the cycle's.
    WritesT,
    /// A read of T, also for an address.
    ReadsT,
    /// A write of the base address register of LM0 or LM1.
    WritesBar(u8),
    /// An access of LM0 or LM1 in either direction, for which its base address register is read.
    AddressesLm(u8),
}

/// What must be the same for two acts to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Same {
    Anything,
    L1b,
    Word,
}

/// What must lie between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Steps(i64),
    Cycles(i64),
}

pub(super) struct Rule {
    pub(super) code: &'static str,
    pub(super) first: Act,
    pub(super) second: Act,
    pub(super) needed: Distance,
    pub(super) same: Same,
    /// Whether the program is run all the same (MN-D80, MN-D102).
    pub(super) warning: bool,
}

const fn rule(code: &'static str, first: Act, second: Act, needed: Distance, same: Same) -> Rule {
    let warning = match second {
        MvReadsL2bm => !matches!(first, SendsToL2bm),
        MvReducesL2bm => true,
        _ => matches!(first, SkipsLm(_)),
    };
    Rule { code, first, second, needed, same, warning }
}

use Act::{
    AddressesLm, MulticastsToL1bm, MvReadsL2bm, MvReducesL2bm, ReadsGrf, ReadsL1bmFromAbove,
    ReadsL1bmToPe, ReadsL2bm, ReadsLm, ReadsT, SendsToL2bm, SkipsLm, WritesBar, WritesGrf,
    WritesL1bmFromAbove, WritesL1bmFromPe, WritesL2bm, WritesLm, WritesT,
};
use Distance::{Cycles, Steps};
use Same::{Anything, L1b, Word};

/// Sections 3.6.3.1 to 3.6.3.9 in order; the last two by MN-D80.
pub(super) const RULES: &[Rule] = &[
    rule("MN-E-HAZARD-L2BM-MV", SendsToL2bm, MvReadsL2bm, Steps(1), Word),
    rule("MN-E-HAZARD-L2BM-MV", SendsToL2bm, MvReducesL2bm, Steps(1), Word),
    rule("MN-W-HAZARD-L2BM-MV", WritesL2bm, MvReadsL2bm, Steps(1), Word),
    rule("MN-W-HAZARD-L2BM-MV", WritesL2bm, MvReducesL2bm, Steps(1), Word),
    rule("MN-E-HAZARD-L2BM", SendsToL2bm, ReadsL2bm, Steps(3), Anything),
    rule("MN-E-HAZARD-L2BM", WritesL2bm, ReadsL2bm, Steps(3), Anything),
    rule("MN-E-HAZARD-L2BM-DOWN", WritesL1bmFromAbove, ReadsL1bmFromAbove, Steps(2), L1b),
    rule("MN-E-HAZARD-L2BMI", MulticastsToL1bm, ReadsL1bmFromAbove, Steps(3), L1b),
    rule("MN-E-HAZARD-L2BMI-L1BM", MulticastsToL1bm, ReadsL1bmToPe, Cycles(10), Word),
    rule("MN-E-HAZARD-L2BM-L1BM", WritesL1bmFromAbove, ReadsL1bmToPe, Cycles(6), Word),
    rule("MN-E-HAZARD-L1BM-L2BM", WritesL1bmFromPe, ReadsL1bmFromAbove, Cycles(10), Word),
    rule("MN-E-HAZARD-L1BM", WritesL1bmFromPe, ReadsL1bmToPe, Steps(2), Anything),
    rule("MN-E-HAZARD-LM0", WritesLm(0), ReadsLm(0), Steps(2), Anything),
    rule("MN-W-HAZARD-LM0", SkipsLm(0), ReadsLm(0), Steps(2), Anything),
    rule("MN-E-HAZARD-LM1", WritesLm(1), ReadsLm(1), Steps(2), Anything),
    rule("MN-W-HAZARD-LM1", SkipsLm(1), ReadsLm(1), Steps(2), Anything),
    rule("MN-E-HAZARD-GRF0", WritesGrf(0), ReadsGrf(0), Cycles(6), Word),
    rule("MN-E-HAZARD-GRF1", WritesGrf(1), ReadsGrf(1), Cycles(6), Word),
    rule("MN-E-HAZARD-T", WritesT, ReadsT, Cycles(6), Word),
    rule("MN-E-HAZARD-BAR", WritesBar(0), AddressesLm(0), Steps(1), Anything),
    rule("MN-E-HAZARD-BAR", WritesBar(1), AddressesLm(1), Steps(1), Anything),
];
