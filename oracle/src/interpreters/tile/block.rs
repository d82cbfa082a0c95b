//! LD_BLK, ST_BLK: plain blocks and MX blocks with their scales in front (TILE-D64, D89, D91).

use super::state::{Kind, SCALES, Shared, TILE, Thread, place};
use super::word::{Word, group, legal};

/// A run of bytes: where in memory, and where in registers.
struct Run {
    address: i128,
    size: usize,
    here: Vec<Here>,
}

/// A place of registers that takes part in a run.
enum Here {
    /// Bytes of a tile: its number, the first, how many.
    Body(usize, usize, usize),
    /// The side scales of a tile.
    Scales(usize),
}

pub(super) fn execute(
    w: Word,
    global: bool,
    thread: &mut Thread,
    shared: &mut Shared,
) -> Result<(), Kind> {
    w.zero(63, 46)?;
    w.zero(39, 39)?;
    let (store, kind, first, operand) = (w.bit(13), w.bits(17, 16), w.bits(25, 18), w.bits(35, 31));
    legal(w.bits(38, 36) <= 2 && kind <= 2)?;
    let blocks = 1 << w.bits(38, 36);
    let (registers, bytes) = [(1, 1024), (1, 1088), (3, 3200)][kind];
    group(first, blocks * registers)?;
    legal(w.bit(40) || w.bits(45, 41) == 0)?;
    let skipped = if w.bit(40) { i128::from(thread.x[w.bits(45, 41)]) * bytes } else { 0 };
    let base = i128::from(thread.x[w.bits(30, 26)]) + skipped;
    let runs = if kind == 0 {
        plain(w, operand, first, blocks, base)?
    } else {
        legal(operand == 0)?;
        microscaled(registers, first, blocks, base, bytes)
    };
    let memory = shared.memory(global);
    for run in &runs {
        place(memory, run.address, run.size, 32)?;
    }
    for run in runs {
        let mut at = run.address as usize;
        for here in run.here {
            let bytes: &mut [u8] = match here {
                Here::Body(tile, byte, count) => &mut thread.tiles[tile][byte..][..count],
                Here::Scales(tile) => &mut thread.scales[tile],
            };
            let there = &mut memory[at..][..bytes.len()];
            if store {
                there.copy_from_slice(bytes)
            } else {
                bytes.copy_from_slice(there)
            }
            at += bytes.len();
        }
    }
    if !store && kind == 2 {
        (0..blocks).for_each(|block| thread.scales[first + 3 * block + 2] = [0; SCALES]);
    }
    Ok(())
}

/// Sub-tiles of 256 bytes.
fn plain(
    w: Word,
    operand: usize,
    first: usize,
    tiles: usize,
    base: i128,
) -> Result<Vec<Run>, Kind> {
    let (sub, apart, wide) = (operand & 3, w.bit(33), w.bit(34));
    legal(operand & 16 == 0 && (apart || !wide))?;
    let step = if wide {
        1024
    } else if apart {
        512
    } else {
        256
    };
    let moved = (0..tiles).flat_map(|tile| (sub..4).map(move |sub| (tile, sub)));
    let run = |(i, (tile, sub)): (usize, (usize, usize))| Run {
        address: base + i as i128 * step,
        size: 256,
        here: vec![Here::Body(first + tile, sub * 256, 256)],
    };
    Ok(moved.enumerate().map(run).collect())
}

/// Scales of one register or two, and then the elements.
fn microscaled(registers: usize, first: usize, blocks: usize, base: i128, bytes: i128) -> Vec<Run> {
    let run = |block: usize| {
        let tile = first + block * registers;
        let scaled = registers.min(2);
        let scales = (tile..tile + scaled).map(Here::Scales);
        let bodies = (tile..tile + registers).map(|tile| Here::Body(tile, 0, TILE));
        Run {
            address: base + block as i128 * bytes,
            size: bytes as usize,
            here: scales.chain(bodies).collect(),
        }
    };
    (0..blocks).map(run).collect()
}
