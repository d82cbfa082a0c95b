//! Operands directed at alignments: terms at every distance below the largest.

use crate::draw::Cases;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::registry::Plan;
use softfloat::{Category, Env, Format, Unrounded};

/// One large term and small ones at every distance, the addend too, of both signs, also beside terms that cancel it.
pub(super) fn aligned(plan: &Plan, cases: &mut Cases) {
    let [a, b, c, ..] = &plan.operands[..] else { return };
    if a.format.is_fixed() {
        return;
    }
    let n = a.len;
    let power = |format: &Format, exponent: i32, sign: bool| {
        format.round_pack(&Env::IEEE, Unrounded::exact(sign, exponent, 1u64)).bits
    };
    let fill = |cases: &mut Cases, x: &[u64]| {
        // Scales, where there are any, are 1.
        let rest = plan.elements() - x.len();
        let one = plan.operands.last().map_or(0, |last| power(&last.format, 0, false));
        cases.push(&[x, &vec![one; rest]].concat());
    };
    for distance in 0..40 {
        for turn in 0..6 {
            let sign = turn % 2 == 1;
            let mut x = vec![0; 2 * n + 1];
            let half = distance / 2;
            // The large one in the first place, the small one in the last; or the other way round.
            let (first, last) = if turn < 3 { (0, n - 1) } else { (n - 1, 0) };
            x[first] = power(&a.format, 0, false);
            x[n + first] = power(&b.format, 0, false);
            match turn % 3 {
                // A small product.
                0 if n > 1 => {
                    x[last] = power(&a.format, -half, sign);
                    x[n + last] = power(&b.format, half - distance, false);
                }
                // A small addend.
                1 => x[2 * n] = power(&c.format, -distance, sign),
                // A large addend, which another one cancels, and a small product.
                _ => {
                    x[2 * n] = power(&c.format, distance, sign);
                    if n > 2 {
                        x[1] = power(&a.format, distance / 2, !sign);
                        x[n + 1] = power(&b.format, distance - distance / 2, false);
                    }
                }
            }
            fill(cases, &x);
        }
    }
}

/// What shows the other answers to open questions: zeros beside large factors and a tiny addend, sums that round to
/// zero, products beyond binary32, results just below the least normal number.
pub(super) fn open(plan: &Plan, cases: &mut Cases) {
    let [a, b, c, scales @ ..] = &plan.operands[..] else { return };
    if a.format.is_fixed() || a.len < 2 {
        return;
    }
    let n = a.len;
    let power = |format: &Format, exponent: i32, sign: bool| {
        format.round_pack(&Env::IEEE, Unrounded::exact(sign, exponent, 1u64)).bits
    };
    let minus = |format: &Format| 1u64 << (format.width - 1);
    let largest = |format: &Format| {
        let codes = [1, 0, -1].map(|more| power(format, format.bias + more, false));
        let normal = |code: &u64| format.classify(*code).category == Category::Normal;
        codes.into_iter().find(normal).unwrap_or_default()
    };
    let mut push = |first: &[(usize, u64, u64)], addend: u64, scale: Option<u64>| {
        let mut x = vec![0; 2 * n + 1];
        for &(at, left, right) in first.iter().filter(|(at, ..)| *at < n) {
            (x[at], x[n + at]) = (left, right);
        }
        x[2 * n] = addend;
        for side in scales {
            let one = power(&side.format, 0, false);
            x.extend(std::iter::repeat_n(scale.unwrap_or(one), side.len));
        }
        cases.push(&x);
    };
    let least = 1 << c.format.man_bits;
    let tiny = [1, least | 1, 2 * least - 1, least - 1, least, (3 * least) | 1];
    for code in tiny.into_iter().flat_map(|code| [code, code | minus(&c.format)]) {
        push(&[(0, largest(&a.format), 0)], code, None);
        push(&[(0, 0, largest(&b.format))], code, None);
        push(&[(1, largest(&a.format), 0), (0, 1, 1)], code, None);
        push(&[(0, 1, 1)], code, None);
        push(&[(0, power(&a.format, -15, true), power(&b.format, -15, false))], code, None);
        push(&[(0, largest(&a.format), 0)], code, Some(0xfe));
        push(&[(0, largest(&a.format), 0), (n - 1, power(&a.format, 0, false), 1)], code, Some(0));
    }
    // A tie that a far smaller product breaks, beside a subnormal addend.
    let tie = (n - 1, power(&a.format, -12, false), power(&b.format, -13, false));
    for places in [21, 16] {
        let small = (n - 2, power(&a.format, -places, false), power(&b.format, -places, false));
        push(&[tie, small], 2, None);
    }
    push(&[(n - 1, 1 | minus(&a.format), 1)], minus(&c.format), None);
    for exponent in [-12, -15, -76] {
        let product = (n - 1, power(&a.format, exponent, true), power(&b.format, exponent, false));
        push(&[product], minus(&c.format), None);
        push(&[product], 0, None);
    }
    for exponent in [0, -9, -12, -14, -15, -16, -74, -75, -76] {
        push(&[(0, power(&a.format, exponent, true), power(&b.format, exponent, false))], 0, None);
    }
    push(&[(0, 1 | minus(&a.format), 1)], 0, None);
    for scale in 48..56 {
        push(&[(0, power(&a.format, 0, true), power(&b.format, 0, false))], 0, Some(scale));
    }
    let most = |format: &Format| largest(format) | ((1 << format.man_bits) - 1);
    push(&[(0, most(&a.format) | minus(&a.format), most(&b.format))], 0, None);
    for second in [1, 2] {
        let normal = (0, power(&a.format, -63, false), power(&b.format, -63, false));
        push(
            &[normal, (second, power(&a.format, -75, true), power(&b.format, -76, false))],
            0,
            None,
        );
    }
}

/// A scale: mostly near 1, sometimes anything.
pub(super) fn scale(rng: &mut Rng, operand: &Operand) -> u64 {
    match operand.float {
        Some(f) if !rng.one_in(4) => {
            let field = (f.bias + rng.around(4)).clamp(0, f.top - 1);
            f.code(false, field, 0)
        }
        _ => operand.element(rng),
    }
}
