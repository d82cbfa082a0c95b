//! IDCT: 8 x 8 inverse discrete cosine transforms in double precision, as IEEE 1180 and the reference of the MPEG-2 decoder of
//! MediaBench have them: two products with the matrix of cosines, 0.5, floor, a clamp to -256 .. 255.
//!
//! The host brings the coefficients: under a mask that leaves one PE, sixteen general registers of four 16-bit coefficients each.
//! Then all PEs compute. Even and odd columns come in different registers, so that a shift to either side makes a pair of
//! neighbours of them. Sums are taken to the nearest, floor by MXCSR. No memory traffic: results stay in local memory.

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result};
use crate::schedule::scheduled;
use std::fmt::Write as _;

/// A block: coefficients or samples, by rows.
pub type Block = [i16; 64];
/// MXCSR: all exceptions masked, to the nearest or down.
const NEAREST: u64 = 0x1f80;
const DOWN: u64 = 0x3f80;
/// How many broadcasts run ahead.
const AHEAD: usize = 2;

/// The matrix of cosines, by frequency and time.
fn cosines() -> [[f64; 8]; 8] {
    let cosine = |frequency: usize, time: usize| {
        let scale = if frequency == 0 { 0.125f64.sqrt() } else { 0.5 };
        scale * (std::f64::consts::PI / 8.0 * frequency as f64 * (time as f64 + 0.5)).cos()
    };
    std::array::from_fn(|frequency| std::array::from_fn(|time| cosine(frequency, time)))
}

/// The four registers' worth of a row's coefficients: pairs in xmm2 .. xmm9, two rows in turn.
fn unpack(text: &mut String, row: usize) {
    let packed = row % 2;
    let _ = writeln!(text, "ldxmm++.pack xmm{packed} = local[ r26 ], r5 # in");
    for pair in 0..4 {
        let x = 2 + row % 2 * 4 + pair;
        let _ = writeln!(text, "pintshl8 xmm{x} = xmm{packed}, {}", 48 - 16 * pair);
        let _ = writeln!(text, "pintsar8 xmm{x} = xmm{x}, 48");
        let _ = writeln!(text, "pcvti2f.pack.dp xmm{x} = xmm{x}");
    }
}

/// Coefficients from r8 .. r23, then each row times the matrix: rows of sums behind r24.
fn rows() -> String {
    let mut text = String::new();
    for register in 8..24 {
        let _ = writeln!(text, "st8++ local[ r25 ] = r{register}, r6 # in");
    }
    unpack(&mut text, 0);
    let spread = |number: usize| 10 + number % (AHEAD + 1);
    for number in 0..64 + AHEAD {
        if number < 64 {
            let (row, k) = (number / 8, number % 8);
            if k == 0 && row < 7 {
                unpack(&mut text, row + 1);
            }
            let (pair, lanes) = (2 + row % 2 * 4 + k / 2, ["abab", "cdcd"][k % 2]);
            let _ = writeln!(
                text,
                "pfpshuffle.sp.{lanes} xmm{} = xmm{pair}, xmm{pair}",
                spread(number)
            );
        }
        if number >= AHEAD {
            let number = number - AHEAD;
            let (row, k) = (number / 8, number % 8);
            if k == 0 {
                text.push_str("add4zx r27 = r28, 0\n");
            }
            for column in 0..4 {
                let (sum, cosine) = (13 + row % 2 * 4 + column, 21 + (number * 4 + column) % 11);
                let _ = writeln!(text, "ldxmm++.pack xmm{cosine} = local[ r27 ], r5 # cosines");
                let operation = if k == 0 { "pfpmul.pack.dp" } else { "pfpfma++.pack.dp" };
                let sign = if k == 0 { "=" } else { "+=" };
                let _ = writeln!(
                    text,
                    "{operation} xmm{sum} {sign} xmm{}, xmm{cosine}",
                    spread(number)
                );
            }
            if k == 7 {
                for column in 0..4 {
                    let _ = writeln!(
                        text,
                        "stxmm++.pack local[ r24 ] = xmm{}, r5 # sums",
                        13 + row % 2 * 4 + column
                    );
                }
            }
        }
    }
    scheduled(&text)
}

