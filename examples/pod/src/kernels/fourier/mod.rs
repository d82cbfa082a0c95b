//! FFT: a complex transform in single precision, radix 2, decimation in frequency, the result in bit-reversed order.
//!
//! PE p holds the points p M .. (p + 1) M, M = points / PEs: four real parts, then their four imaginary parts, and so on. The
//! first log2(PEs) stages pair PEs: words travel `d` hops to the west (or south) and to the east (or north); across half of a row both
//! partners are reached by the same hops. Then the lower PEs add, and the upper ones subtract and multiply: half of
//! the PEs compute at a time, under masks. The other stages are local; before the last two, of points 2 and 1 apart, each group
//! of 16 points is transposed. Twiddle factors are constants: they are in local memory before the count begins. It ends when the result
//! leaves, as the report's times do: over its memories they differ by one transfer of the points, not by two.

mod text;

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result, bytes_of, singles};
use text::{last, local, lower, travel, upper};

/// A complex number.
pub type Complex = [f32; 2];
/// Complex vectors that stand in registers while words travel.
const GROUP: usize = 4;

/// `exp(-2 pi i j / points)`, correctly rounded nearly always.
fn twiddle(j: usize, points: usize) -> Complex {
    let angle = -2.0 * std::f64::consts::PI * j as f64 / points as f64;
    [angle.cos() as f32, angle.sin() as f32]
}

/// Numbers as the PEs hold them: four real parts, four imaginary parts.
fn packed(numbers: impl Iterator<Item = Complex>) -> Vec<f32> {
    let numbers: Vec<Complex> = numbers.collect();
    numbers
        .chunks(4)
        .flat_map(|four| (0..2).flat_map(|part| four.iter().map(move |n| n[part])))
        .collect()
}

/// The stages between PEs: whether rows or columns pair, and how many hops apart.
fn stages(columns: usize, rows: usize) -> Vec<(bool, usize)> {
    let halves = |n: usize| (0..n.ilog2()).map(move |s| n >> (s + 1));
    halves(rows).map(|d| (true, d)).chain(halves(columns).map(|d| (false, d))).collect()
}

/// All factors of a PE: those of the stages between PEs, then those of the local stages.
fn factors(pe: usize, points: usize, share: usize, between: usize) -> Vec<f32> {
    let mut factors = Vec::new();
    for stage in 0..between {
        let span = points >> (stage + 1);
        let first = pe * share % span;
        factors.extend(packed((first..first + share).map(|j| twiddle(j, 2 * span))));
    }
    let mut span = share / 2;
    while span >= 4 {
        factors.extend(packed((0..span).map(|j| twiddle(j, 2 * span))));
        span /= 2;
    }
    factors
}

/// A stage between PEs.
fn exchange(
    pod: &mut Host,
    data: u64,
    factors: u64,
    vectors: usize,
    (across, hops): (bool, usize),
) -> Result<()> {
    let both = hops * 2 != if across { pod.rows() } else { pod.columns() };
    let group = vectors.min(GROUP);
    pod.asm(&format!("and r12 = {}, {hops}\n", if across { "r14" } else { "r13" }))?;
    pod.send([(1, data), (2, factors), (3, data)])?;
    for _ in 0..vectors / group {
        blocks(pod, ("travel", group, across, hops, both), |key| {
            travel(key.1, key.2, key.3, key.4)
        })?;
        pod.asm("cmp8 r12, 0\nnop.g\npushmask.and.e\n")?;
        blocks(pod, ("lower", group), |key| lower(key.1))?;
        pod.asm("settopmask.and.not.e\n")?;
        blocks(pod, ("upper", group, both), |key| upper(key.1, if key.2 { 16 } else { 8 }))?;
        pod.asm("popmask\n")?;
        blocks(pod, ("keep", group), |key| {
            (0..2 * key.1).fold(String::new(), |text, x| {
                text + &format!("stxmm++.pack local[ r3 ] = xmm{x}, r5\n")
            })
        })?;
    }
    Ok(())
}

