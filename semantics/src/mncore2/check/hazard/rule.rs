//! The rules of s. 3.6.3 as data.

use crate::mncore2::isa::{Bank, Expr, L1bmPlace, L2bm, L2bmWay, Up};

/// What must lie between a write and a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// Steps, whatever the cycles are.
    Steps(u32),
    /// Cycles between the one that writes a word and the one that reads it.
    Cycles(u32),
}

/// What a message says of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The memory.
    Memory,
    /// A word of it.
    Word,
    /// The L1B whose memory it is.
    L1b,
    /// A word, and that an MV reads it.
    Mv,
    /// That it was its base address register that was written.
    Bar,
}

/// A hazard.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Its code as an error.
    pub(super) code: &'static str,
    /// Its code where it is a warning only.
    pub(super) warning: &'static str,
    /// The manual's section.
    pub(super) section: &'static str,
    /// What must lie between.
    pub(super) needed: Needed,
    /// The memory in messages.
    pub(super) memory: &'static str,
    /// What they say of the place.
    pub(super) says: Says,
}

impl Rule {
    /// How many `nop` are missing where so many steps or cycles lie between.
    pub(super) const fn nops(&self, has: u32) -> u32 {
        match self.needed {
            Needed::Steps(steps) => steps.saturating_sub(has),
            Needed::Cycles(cycles) => cycles.saturating_sub(has).div_ceil(4),
        }
    }
}

const fn steps(
    code: &'static str,
    section: &'static str,
    memory: &'static str,
    needed: u32,
) -> Rule {
    Rule { code, warning: "", section, needed: Needed::Steps(needed), memory, says: Says::Memory }
}

const fn cycles(
    code: &'static str,
    section: &'static str,
    memory: &'static str,
    needed: u32,
) -> Rule {
    Rule { code, warning: "", section, needed: Needed::Cycles(needed), memory, says: Says::Word }
}

const fn l1b(code: &'static str, section: &'static str, needed: u32) -> Rule {
    Rule { says: Says::L1b, ..steps(code, section, "L1BM", needed) }
}

/// L1BM to L2BM, then an MV that reads L2BM.
pub(super) static MV: Rule = Rule {
    warning: "MN-W-HAZARD-L2BM-MV",
    says: Says::Mv,
    ..steps("MN-E-HAZARD-L2BM-MV", "3.6.3.1", "L2BM", 1)
};

/// A local memory.
static LM: [Rule; 2] = [
    Rule { warning: "MN-W-HAZARD-LM0", ..steps("MN-E-HAZARD-LM0", "3.6.3.9", "LM0", 2) },
    Rule { warning: "MN-W-HAZARD-LM1", ..steps("MN-E-HAZARD-LM1", "3.6.3.9", "LM1", 2) },
];

/// A general register file.
static GRF: [Rule; 2] = [
    cycles("MN-E-HAZARD-GRF0", "3.6.3.9", "GRF0", 6),
    cycles("MN-E-HAZARD-GRF1", "3.6.3.9", "GRF1", 6),
];

/// T, also as an addend of addresses.
pub(super) static T: Rule =
    Rule { says: Says::Memory, ..cycles("MN-E-HAZARD-T", "3.6.3.9", "T", 6) };

/// A base address register (MN-D80).
static BAR: [Rule; 2] = [
    Rule { says: Says::Bar, ..steps("MN-E-HAZARD-BAR", "3.6.3.9", "LM0", 1) },
    Rule { says: Says::Bar, ..steps("MN-E-HAZARD-BAR", "3.6.3.9", "LM1", 1) },
];

/// The rule of a PE memory.
pub(super) fn of_bank(bank: Bank) -> &'static Rule {
    match bank {
        Bank::Lm0 => &LM[0],
        Bank::Lm1 => &LM[1],
        Bank::Grf0 => &GRF[0],
        Bank::Grf1 => &GRF[1],
    }
}

/// The rule of the base address register of a local memory.
pub(super) fn of_bar(bank: Bank) -> &'static Rule {
    &BAR[usize::from(bank != Bank::Lm0)]
}

/// The kinds of transfers that the rules tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// L2BM to L1BM.
    Spread,
    /// L1BM to L2BM.
    Collect,
    /// L1BM to L1BM.
    Multicast,
    /// L2BM to the address registers.
    Dars,
    /// L1BM to PEs.
    Down,
    /// PEs to L1BM.
    Up,
}

impl Kind {
    /// Of an L2BM expression.
    pub(super) const fn of_l2bm(l2bm: &L2bm) -> Option<Self> {
        Some(match l2bm.way() {
            L2bmWay::Down => Self::Spread,
            L2bmWay::Up => Self::Collect,
            L2bmWay::Beside => Self::Multicast,
            L2bmWay::Dars => Self::Dars,
            L2bmWay::Darw => return None,
        })
    }

    /// Of a transfer from the PEs; one into the turnaround register leaves L1BM alone.
    pub(super) fn of_up(up: &Up) -> Option<Self> {
        (up.to.place != L1bmPlace::Turnaround).then_some(Self::Up)
    }

    /// Of any expression.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::L2bm(l2bm) => Self::of_l2bm(l2bm),
            Expr::Up(up) => Self::of_up(up),
            Expr::Down(down) => (down.from.place != L1bmPlace::Turnaround).then_some(Self::Down),
            _ => None,
        }
    }
}

/// When two transfers are in each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Same {
    /// Always: a port.
    Port,
    /// Where an L1B that the first writes is one that the second reads.
    L1b,
    /// Where a word of L1BM that the first writes is one that the second reads.
    Word,
}

/// A write by one kind of transfer, then a read by another: s. 3.6.3.2 to 3.6.3.8.
static TRANSFERS: [(Kind, &[Kind], Same, Rule); 7] = {
    use Kind::{Collect, Dars, Down, Multicast, Spread, Up};
    const UPWARDS: &[Kind] = &[Collect, Multicast];
    [
        (Collect, &[Spread, Dars], Same::Port, steps("MN-E-HAZARD-L2BM", "3.6.3.2", "L2BM", 3)),
        (Spread, UPWARDS, Same::L1b, l1b("MN-E-HAZARD-L2BM-DOWN", "3.6.3.3", 2)),
        (Multicast, UPWARDS, Same::L1b, l1b("MN-E-HAZARD-L2BMI", "3.6.3.4", 3)),
        (Multicast, &[Down], Same::Word, cycles("MN-E-HAZARD-L2BMI-L1BM", "3.6.3.5", "L1BM", 10)),
        (Spread, &[Down], Same::Word, cycles("MN-E-HAZARD-L2BM-L1BM", "3.6.3.6", "L1BM", 6)),
        (Up, UPWARDS, Same::Word, cycles("MN-E-HAZARD-L1BM-L2BM", "3.6.3.7", "L1BM", 10)),
        (Up, &[Down], Same::Port, steps("MN-E-HAZARD-L1BM", "3.6.3.8", "L1BM", 2)),
    ]
};

/// The rule between a write by one kind of transfer and a read by another; there is at most one.
pub(super) fn between(first: Kind, second: Kind) -> Option<(Same, &'static Rule)> {
    let (_, _, same, rule) =
        TRANSFERS.iter().find(|(write, reads, ..)| *write == first && reads.contains(&second))?;
    Some((*same, rule))
}
