//! TMMA (Tile, s. 2.2; TILE-D33).

use super::super::form::{Field as F, Form};
use super::super::row::{Row, Standing};
use super::super::{Action, KINDS, Kind};
use crate::tile::element::Element;
use Element::{E4m3, E5m2, MxE2m3, MxE3m2, MxE4m3, MxE5m2, MxInt4, MxInt8, Tf32};

/// Names by `mmauop`.
const NAMES: [&str; 29] = [
    "tf32.f32",
    "bf16.f32",
    "f16.f32",
    "e4m3.f32",
    "e5m2.f32",
    "f16.f16",
    "bf16.bf16",
    "e4m3.f16",
    "e4m3e5m2.f16",
    "e5m2e4m3.f16",
    "e5m2.f16",
    "u8.s32",
    "s8.s32",
    "u4.s32",
    "s4.s32",
    "u8u4.s32",
    "s8s4.s32",
    "mxint8.f32",
    "mxint4.f32",
    "mxint8x4.f32",
    "mxe3m2.f32",
    "mxe3m2e2m3.f32",
    "mxe2m3e3m2.f32",
    "mxe2m3.f32",
    "mxe2m1.f32",
    "mxe4m3.f32",
    "mxe4m3e5m2.f32",
    "mxe5m2e4m3.f32",
    "mxe5m2.f32",
];

/// The first code that the draft does not list.
const OURS: usize = 25;

pub(super) fn rows() -> Vec<Row> {
    KINDS
        .into_iter()
        .zip(NAMES)
        .enumerate()
        .map(|(code, (kind, name))| row(code, kind, name))
        .collect()
}

fn row(code: usize, kind: Kind, name: &str) -> Row {
    let row = Row::new(format!("tmma.{name}"), Form::Tmma, 3, Action::Product(kind));
    let row = row.with(F::MmaUop, code as u64).with(F::MultiMode, 0);
    let row = match kind.may_transpose() {
        true => row,
        false => row.without(&[F::TransMatA, F::TransMatB]),
    };
    let integer = kind.d.is_integer();
    let row = if integer { row.with(F::Neg1, 0) } else { row };
    let standing = if code < OURS { Standing::Partly } else { Standing::Decided };
    let own: &[u8] = match (integer, kind.a.is_block()) {
        (true, _) => &[37, 38, 42],
        (false, false) => &[34, 35, 36, 37, 41, 30, 31, 84],
        (false, true) => &[34, 35, 36, 37, 41, 30, 31, 23, 40, 46, 84],
    };
    let coded: &[u8] = match kind.a {
        E4m3 | E5m2 => &[26, 27],
        Tf32 => &[32],
        MxE4m3 | MxE5m2 => &[28],
        MxE3m2 | MxE2m3 => &[24],
        MxInt8 | MxInt4 => &[29],
        _ => &[],
    };
    let halves: &[u8] = if kind.a.width() == kind.b.width() { &[] } else { &[25] };
    let turned: &[u8] = if kind.may_transpose() { &[39] } else { &[] };
    let shared = [3, 11, 12, 14, 19, 20, 21, 33, 43];
    row.standing(standing).decided(&[&shared[..], own, coded, halves, turned].concat())
}