/// Each pair of columns of the sums times the matrix, clamped: behind r2.
fn columns() -> String {
    let mut text = String::from(
        "ldxmm++.pack xmm29 = local[ r3 ], r5 # c\nldxmm++.pack xmm30 = local[ r3 ], r5 # c\nldxmm++.pack xmm31 = local[ r3 ], r5 # c\n",
    );
    let mut number = 0;
    for column in 0..4 {
        text.push_str("add4zx r4 = r7, 0\n");
        let sum = |row: usize| column % 2 * 8 + row;
        for k in 0..8 {
            let term = 16 + k % 3;
            let _ = writeln!(text, "ldxmm++.pack xmm{term} = local[ r29 ], r30 # sums");
            for row in 0..8 {
                let cosine = 19 + number % 10;
                number += 1;
                let _ = writeln!(text, "ldxmm++.pack xmm{cosine} = local[ r4 ], r5 # spread");
                let (operation, sign) = if k == 0 { ("pfpmul", "=") } else { ("pfpfma++", "+=") };
                let _ = writeln!(
                    text,
                    "{operation}.pack.dp xmm{} {sign} xmm{cosine}, xmm{term}",
                    sum(row)
                );
            }
        }
        text.push_str("sub4zx r29 = r29, r31\n");
        for (operation, constant) in [("pfpadd", 29), ("pfpmax", 30), ("pfpmin", 31)] {
            for row in 0..8 {
                let _ =
                    writeln!(text, "{operation}.pack.dp xmm{0} = xmm{0}, xmm{constant}", sum(row));
            }
        }
        for row in 0..8 {
            let _ = writeln!(text, "stxmm++.pack local[ r2 ] = xmm{}, r5 # out", sum(row));
        }
    }
    scheduled(&text)
}

/// 32 pairs to integers: floor, under r1 as MXCSR.
fn floors() -> String {
    let mut text = String::new();
    for pair in 0..32 {
        let x = pair % 16;
        let _ = write!(
            text,
            "ldxmm++.pack xmm{x} = local[ r3 ], r5 # values\npcvtf2i.pack.dp.mxcsr xmm{x} = xmm{x}\n\
             stxmm++.pack local[ r2 ] = xmm{x}, r5 # integers\n"
        );
    }
    scheduled(&text)
}

/// The coefficients as the host sends them: of each row the even columns, then the odd ones.
fn registers(block: &Block) -> [u64; 16] {
    std::array::from_fn(|register| {
        let (row, first) = (register / 2, register % 2);
        (0..4).fold(0, |value, n| {
            value | u64::from(block[8 * row + first + 2 * n] as u16) << (16 * n)
        })
    })
}

struct Places {
    input: u64,
    sums: u64,
    values: u64,
    cosines: u64,
    spread: u64,
    constants: u64,
}

/// A block on each PE; the results at `out`.
fn round(
    pod: &mut Host,
    blocks_of: &[Block],
    at: &Places,
    out: u64,
    outcome: &mut Outcome,
) -> Result<()> {
    for (pe, block) in blocks_of.iter().enumerate() {
        pod.send_register(1, pe as u64)?;
        pod.asm("cmp4 r0, r1\nnop.g\npushmask.and.e\n")?;
        for (register, value) in (8..).zip(registers(block)) {
            pod.send_register(register, value)?;
        }
        pod.asm("popmask\n")?;
    }
    outcome.part(pod, Part::Load);
    pod.send([
        (25, at.input),
        (26, at.input),
        (24, at.sums),
        (29, at.sums),
        (2, at.values),
        (3, at.constants),
    ])?;
    blocks(pod, "cosine rows", |_| rows())?;
    blocks(pod, "cosine columns", |_| columns())?;
    pod.send([(1, DOWN), (3, at.values), (2, out)])?;
    pod.asm("mov8 ar2 = r1\n")?;
    blocks(pod, "cosine floors", |_| floors())?;
    pod.send_register(1, NEAREST)?;
    pod.asm("mov8 ar2 = r1\n")?;
    outcome.part(pod, Part::Main);
    Ok(())
}

