//! DenseMMM: C = A B in single precision by Cannon's algorithm.
//!
//! PE (row, col) of an n x n array begins with the blocks A(row, k) and B(k, col), k = row + col modulo n, computes, hands A to
//! the east and B to the north, and so on n times. All three matrices lie by rows in system memory; strided blocks bring them
//! and take the result. The inner kernel holds `ROWS` x `VECTORS` xmm registers of C. An element of A is broadcast by a shuffle
//! in the X slot, which serves `VECTORS` fma: two of three X slots compute. Words of the next step's blocks travel meanwhile, a
//! load, an `xferxmm` and a store each, into the second buffer of the neighbour.

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result, bytes_of, singles};
use crate::schedule::scheduled;
use std::fmt::Write as _;

/// Rows of C in registers, and vectors of four columns.
const ROWS: usize = 8;
const VECTORS: usize = 2;
/// How many broadcasts run ahead.
const AHEAD: usize = 2;
/// Products of one text: a tile of larger blocks runs it several times.
const DEPTH: usize = 64;

/// What the accumulators begin with.
#[derive(Clone, Copy, PartialEq)]
enum Begin {
    Zero,
    Load,
    Keep,
}

/// The registers of the tile: sums, rows of A, broadcast elements of A, vectors of B of two products.
fn sum(row: usize, vector: usize) -> usize {
    row * VECTORS + vector
}

fn a(row: usize) -> usize {
    ROWS * VECTORS + row
}

fn spread(number: usize) -> usize {
    ROWS * VECTORS + ROWS + number % (AHEAD + 1)
}

fn b(k: usize, vector: usize) -> usize {
    ROWS * VECTORS + ROWS + AHEAD + 1 + k % 2 * VECTORS + vector
}

/// The register that leads from a vector to the next: beside it, or in the next row.
fn step(vector: usize) -> &'static str {
    if vector + 1 == VECTORS { "r6" } else { "r5" }
}

/// What product `k` needs from memory, and the words that travel beside it.
fn loads(text: &mut String, k: usize, words: usize) {
    if k.is_multiple_of(4) {
        for row in 0..ROWS {
            let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r1 ], r2 # A", a(row));
        }
        text.push_str("sub4zx r1 = r1, r3\n");
        for _ in 0..words {
            for (from, to, way) in [("r10", "r11", "e"), ("r12", "r13", "n")] {
                let _ = writeln!(text, "ldxmm++.pack xmm31 = local[ {from} ], r5 # block");
                let _ = writeln!(text, "xferxmm.wrap.{way} xmm31 = xmm31");
                let _ = writeln!(text, "stxmm++.pack local[ {to} ] = xmm31, r5 # next");
            }
        }
    }
    for vector in 0..VECTORS {
        let _ =
            writeln!(text, "ldxmm++.pack xmm{} = local[ r4 ], {} # B", b(k, vector), step(vector));
    }
}

/// The text of `depth` products of a tile.
fn tile(depth: usize, begin: Begin, store: bool, words: usize) -> String {
    let mut text = String::new();
    for row in 0..ROWS {
        for vector in 0..VECTORS {
            let (x, step) = (sum(row, vector), step(vector));
            let _ = match begin {
                Begin::Zero => writeln!(text, "pintxor xmm{x} = xmm{x}, xmm{x}"),
                Begin::Load => writeln!(text, "ldxmm++.pack xmm{x} = local[ r7 ], {step} # C"),
                Begin::Keep => Ok(()),
            };
        }
    }
    // Shuffles stand two rows ahead of the fma that wait for them.
    let all = depth * ROWS;
    for number in 0..all + AHEAD {
        let (k, row) = (number / ROWS, number % ROWS);
        if number < all {
            if row == 0 {
                loads(&mut text, k, words);
            }
            let (t, a, lane) = (spread(number), a(row), ["aaaa", "bbbb", "cccc", "dddd"][k % 4]);
            let _ = writeln!(text, "pfpshuffle.sp.{lane} xmm{t} = xmm{a}, xmm{a}");
        }
        if number >= AHEAD {
            let number = number - AHEAD;
            let (k, row, t) = (number / ROWS, number % ROWS, spread(number));
            for vector in 0..VECTORS {
                let _ = writeln!(
                    text,
                    "pfpfma++.pack.sp xmm{} += xmm{t}, xmm{}",
                    sum(row, vector),
                    b(k, vector)
                );
            }
        }
    }
    if store {
        for row in 0..ROWS {
            for vector in 0..VECTORS {
                let _ = writeln!(
                    text,
                    "stxmm++.pack local[ r8 ] = xmm{}, {} # C",
                    sum(row, vector),
                    step(vector)
                );
            }
        }
    }
    scheduled(&text)
}

/// Local places of the blocks and the texts of a block of `side` rows.
struct Plan {
    side: usize,
    depth: usize,
    a: [u64; 2],
    b: [u64; 2],
    c: u64,
    /// Words of each matrix that a group of four products sends, and how many runs of the text send any.
    words: usize,
    sending: usize,
}

impl Plan {
    fn new(side: usize, pod: &mut Host) -> Result<Self> {
        let mut block = || pod.local_alloc((side * side * 4) as u64);
        let (a, b, c) = ([block()?, block()?], [block()?, block()?], block()?);
        let depth = side.min(DEPTH);
        let runs = side * side * side / (ROWS * VECTORS * 4 * depth);
        let all = side * side / 4;
        let words = all.div_ceil(runs * depth / 4);
        Ok(Self { side, depth, a, b, c, words, sending: all / (words * depth / 4) })
    }

