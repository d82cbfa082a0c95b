//! TMV and the transposes (TILE-D57, D60, D96).

use super::state::{Kind, TILE, Thread, little};
use super::word::{Word, legal};

pub(super) fn execute(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    w.zero(63, 40)?;
    let (to_tile, tile, register) = (w.bits(17, 12) == 3, w.bits(25, 18), w.bits(30, 26));
    let (kind, all) = (w.bits(37, 36), w.bit(39));
    let index = if w.bit(38) { w.bits(35, 31) } else { thread.x[w.bits(35, 31)] as usize & 0xff };
    legal(to_tile || !all && kind != 3)?;
    let size = if kind == 2 { 128 } else { 4 };
    legal(kind != 2 || index < 8 && (!all || index == 0))?;
    if to_tile {
        let bytes: Vec<u8> = match kind {
            0 => thread.x[register].to_le_bytes()[..4].to_vec(),
            1 => thread.f[register].to_le_bytes()[..4].to_vec(),
            2 => thread.v[register].to_vec(),
            _ => vec![register as u8, 0, 0, 0],
        };
        let places = if all { 0..TILE / size } else { index..index + 1 };
        for place in places {
            thread.tiles[tile][place * size..][..size].copy_from_slice(&bytes);
        }
        return Ok(());
    }
    let bytes = &thread.tiles[tile][index * size..][..size];
    match kind {
        0 => thread.set_x(register, little(bytes) as u32 as i32 as i64 as u64),
        1 => thread.f[register] = 0xffff_ffff_0000_0000 | little(bytes),
        _ => thread.v[register].copy_from_slice(bytes),
    }
    Ok(())
}

/// Rows become columns.
pub(super) fn transpose(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    let (rows, columns) = match w.bits(17, 12) {
        3 => (32, 32),
        7 => (16, 32),
        11 => (32, 16),
        15 => (8, 32),
        19 => (32, 8),
        _ => return Err(Kind::Illegal),
    };
    w.zero(63, 61)?;
    w.zero(59, 34)?;
    let bytes = TILE / (rows * columns);
    let from = thread.tiles[w.bits(33, 26)];
    let to = &mut thread.tiles[w.bits(25, 18)];
    for row in 0..rows {
        for column in 0..columns {
            let element = &from[(row * columns + column) * bytes..][..bytes];
            to[(column * rows + row) * bytes..][..bytes].copy_from_slice(element);
        }
    }
    Ok(())
}
