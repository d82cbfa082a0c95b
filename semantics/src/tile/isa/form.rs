//! The forms: which bits of a word are which field (Tile, s. 2.1; TILE-D01).

use std::fmt;

/// `opcode` of every word: the RISC-V prefix of instructions of 64 bits (TILE-D01).
pub const OPCODE: u64 = 0x3f;

/// A layout of the 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// CSR access.
    Tcsr,
    /// Waits for counters and barrier words.
    Twait,
    /// Barriers.
    Tsync,
    /// Semaphores.
    Tsem,
    /// Fences.
    Tfence,
    /// Loads, stores, atomics, barrier words.
    Tmem,
    /// Copies between memories.
    Tacp,
    /// Matrix products.
    Tmma,
    /// Conversions.
    Tcvt,
    /// Functions of one source, transposes.
    T1op,
    /// Moves between tiles and other registers.
    Tmv,
    /// Functions of two sources.
    T2op,
    /// Functions of three sources.
    T3op,
}

/// Declares the fields with the names that the specification gives them.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident $text:literal,)+) => {
        /// A field of a word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Field {
            $($(#[$doc])* $name,)+
        }

        impl fmt::Display for Field {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$name => $text,)+ })
            }
        }
    };
}

fields! {
    /// The prefix.
    Opcode "opcode",
    /// The unit.
    Tuop "tuop",
    /// What of `tuop` 2.
    CtrlUop "ctrluop",
    /// The way of a CSR access.
    CsrUop "csruop",
    /// What a wait waits for.
    WaitOp "waitop",
    /// What is done with a semaphore.
    SemOp "semop",
    /// What of the memory units.
    MemUop "memuop",
    /// Addressing, kind of block; of atomics whether a tile, and whether the old value returns.
    LsuOp "lsuop",
    /// The kind of copy.
    AcpUop "acpuop",
    /// The kind of product.
    MmaUop "mmauop",
    /// Conversion, or number of sources.
    VecUop1 "vecuop1",
    /// The function and its format.
    VecUop2 "vecuop2",
    /// The destination of a CSR access or a semaphore's value; of CSR accesses the CSR.
    Rd "rd",
    /// An integer register.
    Rs0 "rs0",
    /// One less than the registers of a CSR access.
    Num "num",
    /// An immediate, or that there is one.
    Imm "imm",
    /// Whether global loads are waited for.
    Tgld "tgld",
    /// Whether global stores are waited for.
    Tgst "tgst",
    /// Whether shared loads are waited for.
    Tsld "tsld",
    /// Whether shared stores are waited for.
    Tsst "tsst",
    /// Global loads that may be outstanding; other waits' operand.
    TgldCnt "tgld_cnt",
    /// Global stores that may be outstanding; the phase's register.
    TgstCnt "tgst_cnt",
    /// Shared loads that may be outstanding.
    TsldCnt "tsld_cnt",
    /// Shared stores that may be outstanding.
    TsstCnt "tsst_cnt",
    /// Whether a barrier is only arrived at.
    NonBlk "nonblk",
    /// Who takes part.
    Scope "scope",
    /// Whether a barrier's number stands in a register.
    DirectId "directid",
    /// A barrier's number.
    SyncId "syncid",
    /// An immediate of 8 bits.
    ImmSrc0 "immsrc0",
    /// A semaphore's number.
    SemId "semid",
    /// What must come before a fence.
    Pred "pred",
    /// What must come after a fence.
    Succ "succ",
    /// A tile register; of scalar atomics and barrier words an integer register.
    RegData "regdata",
    /// The integer register of the address.
    SBase "sbase",
    /// Stride, index, operand, or a part of an immediate.
    OpInfo "opinfo",
    /// How many tiles: the power of two.
    TileSize "tilesize",
    /// How many elements a scalar atomic has: the power of two (bits 1:0 of `tilesize`).
    VecSize "vec_size",
    /// Whether a tile atomic's operand is one number (bit 2 of `tilesize`).
    Broadcast "bcast",
    /// Whether an atomic works on a tile (bit 0 of `lsuop`).
    Tiled "tile",
    /// Whether the old value returns (bit 1 of `lsuop`).
    Return "ret",
    /// Whether `temask` counts.
    TMask "tmask",
    /// Whether the offset stands in a register.
    RegOffsetEn "regoffseten",
    /// An offset, or its register.
    Offset "offset",
    /// Whether the destination has a tensor map.
    DstTm "dsttm",
    /// Whether the source has a tensor map.
    SrcTm "srctm",
    /// The destination.
    Dst "dst",
    /// The source of a copy.
    Src "src",
    /// The register of the length, or the vector register of the coordinates.
    Coord "coord",
    /// The dimensions, less two.
    Dim "dim",
    /// The memory of a copy's destination.
    DstLoc "dstloc",
    /// The memory of a copy's source.
    SrcLoc "srcloc",
    /// How a copy says that it is complete.
    Completion "completion",
    /// Whether four PEs get the data.
    MulticastL2 "multicastl2",
    /// The object that a complete copy tells.
    CompleteObj "completeobj",
    /// The first tile register of A.
    SrcA "srca",
    /// The first tile register of B.
    SrcB "srcb",
    /// How many steps of K: the power of two.
    NumMma "nummma",
    /// Reserved.
    MultiMode "multimode",
    /// A hint: A is used again.
    ReuseA "reusea",
    /// A hint: B is used again.
    ReuseB "reuseb",
    /// A hint: D is used again.
    ReuseD "reused",
    /// Whether D is not read.
    NoAcc "noacc",
    /// Whether A is read transposed.
    TransMatA "transmata",
    /// Whether B is read transposed.
    TransMatB "transmatb",
    /// Whether source 1 is negated.
    Neg1 "neg1",
    /// Whether source 2 is negated.
    Neg2 "neg2",
    /// Whether source 3 is negated.
    Neg3 "neg3",
    /// Source 1.
    Src1 "src1",
    /// Source 2.
    Src2 "src2",
    /// Source 3.
    Src3 "src3",
    /// What source 1 is.
    Src1Type "src1_type",
    /// The rounding mode.
    RMode "rmode",
    /// Saturation.
    Sat "sat",
    /// A hint: source 1 is used again.
    Reuse1 "reuse1",
    /// A hint: source 2 is used again.
    Reuse2 "reuse2",
    /// A hint: source 3 is used again.
    Reuse3 "reuse3",
    /// The upper 24 bits of an immediate.
    ImmHi "imm_hi",
    /// Whether `temask` counts.
    Tm "tm",
    /// The tile register of a move.
    TdReg "tdreg",
    /// Whether the offset is a number.
    OffsetImm "offset_imm",
    /// Whether a move writes all pieces.
    Bc "bc",
}

