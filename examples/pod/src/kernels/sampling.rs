//! DownSampling: an image of single-precision samples to half its width and height, by 1 x 7 convolutions.
//!
//! First all rows are filtered, then those columns of the result whose rows stay; of these every second sample is kept.
//! Between the passes the image lies in system memory, since no array's SRAM holds it. It is cut into tiles, 8 x 8 of the
//! report's size, which PE (row, col) takes from its part of the image one after the other. A pass works on batches of rows:
//! while one is computed, the next is on its way. The filter is ours (POD-D71): symmetric, three sums, a product and three fma a
//! convolution. Beyond its edges the image is zero.

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result, bytes_of, singles};
use crate::schedule::scheduled;
use std::fmt::Write as _;

/// The filter's four different taps, from the outermost to the middle.
pub const TAPS: [f32; 4] = [-0.03125, 0.0, 0.28125, 0.5];
/// Rows of a batch; half as many come out of the second pass.
const BATCH: usize = 8;
/// Rows of the second pass that are in local memory: those of three batches.
const RING: usize = 3 * BATCH;
/// Zero samples to the left and to the right of the image.
const FRAME: usize = 8;

/// One convolution of four samples each, of xmm`x` .. xmm`x + 6`, into xmm`sum`.
fn convolution(text: &mut String, x: usize, sum: usize) {
    for (a, b) in [(2, 4), (1, 5), (0, 6)] {
        let _ = writeln!(text, "pfpadd.pack.sp xmm{0} = xmm{0}, xmm{1}", x + a, x + b);
    }
    let _ = writeln!(text, "pfpmul.pack.sp xmm{sum} = xmm31, xmm{}", x + 3);
    for (tap, a) in [(30, 2), (29, 1), (28, 0)] {
        let _ = writeln!(text, "pfpfma++.pack.sp xmm{sum} += xmm{tap}, xmm{}", x + a);
    }
}

/// A row of the first pass: r1 leads to four samples before it, r2 to where it goes.
fn across(vectors: usize) -> String {
    let mut text = String::new();
    for vector in 0..vectors {
        let (x, sum) = (vector % 3 * 7, 21 + vector % 4);
        for tap in 0..7 {
            let _ =
                writeln!(text, "ldxmm.pack xmm{} = local[ r1 + {} ] # in", x + tap, 4 * tap + 4);
        }
        text.push_str("add4zx r1 = r1, 16\n");
        convolution(&mut text, x, sum);
        let _ = writeln!(text, "stxmm++.pack local[ r2 ] = xmm{sum}, r5 # out");
    }
    text.push_str("add4zx r1 = r1, 32\n");
    scheduled(&text)
}

/// A row of the second pass: r20 .. r26 lead to seven rows, r2 to where every second sample goes.
fn down(vectors: usize) -> String {
    let mut text = String::new();
    for vector in 0..vectors {
        let (x, sum) = (vector % 3 * 7, 21 + vector % 6);
        for tap in 0..7 {
            let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r{} ], r5 # in", x + tap, 20 + tap);
        }
        convolution(&mut text, x, sum);
        if vector % 2 == 1 {
            let _ = writeln!(text, "pfpshuffle.sp.acac xmm{0} = xmm{0}, xmm{sum}", sum - 1);
            let _ = writeln!(text, "stxmm++.pack local[ r2 ] = xmm{}, r5 # out", sum - 1);
        }
    }
    scheduled(&text)
}

/// An image in system memory: bytes of a row, and the registers that hold where this PE's part begins.
#[derive(Clone, Copy)]
struct Image {
    pitch: u64,
    begin: u8,
}

/// A rectangle of an image: byte offset from the PE's part, bytes of a row, rows.
type Rectangle = (u64, u64, u64);

/// Local memory from or to a rectangle.
fn copy(
    pod: &mut Host,
    image: Image,
    (offset, bytes, rows): Rectangle,
    local: u64,
    out: bool,
) -> Result<()> {
    pod.send([(13, offset), (14, local), (15, bytes), (16, rows), (17, image.pitch)])?;
    let (to, from) = if out {
        ("strided sys[ r18 ]", "local[ r14 ]")
    } else {
        ("local[ r14 ]", "strided sys[ r18 ]")
    };
    let begin = image.begin;
    pod.asm(&format!(
        "add4zx r18 = r{begin}, r13\nmov8 ar10 = r16\nmov8 ar11 = r17\ncopyblk {to} = {from}, r15\n"
    ))
}

