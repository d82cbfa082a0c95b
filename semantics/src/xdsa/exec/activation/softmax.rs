//! SOFTMAX and LOGSOFTMAX (text 2795 and 2814, XDSA-D21, D22, D31, D62).
//!
//! With m the largest of a line and `t_j = e^(x_j - m)`: `t_i / sum t_j`, and `(x_i - m) - ln(1 + sum of the other t_j)`.

use crate::xdsa::Error;
use crate::xdsa::exec::elementwise::{IEEE, Rounded};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use crate::xdsa::number::{Fit, Number, round};
use functions::Function;
use functions::real::Real;
use rayon::prelude::*;
use softfloat::Flags;
use std::collections::HashMap;

/// Where a line's elements lie.
#[derive(Clone, Copy)]
struct Axis {
    size: u64,
    stride: u64,
}

/// The plan of either.
pub(super) fn plan(request: &mut Request<'_>, logarithm: bool) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (axis, format) = (request.code("axis", 4), request.code("data_format", 2));
    let (c, h, w) = (request.size("fc"), request.size("i_h"), request.size("i_w"));
    request.done()?;
    let inner = format == 0;
    let (size, stride) = match axis {
        0 => (1, 1),
        1 => (c, if inner { 1 } else { h * w }),
        2 => (h, if inner { w * c } else { w }),
        _ => (w, if inner { c } else { 1 }),
    };
    let (axis, count) = (Axis { size, stride }, c * h * w);
    let reads = vec![request.dense("fm", unit, count)];
    let writes = vec![request.dense("d", unit, count)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        Ok(lines(source, axis, |line| values(line, unit, logarithm)))
    }))
}

/// Every line by itself.
fn lines(source: &[u64], axis: Axis, line: impl Fn(&[u64]) -> Vec<Rounded> + Sync) -> Done {
    let (size, stride) = (axis.size as usize, axis.stride as usize);
    let count = source.len() / size;
    let start = |n: usize| n / stride * stride * size + n % stride;
    let results: Vec<Vec<Rounded>> = (0..count)
        .into_par_iter()
        .map(|n| {
            let elements: Vec<u64> = (0..size).map(|i| source[start(n) + i * stride]).collect();
            line(&elements)
        })
        .collect();
    let (mut written, mut flags) = (vec![0; source.len()], Flags::NONE);
    for (n, line) in results.into_iter().enumerate() {
        for (i, (code, raised)) in line.into_iter().enumerate() {
            written[start(n) + i * stride] = code;
            flags |= raised;
        }
    }
    Done { flags, ..Done::one(written) }
}

/// The results of a line.
fn values(line: &[u64], unit: Unit, logarithm: bool) -> Vec<Rounded> {
    quick(line, unit, logarithm).unwrap_or_else(|| exact(line, unit, logarithm))
}

/// Finite lines of a floating-point unit as a function of a block, which rounds what is exact: no quotient comes as near to the middle of
/// two neighbours as XDSA-D31 has it. (Differences of logarithms do.)
fn quick(line: &[u64], unit: Unit, logarithm: bool) -> Option<Vec<Rounded>> {
    let format = unit.format().filter(|_| !logarithm)?;
    if !line.iter().all(|&x| Number::of(unit, x).is_finite()) {
        return None;
    }
    let block = functions::exact_blocks(Function::Softmax, &format, &[line], &IEEE).ok()?;
    let rounded = block.into_iter().map(|exact| exact.round(&format, &IEEE));
    Some(rounded.map(|r| (r.bits, r.flags)).collect())
}

/// By exact numbers.
pub(super) fn exact(line: &[u64], unit: Unit, logarithm: bool) -> Vec<Rounded> {
    let numbers: Vec<Number> = line.iter().map(|&x| Number::of(unit, x)).collect();
    let infinite = |x: &Number| matches!(x, Number::Infinite { negative: false });
    let finite = numbers.iter().filter_map(|x| if x.is_finite() { x.real() } else { None });
    let most = finite.reduce(|a, b| if a.compare(&b).is_lt() { b } else { a });
    let Some(most) = most.filter(|_| !numbers.iter().any(|x| x.is_nan() || infinite(x))) else {
        return vec![round(&Number::Nan, unit, Fit::Clamp); line.len()];
    };
    // Equal elements share a power, and a result.
    let mut powers: HashMap<u64, (Real, u64)> = HashMap::new();
    for (code, x) in line.iter().zip(&numbers) {
        if let Some(x) = x.real() {
            powers.entry(*code).or_insert_with(|| ((&x - &most).exp(), 0)).1 += 1;
        }
    }
    let mut codes: Vec<u64> = powers.keys().copied().collect();
    codes.sort_unstable();
    // One element that is the largest counts by itself, so that what the others add is not lost beside it.
    let terms = codes.iter().filter_map(|code| powers.get(code));
    let others = terms.map(|(power, times)| power * &Real::from(*times));
    let rest = Real::sum(others.chain([Real::from(-1)]));
    let total = &rest + &Real::from(1);
    let rest = rest.log1p();
    let value = |x: &Number, code: u64| -> Option<Number> {
        let x = x.real()?;
        if logarithm {
            return Some(Number::from(&(&x - &most) - rest.as_ref()?));
        }
        powers.get(&code).and_then(|(power, _)| power.div(&total)).map(Number::from)
    };
    // Of -infinity.
    let outside = if logarithm { Number::Infinite { negative: true } } else { Number::ZERO };
    let result = |(code, x): (u64, &Number)| {
        (code, round(&value(x, code).unwrap_or_else(|| outside.clone()), unit, Fit::Clamp))
    };
    let distinct: HashMap<u64, &Number> = line.iter().copied().zip(&numbers).collect();
    let results: HashMap<u64, Rounded> = distinct.into_par_iter().map(result).collect();
    line.iter().filter_map(|code| results.get(code).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use seeded::{Draw, Random};

    /// Lines with equal elements, elements far apart and zeros of both signs.
    #[test]
    fn the_quick_way_is_exact() {
        let mut random = Random::of("softmax lines");
        for i in 0..300 {
            let unit = [Unit::Fp16, Unit::Fp32, Unit::Fp64][i % 3];
            let one = [0x3c00, 0x3f80_0000, 0x3ff0_0000_0000_0000][i % 3];
            let near = |random: &mut Random| {
                let spread = random.next() >> (64 - unit.bits() + 4 + random.below(4) as u32);
                match random.below(8) {
                    0 => one,
                    1 => 0,
                    2 => 1 << (unit.bits() - 1),
                    _ => (one + spread) & unit.mask() >> 1 | (random.below(2) << (unit.bits() - 1)),
                }
            };
            let length = 1 + random.below(12);
            let line: Vec<u64> = (0..length).map(|_| near(&mut random)).collect();
            let Some(quick) = quick(&line, unit, false) else { continue };
            let codes = |list: Vec<Rounded>| list.iter().map(|r| r.0).collect::<Vec<_>>();
            assert_eq!(codes(quick), codes(exact(&line, unit, false)), "{unit} {line:x?}");
        }
    }
}
