//! What fields must be to each other: the rules that a word alone can break (TILE-D12, D13, and those named below).

use super::form::Field as F;
use super::instruction::{Illegal, Instruction};
use super::{Action, Addressing, AtomicKind, AtomicOperation, BlockKind, CopyKind};
use super::{CsrAccess, Scalar, Scope, Wait};
use crate::tile::element::Element;

type Checked = Result<(), Illegal>;

pub(super) fn check(i: &Instruction) -> Checked {
    match i.action() {
        Action::Load { addressing, .. } | Action::Store { addressing, .. } => slices(i, addressing),
        Action::LoadBlock { kind, .. } | Action::StoreBlock { kind, .. } => blocks(i, kind),
        Action::Atomic { operation, kind, .. } if i.flag(F::Tiled) => tiled(i, operation, kind),
        Action::Atomic { operation, kind, .. } => atomic(i, operation, kind),
        Action::CommitGroup | Action::Transpose(_) => Ok(()),
        Action::Fence => at_most(i, F::Scope, 1, "2.4; TILE-D95"),
        Action::Arrive { .. } => arrive(i),
        Action::Copy(kind) => copy(i, kind),
        Action::Product(_) => at_most(i, F::NumMma, 3, "1.4"),
        Action::Convert { from, to } => convert(i, from, to),
        Action::Function { element, .. } => function(i, element),
        Action::Arithmetic { .. } => source(i, 2),
        Action::MoveIn => move_in(i),
        Action::MoveOut => move_out(i),
        Action::Csr(access) => csr(i, access),
        Action::Sync(Scope::Cta | Scope::Cluster) => sync(i),
        Action::Wait(wait) => counts(i, wait),
        Action::Semaphore(_) => either(i, F::Imm, F::ImmSrc0, F::Rs0, "D94"),
    }
}

/// A field has a value that it may not have.
fn is(i: &Instruction, field: F, right: &str) -> Illegal {
    let (name, value) = (&i.row().mnemonic, i.field(field));
    Illegal(format!("`{field}` of {name} is {value}; right is {right}"))
}

fn zero(i: &Instruction, fields: &[F], why: &str) -> Checked {
    match fields.iter().find(|field| i.flag(**field)) {
        None => Ok(()),
        Some(field) => Err(is(i, *field, &format!("0, {why}"))),
    }
}

fn at_most(i: &Instruction, field: F, most: u64, source: &str) -> Checked {
    if i.field(field) <= most {
        return Ok(());
    }
    Err(is(i, field, &format!("{most} at most (Tile, s. {source})")))
}

/// A group of registers ends at the last one (TILE-D12).
fn group(i: &Instruction, field: F, count: u64, last: u64) -> Checked {
    let first = i.field(field);
    if first + count <= last + 1 {
        return Ok(());
    }
    let right = format!("{} at most: {count} registers, and {last} is the last", last + 1 - count);
    Err(is(i, field, &right))
}

/// An offset register, or none (TILE-D91).
fn offset(i: &Instruction) -> Checked {
    if i.flag(F::RegOffsetEn) {
        return Ok(());
    }
    zero(i, &[F::Offset], "without an offset register (TILE-D91)")
}

/// TILE-D18, D63, D89.
fn slices(i: &Instruction, addressing: Addressing) -> Checked {
    at_most(i, F::TileSize, 2, "2.1; TILE-D08")?;
    let tiles = 1 << i.field(F::TileSize);
    if tiles > 1 {
        zero(i, &[F::TMask], "with more than one tile (TILE-D18)")?;
    }
    group(i, F::RegData, tiles, 255)?;
    match addressing {
        Addressing::Unit if i.flag(F::RegOffsetEn) => {
            zero(i, &[F::OpInfo], "with an offset register (TILE-D63)")
        }
        Addressing::Unit => Ok(()),
        Addressing::Stride => offset(i),
        Addressing::Index => {
            offset(i)?;
            group(i, F::OpInfo, tiles, 31)
        }
    }
}

