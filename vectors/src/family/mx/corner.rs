//! MX blocks: largest magnitudes about every boundary of the scale rules, scales at their limits,
//! special values in every place.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::codes::{OWN, codes};
use crate::family::mx::MxOperation;
use crate::registry::{Plan, Shape};
use softfloat::Format;

/// The cases of an operation.
pub(crate) fn directed(plan: &Plan, operation: MxOperation, cases: &mut Cases) {
    match operation {
        MxOperation::Quantize => quantize(plan, cases),
        MxOperation::Dequantize => dequantize(&plan.operands[1], cases),
        MxOperation::Dot => {
            dot([1, 3].map(|i| &plan.operands[i]), &plan.operands[4].format, cases);
        }
    }
}

fn quantize(plan: &Plan, cases: &mut Cases) {
    let Shape { format, len, .. } = plan.operands[0];
    let (Some(f), corners) = (Float::of(&format), codes(&format)) else { return };
    // Every corner code alone, among ones, and everywhere.
    for (i, &code) in corners.iter().enumerate() {
        for others in [0, f.at(false, 0, 0), code] {
            let mut block = vec![others; len];
            block[i % len] = code;
            cases.push(&block);
        }
    }
    // Largest magnitudes: below and above powers of two, square roots of two, last places.
    let ones = f.ones();
    let root = 0x3504f3;
    let mut mantissas = vec![0, 1, ones, ones - 1, root, root + 1];
    for bits in 1..=4 {
        let half = 1 << (f.body - bits - 1);
        let all = ones ^ (2 * half - 1);
        mantissas.extend([
            half,
            half - 1,
            half + 1,
            all,
            all | half,
            (all | half) - 1,
            all | half | 1,
        ]);
    }
    let exponents = (-2..=2).chain(f.emin()..f.emin() + 12).chain(f.emax() - 4..=f.emax());
    for exponent in exponents {
        for (k, &mantissa) in mantissas.iter().enumerate() {
            let mut block = vec![0; len];
            block[k % len] = f.at(k % 2 == 1, exponent, mantissa);
            // What lies below: ever smaller, with ties at the elements' last places.
            for (i, e) in block.iter_mut().enumerate().filter(|(i, _)| *i != k % len) {
                let below = exponent - i as i64 / 2;
                *e = f.at(i % 3 == 0, below, [0, 1 << (f.body - 1), ones, mantissa][i % 4]);
            }
            cases.push(&block);
        }
    }
    for i in 0..f.body {
        let mut block = vec![0; len];
        block[i as usize % len] = 1 << i;
        cases.push(&block);
    }
}

fn dequantize(elements: &Shape, cases: &mut Cases) {
    let (corners, len) = (element_codes(&elements.format), elements.len);
    for scale in 0..=0xff {
        for chunk in corners.chunks(len) {
            let block: Vec<u64> = chunk.iter().copied().cycle().take(len).collect();
            cases.push(&[&[scale], &block[..]].concat());
        }
    }
}

/// Every code, of wide elements the corner codes.
fn element_codes(element: &Format) -> Vec<u64> {
    if element.width <= 8 { (0..1 << element.width).collect() } else { codes(element) }
}

/// Products of blocks whose elements may be of two formats.
fn dot(blocks: [&Shape; 2], sum: &Format, cases: &mut Cases) {
    let (len, formats) = (blocks[0].len, blocks.map(|block| &block.format));
    let sign = 1 << (formats[1].width - 1);
    let alike = formats[0] == formats[1];
    let ([elements, others], addends) = (formats.map(element_codes), codes(sum));
    let scales = [
        (0x7f, 0x7f),
        (0, 0),
        (0xfe, 0xfe),
        (0xfe, 0),
        (0x80, 0x7e),
        (0xff, 0x7f),
        (0x7f, 0xff),
        (0x40, 0x30),
        (1, 0x7f),
    ];
    for (i, &(sa, sb)) in scales.iter().enumerate() {
        for (j, &addend) in addends.iter().enumerate() {
            for turn in 0..4 {
                let at = |codes: &[u64], k: usize, step: usize| {
                    codes[(i + j * 7 + turn * 13 + k * step) % codes.len()]
                };
                let a: Vec<u64> = (0..len).map(|k| at(&elements, k, 5)).collect();
                let second = |k: usize| match turn {
                    0 => at(&others, k, 3),
                    // Pairs that cancel but for the last.
                    1 if k % 2 == 1 && alike => a[k - 1] ^ sign,
                    // One product alone.
                    2 if k > 0 => 0,
                    _ => at(&others, k, 11),
                };
                let b: Vec<u64> = (0..len).map(second).collect();
                cases.push(&[&[sa], &a[..], &[sb], &b[..], &[addend]].concat());
            }
        }
    }
    for (&x, &y) in elements.iter().zip(others.iter().cycle()) {
        for &addend in &addends[..OWN.min(addends.len())] {
            let mut a = vec![0; len];
            a[0] = x;
            cases.push(&[&[0x7f], &a[..], &[0x80], &vec![y; len][..], &[addend]].concat());
        }
    }
}