    /// One step of Cannon's algorithm: the products of two blocks.
    fn multiply(&self, pod: &mut Host, step: usize) -> Result<()> {
        let (side, row_bytes) = (self.side as u64, self.side as u64 * 4);
        let (now, next) = (step % 2, (step + 1) % 2);
        let (last, width) = (self.side / self.depth - 1, 4 * VECTORS as u64);
        pod.send([(10, self.a[now]), (11, self.a[next]), (12, self.b[now]), (13, self.b[next])])?;
        let mut runs = 0;
        for row in (0..side).step_by(ROWS) {
            for column in (0..side).step_by(width as usize) {
                let c = self.c + row * row_bytes + column * 4;
                pod.send_register(1, self.a[now] + row * row_bytes)?;
                pod.send_register(4, self.b[now] + column * 4)?;
                pod.send_register(7, c)?;
                pod.send_register(8, c)?;
                for chunk in 0..=last {
                    let begin = match (chunk, step) {
                        (0, 0) => Begin::Zero,
                        (0, _) => Begin::Load,
                        _ => Begin::Keep,
                    };
                    let words = if runs < self.sending { self.words } else { 0 };
                    blocks(
                        pod,
                        ("tile", self.depth, begin as usize, usize::from(chunk == last), words),
                        |key| tile(key.1, begin, key.3 == 1, key.4),
                    )?;
                    runs += 1;
                }
            }
        }
        Ok(())
    }
}

/// The address of a block of this PE in a matrix of rows, into r23: its row of blocks in `row`, its column in `column`.
fn place(matrix: &str, row: &str, column: &str) -> String {
    format!(
        "imul4 r23 = {row}, r16\nimul4 r24 = {column}, r17\nnop.g\nadd4zx r23 = r23, r24\nadd4zx r23 = r23, {matrix}\nnop.g\n"
    )
}

/// Multiplies two matrices of `side` rows; gives the product and what was counted.
pub fn multiply(pod: &mut Host, side: usize, a: &[f32], b: &[f32]) -> Result<(Vec<f32>, Outcome)> {
    let n = pod.columns();
    if pod.rows() != n || !n.is_power_of_two() || !side.is_multiple_of(n * ROWS) {
        return Err(format!(
            "Cannon's algorithm needs n x n PEs, n a power of two, and rows a multiple of {}",
            n * ROWS
        )
        .into());
    }
    let bytes = (side * side * 4) as u64;
    let matrices = [pod.sys_alloc(bytes)?, pod.sys_alloc(bytes)?, pod.sys_alloc(bytes)?];
    for (matrix, values) in matrices.iter().zip([a, b]) {
        pod.sys_write(*matrix, &bytes_of(values));
    }
    let plan = Plan::new(side / n, pod)?;
    let (row, pitch) = (plan.side as u64 * 4, side as u64 * 4);
    let mut outcome = Outcome::begin(pod);

    pod.send([
        (0, 0),
        (2, row),
        (3, row * ROWS as u64 - 16),
        (5, 16),
        (6, row - 16 * (VECTORS as u64 - 1)),
    ])?;
    pod.send([
        (16, row * side as u64),
        (17, row),
        (18, matrices[0]),
        (19, matrices[1]),
        (20, matrices[2]),
    ])?;
    pod.send([
        (25, plan.side as u64),
        (26, pitch),
        (27, plan.a[0]),
        (28, plan.b[0]),
        (29, plan.c),
    ])?;
    pod.asm("ld1.zxt r21 = local[ r0 + 6 ]\nld1.zxt r22 = local[ r0 + 7 ]\nmov8 ar10 = r25\nmov8 ar11 = r26\n")?;
    pod.asm(&format!("add4zx r30 = r21, r22\nand r30 = r30, {}\n", n - 1))?;
    pod.asm(&(place("r18", "r22", "r30") + "copyblk local[ r27 ] = strided sys[ r23 ], r17\n"))?;
    pod.asm(&(place("r19", "r30", "r21") + "copyblk local[ r28 ] = strided sys[ r23 ], r17\n"))?;
    pod.fence()?;
    outcome.part(pod, Part::Load);
    for step in 0..n {
        plan.multiply(pod, step)?;
    }
    outcome.part(pod, Part::Main);
    pod.asm(&(place("r20", "r22", "r21") + "copyblk strided sys[ r23 ] = local[ r29 ], r17\n"))?;
    pod.fence()?;
    outcome.part(pod, Part::Store);

    let mut product = vec![0; side * side * 4];
    pod.sys_read(matrices[2], &mut product);
    Ok((singles(&product), outcome))
}

/// The same product, an element at a time: its terms in the order in which an n x n array meets them.
pub fn plain(n: usize, side: usize, a: &[f32], b: &[f32]) -> Vec<f32> {
    let block = side / n;
    let element = |i: usize, j: usize| {
        let first = i / block + j / block;
        let terms = (0..n).flat_map(|step| {
            let k = (first + n - step) % n * block;
            k..k + block
        });
        terms.fold(0f32, |sum, k| a[i * side + k].mul_add(b[k * side + j], sum))
    };
    (0..side * side).map(|at| element(at / side, at % side)).collect()
}
