//! What instructions do, as types (Tile, s. 2.2, 2.3).

use super::{Arithmetic, Kind, Special, Transpose};
use crate::tile::element::Element;

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Global memory.
    Global,
    /// Shared memory.
    Shared,
}

/// Where the slices of a load or a store lie (TILE-D63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addressing {
    /// One after the other.
    Unit,
    /// At a distance that a register says.
    Stride,
    /// At offsets that a vector register holds.
    Index,
}

/// The blocks of LD_BLK and ST_BLK (TILE-D64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A tile: 1024 bytes.
    Plain,
    /// 64 scales and a tile: 1088 bytes.
    Mx48,
    /// 128 scales and three tiles: 3200 bytes.
    Mx6,
}

impl BlockKind {
    /// Bytes of a block in memory.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Plain => 1024,
            Self::Mx48 => 1088,
            Self::Mx6 => 3200,
        }
    }

    /// Registers of a block.
    #[must_use]
    pub const fn registers(self) -> u64 {
        match self {
            Self::Plain | Self::Mx48 => 1,
            Self::Mx6 => 3,
        }
    }
}

/// What an atomic does to what it finds (TILE-D65 to D67).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOperation {
    /// Adds.
    Add,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The conjunction of bits.
    And,
    /// The disjunction of bits.
    Or,
    /// The exclusive disjunction of bits.
    Xor,
    /// Counts up, and begins again behind the operand.
    Inc,
    /// Counts down, and begins again at the operand.
    Dec,
    /// Writes the operand.
    Swap,
    /// Writes a new value where the operand is found.
    Cas,
}

/// The elements of an atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicKind {
    /// Unsigned, 32 bits.
    U32,
    /// Two's complement, 32 bits.
    I32,
    /// binary32.
    F32,
    /// bfloat16.
    Bf16,
    /// binary16.
    Fp16,
    /// Unsigned, 64 bits.
    U64,
    /// Two's complement, 64 bits.
    I64,
    /// 32 bits.
    B32,
}

impl AtomicKind {
    /// Bits of an element.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bf16 | Self::Fp16 => 16,
            Self::U64 | Self::I64 => 64,
            Self::U32 | Self::I32 | Self::F32 | Self::B32 => 32,
        }
    }

    /// Whether elements are ordered as two's complement.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I32 | Self::I64)
    }
}

/// The kinds of TACP (TILE-D72).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyKind {
    /// Bytes.
    Linear,
    /// Between a linear map and tiles.
    Conversion,
    /// With a tiled map.
    Tiled,
    /// With two maps.
    Mapped,
}

/// What source 1 of an instruction, or the other side of a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A tile register.
    Tile,
    /// An integer register.
    Integer,
    /// A float register.
    Float,
    /// A vector register.
    Vector,
    /// A number in the word.
    Immediate,
}

/// How CSRs are accessed (TILE-D15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CsrAccess {
    /// Written from integer registers.
    Write,
    /// One written with an immediate.
    WriteImmediate,
    /// Read into integer registers.
    Read,
}

/// Who meets at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The warps of a CTA.
    Cta,
    /// Those of a cluster.
    Cluster,
}

/// What TWAIT waits for (TILE-D10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Loads and stores.
    Memory,
    /// Groups of copies.
    Copies,
    /// Matrix products.
    Products,
    /// The phase of a barrier word.
    BarrierWord,
}

/// What is done with a semaphore (TILE-D78).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemaphoreAction {
    /// It gets a value.
    Set,
    /// It grows.
    Arrive,
    /// It shrinks, once it is large enough.
    Wait,
    /// It is read.
    Read,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// LD_B32.
    Load {
        /// From there.
        space: Space,
        /// The slices' addresses.
        addressing: Addressing,
    },
    /// ST_B32.
    Store {
        /// To there.
        space: Space,
        /// The slices' addresses.
        addressing: Addressing,
    },
    /// LD_BLK.
    LoadBlock {
        /// From there.
        space: Space,
        /// The blocks.
        kind: BlockKind,
    },
    /// ST_BLK.
    StoreBlock {
        /// To there.
        space: Space,
        /// The blocks.
        kind: BlockKind,
    },
    /// An atomic.
    Atomic {
        /// There.
        space: Space,
        /// What it does.
        operation: AtomicOperation,
        /// Its elements.
        kind: AtomicKind,
    },
    /// COMMIT_GROUP.
    CommitGroup,
    /// MBAR_ARRIVE, MBAR_ARRIVE_DROP.
    Arrive {
        /// Whether one takes part no longer.
        drop: bool,
    },
    /// TACP.
    Copy(CopyKind),
    /// TMMA.
    Product(Kind),
    /// TCVT.
    Convert {
        /// The elements read.
        from: Element,
        /// The elements written.
        to: Element,
    },
    /// TALU with one source.
    Function {
        /// The function.
        function: Special,
        /// Its elements.
        element: Element,
    },
    /// TALU_MAT_TRANS.
    Transpose(Transpose),
    /// TALU with two or three sources.
    Arithmetic {
        /// What is computed.
        operation: Arithmetic,
        /// Of which elements.
        element: Element,
    },
    /// TMV mv2t.
    MoveIn,
    /// TMV t2v.
    MoveOut,
    /// TCTRL.tcsr.
    Csr(CsrAccess),
    /// TCTRL.tsync.
    Sync(Scope),
    /// TCTRL.twait.
    Wait(Wait),
    /// TCTRL.tsemaphore.
    Semaphore(SemaphoreAction),
    /// TCTRL.tfence.
    Fence,
}
