//! `mncore2.alu.*rsqrt`: 2^(-floor(u/2) - 1) * (1 + T/32) (s. 3.6.12.9, MN-D20).

use super::answer::{Answer, Operands};
use crate::explain::fields::Number;
use crate::explain::steps::Steps;
use crate::family::mncore2::explain::number::{assemble, infinity};

pub(crate) fn explain(steps: &mut Steps, of: &Operands) -> Answer {
    let a = of.first();
    steps.begin("1/sqrt(|x|) from a table of 32 entries (s. 3.6.12.9, MN-D20)");
    let code = code(steps, a);
    let reason = "1 where the top bit of x is 0".to_owned();
    Answer { code, flag: !a.negative, reason }
}

fn code(steps: &mut Steps, a: Number) -> u64 {
    let format = a.format;
    if a.negative {
        steps.item("sign", "ignored");
    }
    if a.is_zero() {
        steps.item("result", "exponent field 0: +infinity (MN-D20)");
        return infinity(&format, false);
    }
    if a.is_infinite() {
        steps.item("result", "infinity: +0 (MN-D20)");
        return 0;
    }
    let u = a.field - i64::from(format.bias);
    let k = a.mantissa >> (format.man_bits - 4);
    let odd = u.rem_euclid(2) == 1;
    let parity = if odd { "odd" } else { "even" };
    steps.item("x", format!("2^u (1 + frac), u = {} - {} = {u}, {parity}", a.field, format.bias));
    steps.item("k", format!("{k}, the upper four mantissa bits {k:04b}"));
    let t = entry(k, odd);
    steps.item("T", format!("{t}, entry k = {k} of the table for u {parity}"));
    let mu = if odd { "2 (1 + k/16)" } else { "1 + k/16" };
    steps.item("", format!("= min(31, floor(32 (2/sqrt(mu) - 1))), mu = {mu}"));
    let e = -u.div_euclid(2) - 1;
    steps.item("exponent", format!("-floor({u}/2) - 1 = {e}"));
    let fraction = t << (format.man_bits - 5);
    steps.item("result", format!("2^{e} (1 + {t}/32), sign +"));
    assemble(&format, false, i64::from(format.bias) + e, fraction)
}

/// T by its formula: the largest t with `(32 + t)^2 * mu <= 64^2`, at most 31.
fn entry(k: u64, odd: bool) -> u64 {
    let mu = (16 + k) << u32::from(odd); // times 16
    (0..=31).rev().find(|t| (32 + t) * (32 + t) * mu <= 64 * 64 * 16).unwrap_or(0)
}
