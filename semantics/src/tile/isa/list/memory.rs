//! TGMEM, TSMEM, TACP (Tile, s. 2.1, 2.2): `memuop` is a column of eight rows.

use super::super::form::{Field as F, Form};
use super::super::row::{Row, Standing};
use super::super::{Action, Addressing, AtomicKind, AtomicOperation, BlockKind, CopyKind, Space};
use AtomicKind::{B32, Bf16, F32, Fp16, I32, I64, U32, U64};

const SPACES: [(Space, &str, u64); 2] = [(Space::Global, "tgmem", 0), (Space::Shared, "tsmem", 1)];

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (space, prefix, tuop) in SPACES {
        let memory = |name: &str, memuop, action| {
            Row::new(format!("{prefix}.{name}"), Form::Tmem, tuop, action).with(F::MemUop, memuop)
        };
        slices(space, &memory, &mut rows);
        blocks(space, &memory, &mut rows);
        if space == Space::Global {
            rows.push(commit(&memory));
            rows.extend(copies());
        } else {
            arrivals(&memory, &mut rows);
        }
        atomics(space, &memory, &mut rows);
    }
    rows
}

type Memory<'a> = &'a dyn Fn(&str, u64, Action) -> Row;

fn slices(space: Space, memory: Memory<'_>, rows: &mut Vec<Row>) {
    let addressings = [
        (Addressing::Unit, "unit", Standing::Specified, &[][..]),
        (Addressing::Stride, "stride", Standing::Specified, &[89]),
        (Addressing::Index, "index", Standing::Partly, &[22, 89]),
    ];
    let ways = [
        ("ld", 0, Action::Load { space, addressing: Addressing::Unit }, &[][..]),
        ("st", 8, Action::Store { space, addressing: Addressing::Unit }, &[90]),
    ];
    for (way, memuop, action, more) in ways {
        for (lsuop, (addressing, name, standing, further)) in addressings.into_iter().enumerate() {
            let action = match action {
                Action::Load { .. } => Action::Load { space, addressing },
                _ => Action::Store { space, addressing },
            };
            let row = memory(&format!("{way}_b32.{name}"), memuop, action);
            let decisions = [&[8, 18, 62, 63, 91][..], more, further].concat();
            rows.push(row.with(F::LsuOp, lsuop as u64).standing(standing).decided(&decisions));
        }
    }
}

fn blocks(space: Space, memory: Memory<'_>, rows: &mut Vec<Row>) {
    let kinds = [
        (BlockKind::Plain, "", &[64, 91, 89][..]),
        (BlockKind::Mx48, ".mx48", &[64, 23, 24, 91]),
        (BlockKind::Mx6, ".mx6", &[64, 23, 24, 91]),
    ];
    for (way, memuop) in [("ld", 1), ("st", 9)] {
        for (lsuop, (kind, name, decisions)) in kinds.into_iter().enumerate() {
            let action = match memuop {
                1 => Action::LoadBlock { space, kind },
                _ => Action::StoreBlock { space, kind },
            };
            let row = memory(&format!("{way}_blk{name}"), memuop, action);
            rows.push(row.with(F::LsuOp, lsuop as u64).with(F::TMask, 0).decided(decisions));
        }
    }
}

/// The types of `add`, `min` and `max`, with their rows.
const KINDS: [(AtomicKind, &str); 7] = [
    (U32, "u32"),
    (I32, "i32"),
    (F32, "f32"),
    (Bf16, "bf16"),
    (Fp16, "fp16"),
    (U64, "u64"),
    (I64, "i64"),
];

fn atomics(space: Space, memory: Memory<'_>, rows: &mut Vec<Row>) {
    use AtomicOperation::{Add, And, Cas, Dec, Inc, Max, Min, Or, Swap, Xor};
    for (column, operation, name) in [(3, Add, "add"), (4, Min, "min"), (5, Max, "max")] {
        for (row, (kind, of)) in KINDS.into_iter().enumerate() {
            let float = matches!(kind, F32 | Bf16 | Fp16);
            let further: &[u8] = match (float, operation) {
                (false, _) => &[],
                (true, Add) => &[66],
                (true, _) => &[66, 55],
            };
            let standing = if float { Standing::Partly } else { Standing::Specified };
            let action = Action::Atomic { space, operation, kind };
            let decisions = [&[8, 62, 65][..], further, &[91, 92]].concat();
            let made = memory(&format!("{name}_{of}"), column * 8 + row as u64, action);
            rows.push(made.standing(standing).decided(&decisions));
        }
    }
    if space == Space::Global {
        return;
    }
    let shared = [
        (48, And, B32, "and_b32", Standing::Specified),
        (49, Or, B32, "or_b32", Standing::Specified),
        (50, Xor, B32, "xor_b32", Standing::Specified),
        (56, Inc, U32, "inc_u32", Standing::Partly),
        (57, Dec, U32, "dec_u32", Standing::Partly),
        (58, Swap, U32, "swap_u32", Standing::Specified),
        (59, Cas, B32, "cas_b32", Standing::Partly),
    ];
    for (memuop, operation, kind, name, standing) in shared {
        let action = Action::Atomic { space, operation, kind };
        let further: &[u8] = if memuop < 56 { &[] } else { &[67] };
        let decisions = [&[62, 65][..], further, &[91, 92]].concat();
        rows.push(memory(name, memuop, action).standing(standing).decided(&decisions));
    }
}

fn commit(memory: Memory<'_>) -> Row {
    let unused = [
        F::LsuOp,
        F::RegData,
        F::SBase,
        F::OpInfo,
        F::TileSize,
        F::TMask,
        F::RegOffsetEn,
        F::Offset,
    ];
    let row = memory("commit_group", 17, Action::CommitGroup).without(&unused);
    row.standing(Standing::Decided).decided(&[68, 73, 92])
}

fn arrivals(memory: Memory<'_>, rows: &mut Vec<Row>) {
    for (memuop, name, drop) in [(16, "mbar_arrive", false), (17, "mbar_arrive_drop", true)] {
        let row = memory(name, memuop, Action::Arrive { drop });
        rows.push(row.without(&[F::TileSize, F::TMask]).decided(&[62, 75, 76, 77, 91, 92, 93]));
    }
}

fn copies() -> Vec<Row> {
    let kinds = [
        (CopyKind::Linear, "linear"),
        (CopyKind::Conversion, "conv"),
        (CopyKind::Tiled, "tiled"),
        (CopyKind::Mapped, "tmap"),
    ];
    let row = |(acpuop, (kind, name)): (usize, (CopyKind, &str))| {
        let row = Row::new(format!("tacp.{name}"), Form::Tacp, 0, Action::Copy(kind));
        let row = row.with(F::MemUop, 19).with(F::AcpUop, acpuop as u64);
        let row = match kind {
            CopyKind::Linear => row.without(&[F::DstTm, F::SrcTm, F::Dim]),
            _ => row,
        };
        let maps: &[u8] = if kind == CopyKind::Linear { &[] } else { &[71, 99] };
        row.decided(&[&[69, 72, 73, 74, 98][..], maps].concat())
    };
    kinds.into_iter().enumerate().map(row).collect()
}
