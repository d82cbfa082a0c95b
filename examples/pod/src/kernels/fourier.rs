//! FFT: a complex transform in single precision, radix 2, decimation in frequency, the result in bit-reversed order.
//!
//! PE p holds the points p M .. (p + 1) M, M = points / PEs: four real parts, then their four imaginary parts, and so on. The
//! first log2(PEs) stages pair PEs: words travel `d` hops to the west (or south) and to the east (or north); across half of a row both
//! partners are reached by the same hops. Then the lower PEs add, and the upper ones subtract and multiply: half of
//! the PEs compute at a time, under masks. The other stages are local; of the last two, points 4 and less apart, each group of 16
//! points is transposed first. Twiddle factors are constants: they are in local memory before the count begins. It ends when the result
//! leaves, as the report's times do: over its memories they differ by one transfer of the points, not by two.

use super::{Outcome, Part, blocks};
use crate::host::{Host, Result, bytes_of, singles};
use crate::schedule::scheduled;
use std::fmt::Write as _;

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

/// Words to the partners: own ones in xmm0.., those of the upper partner in xmm8.., of the lower one in xmm16...
fn travel(vectors: usize, across: bool, hops: usize, both: bool) -> String {
    let mut text = String::new();
    for x in 0..2 * vectors {
        let _ = writeln!(text, "ldxmm++.pack xmm{x} = local[ r1 ], r5");
    }
    let (down, up) = if across { ("s", "n") } else { ("w", "e") };
    for hop in 0..hops {
        for (way, base) in [(down, 8), (up, 16)].into_iter().take(1 + usize::from(both)) {
            for x in 0..2 * vectors {
                let from = if hop == 0 { x } else { base + x };
                let _ = writeln!(text, "xferxmm.wrap.{way} xmm{} = xmm{from}", base + x);
            }
        }
    }
    scheduled(&text)
}

/// The lower PEs: sums into xmm0...
fn lower(vectors: usize) -> String {
    scheduled(&(0..2 * vectors).fold(String::new(), |mut text, x| {
        let _ = writeln!(text, "pfpadd.pack.sp xmm{x} = xmm{x}, xmm{}", 8 + x);
        text
    }))
}

/// The upper PEs: (the lower one's number - own) times the twiddle factor, into xmm0...
fn upper(vectors: usize, from: usize) -> String {
    let mut text = String::new();
    for x in 0..2 * vectors {
        let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r2 ], r5", 24 + x);
    }
    for x in 0..2 * vectors {
        let _ = writeln!(text, "pfpsub.pack.sp xmm{0} = xmm{0}, xmm{x}", from + x);
    }
    for v in 0..vectors {
        let (re, im) = (2 * v, 2 * v + 1);
        product(&mut text, [re, im], [from + re, from + im], [24 + re, 24 + im]);
    }
    scheduled(&text)
}

/// `to = a w`.
fn product(text: &mut String, to: [usize; 2], a: [usize; 2], w: [usize; 2]) {
    let _ = write!(
        text,
        "pfpmul.pack.sp xmm{} = xmm{}, xmm{}\npfpmul.pack.sp xmm{} = xmm{}, xmm{}\n\
         pfpfma-+.pack.sp xmm{} += xmm{}, xmm{}\npfpfma++.pack.sp xmm{} += xmm{}, xmm{}\n",
        to[0], a[1], w[1], to[1], a[1], w[0], to[0], a[0], w[0], to[1], a[0], w[1]
    );
}