/// What both passes know.
struct Plan {
    /// Samples of a tile's side.
    tile: usize,
    /// Where the tiles of a PE begin: rows and columns of samples.
    tiles: Vec<(usize, usize)>,
    image: Image,
    middle: Image,
    result: Image,
    input: u64,
    output: u64,
}

impl Plan {
    fn across(&self, pod: &mut Host) -> Result<()> {
        let (input, output) = ((self.tile * 4 + 32) as u64, self.tile as u64 * 4);
        let batches = self.tile / BATCH;
        let all = self.tiles.len() * batches;
        let place = |number: usize| {
            let (row, column) = self.tiles[number / batches];
            (row + number % batches * BATCH, column)
        };
        let load = |pod: &mut Host, number: usize| {
            let (row, column) = place(number);
            let offset = row as u64 * self.image.pitch + column as u64 * 4;
            let local = self.input + (number % 2 * BATCH) as u64 * input;
            copy(pod, self.image, (offset, input, BATCH as u64), local, false)
        };
        load(pod, 0)?;
        for number in 0..all {
            pod.fence()?;
            if number + 1 < all {
                load(pod, number + 1)?;
            }
            let local = self.output + (number % 2 * BATCH) as u64 * output;
            pod.send([(1, self.input + (number % 2 * BATCH) as u64 * input), (2, local)])?;
            for _ in 0..BATCH {
                blocks(pod, ("across", self.tile / 4), |key| across(key.1))?;
            }
            let (row, column) = place(number);
            let offset = row as u64 * self.middle.pitch + column as u64 * 4;
            copy(pod, self.middle, (offset, output, BATCH as u64), local, true)?;
        }
        pod.fence()
    }

    fn down(&self, pod: &mut Host, (row, column): (usize, usize)) -> Result<()> {
        let (input, output) = (self.tile as u64 * 4, self.tile as u64 * 2);
        let batches = self.tile / BATCH;
        // Rows begin three above the tile, as the frame of the middle image has it.
        let load = |pod: &mut Host, batch: usize| {
            let offset = (row + batch * BATCH) as u64 * self.middle.pitch + column as u64 * 4;
            let local = self.input + (batch * BATCH % RING) as u64 * input;
            copy(pod, self.middle, (offset, input, BATCH as u64), local, false)
        };
        load(pod, 0)?;
        load(pod, 1)?;
        for batch in 0..batches {
            pod.fence()?;
            if batch + 2 <= batches {
                load(pod, batch + 2)?;
            }
            let local = self.output + (batch % 2 * BATCH / 2) as u64 * output;
            pod.send_register(2, local)?;
            for line in 0..BATCH / 2 {
                for (tap, register) in (20..27).enumerate() {
                    let row = (batch * BATCH + 2 * line + tap) % RING;
                    pod.send_register(register, self.input + row as u64 * input)?;
                }
                blocks(pod, ("down", self.tile / 4), |key| down(key.1))?;
            }
            let offset =
                (row / 2 + batch * BATCH / 2) as u64 * self.result.pitch + column as u64 * 2;
            copy(pod, self.result, (offset, output, BATCH as u64 / 2), local, true)?;
        }
        Ok(())
    }
}

