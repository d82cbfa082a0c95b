//! The units and ports of a step, and sets of their uses.

/// A use of a unit or a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// An ALU expression.
    Alu,
    /// A MAU operation.
    Mau,
    /// A matrix register write.
    Mwrite,
    /// A transposed matrix register read.
    Mread,
    /// L1BM to PEs.
    L1bmDown,
    /// PEs to L1BM, or to the turnaround register.
    L1bmUp,
    /// The turnaround register to PEs.
    Turnaround,
    /// L2BM to L1BM.
    L2bmDown,
    /// L1BM to L2BM.
    L2bmUp,
    /// L1BM to L1BM.
    Multicast,
    /// `l2bmdars`: L2BM to DARBUF.
    Dars,
    /// `l2bmdarw`: DARBUF to DAR.
    Darw,
    /// LM0 is read.
    Lm0Read,
    /// LM0 is written.
    Lm0Write,
    /// An immediate takes the way to LM0 (s. 3.6.12.3).
    Lm0Immediate,
    /// LM1 is read.
    Lm1Read,
    /// LM1 is written.
    Lm1Write,
    /// GRF0 is read.
    Grf0Read,
    /// GRF0 is written.
    Grf0Write,
    /// GRF1 is read.
    Grf1Read,
    /// GRF1 is written.
    Grf1Write,
    /// T is read, as an operand or for an address.
    TRead,
    /// T is written.
    TWrite,
    /// A mask is applied.
    MaskRead,
    /// Mask flags are written.
    MaskWrite,
    /// The base address register of LM0 is written.
    Bar0Write,
    /// The base address register of LM1 is written.
    Bar1Write,
    /// The matrix register X is read.
    XRead,
    /// The matrix register X is written.
    XWrite,
    /// The matrix register Y is read.
    YRead,
    /// The matrix register Y is written.
    YWrite,
    /// L1BM is read at its port to the PEs (s. 3.6.1.4).
    L1bmPeRead,
    /// L1BM is written there.
    L1bmPeWrite,
    /// L1BM is read at its port to L2BM.
    L1bmL2bmRead,
    /// L1BM is written there.
    L1bmL2bmWrite,
    /// L2BM is read at its port to L1BM (s. 3.6.1.1).
    L2bmRead,
    /// L2BM is written there.
    L2bmWrite,
}

/// A unit or port with all its uses: a line of a slot chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a port of a memory; else a unit that computes or transfers.
    pub port: bool,
    /// Its uses, each with the mark that stands for it and its name.
    pub uses: &'static [(Use, char, &'static str)],
}

impl Lane {
    /// Its uses as a set.
    #[must_use]
    pub fn set(&self) -> Uses {
        self.uses.iter().map(|(u, ..)| *u).collect()
    }

    /// The marks of those of its uses that are in a set; empty for none.
    pub fn marks(&self, uses: Uses) -> impl Iterator<Item = char> {
        self.uses.iter().filter(move |(u, ..)| uses.has(*u)).map(|(_, mark, _)| *mark)
    }
}

const fn unit(name: &'static str, uses: &'static [(Use, char, &'static str)]) -> Lane {
    Lane { name, port: false, uses }
}

const fn port(name: &'static str, uses: &'static [(Use, char, &'static str)]) -> Lane {
    Lane { name, port: true, uses }
}

/// All units and ports, units first.
pub const LANES: [Lane; 19] = [
    unit("ALU", &[(Use::Alu, 'x', "busy")]),
    unit("MAU", &[(Use::Mau, 'x', "busy")]),
    unit("mwrite", &[(Use::Mwrite, 'x', "busy")]),
    unit("mread", &[(Use::Mread, 'x', "busy")]),
    unit(
        "L1BM",
        &[
            (Use::L1bmDown, 'd', "down"),
            (Use::L1bmUp, 'u', "up"),
            (Use::Turnaround, 't', "turnaround"),
        ],
    ),
    unit(
        "L2BM",
        &[
            (Use::L2bmDown, 'd', "down"),
            (Use::L2bmUp, 'u', "up"),
            (Use::Multicast, 'm', "multicast"),
            (Use::Dars, 's', "to DARBUF"),
        ],
    ),
    unit("DAR", &[(Use::Darw, 'w', "written")]),
    port(
        "LM0",
        &[
            (Use::Lm0Read, 'r', "read"),
            (Use::Lm0Write, 'w', "written"),
            (Use::Lm0Immediate, 'i', "immediate"),
        ],
    ),
    port("LM1", &[(Use::Lm1Read, 'r', "read"), (Use::Lm1Write, 'w', "written")]),
    port("GRF0", &[(Use::Grf0Read, 'r', "read"), (Use::Grf0Write, 'w', "written")]),
    port("GRF1", &[(Use::Grf1Read, 'r', "read"), (Use::Grf1Write, 'w', "written")]),
    port("T", &[(Use::TRead, 'r', "read"), (Use::TWrite, 'w', "written")]),
    port("mask", &[(Use::MaskRead, 'r', "applied"), (Use::MaskWrite, 'w', "written")]),
    port("BAR", &[(Use::Bar0Write, 'm', "LM0 written"), (Use::Bar1Write, 'n', "LM1 written")]),
    port("X", &[(Use::XRead, 'r', "read"), (Use::XWrite, 'w', "written")]),
    port("Y", &[(Use::YRead, 'r', "read"), (Use::YWrite, 'w', "written")]),
    port("L1BM-PE", &[(Use::L1bmPeRead, 'r', "read"), (Use::L1bmPeWrite, 'w', "written")]),
    port("L1BM-L2", &[(Use::L1bmL2bmRead, 'r', "read"), (Use::L1bmL2bmWrite, 'w', "written")]),
    port("L2BM-L1", &[(Use::L2bmRead, 'r', "read"), (Use::L2bmWrite, 'w', "written")]),
];

/// A set of uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uses(u64);

impl Uses {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Whether a use is in it.
    #[must_use]
    pub const fn has(self, one: Use) -> bool {
        self.0 >> one as u32 & 1 == 1
    }

    /// Whether it shares a use with another.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn add(&mut self, one: Use) {
        self.0 |= 1 << one as u32;
    }
}

impl FromIterator<Use> for Uses {
    fn from_iter<T: IntoIterator<Item = Use>>(uses: T) -> Self {
        let mut set = Self::NONE;
        uses.into_iter().for_each(|u| set.add(u));
        set
    }
}