/// Transforms blocks: as many on each PE.
pub fn run(pod: &mut Host, input: &[Block]) -> Result<(Vec<Block>, Outcome)> {
    let pes = pod.pes();
    if input.is_empty() || !input.len().is_multiple_of(pes) {
        return Err(format!("{} blocks are not as many on each of {pes} PEs", input.len()).into());
    }
    let rounds = input.len() / pes;
    let cosines = cosines();
    let pairs = cosines.iter().flat_map(|row| row.chunks(2).flat_map(<[f64]>::to_vec));
    let spread = cosines.iter().flatten().flat_map(|c| [*c, *c]);
    let constants: Vec<f64> =
        pairs.chain(spread).chain([0.5, 0.5, -256.0, -256.0, 255.0, 255.0]).collect();
    let bytes: Vec<u8> = constants.iter().flat_map(|c| c.to_le_bytes()).collect();
    let table = pod.sys_alloc(bytes.len() as u64)?;
    pod.sys_write(table, &bytes);
    let places = Places {
        input: pod.local_alloc(128)?,
        sums: pod.local_alloc(512)?,
        values: pod.local_alloc(512)?,
        cosines: pod.local_alloc(512)?,
        spread: pod.local_alloc(1024)?,
        constants: pod.local_alloc(48)?,
    };
    let out = pod.local_alloc(512 * rounds as u64)?;
    pod.send([
        (0, 2),
        (5, 16),
        (6, 8),
        (7, places.spread),
        (28, places.cosines),
        (30, 64),
        (31, 512 - 16),
    ])?;
    pod.send([(1, table), (2, bytes.len() as u64)])?;
    pod.asm("copyblk local[ r28 ] = sys[ r1 ], r2\nld2.zxt r0 = local[ r0 + 0 ]\n")?;
    pod.fence()?;

    let mut outcome = Outcome::begin(pod);
    for number in 0..rounds {
        round(
            pod,
            &input[number * pes..][..pes],
            &places,
            out + 512 * number as u64,
            &mut outcome,
        )?;
    }
    let block = |number: usize| {
        let bytes = pod.local(number % pes, out + 512 * (number / pes) as u64, 512);
        // Pairs of columns, in each of them rows: the low half of an integer is all of a clamped sample.
        std::array::from_fn(|at| {
            let place = at % 8 / 2 * 128 + at / 8 * 16 + at % 2 * 8;
            i16::from_le_bytes([bytes[place], bytes[place + 1]])
        })
    };
    Ok(((0..input.len()).map(block).collect(), outcome))
}

/// The same transform, a sample at a time.
#[must_use]
pub fn plain(block: &Block) -> Block {
    let c = cosines();
    let sum = |term: &dyn Fn(usize) -> (f64, f64)| {
        let (a, b) = term(0);
        (1..8).fold(a * b, |sum, k| {
            let (a, b) = term(k);
            a.mul_add(b, sum)
        })
    };
    let rows: [f64; 64] =
        std::array::from_fn(|at| sum(&|k| (f64::from(block[at / 8 * 8 + k]), c[k][at % 8])));
    std::array::from_fn(|at| {
        let value = sum(&|k| (c[k][at / 8], rows[8 * k + at % 8]));
        (value + 0.5).floor().clamp(-256.0, 255.0) as i16
    })
}

/// Blocks of random samples in -256 .. 255, transformed forwards and rounded, as IEEE 1180 has them.
#[must_use]
pub fn blocks_of(count: usize) -> Vec<Block> {
    let c = cosines();
    let mut samples = crate::data::Numbers::new(1180);
    let mut block = || {
        let x: [f64; 64] = std::array::from_fn(|_| (samples.single() * 256.0).floor().into());
        let coefficient = |u: usize, v: usize| -> f64 {
            (0..64).map(|at| c[u][at / 8] * c[v][at % 8] * x[at]).sum()
        };
        std::array::from_fn(|at| coefficient(at / 8, at % 8).round().clamp(-2048.0, 2047.0) as i16)
    };
    (0..count).map(|_| block()).collect()
}