/// A stage of points `span` vectors apart, over `vectors` of them. Registers r1, r2: the two operands; r3, r4: where the results go;
/// r9: the factors, which begin at r10; r11: the bytes of `span` vectors.
fn local(vectors: usize, span: usize) -> String {
    let mut text = String::new();
    for number in 0..vectors / 2 {
        if number % span == 0 {
            text.push_str("add4zx r9 = r10, 0\n");
        }
        let r = number % 3 * 10;
        let x = |n: usize| r + n;
        for (register, pointer, name) in
            [(0, 1, "a"), (1, 1, "a"), (2, 2, "a"), (3, 2, "a"), (4, 9, "w"), (5, 9, "w")]
        {
            let _ = writeln!(
                text,
                "ldxmm++.pack xmm{} = local[ r{pointer} ], r5 # {name}",
                x(register)
            );
        }
        for part in 0..2 {
            let _ = writeln!(
                text,
                "pfpsub.pack.sp xmm{} = xmm{}, xmm{}",
                x(6 + part),
                x(part),
                x(2 + part)
            );
            let _ = writeln!(
                text,
                "pfpadd.pack.sp xmm{} = xmm{}, xmm{}",
                x(part),
                x(part),
                x(2 + part)
            );
        }
        product(&mut text, [x(8), x(9)], [x(6), x(7)], [x(4), x(5)]);
        for (register, pointer) in [(0, 3), (1, 3), (8, 4), (9, 4)] {
            let _ = writeln!(text, "stxmm++.pack local[ r{pointer} ] = xmm{}, r5 # b", x(register));
        }
        if (number + 1) % span == 0 {
            for pointer in 1..=4 {
                let _ = writeln!(text, "add4zx r{pointer} = r{pointer}, r11");
            }
        }
    }
    scheduled(&text)
}

/// The last two stages of `groups` of 16 points: transposed, then without a product.
fn last(groups: usize) -> String {
    let mut text = String::new();
    for group in 0..groups {
        // Two groups take turns: 8 words and 8 of their transposition each, every word read before it is written.
        let base = group % 2 * 16;
        let (x, t) = (
            |v: usize, part: usize| base + 2 * v + part,
            |v: usize, part: usize| base + 8 + 2 * v + part,
        );
        for v in 0..4 {
            for part in 0..2 {
                let _ = writeln!(text, "ldxmm++.pack xmm{} = local[ r1 ], r5 # a", x(v, part));
            }
        }
        let shuffle = |text: &mut String, lanes: &str, to: usize, a: usize, b: usize| {
            let _ = writeln!(text, "pfpshuffle.sp.{lanes} xmm{to} = xmm{a}, xmm{b}");
        };
        for part in 0..2 {
            for (to, lanes, a) in [(0, "abab", 0), (1, "cdcd", 0), (2, "abab", 2), (3, "cdcd", 2)] {
                shuffle(&mut text, lanes, t(to, part), x(a, part), x(a + 1, part));
            }
            for (to, lanes, a) in [(0, "acac", 0), (1, "bdbd", 0), (2, "acac", 1), (3, "bdbd", 1)] {
                shuffle(&mut text, lanes, x(to, part), t(a, part), t(a + 2, part));
            }
        }
        let mut sum = |name: &str, to: usize, a: usize, b: usize| {
            let _ = writeln!(text, "pfp{name}.pack.sp xmm{to} = xmm{a}, xmm{b}");
        };
        for part in 0..2 {
            for v in 0..2 {
                sum("add", t(v, part), x(v, part), x(v + 2, part));
                sum("sub", t(v + 2, part), x(v, part), x(v + 2, part));
            }
        }
        // Point 3 is still to be multiplied by -i: (re, im) -> (im, -re).
        for part in 0..2 {
            sum("add", x(0, part), t(0, part), t(1, part));
            sum("sub", x(1, part), t(0, part), t(1, part));
        }
        sum("add", x(2, 0), t(2, 0), t(3, 1));
        sum("sub", x(2, 1), t(2, 1), t(3, 0));
        sum("sub", x(3, 0), t(2, 0), t(3, 1));
        sum("add", x(3, 1), t(2, 1), t(3, 0));
        for v in 0..4 {
            for part in 0..2 {
                let _ = writeln!(text, "stxmm++.pack local[ r2 ] = xmm{}, r5 # b", x(v, part));
            }
        }
    }
    scheduled(&text)
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
