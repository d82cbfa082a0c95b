//! The program: 64 blocks of the product, one after the other. While one is multiplied, a copy brings the next block of B into
//! the other buffer; a barrier word tells that its bytes have come.

use crate::matrix::Format;
use crate::memory::BLOCKS;

/// x1 and x3 are the maps, x2, x4, x16 the buffers, x5 to x7 their barrier words, x24 an arrival that expects a block, x8 to x15 the
/// rows of the product, x17 to x23 its columns, x25 to x31 phases 1 to 7. t0 to t7 are A, t8 to t15 B, t16 to t19 the product.
#[must_use]
pub fn text(format: Format) -> String {
    let mut lines = Vec::new();
    copy(format, 0, 0, &mut lines);
    copy(format, BLOCKS, 1, &mut lines);
    for step in 0..BLOCKS * BLOCKS {
        let (row, column) = (step / BLOCKS, step % BLOCKS);
        if column == 0 {
            wait(0, row, &mut lines);
            load(format, 0, "t0", &mut lines);
            if row + 1 < BLOCKS {
                copy(format, row + 1, 0, &mut lines);
            }
        }
        let buffer = 1 + step % 2;
        if step + 1 < BLOCKS * BLOCKS {
            copy(format, BLOCKS + (step + 1) % BLOCKS, 3 - buffer, &mut lines);
        }
        wait(buffer, step / 2, &mut lines);
        load(format, buffer, "t8", &mut lines);
        multiply(format, row, column, &mut lines);
    }
    lines.push("tctrl.twait.mem tgst=0".into());
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Brings a block into a buffer: the barrier word expects its bytes, the copy tells when they have come.
fn copy(format: Format, block: usize, buffer: usize, lines: &mut Vec<String>) {
    let word = ["x5", "x6", "x7"][buffer];
    lines.push(format!("tsmem.mbar_arrive x0, ({word}), x24"));
    lines.push(match format {
        // Rows become tiles of 32 by 32.
        Format::Fp8 => {
            let to = address(buffer);
            format!("tacp.conv cta, global, {to}, x1, v{block}, dim=2, srctm, mbar={word}")
        }
        // The map of the buffers says where to, by the coordinates.
        Format::Mxfp4 => {
            format!("tacp.tmap cta, global, x3, x1, v{block}, dim=2, dsttm, srctm, mbar={word}")
        }
    });
}

/// Waits until a buffer has been filled as often as this, counted from 0.
fn wait(buffer: usize, time: usize, lines: &mut Vec<String>) {
    let phase = if time.is_multiple_of(8) { "x0".into() } else { format!("x{}", 24 + time % 8) };
    lines.push(format!("tctrl.twait.mbar {}, {phase}", ["x5", "x6", "x7"][buffer]));
}

fn load(format: Format, buffer: usize, register: &str, lines: &mut Vec<String>) {
    let from = address(buffer);
    match format {
        Format::Fp8 => {
            let second = if register == "t0" { "t4" } else { "t12" };
            lines.push(format!("tsmem.ld_b32.unit {register}, 0({from}), n=2"));
            lines.push(format!("tsmem.ld_b32.unit {second}, 4096({from}), n=2"));
        }
        Format::Mxfp4 => lines.push(format!("tsmem.ld_blk.mx48 {register}, ({from}), n=2")),
    }
    lines.push("tctrl.twait.mem tsld=0".into());
}

/// A block of the product, from registers to its place.
fn multiply(format: Format, row: usize, column: usize, lines: &mut Vec<String>) {
    lines.push("tctrl.twait.mem tgst=0".into());
    lines.push(match format {
        Format::Fp8 => "tmma.e4m3.f32 t16, t0, t8, n=3, noacc".into(),
        Format::Mxfp4 => "tmma.mxe2m1.f32 t16, t0, t8, n=2, noacc".into(),
    });
    let column = if column == 0 { "x0".into() } else { format!("x{}", 16 + column) };
    lines.push(format!("tgmem.st_b32.index t16, (x{}), v16, off={column}, n=2", 8 + row));
}

const fn address(buffer: usize) -> &'static str {
    ["x2", "x4", "x16"][buffer]
}