use Field as F;

type Fields = &'static [(Field, u32)];

const TCSR: Fields =
    &[(F::CtrlUop, 3), (F::CsrUop, 2), (F::Rd, 5), (F::Rs0, 5), (F::Num, 3), (F::Imm, 32)];
const TWAIT: Fields = &[
    (F::CtrlUop, 3),
    (F::WaitOp, 2),
    (F::Tgld, 1),
    (F::Tgst, 1),
    (F::Tsld, 1),
    (F::Tsst, 1),
    (F::TgldCnt, 6),
    (F::TgstCnt, 6),
    (F::TsldCnt, 6),
    (F::TsstCnt, 6),
];
const TSYNC: Fields = &[
    (F::CtrlUop, 3),
    (F::NonBlk, 1),
    (F::Scope, 2),
    (F::Rs0, 5),
    (F::DirectId, 1),
    (F::SyncId, 5),
    (F::Imm, 1),
    (F::ImmSrc0, 8),
];
const TSEM: Fields = &[
    (F::CtrlUop, 3),
    (F::SemOp, 2),
    (F::SemId, 5),
    (F::Rd, 5),
    (F::Rs0, 5),
    (F::Imm, 1),
    (F::ImmSrc0, 8),
];
const TFENCE: Fields = &[(F::CtrlUop, 3), (F::Pred, 4), (F::Succ, 4), (F::Scope, 2)];
const TMEM: Fields = &[
    (F::MemUop, 6),
    (F::LsuOp, 2),
    (F::RegData, 8),
    (F::SBase, 5),
    (F::OpInfo, 5),
    (F::TileSize, 3),
    (F::TMask, 1),
    (F::RegOffsetEn, 1),
    (F::Offset, 5),
];
const TACP: Fields = &[
    (F::MemUop, 6),
    (F::AcpUop, 2),
    (F::DstTm, 1),
    (F::SrcTm, 1),
    (F::Dst, 5),
    (F::Src, 5),
    (F::Coord, 5),
    (F::Dim, 2),
    (F::DstLoc, 2),
    (F::SrcLoc, 1),
    (F::Completion, 2),
    (F::MulticastL2, 1),
    (F::CompleteObj, 5),
];
const TMMA: Fields = &[
    (F::MmaUop, 5),
    (F::Dst, 8),
    (F::SrcA, 8),
    (F::SrcB, 8),
    (F::NumMma, 3),
    (F::MultiMode, 1),
    (F::ReuseA, 1),
    (F::ReuseB, 1),
    (F::ReuseD, 1),
    (F::NoAcc, 1),
    (F::TransMatA, 1),
    (F::TransMatB, 1),
    (F::Neg1, 1),
];
const TCVT: Fields = &[
    (F::VecUop1, 2),
    (F::VecUop2, 6),
    (F::Dst, 8),
    (F::Src1, 8),
    (F::Src1Type, 2),
    (F::RMode, 3),
    (F::Sat, 2),
    (F::Reuse1, 1),
    (F::Neg1, 1),
    (F::TMask, 1),
];
const T1OP: Fields = &[
    (F::VecUop1, 2),
    (F::VecUop2, 6),
    (F::Dst, 8),
    (F::Src1, 8),
    (F::Src1Type, 2),
    (F::ImmHi, 24),
    (F::Reuse1, 1),
    (F::Neg1, 1),
    (F::Tm, 1),
];
const TMV: Fields = &[
    (F::VecUop1, 2),
    (F::VecUop2, 6),
    (F::TdReg, 8),
    (F::Src1, 5),
    (F::Offset, 5),
    (F::Src1Type, 2),
    (F::OffsetImm, 1),
    (F::Bc, 1),
];
const T2OP: Fields = &[
    (F::VecUop1, 2),
    (F::VecUop2, 6),
    (F::Dst, 8),
    (F::Src1, 8),
    (F::Src2, 8),
    (F::Src1Type, 2),
    (F::Reuse1, 1),
    (F::Reuse2, 1),
    (F::Neg1, 1),
    (F::Neg2, 1),
    (F::Tm, 1),
];
const T3OP: Fields = &[
    (F::VecUop1, 2),
    (F::VecUop2, 6),
    (F::Dst, 8),
    (F::Src1, 8),
    (F::Src2, 8),
    (F::Src3, 8),
    (F::Src1Type, 2),
    (F::Reuse1, 1),
    (F::Reuse2, 1),
    (F::Reuse3, 1),
    (F::Neg1, 1),
    (F::Neg2, 1),
    (F::Neg3, 1),
    (F::Tm, 1),
];

