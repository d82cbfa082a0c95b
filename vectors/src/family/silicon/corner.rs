//! Operands directed at alignments: terms at every distance below the largest.

use crate::draw::Cases;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::registry::Plan;
use softfloat::{Env, Format, Unrounded};

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
