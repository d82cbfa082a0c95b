//! Which words of L1BM and L2BM an expression reads and writes in each cycle (s. 3.6.7, 3.6.8).

#[cfg(test)]
mod tests;

pub(crate) use crate::mncore2::isa::size::{L1BM_WORDS, L2BM_WORDS};
use crate::mncore2::isa::{
    Down, DownKind, Expr, L1bSet, L1bmOperand, L1bmPlace, L2bm, MvOperand, MvTransfer, Up, UpKind,
};

/// All eight L1Bs.
const ALL_L1BS: u8 = 0xff;
/// All eight L2Bs.
const ALL_L2BS: u8 = 0xff;
/// L2B 0 of each group.
const GROUPS: u8 = 0x55;

/// Long words that follow each other in a memory that wraps: the first and how many.
pub(crate) type Run = (u32, u32);

/// A word that two runs share.
pub(crate) const fn shared(a: Run, b: Run, size: u32) -> Option<u32> {
    if a.1 == 0 || b.1 == 0 {
        None
    } else if b.0.wrapping_sub(a.0) % size < a.1 {
        Some(b.0 % size)
    } else if a.0.wrapping_sub(b.0) % size < b.1 {
        Some(a.0 % size)
    } else {
        None
    }
}

/// The long words that a transfer touches in a memory, cycle by cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The first word of cycle 0.
    start: u32,
    /// What each cycle adds to it.
    stride: u32,
    /// Words that follow each other.
    length: u32,
    /// Where a second such run stands behind the first; 0: there is none.
    second: u32,
}

impl Stretch {
    /// As many words each cycle, behind those of the cycle before.
    const fn dense(start: u16, length: u32) -> Self {
        Self { start: start as u32, stride: length, length, second: 0 }
    }

    /// The runs of a cycle; the second is often empty.
    pub(crate) const fn runs(self, cycle: u32) -> [Run; 2] {
        let start = self.start + self.stride * cycle;
        let second = if self.second == 0 { 0 } else { self.length };
        [(start, self.length), (start + self.second, second)]
    }

    /// All that four cycles touch: without gaps in every form.
    pub(crate) const fn whole(self) -> Run {
        (self.start, 3 * self.stride + self.length + self.second)
    }

    /// A word that this one touches in one cycle and another in another.
    pub(crate) fn meets(self, cycle: u32, other: Self, its: u32, size: u32) -> Option<u32> {
        let runs = self.runs(cycle).into_iter();
        runs.flat_map(|a| other.runs(its).map(|b| shared(a, b, size))).flatten().next()
    }
}

/// What an expression reads or writes in one memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    /// Of L2BM, read.
    pub(crate) l2bm_read: Option<Stretch>,
    /// Of L2BM, written.
    pub(crate) l2bm_written: Option<Stretch>,
    /// Of L1BM, read.
    pub(crate) l1bm_read: Option<Stretch>,
    /// Of L1BM, written.
    pub(crate) l1bm_written: Option<Stretch>,
    /// The L1Bs whose L1BM is read: bit `b` for L1B `b`.
    pub(crate) l1bs_read: u8,
    /// The L1Bs whose L1BM is written.
    pub(crate) l1bs_written: u8,
    /// The L2Bs whose L2BM takes part: bit `2 * group + L2B`.
    pub(crate) l2bms: u8,
}

/// Bit `b` for each L1B of a set.
const fn members(set: L1bSet) -> u8 {
    let mut bits = 0;
    let mut b = 0;
    while b < 8 {
        if set.contains(b) {
            bits |= 1 << b;
        }
        b += 1;
    }
    bits
}

impl Traffic {
    /// The words that pass between L2BM and L1BM; `unit` long words of L2BM and of L1BM a cycle.
    const fn down(set: L1bSet, (lc, words): (u16, u32), (lb, part): (u16, u32)) -> Self {
        Self {
            l2bm_read: Some(Stretch::dense(lc, words)),
            l1bm_written: Some(Stretch::dense(lb, part)),
            l1bs_written: members(set),
            l2bms: ALL_L2BS,
            ..Self::NONE
        }
    }

    const fn up(l1bs: u8, (lb, part): (u16, u32), (lc, words): (u16, u32)) -> Self {
        Self {
            l1bm_read: Some(Stretch::dense(lb, part)),
            l1bs_read: l1bs,
            l2bm_written: Some(Stretch::dense(lc, words)),
            l2bms: ALL_L2BS,
            ..Self::NONE
        }
    }