/// Bits of `opcode` and `tuop`, which all forms have.
const HEAD: u32 = 10;

impl Form {
    /// The fields behind `tuop`, from bit 10 upwards, with their widths.
    #[must_use]
    pub const fn fields(self) -> &'static [(Field, u32)] {
        match self {
            Self::Tcsr => TCSR,
            Self::Twait => TWAIT,
            Self::Tsync => TSYNC,
            Self::Tsem => TSEM,
            Self::Tfence => TFENCE,
            Self::Tmem => TMEM,
            Self::Tacp => TACP,
            Self::Tmma => TMMA,
            Self::Tcvt => TCVT,
            Self::T1op => T1OP,
            Self::Tmv => TMV,
            Self::T2op => T2OP,
            Self::T3op => T3OP,
        }
    }

    /// The lowest bit of a field, and its width.
    #[must_use]
    pub fn place(self, field: Field) -> Option<(u32, u32)> {
        let part = |of, low, width| self.place(of).map(|(start, _)| (start + low, width));
        match (self, field) {
            (_, F::Opcode) => return Some((0, 7)),
            (_, F::Tuop) => return Some((7, 3)),
            (Self::Tmem, F::VecSize) => return part(F::TileSize, 0, 2),
            (Self::Tmem, F::Broadcast) => return part(F::TileSize, 2, 1),
            (Self::Tmem, F::Tiled) => return part(F::LsuOp, 0, 1),
            (Self::Tmem, F::Return) => return part(F::LsuOp, 1, 1),
            _ => {}
        }
        let mut low = HEAD;
        for &(one, width) in self.fields() {
            if one == field {
                return Some((low, width));
            }
            low += width;
        }
        None
    }

    /// Bits that are used; those above are 0.
    #[must_use]
    pub fn bits(self) -> u32 {
        HEAD + self.fields().iter().map(|(_, width)| width).sum::<u32>()
    }
}
