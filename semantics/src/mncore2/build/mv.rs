//! MV statements (s. 3.5).
//!
//! ```
//! use semantics::mncore2::build::*;
//! let mut b = Builder::new();
//! b.add(mvp(64, pdm(0).at(0), lc(64).at(1, 0)).tag(1).priority(2));
//! b.add(mvr(DFADD, 64, lc(0), pdm(0).at(3)));
//! b.add(mvp(64, di(0).at(0), pdm(64).at(0)).run(2));
//! b.add(mvnop());
//! b.add((nop(1), wait(1)));
//! assert_eq!(b.build()?.text().lines().collect::<Vec<_>>(), [
//!     "mvp/n64i01p2 $p0@0 $lc64@1.0",
//!     "mvrdfadd/n64 $lc0 $p0@3",
//!     "mvp/n64nd2 $di0@0 $p64@0",
//!     "mvnop",
//!     "nop; wait i01",
//! ]);
//! # Ok::<(), BuildError>(())
//! ```

use super::transfer::Lc;
use crate::mncore2::isa::{Mv, MvOp, MvOperand, MvTransfer, Rrn, Tag};

macro_rules! places {
    ($($(#[$doc:meta])* $of:ident $number:ident $width:ident $operand:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $of(pub(super) $width);

        impl $of {
            /// `@g`
            #[must_use]
            pub const fn at(self, group: u8) -> MvOperand {
                MvOperand::$operand { $number: self.0, group: Some(group) }
            }
        }

        impl From<$of> for MvOperand {
            fn from(of: $of) -> Self {
                Self::$operand { $number: of.0, group: None }
            }
        }
    )*};
}

places! {
    /// An address of PDM: `$p0`, with its group `$p0@1`.
    Pdm address u32 Pdm;
    /// An address of DRAM: `$d0`, with its group `$d0@1`.
    Dram address u32 Dram;
    /// DRAM at the addresses in the DAR: `$di0`, with its group `$di0@1`.
    Indirect entry u16 Indirect;
}

names! {
    /// `$p0`: the PDM of all groups; `.at(1)` makes it that of one.
    pdm(address: u32) -> Pdm = Pdm(address);
    /// `$d0`: the DRAM of all groups; `.at(1)` makes it that of one.
    dram(address: u32) -> Dram = Dram(address);
    /// `$di0`: DRAM through the DAR from this entry on; `.at(1)` makes it that of one group.
    di(entry: u16) -> Indirect = Indirect(entry);
}

impl Lc {
    const fn mv(self, group: Option<u8>, l2b: Option<u8>) -> MvOperand {
        MvOperand::L2bm { address: self.0, group, l2b }
    }

    /// `@g.l`: one L2B.
    #[must_use]
    pub const fn at(self, group: u8, l2b: u8) -> MvOperand {
        self.mv(Some(group), Some(l2b))
    }

    /// `@g`: both L2Bs of a group.
    #[must_use]
    pub const fn of_group(self, group: u8) -> MvOperand {
        self.mv(Some(group), None)
    }

    /// `@.l`: this L2B of all groups.
    #[must_use]
    pub const fn of_l2b(self, l2b: u8) -> MvOperand {
        self.mv(None, Some(l2b))
    }
}

impl From<Lc> for MvOperand {
    fn from(lc: Lc) -> Self {
        lc.mv(None, None)
    }
}

fn transfer(
    op: MvOp,
    size: u32,
    from: impl Into<MvOperand>,
    to: impl Into<MvOperand>,
) -> MvTransfer {
    let (from, to) = (from.into(), to.into());
    MvTransfer { op, size, tag: None, priority: None, run: None, from, to }
}

macro_rules! transfers {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(size: u32, from: impl Into<MvOperand>, to: impl Into<MvOperand>) -> MvTransfer {
            transfer(MvOp::$op, size, from, to)
        }
    )*};
}

transfers! {
    /// `mvp/n<size>`: copy of so many long words.
    mvp P;
    /// `mvb/n<size>`: broadcast.
    mvb B;
    /// `mvb2/n<size>`: broadcast within a group.
    mvb2 B2;
    /// `mvb4/n<size>`: broadcast between groups.
    mvb4 B4;
    /// `mvd/n<size>`: scatter, gather.
    mvd D;
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(
            rrn: Rrn,
            size: u32,
            from: impl Into<MvOperand>,
            to: impl Into<MvOperand>,
        ) -> MvTransfer {
            transfer(MvOp::$op(rrn), size, from, to)
        }
    )*};
}

reductions! {
    /// `mvrOP/n<size>`: reduction of all L2BM.
    mvr R;
    /// `mvr2OP/n<size>`: reduction within a group.
    mvr2 R2;
    /// `mvr4OP/n<size>`: reduction between groups.
    mvr4 R4;
}

/// `mvnop`
#[must_use]
pub const fn mvnop() -> Mv {
    Mv::Nop
}

impl MvTransfer {
    /// `iTT`: what [`wait`](super::wait) waits for.
    #[must_use]
    pub const fn tag(self, tag: u8) -> Self {
        Self { tag: Some(Tag(tag)), ..self }
    }

    /// `p0` to `p3`
    #[must_use]
    pub const fn priority(self, priority: u8) -> Self {
        Self { priority: Some(priority), ..self }
    }

    /// `nd`: so many accesses of 16 long words for an entry of the DAR.
    #[must_use]
    pub const fn run(self, run: u32) -> Self {
        Self { run: Some(run), ..self }
    }
}
