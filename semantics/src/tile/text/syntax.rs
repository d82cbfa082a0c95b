//! How the operands of each instruction are written (Tile, s. 2.1; TILE-D94 to D96, D98).
//!
//! A list of what stands in its place, and a list of what has a name: parser and printer walk the same two.

use crate::tile::isa::{
    Action, Addressing, BlockKind, CopyKind, CsrAccess, Field as F, Instruction, Row,
    SemaphoreAction, Wait,
};

/// An operand by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `t8`
    Tile(F),
    /// `x5`
    Integer(F),
    /// `v4`
    Vector(F),
    /// `(x10)`
    Base,
    /// `64(x10)`, or `(x10)` with `off`
    Displaced,
    /// `t3`, `x3`, `f3`, and `#0x3f800000` where there are immediates
    Source { immediate: bool },
    /// `x3`, `f3`, `v3`, and `#5` where there are immediates
    Side { immediate: bool },
    /// The name of a CSR.
    Csr,
    /// `0x1`
    Number(F),
    /// `x3`, or `#4`
    Value,
    /// `x0`, and nothing else.
    Nothing,
    /// The destination's memory: `cta`, `global`, `cluster`
    Target,
    /// The source's memory: `cta`, `global`
    Origin,
}

/// An operand by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A word that sets a field.
    Flag(&'static str, F),
    /// A number: its name, its field, what is taken off, whether it must stand there.
    Number(&'static str, F, u64, bool),
    /// `off=x12`
    Offset,
    /// `off=3`, `off=x3`
    Index,
    /// `sub=2`
    SubTile,
    /// `stride=512`, `stride=1024`
    Distance,
    /// `bcast=x6`
    Broadcast,
    /// `rm=rup`
    Mode,
    /// `sat=relu`
    Saturation,
    /// `mbar=x13`, `sem=3`, `bulk`
    Completion,
    /// `tgld=3`: the flag, and the count.
    Count(&'static str, F, F),
    /// `id=4`, `id=x5` of a barrier.
    Barrier,
    /// `n=32`, `n=x5` of a barrier.
    Warps,
}

pub(super) const MODES: [(&str, u64); 6] =
    [("rne", 0), ("rtz", 1), ("rdn", 2), ("rup", 3), ("rmm", 4), ("dyn", 7)];
pub(super) const SATURATIONS: [(&str, u64); 4] =
    [("sat", 0), ("relu", 1), ("satfinite", 2), ("none", 3)];

const N: Named = Named::Number("n", F::TileSize, 0, false);
const REUSE1: Named = Named::Flag("reuse1", F::Reuse1);
const NEG1: Named = Named::Flag("neg1", F::Neg1);
const TM: Named = Named::Flag("tm", F::Tm);
const TMASK: Named = Named::Flag("tm", F::TMask);

const BASE: &[Place] = &[Place::Tile(F::RegData), Place::Base];
const ATOMIC: &[Place] = &[Place::Integer(F::RegData), Place::Base, Place::Integer(F::OpInfo)];
const PRODUCT: &[Place] = &[Place::Tile(F::Dst), Place::Tile(F::SrcA), Place::Tile(F::SrcB)];
const COPY: &[Place] = &[
    Place::Target,
    Place::Origin,
    Place::Integer(F::Dst),
    Place::Integer(F::Src),
    Place::Vector(F::Coord),
];
const PRODUCT_NAMED: &[Named] = &[
    Named::Number("n", F::NumMma, 0, false),
    Named::Flag("reusea", F::ReuseA),
    Named::Flag("reuseb", F::ReuseB),
    Named::Flag("reused", F::ReuseD),
    Named::Flag("noacc", F::NoAcc),
    Named::Flag("transa", F::TransMatA),
    Named::Flag("transb", F::TransMatB),
    NEG1,
];
const COPY_NAMED: &[Named] = &[
    Named::Number("dim", F::Dim, 2, true),
    Named::Flag("dsttm", F::DstTm),
    Named::Flag("srctm", F::SrcTm),
    Named::Completion,
    Named::Flag("mcast", F::MulticastL2),
];
const COUNTS: &[Named] = &[
    Named::Count("tgld", F::Tgld, F::TgldCnt),
    Named::Count("tgst", F::Tgst, F::TgstCnt),
    Named::Count("tsld", F::Tsld, F::TsldCnt),
    Named::Count("tsst", F::Tsst, F::TsstCnt),
];
const TWO: &[Named] =
    &[REUSE1, Named::Flag("reuse2", F::Reuse2), NEG1, Named::Flag("neg2", F::Neg2), TM];
const THREE: &[Named] = &[
    REUSE1,
    Named::Flag("reuse2", F::Reuse2),
    Named::Flag("reuse3", F::Reuse3),
    NEG1,
    Named::Flag("neg2", F::Neg2),
    Named::Flag("neg3", F::Neg3),
    TM,
];
const SEMAPHORE: Named = Named::Number("id", F::SemId, 0, true);
const NUM: Named = Named::Number("num", F::Num, 1, false);

/// The operands of a row, of atomics with or without `.tile`.
pub(super) fn operands(row: &Row, tiled: bool) -> (&'static [Place], &'static [Named]) {
    use Place::{Integer, Number, Tile, Vector};
    match row.action {
        Action::Load { addressing, .. } | Action::Store { addressing, .. } => match addressing {
            Addressing::Unit => (&[Tile(F::RegData), Place::Displaced], &[Named::Offset, N, TMASK]),
            Addressing::Stride => {
                (&[Tile(F::RegData), Place::Base, Integer(F::OpInfo)], &[Named::Offset, N, TMASK])
            }
            Addressing::Index => {
                (&[Tile(F::RegData), Place::Base, Vector(F::OpInfo)], &[Named::Offset, N, TMASK])
            }
        },
        Action::LoadBlock { kind, .. } | Action::StoreBlock { kind, .. } => match kind {
            BlockKind::Plain => (BASE, &[Named::Offset, N, Named::SubTile, Named::Distance]),
            _ => (BASE, &[Named::Offset, N]),
        },
        Action::Atomic { .. } if tiled => (BASE, &[Named::Offset, Named::Broadcast, TMASK]),
        Action::Atomic { .. } | Action::Arrive { .. } => (ATOMIC, &[Named::Offset]),
        Action::CommitGroup => (&[], &[]),
        Action::Copy(CopyKind::Linear) => (
            &[Place::Target, Place::Origin, Integer(F::Dst), Integer(F::Src), Integer(F::Coord)],
            &[Named::Completion, Named::Flag("mcast", F::MulticastL2)],
        ),
        Action::Copy(_) => (COPY, COPY_NAMED),
        Action::Product(_) => (PRODUCT, PRODUCT_NAMED),
        Action::Convert { .. } => (
            &[Tile(F::Dst), Place::Source { immediate: false }],
            &[Named::Mode, Named::Saturation, REUSE1, NEG1, TMASK],
        ),
        Action::Function { .. } => {
            (&[Tile(F::Dst), Place::Source { immediate: true }], &[REUSE1, NEG1, TM])
        }
        Action::Transpose(_) => (&[Tile(F::Dst), Tile(F::Src1)], &[REUSE1]),
        Action::Arithmetic { .. } if row.form == crate::tile::isa::Form::T3op => (
            &[Tile(F::Dst), Place::Source { immediate: false }, Tile(F::Src2), Tile(F::Src3)],
            THREE,
        ),
        Action::Arithmetic { .. } => {
            (&[Tile(F::Dst), Place::Source { immediate: false }, Tile(F::Src2)], TWO)
        }
        Action::MoveIn => (
            &[Tile(F::TdReg), Place::Side { immediate: true }],
            &[Named::Index, Named::Flag("bc", F::Bc)],
        ),
        Action::MoveOut => (&[Place::Side { immediate: false }, Tile(F::TdReg)], &[Named::Index]),
        Action::Csr(CsrAccess::Write) => (&[Place::Csr, Integer(F::Rs0)], &[NUM]),
        Action::Csr(CsrAccess::WriteImmediate) => (&[Place::Csr, Number(F::Imm)], &[]),
        Action::Csr(CsrAccess::Read) => (&[Integer(F::Rs0), Place::Csr], &[NUM]),
        Action::Sync(_) => (&[], &[Named::Barrier, Named::Warps, Named::Flag("arrive", F::NonBlk)]),
        Action::Wait(Wait::Memory) => (&[], COUNTS),
        Action::Wait(Wait::Copies | Wait::Products) => (&[Number(F::TgldCnt)], &[]),
        Action::Wait(Wait::BarrierWord) => (&[Integer(F::TgldCnt), Integer(F::TgstCnt)], &[]),
        Action::Semaphore(SemaphoreAction::Read) => {
            (&[Place::Nothing, Integer(F::Rd)], &[SEMAPHORE])
        }
        Action::Semaphore(_) => (&[Place::Value], &[SEMAPHORE]),
        Action::Fence => (&[Number(F::Pred), Number(F::Succ), Number(F::Scope)], &[]),
    }
}

/// Whether the id of a semaphore stands in front of the other operands.
pub(super) const fn named_first(action: Action) -> bool {
    matches!(action, Action::Semaphore(_))
}

/// What is behind a name: `.x2`, `.tile`, `.ret`.
pub(super) fn suffix(i: &Instruction) -> String {
    let mut suffix = String::new();
    if let Action::Atomic { .. } = i.action() {
        suffix.push_str(match (i.flag(F::Tiled), i.field(F::VecSize)) {
            (true, _) => ".tile",
            (false, 1) => ".x2",
            (false, 2) => ".x4",
            _ => "",
        });
    }
    if matches!(i.action(), Action::Atomic { .. } | Action::Arrive { .. }) && i.returns() {
        suffix.push_str(".ret");
    }
    suffix
}