/// TILE-D64.
fn blocks(i: &Instruction, kind: BlockKind) -> Checked {
    at_most(i, F::TileSize, 2, "2.1; TILE-D08")?;
    group(i, F::RegData, kind.registers() << i.field(F::TileSize), 255)?;
    offset(i)?;
    let info = i.field(F::OpInfo);
    match kind {
        BlockKind::Plain if info >> 4 != 0 => Err(is(i, F::OpInfo, "below 16 (TILE-D64)")),
        BlockKind::Plain if info >> 2 == 2 => {
            Err(is(i, F::OpInfo, "with bit 2 where bit 3 is set (TILE-D64)"))
        }
        BlockKind::Plain => Ok(()),
        BlockKind::Mx48 | BlockKind::Mx6 => {
            zero(i, &[F::OpInfo], "since MX blocks are moved whole (TILE-D64)")
        }
    }
}

/// An atomic on elements of one integer register (TILE-D65, D67, D92).
fn atomic(i: &Instruction, operation: AtomicOperation, kind: AtomicKind) -> Checked {
    zero(i, &[F::TMask, F::Broadcast], "in an atomic on one register (TILE-D92)")?;
    let size = i.field(F::VecSize);
    if size == 3 || kind.bits() << size > 64 {
        return Err(is(i, F::VecSize, "what makes 64 bits at most (TILE-D65)"));
    }
    let most = if operation == AtomicOperation::Cas { 30 } else { 31 };
    if i.field(F::RegData) > most {
        return Err(is(i, F::RegData, &format!("{most} at most (TILE-D67, D92)")));
    }
    if operation != AtomicOperation::Cas && !i.returns() {
        zero(i, &[F::RegData], "where nothing returns (TILE-D92)")?;
    }
    offset(i)
}

/// An atomic on the elements of a tile (TILE-D65, D92).
fn tiled(i: &Instruction, operation: AtomicOperation, _: AtomicKind) -> Checked {
    use AtomicOperation::{Cas, Dec, Inc, Swap};
    if matches!(operation, Inc | Dec | Swap | Cas) {
        return Err(is(i, F::LsuOp, "0 or 2: it works on one register only (TILE-D65)"));
    }
    zero(i, &[F::VecSize], "in an atomic on a tile (TILE-D92)")?;
    if !i.flag(F::Broadcast) {
        zero(i, &[F::OpInfo], "where the operand is a tile (TILE-D92)")?;
    }
    offset(i)
}

/// TILE-D92.
fn arrive(i: &Instruction) -> Checked {
    zero(i, &[F::Tiled], "(TILE-D92)")?;
    if i.returns() {
        at_most(i, F::RegData, 31, "2.4; TILE-D92")?;
    } else {
        zero(i, &[F::RegData], "where nothing returns (TILE-D92)")?;
    }
    offset(i)
}

/// TILE-D72, D74, D98.
fn copy(i: &Instruction, kind: CopyKind) -> Checked {
    let maps = i.field(F::SrcTm) + i.field(F::DstTm);
    let right = match kind {
        CopyKind::Linear => true,
        CopyKind::Conversion => maps == 1,
        CopyKind::Tiled => maps > 0,
        CopyKind::Mapped => maps == 2,
    };
    if !right {
        let needed = match kind {
            CopyKind::Conversion => "one side of two with a map",
            CopyKind::Tiled => "one side with a map at least",
            _ => "both sides with a map",
        };
        let text = format!("{} has {maps} maps; right is {needed} (TILE-D98)", i.row().mnemonic);
        return Err(Illegal(text));
    }
    at_most(i, F::DstLoc, 2, "2.1; TILE-D74")?;
    at_most(i, F::Completion, 2, "2.1; TILE-D73")?;
    if i.field(F::Completion) == 0 {
        zero(i, &[F::CompleteObj], "where a copy belongs to a group (TILE-D98)")?;
    }
    if i.flag(F::MulticastL2) && (i.field(F::SrcLoc), i.field(F::DstLoc)) != (1, 0) {
        return Err(is(i, F::MulticastL2, "0 but from global to own shared memory (TILE-D74)"));
    }
    Ok(())
}

/// Source 1 up to this `src1_type`: a register has a number below 32 (TILE-D50, D59).
fn source(i: &Instruction, most: u64) -> Checked {
    at_most(i, F::Src1Type, most, "2.2")?;
    match i.scalar() {
        Scalar::Integer | Scalar::Float => at_most(i, F::Src1, 31, "1.1"),
        _ => Ok(()),
    }
}