/// The transform of `points` (a power of two, 16 at least on each PE); gives it in natural order.
pub fn run(pod: &mut Host, input: &[Complex]) -> Result<(Vec<Complex>, Outcome)> {
    let (points, pes) = (input.len(), pod.pes());
    let share = points / pes;
    if !points.is_power_of_two() || !pes.is_power_of_two() || share < 16 {
        return Err(format!(
            "{points} points on {pes} PEs: both must be powers of two, with 16 points a PE at least"
        )
        .into());
    }
    let stages = stages(pod.columns(), pod.rows());
    let bytes = share as u64 * 8;
    let tables: Vec<f32> =
        (0..pes).flat_map(|pe| factors(pe, points, share, stages.len())).collect();
    let table = (tables.len() / pes * 4) as u64;
    let (from, constants) =
        (pod.sys_alloc(bytes * pes as u64)?, pod.sys_alloc(table * pes as u64)?);
    pod.sys_write(from, &bytes_of(&packed(input.iter().copied())));
    pod.sys_write(constants, &bytes_of(&tables));
    let (data, factors) = (pod.local_alloc(bytes)?, pod.local_alloc(table)?);

    pod.send([
        (0, 0),
        (5, 16),
        (16, bytes),
        (17, table),
        (18, from),
        (19, constants),
        (20, data),
        (21, factors),
    ])?;
    pod.asm("ld2.zxt r15 = local[ r0 + 2 ]\nld1.zxt r13 = local[ r0 + 6 ]\nld1.zxt r14 = local[ r0 + 7 ]\nnop.g\nnop.g\n")?;
    pod.asm("imul4 r22 = r15, r16\nimul4 r23 = r15, r17\nnop.g\nadd4zx r22 = r22, r18\nadd4zx r23 = r23, r19\n")?;
    pod.asm("nop.g\ncopyblk local[ r21 ] = sys[ r23 ], r17\n")?;
    pod.fence()?;

    let mut outcome = Outcome::begin(pod);
    pod.asm("copyblk local[ r20 ] = sys[ r22 ], r16\n")?;
    pod.fence()?;
    outcome.part(pod, Part::Load);
    let mut at = factors;
    for stage in stages {
        exchange(pod, data, at, share / 4, stage)?;
        at += bytes;
    }
    let mut span = share / 2;
    while span >= 4 {
        let apart = span as u64 * 8;
        pod.send([
            (1, data),
            (2, data + apart),
            (3, data),
            (4, data + apart),
            (10, at),
            (11, apart),
        ])?;
        blocks(pod, ("local", share / 4, span / 4), |key| local(key.1, key.2))?;
        at += apart;
        span /= 2;
    }
    pod.send_register(1, data)?;
    pod.send_register(2, data)?;
    blocks(pod, ("last", share / 16), |key| last(key.1))?;
    outcome.part(pod, Part::Main);
    pod.asm("copyblk sys[ r22 ] = local[ r20 ], r16\n")?;
    outcome.part(pod, Part::Store);
    pod.fence()?;

    let mut result = vec![0; points * 8];
    pod.sys_read(from, &mut result);
    Ok((natural(&singles(&result)), outcome))
}

/// The numbers of the PEs in natural order: in each group of 16, vector q and lane l hold point 4 l + q; points are bit-reversed.
fn natural(numbers: &[f32]) -> Vec<Complex> {
    let points = numbers.len() / 2;
    let mut result = vec![[0.0; 2]; points];
    for point in 0..points {
        let (group, lane, vector) = (point / 16, point / 4 % 4, point % 4);
        let at = group * 32 + vector * 8 + lane;
        let reversed = point.reverse_bits() >> (usize::BITS - points.ilog2());
        result[reversed] = [numbers[at], numbers[at + 4]];
    }
    result
}

/// The same transform, a butterfly at a time.
pub fn plain(input: &[Complex]) -> Vec<Complex> {
    let mut x = input.to_vec();
    let points = x.len();
    let mut span = points / 2;
    while span >= 1 {
        for begin in (0..points).step_by(2 * span) {
            for j in 0..span {
                let (a, b) = (x[begin + j], x[begin + j + span]);
                let [re, im] = [a[0] - b[0], a[1] - b[1]];
                x[begin + j] = [a[0] + b[0], a[1] + b[1]];
                x[begin + j + span] = match (span, j) {
                    (1, _) | (2, 0) => [re, im],
                    (2, _) => [im, -re],
                    _ => {
                        let [wr, wi] = twiddle(j, 2 * span);
                        [re.mul_add(wr, -(im * wi)), re.mul_add(wi, im * wr)]
                    }
                };
            }
        }
        span /= 2;
    }
    let place = |k: usize| k.reverse_bits() >> (usize::BITS - points.ilog2());
    (0..points).map(|k| x[place(k)]).collect()
}