    const NONE: Self = Self {
        l2bm_read: None,
        l2bm_written: None,
        l1bm_read: None,
        l1bm_written: None,
        l1bs_read: 0,
        l1bs_written: 0,
        l2bms: 0,
    };

    /// Of an expression.
    pub(crate) const fn of(expr: &Expr) -> Self {
        match expr {
            Expr::L2bm(l2bm) => Self::of_l2bm(l2bm),
            Expr::Down(down) => Self::of_down(down),
            Expr::Up(up) => Self::of_up(up),
            _ => Self::NONE,
        }
    }

    /// Of an L2BM expression (s. 3.6.7). L1Bs that send the identity of a reduction, or nothing, are
    /// not read; an L1B that would get its own words in a multicast is not written.
    const fn of_l2bm(l2bm: &L2bm) -> Self {
        match *l2bm {
            L2bm::Broadcast { set, lc, lb } => Self::down(set, (lc, 16), (lb, 16)),
            L2bm::Broadcast2 { set, lc, lb } => Self::down(set, (lc, 64), (lb, 16)),
            L2bm::Distribute { set, lc, lb } => Self::down(set, (lc, 64), (lb, 8)),
            L2bm::Transfer { l1b, lb, lc } => Self::up(1 << (l1b & 7), (lb, 16), (lc, 16)),
            L2bm::Reduce { set, lb, lc, .. } => Self::up(members(set), (lb, 16), (lc, 16)),
            L2bm::Reduce2 { lb, lc, .. } => Self::up(ALL_L1BS, (lb, 16), (lc, 64)),
            L2bm::Gather { lb, lc } => Self::up(ALL_L1BS, (lb, 8), (lc, 64)),
            L2bm::Multicast { set, from, to } => Self {
                l1bm_read: Some(Stretch::dense(from, 16)),
                l1bs_read: members(set),
                l1bm_written: Some(Stretch::dense(to, 16)),
                l1bs_written: !members(set),
                ..Self::NONE
            },
            L2bm::Dars { lc, l2b, .. } => Self {
                l2bm_read: Some(Stretch::dense(lc, 64)),
                l2bms: GROUPS << (l2b & 1),
                ..Self::NONE
            },
            L2bm::Darw => Self::NONE,
        }
    }

    /// Of a transfer from L1BM to the PEs (s. 3.6.8); the turnaround register is no part of L1BM.
    const fn of_down(down: &Down) -> Self {
        let L1bmOperand { double, place: L1bmPlace::At(lb) } = down.from else { return Self::NONE };
        let stretch = match (down.kind, double) {
            // Two words of each PE, 4 apart; each cycle the next ones (s. 3.6.8.7).
            (DownKind::Pe, true) => Stretch { start: lb as u32, stride: 1, length: 1, second: 4 },
            (DownKind::Pe, false) => Stretch::dense(lb, 1),
            (DownKind::Mab, double) => Stretch::dense(lb, words(4, double)),
            (DownKind::Mab4, double) => Stretch::dense(lb, words(16, double)),
            (DownKind::Distribute(_), _) => Stretch::dense(lb, 64),
        };
        Self { l1bm_read: Some(stretch), l1bs_read: ALL_L1BS, ..Self::NONE }
    }

    /// Of a transfer from the PEs to L1BM (s. 3.6.8). A shortened reduction writes as its operand
    /// says (s. 3.6.8.5).
    const fn of_up(up: &Up) -> Self {
        let L1bmOperand { double, place: L1bmPlace::At(lb) } = up.to else { return Self::NONE };
        let words = match up.kind {
            UpKind::Mab(_) | UpKind::Reduce { .. } => words(4, double),
            UpKind::Mab4(_) | UpKind::Reduce4 { .. } => words(16, double),
            UpKind::Gather(_) => 64,
        };
        Self { l1bm_written: Some(Stretch::dense(lb, words)), l1bs_written: ALL_L1BS, ..Self::NONE }
    }
}

/// Long words a cycle at one or two long words a PE.
const fn words(single: u32, double: bool) -> u32 {
    if double { 2 * single } else { single }
}

/// The words of L2BM that an MV statement reads; its size counts them (s. 3.5.3).
pub(crate) const fn mv_reads_l2bm(mv: &MvTransfer) -> Option<Run> {
    match mv.from {
        MvOperand::L2bm { address, .. } => Some((address as u32, mv.size)),
        _ => None,
    }
}