/// TILE-D06, D44, D50.
fn convert(i: &Instruction, from: Element, to: Element) -> Checked {
    source(i, 2)?;
    let mode = i.field(F::RMode);
    if matches!(mode, 5 | 6) {
        return Err(is(i, F::RMode, "0 to 4 or 7 (TILE-D06)"));
    }
    let elements = from.converted(to);
    group(i, F::Dst, to.fill(elements) as u64, 255)?;
    match i.scalar() {
        Scalar::Tile => group(i, F::Src1, from.fill(elements) as u64, 255),
        _ => Ok(()),
    }
}

/// TILE-D09, D58.
fn function(i: &Instruction, element: Element) -> Checked {
    if i.scalar() != Scalar::Immediate {
        zero(i, &[F::ImmHi], "without an immediate (TILE-D09)")?;
    } else if element.width() == 16 && i.immediate() >> 16 != 0 {
        let text = format!("the immediate of {} is {:#x}", i.row().mnemonic, i.immediate());
        return Err(Illegal(format!("{text}; right is 0xffff at most (TILE-D58)")));
    }
    source(i, 3)
}

/// TILE-D60, D96.
fn move_in(i: &Instruction) -> Checked {
    if i.scalar() != Scalar::Vector {
        return Ok(());
    }
    if i.flag(F::Bc) && i.flag(F::OffsetImm) {
        return zero(i, &[F::Offset], "where all pieces are written (TILE-D60)");
    }
    piece(i)
}

fn move_out(i: &Instruction) -> Checked {
    match i.scalar() {
        Scalar::Immediate => Err(is(i, F::Src1Type, "0 to 2 (TILE-D60)")),
        Scalar::Vector => piece(i),
        _ => Ok(()),
    }
}

/// Of a tile's eight pieces.
fn piece(i: &Instruction) -> Checked {
    if i.flag(F::OffsetImm) { at_most(i, F::Offset, 7, "1.3; TILE-D60") } else { Ok(()) }
}

/// TILE-D15, table 1.2.
fn csr(i: &Instruction, access: CsrAccess) -> Checked {
    let (first, count) = (i.field(F::Rd), i.field(F::Num) + 1);
    let writes = access != CsrAccess::Read;
    if access != CsrAccess::WriteImmediate {
        group(i, F::Rs0, count, 31)?;
    }
    for csr in first..first + count {
        let right = match csr {
            0..=2 => true,
            16..=29 => !writes,
            _ => false,
        };
        if !right {
            let way = if writes { "written" } else { "read" };
            let text = format!("CSR {csr} cannot be {way} by {}", i.row().mnemonic);
            return Err(Illegal(format!("{text} (Tile, s. 1.2; TILE-D15)")));
        }
    }
    Ok(())
}

/// One of two fields is used, the other is 0.
fn either(i: &Instruction, which: F, set: F, clear: F, decision: &str) -> Checked {
    let unused = if i.flag(which) { clear } else { set };
    zero(i, &[unused], &format!("which is not used (TILE-{decision})"))
}

/// TILE-D79, D94.
fn sync(i: &Instruction) -> Checked {
    if i.flag(F::DirectId) {
        zero(i, &[F::SyncId], "where a register has the number (TILE-D79)")?;
    } else if i.flag(F::Imm) {
        zero(i, &[F::Rs0], "which is not used (TILE-D79)")?;
    }
    if i.flag(F::Imm) { Ok(()) } else { zero(i, &[F::ImmSrc0], "without `imm` (TILE-D79)") }
}

/// TILE-D95.
fn counts(i: &Instruction, wait: Wait) -> Checked {
    match wait {
        Wait::Memory => {
            let classes = [
                (F::Tgld, F::TgldCnt),
                (F::Tgst, F::TgstCnt),
                (F::Tsld, F::TsldCnt),
                (F::Tsst, F::TsstCnt),
            ];
            let unused = classes.iter().filter(|(flag, _)| !i.flag(*flag));
            let unused: Vec<F> = unused.map(|(_, count)| *count).collect();
            zero(i, &unused, "where the class is not waited for (TILE-D95)")
        }
        Wait::BarrierWord => {
            at_most(i, F::TgldCnt, 31, "2.4; TILE-D95")?;
            at_most(i, F::TgstCnt, 31, "2.4; TILE-D95")
        }
        Wait::Copies | Wait::Products => Ok(()),
    }
}
