//! The units and ports of a step.

use crate::machine::steps::{self, Lane, Way};

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

impl From<Use> for u8 {
    fn from(one: Use) -> Self {
        one as Self
    }
}

const fn unit(name: &'static str, uses: &'static [steps::Use]) -> Lane {
    Lane { name, port: false, uses }
}

const fn port(name: &'static str, uses: &'static [steps::Use]) -> Lane {
    Lane { name, port: true, uses }
}

const fn of(one: Use, mark: char, name: &'static str) -> steps::Use {
    let way = match mark {
        'x' => Way::Busy,
        'r' | 'd' => Way::Read,
        'w' | 'u' => Way::Written,
        _ => Way::Other,
    };
    steps::Use { number: one as u8, mark, name, way }
}

/// Whatever its mark says.
const fn written(one: Use, mark: char, name: &'static str) -> steps::Use {
    steps::Use { way: Way::Written, ..of(one, mark, name) }
}

/// All units and ports, units first.
pub static LANES: [Lane; 19] = [
    unit("ALU", &[of(Use::Alu, 'x', "busy")]),
    unit("MAU", &[of(Use::Mau, 'x', "busy")]),
    unit("mwrite", &[of(Use::Mwrite, 'x', "busy")]),
    unit("mread", &[of(Use::Mread, 'x', "busy")]),
    unit(
        "L1BM",
        &[
            of(Use::L1bmDown, 'd', "down"),
            of(Use::L1bmUp, 'u', "up"),
            of(Use::Turnaround, 't', "turnaround"),
        ],
    ),
    unit(
        "L2BM",
        &[
            of(Use::L2bmDown, 'd', "down"),
            of(Use::L2bmUp, 'u', "up"),
            of(Use::Multicast, 'm', "multicast"),
            of(Use::Dars, 's', "to DARBUF"),
        ],
    ),
    unit("DAR", &[of(Use::Darw, 'w', "written")]),
    port(
        "LM0",
        &[
            of(Use::Lm0Read, 'r', "read"),
            of(Use::Lm0Write, 'w', "written"),
            of(Use::Lm0Immediate, 'i', "immediate"),
        ],
    ),
    port("LM1", &[of(Use::Lm1Read, 'r', "read"), of(Use::Lm1Write, 'w', "written")]),
    port("GRF0", &[of(Use::Grf0Read, 'r', "read"), of(Use::Grf0Write, 'w', "written")]),
    port("GRF1", &[of(Use::Grf1Read, 'r', "read"), of(Use::Grf1Write, 'w', "written")]),
    port("T", &[of(Use::TRead, 'r', "read"), of(Use::TWrite, 'w', "written")]),
    port("mask", &[of(Use::MaskRead, 'r', "applied"), of(Use::MaskWrite, 'w', "written")]),
    port(
        "BAR",
        &[written(Use::Bar0Write, 'm', "LM0 written"), written(Use::Bar1Write, 'n', "LM1 written")],
    ),
    port("X", &[of(Use::XRead, 'r', "read"), of(Use::XWrite, 'w', "written")]),
    port("Y", &[of(Use::YRead, 'r', "read"), of(Use::YWrite, 'w', "written")]),
    port("L1BM-PE", &[of(Use::L1bmPeRead, 'r', "read"), of(Use::L1bmPeWrite, 'w', "written")]),
    port("L1BM-L2", &[of(Use::L1bmL2bmRead, 'r', "read"), of(Use::L1bmL2bmWrite, 'w', "written")]),
    port("L2BM-L1", &[of(Use::L2bmRead, 'r', "read"), of(Use::L2bmWrite, 'w', "written")]),
];
