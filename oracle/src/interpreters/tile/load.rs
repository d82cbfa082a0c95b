//! LD_B32, ST_B32: slices of 32 bytes, unit, strided, indexed (TILE-D63, D89 to D91).

use super::state::{Kind, Shared, Thread, little, place};
use super::word::{Word, group, legal};

pub(super) fn execute(
    w: Word,
    global: bool,
    thread: &mut Thread,
    shared: &mut Shared,
) -> Result<(), Kind> {
    w.zero(63, 46)?;
    let (store, mode, first) = (w.bit(13), w.bits(17, 16), w.bits(25, 18));
    let (operand, masked, by_register, offset) =
        (w.bits(35, 31), w.bit(39), w.bit(40), w.bits(45, 41));
    legal(w.bits(38, 36) <= 2)?;
    let tiles = 1 << w.bits(38, 36);
    legal(tiles == 1 || !masked)?;
    group(first, tiles)?;
    let displacement: i128 = match (mode, by_register) {
        (0, true) => {
            legal(operand == 0)?;
            thread.x[offset].into()
        }
        (0, false) => 32 * (offset * 32 + operand) as i128,
        (_, true) => thread.x[offset].into(),
        (_, false) => {
            legal(offset == 0)?;
            0
        }
    };
    let base = i128::from(thread.x[w.bits(30, 26)]) + displacement;
    legal(mode <= 2)?;
    legal(mode != 2 || operand + tiles <= 32)?;
    let address = |i: usize| {
        base + match mode {
            0 => 32 * i as i128,
            1 => 32 * i as i128 * i128::from(thread.x[operand] as i64),
            _ => i128::from(little(&thread.v[operand + i / 32][i % 32 * 4..][..4])),
        }
    };
    let memory = shared.memory(global);
    let mut moved = Vec::new();
    for i in (0..32 * tiles).filter(|i| thread.enabled(masked, i * 32)) {
        moved.push((i, place(memory, address(i), 32, 32)?));
    }
    for (i, at) in moved {
        let (there, here) = (&mut memory[at..][..32], (first + i / 32, i % 32 * 32));
        let slice = &mut thread.tiles[here.0][here.1..][..32];
        if store { there.copy_from_slice(slice) } else { slice.copy_from_slice(there) }
    }
    Ok(())
}
