//! Operations of IEEE 754: what rounds at a tie and beside it, at the limits of the range, and below
//! the smallest normal number.

use crate::draw::Cases;
use crate::draw::code::{Float, Value};
use crate::draw::corner::codes::codes;
use crate::draw::corner::{elementwise, fused};
use crate::family::ieee::Operation;
use crate::registry::Plan;

/// The cases of an operation in a format.
pub(crate) fn directed(plan: &Plan, operation: Operation, cases: &mut Cases) {
    let format = plan.operands[0].format;
    let (Some(f), Some(own)) = (Float::of(&format), Float::rounded(&format)) else { return };
    // A wider result keeps all that operands are made of.
    let r = Float::rounded(&plan.result().format).filter(|r| r.body <= own.body).unwrap_or(own);
    match operation {
        Operation::Add | Operation::Sub => {
            fused::directed(plan, (false, true), cases);
            cases.turn_last(u64::from(operation == Operation::Sub) << (f.width - 1));
        }
        Operation::Mul => {
            fused::directed(plan, (true, false), cases);
            tiny_products(&f, &r, cases);
        }
        Operation::Fma => fused::directed(plan, (true, true), cases),
        Operation::Div => quotients(&f, &r, cases),
        Operation::Sqrt => roots(&f, &r, cases),
        Operation::Remainder | Operation::Fmod => remainders(&f, &r, cases),
        Operation::RoundToIntegral => {
            elementwise::integers(&f, i64::from(r.body) + 2, cases);
        }
        Operation::ScaleB => scales(&f, &r, &codes(&format), cases),
        Operation::LogB
        | Operation::LogBInteger
        | Operation::NextUp
        | Operation::NextDown
        | Operation::Is(_)
        | Operation::Class => steps(&f, &r, cases),
        Operation::Sign(_) if plan.operands.len() == 1 => steps(&f, &r, cases),
        _ => elementwise::equal_and_near(&codes(&format), &f, &f, cases),
    }
}

/// Significands of quotients, roots and products of `bits + 1` bits: odd, so that they lie halfway
/// between two numbers of `bits` bits, and the limits of a binade.
fn halfway(bits: u32) -> Vec<u128> {
    let lead = 1u128 << bits;
    let mut all =
        vec![lead | 1, lead | 3, 2 * lead - 1, 2 * lead - 3, lead, lead + 2, 2 * lead - 2];
    all.extend((0..bits).step_by(3).map(|i| lead | 1 << i | 1));
    all
}

/// Divisors' mantissas: few bits, many, and in between.
fn mantissas(f: &Float, r: &Float) -> Vec<u64> {
    let (ones, ulp) = (f.ones(), 1 << (f.body - r.body));
    let all = [0, ulp, ones, ones - ulp, ones >> 1, ones ^ ones >> 1, 0x5555_5555_5555_5555 & ones];
    all.to_vec()
}

/// Products below the smallest normal number, at ties there and beside them.
fn tiny_products(f: &Float, r: &Float, cases: &mut Cases) {
    for below in 0..=i64::from(r.body) + 2 {
        for a in mantissas(f, r) {
            for b in [0, 1 << (f.body - 1), f.ones(), f.ones() - 1] {
                let sum = r.emin() - below;
                let ea = sum / 2;
                cases.push(&[f.at(below & 1 == 1, ea, a), f.at(false, sum - ea, b)]);
            }
        }
    }
}

/// Quotients at midpoints and beside them; at the limits of the range.
fn quotients(f: &Float, r: &Float, cases: &mut Cases) {
    let step = 1i64 << (f.body - r.body);
    for divisor in mantissas(f, r) {
        let y = f.at(false, 0, divisor);
        let b = f.value(y);
        for q in halfway(r.body + 1) {
            let significand = q * (b.significand >> (f.body - r.body));
            let exponent = b.exponent + (f.body - r.body) as i64 - i64::from(r.body) - 1;
            let x = f.toward_zero(Value { sign: q & 2 == 2, exponent, significand });
            for k in [-1, 0, 1] {
                cases.push(&[f.stepped(x, k * step), y]);
            }
        }
        let body = i64::from(r.body);
        let limits = [f.emax() - 1, f.emax(), f.emax() + 1];
        for e in limits.into_iter().chain(f.emin() - body - 2..=f.emin() + 1) {
            let ex = (e / 2).clamp(f.emin(), f.emax());
            for a in [0, f.ones(), f.ones() >> 1] {
                cases.push(&[f.at(e & 1 == 0, ex, a), f.at(false, ex - e, divisor)]);
            }
        }
    }
}

