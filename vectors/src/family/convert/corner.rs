//! The directed cases of conversions.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::{self, elementwise};
use crate::registry::Plan;
use softfloat::Format;

/// The cases of a conversion.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let (from, to) = (plan.operands[0].format, plan.result().format);
    if from.is_posit() || to.is_posit() {
        let corners = [&from, &to].map(corner::codes);
        return corner::posit::conversion(&from, &to, corners, cases);
    }
    if from.is_p3109() || to.is_p3109() {
        return corner::p3109::sources(&from, &to, corner::codes)
            .iter()
            .for_each(|code| cases.push(&[*code]));
    }
    match (Float::of(&from), Float::rounded(&to)) {
        (Some(f), Some(t)) => {
            elementwise::conversion(plan, cases);
            tiny(&f, &t, cases);
            elementwise::payloads(&f, cases);
        }
        (Some(f), None) => {
            elementwise::integers(&f, i64::from(to.width) + 2, cases);
            integer_limits(&f, to.width, cases);
        }
        (None, Some(t)) => integers(&from, &t, cases),
        (None, None) => limits(&from, to.width, cases),
    }
}

/// Integers about every power of two up to the target's limits and beyond.
fn limits(from: &Format, width: u32, cases: &mut Cases) {
    let mask = u64::MAX >> (64 - from.width);
    for power in (0..=width).filter_map(|bits| 1u64.checked_shl(bits)) {
        for x in [power - 1, power, power + 1, power | power >> 1] {
            cases.push(&[x & mask]);
            cases.push(&[x.wrapping_neg() & mask]);
        }
    }
}

/// Numbers below the smallest normal number of the target: ties, and what lies beside them.
fn tiny(f: &Float, t: &Float, cases: &mut Cases) {
    for below in 0..=i64::from(t.body) + 2 {
        // Bits of the operand's mantissa below the target's last place.
        let lost = i64::from(f.body) - i64::from(t.body) + below;
        let Some(half) = u32::try_from(lost - 1).ok().and_then(|s| 1u64.checked_shl(s)) else {
            continue;
        };
        for kept in [0, 2 * half, f.ones() & !(2 * half - 1)] {
            for low in [0, half.wrapping_sub(1), half, half + 1] {
                let mantissa = (kept | low) & f.ones();
                cases.push(&[f.at(below & 1 == 1, t.emin() - below, mantissa)]);
            }
        }
    }
}

/// Numbers about 2^(width-1) and 2^width, where two's complement and unsigned integers end.
fn integer_limits(f: &Float, width: u32, cases: &mut Cases) {
    let ones = f.ones();
    for power in [width - 1, width] {
        // The mantissa's bits below the point, beside a number below 2^power.
        let fraction = ones.checked_shr(power - 1).unwrap_or(0);
        let half = fraction ^ fraction >> 1;
        let top = ones ^ fraction;
        for mantissa in [top, top | half, (top | half).wrapping_sub(1) & ones, ones, ones - 1] {
            for sign in [false, true] {
                cases.push(&[f.at(sign, i64::from(power) - 1, mantissa)]);
            }
        }
        let fraction = ones.checked_shr(power).unwrap_or(0);
        for mantissa in [0, 1, fraction ^ fraction >> 1, fraction, (fraction + 1) & ones] {
            for sign in [false, true] {
                cases.push(&[f.at(sign, i64::from(power), mantissa)]);
            }
        }
    }
}

/// Integers of every length that round down, up, at a tie, and with a carry.
fn integers(from: &Format, t: &Float, cases: &mut Cases) {
    let mask = u64::MAX >> (64 - from.width);
    for length in 1..=from.width {
        let lead = 1u64 << (length - 1);
        let mut all = vec![lead, lead | 1, (2 * (lead - 1)) | 1, lead | lead >> 1];
        if let Some(drop @ 1..) = length.checked_sub(t.body + 1) {
            let half = 1u64 << (drop - 1);
            for kept in [0, 2 * half, (lead - 1) & !(2 * half - 1)] {
                let tie = lead | kept | half;
                all.extend([tie, tie - 1, tie + 1]);
            }
        }
        for x in all {
            cases.push(&[x & mask]);
            cases.push(&[x.wrapping_neg() & mask]);
        }
    }
}