/// Halves an image of `side` x `side` samples, cut into 8 x 8 tiles.
pub fn run(pod: &mut Host, side: usize, samples: &[f32]) -> Result<(Vec<f32>, Outcome)> {
    let n = pod.columns();
    let tile = side / 8;
    if pod.rows() != n
        || !matches!(n, 1 | 2 | 4 | 8)
        || tile * 8 != side
        || !tile.is_multiple_of(BATCH)
    {
        return Err(format!(
            "{side} samples a side on {n} x {} PEs: a multiple of 64, on 1, 2, 4 or 8 squared",
            pod.rows()
        )
        .into());
    }
    let [pitch, middle, result] =
        [side + 2 * FRAME, side, side / 2].map(|samples| samples as u64 * 4);
    let rows = side as u64;
    // The middle image has three rows above and five below, all zero.
    let places = [
        pod.sys_alloc(pitch * rows)?,
        pod.sys_alloc(middle * (rows + 8))?,
        pod.sys_alloc(result * rows / 2)?,
    ];
    for (row, samples) in samples.chunks(side).enumerate() {
        pod.sys_write(places[0] + row as u64 * pitch + 4 * FRAME as u64, &bytes_of(samples));
    }
    let taps: Vec<f32> = TAPS.iter().flat_map(|tap| [*tap; 4]).collect();
    let constants = pod.sys_alloc(64)?;
    pod.sys_write(constants, &bytes_of(&taps));
    let input = pod.local_alloc((2 * BATCH * (tile * 4 + 32)).max(RING * tile * 4) as u64)?;
    let output = pod.local_alloc((2 * BATCH * tile * 4) as u64)?;
    let local = pod.local_alloc(64)?;
    let share = (side / n) as u64;
    let part = |row: usize, column: usize| (row * tile, column * tile);
    let plan = Plan {
        tile,
        tiles: (0..64 / n / n).map(|t| part(t / (8 / n), t % (8 / n))).collect(),
        image: Image { pitch, begin: 10 },
        middle: Image { pitch: middle, begin: 11 },
        result: Image { pitch: result, begin: 12 },
        input,
        output,
    };
    let mut outcome = Outcome::begin(pod);

    pod.send([(0, 0), (5, 16), (1, local), (2, constants), (3, 64)])?;
    pod.asm("ld1.zxt r6 = local[ r0 + 6 ]\nld1.zxt r7 = local[ r0 + 7 ]\ncopyblk local[ r1 ] = sys[ r2 ], r3\n")?;
    // Rows of the middle image are read from three above on; they are written where they belong.
    for (register, place, row, column) in [
        (10, places[0] + 4 * (FRAME as u64 - 4), pitch * share, 4 * share),
        (11, places[1] + 3 * middle, middle * share, 4 * share),
        (12, places[2], result * share / 2, 2 * share),
    ] {
        pod.send([(13, place), (14, row), (15, column)])?;
        pod.asm(&format!(
            "imul4 r14 = r14, r7\nimul4 r15 = r15, r6\nadd4zx r13 = r13, r14\nadd4zx r{register} = r13, r15\n"
        ))?;
    }
    pod.fence()?;
    pod.asm("ldxmm++.pack xmm28 = local[ r1 ], r5\nldxmm++.pack xmm29 = local[ r1 ], r5\nldxmm++.pack xmm30 = local[ r1 ], r5\nldxmm++.pack xmm31 = local[ r1 ], r5\n")?;
    outcome.part(pod, Part::Load);
    plan.across(pod)?;
    pod.send_register(13, 3 * middle)?;
    pod.asm("sub4zx r11 = r11, r13\n")?;
    for tile in &plan.tiles {
        plan.down(pod, *tile)?;
    }
    pod.fence()?;
    outcome.part(pod, Part::Main);

    let mut halved = vec![0; side * side];
    pod.sys_read(places[2], &mut halved);
    Ok((singles(&halved), outcome))
}

/// The same image, a convolution at a time.
#[must_use]
pub fn plain(side: usize, samples: &[f32]) -> Vec<f32> {
    let [outer, third, second, middle] = TAPS;
    let filter = |x: [f32; 7]| {
        let sum = second.mul_add(x[2] + x[4], middle * x[3]);
        outer.mul_add(x[0] + x[6], third.mul_add(x[1] + x[5], sum))
    };
    let taps = |at: usize, get: &dyn Fn(usize) -> f32| {
        filter(std::array::from_fn(|tap| {
            let place = (at + tap).wrapping_sub(3);
            if place < side { get(place) } else { 0.0 }
        }))
    };
    let middle: Vec<f32> =
        (0..side * side).map(|at| taps(at % side, &|x| samples[at / side * side + x])).collect();
    let half = side / 2;
    (0..half * half)
        .map(|at| {
            let (row, column) = (at / half * 2, at % half * 2);
            taps(row, &|y| middle[y * side + column])
        })
        .collect()
}