/// Squares of numbers and of midpoints, and what lies beside them, with even and odd exponents.
fn roots(f: &Float, r: &Float, cases: &mut Cases) {
    let step = 1i64 << (f.body - r.body);
    let exponents = [0, 1, 2, 3, f.emin(), f.emin() + 1, f.emax() - 1, f.emax(), f.emin() - 1];
    for q in halfway(r.body + 1).into_iter().chain(halfway(r.body)) {
        let lead = 127 - i64::from((q * q).leading_zeros());
        for e in exponents {
            let x = f.toward_zero(Value { sign: false, exponent: e - lead, significand: q * q });
            for k in [-1, 0, 1] {
                cases.push(&[f.stepped(x, k * step)]);
            }
        }
    }
    for i in 0..f.body {
        cases.push(&[1 << i]);
        cases.push(&[(1 << i) - 1]);
    }
}

/// Dividends at multiples and half multiples of the divisor, near and far.
fn remainders(f: &Float, r: &Float, cases: &mut Cases) {
    let step = 1i64 << (f.body - r.body);
    let body = i64::from(r.body);
    let divisors = mantissas(f, r);
    for (i, divisor) in divisors.iter().enumerate() {
        let y = f.at(i % 2 == 1, 0, *divisor);
        let b = f.value(y);
        for halves in [1u128, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17] {
            let exact = Value {
                sign: halves & 4 == 4,
                exponent: b.exponent - 1,
                significand: halves * b.significand,
            };
            let x = f.toward_zero(exact);
            for k in [-1, 0, 1] {
                cases.push(&[f.stepped(x, k * step), y]);
            }
        }
        for distance in [-2, -1, 0, 1, 2, body - 1, body, body + 1, body + 2, 2 * body, 63, 64, 65]
        {
            for a in &divisors {
                cases.push(&[f.at(distance & 1 == 1, distance, *a), y]);
            }
        }
        // As far from each other as can be.
        for a in &divisors {
            for low in
                [f.code(false, 1, *divisor), f.code(false, 0, divisor | 1 << (f.body - r.body))]
            {
                cases.push(&[f.at(i % 2 == 0, f.emax(), *a), low]);
            }
        }
    }
}

/// Every number scaled to the limits of the range, and far beyond.
fn scales(f: &Float, r: &Float, codes: &[u64], cases: &mut Cases) {
    let (body, range) = (i64::from(r.body), f.emax() - f.emin());
    let mut amounts = vec![1, 2, body, body + 1, f.emax(), f.emax() + 1, -f.emin(), 1 - f.emin()];
    amounts.extend([range - 1, range, range + 1, range + body, range + body + 1, range + body + 2]);
    amounts.extend([2 * range, 1 << 15, 1 << 16, (1 << 31) - 1]);
    amounts.extend((0..=body + 2).map(|k| k - f.emin()));
    for &x in codes {
        for &n in &amounts {
            for n in [n, -n] {
                cases.push(&[x, u64::from(n as i32 as u32)]);
            }
        }
        cases.push(&[x, 1 << 31]);
    }
    for below in 0..=body + 2 {
        for mantissa in mantissas(f, r) {
            let n = (f.emin() - below) as i32 as u32;
            cases.push(&[f.at(below & 1 == 1, 0, mantissa), n.into()]);
        }
    }
}

/// The ends of binades, and every power of two among the subnormal numbers.
fn steps(f: &Float, r: &Float, cases: &mut Cases) {
    let ulp = 1u64 << (f.body - r.body);
    for sign in [false, true] {
        for field in (0..=3).chain(f.bias - 2..=f.bias + 2).chain(f.largest - 2..=f.top) {
            for mantissa in [0, ulp, f.ones(), f.ones() - ulp, f.ones() >> 1] {
                cases.push(&[f.code(sign, field, mantissa)]);
            }
        }
        for i in 0..f.body {
            cases.push(&[f.code(sign, 0, 1 << i)]);
        }
    }
}
