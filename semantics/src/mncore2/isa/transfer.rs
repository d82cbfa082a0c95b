//! Expressions that move data between L2BM, L1BM and PEs (s. 3.6.7, 3.6.8).

use super::element::Rrn;
use super::operand::{Dest, Input, Mask};

/// A set of L1Bs `b0/i`: b is in it where `b & (7 ^ i) == b0 & (7 ^ i)` (s. 3.6.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bSet {
    /// `b0`, 0 to 7.
    pub base: u8,
    /// `i`, 0 to 7.
    pub mode: u8,
}

impl L1bSet {
    /// All eight.
    pub const ALL: Self = Self { base: 0, mode: 7 };

    /// Whether L1B `b` is in the set.
    #[must_use]
    pub const fn contains(self, b: u8) -> bool {
        b & (7 ^ self.mode) == self.base & (7 ^ self.mode)
    }
}

/// An L2BM instruction expression (s. 3.6.7). Addresses in long words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L2bm {
    /// `l2bmb[@S] $lcC $lbB`: broadcast.
    Broadcast {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bmb2[@S] $lcC $lbB`: distributing broadcast.
    Broadcast2 {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bmd[@S] $lcC $lbB`: distribution.
    Distribute {
        /// Which L1Bs are written.
        set: L1bSet,
        /// L2BM address.
        lc: u16,
        /// L1BM address.
        lb: u16,
    },
    /// `l2bm@b $lbB $lcC`: transfer from one L1B.
    Transfer {
        /// The L1B, 0 to 7.
        l1b: u8,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmrOP[@S] $lbB $lcC`: reduction.
    Reduce {
        /// The operation.
        rrn: Rrn,
        /// Which L1Bs take part; the others send the identity.
        set: L1bSet,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmr2OP $lbB $lcC`: combining reduction of pairs.
    Reduce2 {
        /// The operation.
        rrn: Rrn,
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmd $lbB $lcC`: gather.
    Gather {
        /// L1BM address.
        lb: u16,
        /// L2BM address.
        lc: u16,
    },
    /// `l2bmi@S $lbA $lbB`: inter-L1B multicast; `set.mode` is not 7.
    Multicast {
        /// The sending L1Bs.
        set: L1bSet,
        /// L1BM address read.
        from: u16,
        /// L1BM address written.
        to: u16,
    },
    /// `l2bmdars $lcC@.l $darD`: L2BM to DARBUF.
    Dars {
        /// L2BM address.
        lc: u16,
        /// The L2B whose L2BM is read, 0 or 1.
        l2b: u8,
        /// The DAR entry where writing starts.
        dar: u16,
    },
    /// `l2bmdarw`: four entries from DARBUF to DAR.
    Darw,
}

/// From where to where an L2BM expression moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum L2bmWay {
    /// L2BM to L1BM.
    Down,
    /// L1BM to L2BM.
    Up,
    /// L1BM to the L1BMs beside it.
    Beside,
    /// L2BM to the buffer of the address registers.
    Dars,
    /// From that buffer to the address registers.
    Darw,
}

impl L2bm {
    /// Its way, which units, ports and rules go by.
    pub(crate) const fn way(&self) -> L2bmWay {
        match self {
            Self::Broadcast { .. } | Self::Broadcast2 { .. } | Self::Distribute { .. } => {
                L2bmWay::Down
            }
            Self::Transfer { .. }
            | Self::Reduce { .. }
            | Self::Reduce2 { .. }
            | Self::Gather { .. } => L2bmWay::Up,
            Self::Multicast { .. } => L2bmWay::Beside,
            Self::Dars { .. } => L2bmWay::Dars,
            Self::Darw => L2bmWay::Darw,
        }
    }
}

/// The L1BM operand of an L1BM expression: its rate and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bmOperand {
    /// `$llb`: two long words a PE and cycle (`Double`), else `Long`. Never `Single`.
    pub double: bool,
    /// The address, or the turnaround register.
    pub place: L1bmPlace,
}

/// Where in the L1B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum L1bmPlace {
    /// An address in long words.
    At(u16),
    /// `i`: the turnaround register.
    Turnaround,
}

/// How a transfer from L1BM spreads over the PEs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DownKind {
    /// `l1bmp`: the same to all PEs.
    Pe,
    /// `l1bmm`: the same to all MABs.
    Mab,
    /// `l1bmm4`: four MABs side by side, four groups.
    Mab4,
    /// `l1bmd[+k]`: to MAB (m + k) mod 16 what lies at m; `-k` is `+(16-k)`.
    Distribute(u8),
}

/// L1BM to PEs (s. 3.6.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Down {
    /// The form.
    pub kind: DownKind,
    /// Zero flush.
    pub flush: Option<Mask>,
    /// What is read.
    pub from: L1bmOperand,
    /// Where to.
    pub dests: Vec<Dest>,
}

/// How a transfer to L1BM collects from the PEs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpKind {
    /// `l1bmm@m`: MAB m of 16.
    Mab(u8),
    /// `l1bmm4@k`: MAB k of each four.
    Mab4(u8),
    /// `l1bmrOP[r]`: reduction over 16 MABs.
    Reduce {
        /// The operation. `h` on a `$lb` operand is an alias of `f` with `e` and `r`.
        rrn: Rrn,
        /// `r`: the results shortened to half.
        shorten: bool,
    },
    /// `l1bmr4OP[r]`: reduction over each four MABs.
    Reduce4 {
        /// The operation.
        rrn: Rrn,
        /// `r`: the results shortened to half.
        shorten: bool,
    },
    /// `l1bmd[+k]`: MAB m to place (m + k) mod 16.
    Gather(u8),
}

/// PEs to L1BM (s. 3.6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Up {
    /// The form.
    pub kind: UpKind,
    /// What is sent; `convert` is `Extend` or nothing, `negate` is false.
    pub from: Input,
    /// Where to.
    pub to: L1bmOperand,
}
