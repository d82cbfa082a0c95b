//! Operands of scaled products: corner codes in every place, products beside 1, 2 and the middle of two numbers, factors
//! that overflow and vanish on the way.

use crate::draw::code::{Float, Value};
use crate::draw::corner::codes;
use crate::draw::random::element::{Operand, mantissa};
use crate::draw::random::groups;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Elements};
use crate::registry::Plan;

/// The directed cases.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let format = plan.operands[0].format;
    let Some(f) = Float::of(&format) else { return };
    let (n, elements) = (plan.operands[0].len, plan.elements());
    let one = f.at(false, 0, 0);
    let sign = 1 << (f.width - 1);
    let own = codes(&format);
    // The other elements of both operands: ones beside zeros, so that a factor is 1.
    let rest = |k: usize| if k < n { one } else { 0 };
    let others = [one, 0, f.code(true, f.top, 0), f.at(false, f.emax(), f.ones()), 1];
    for (turn, code) in own.iter().enumerate() {
        let place = turn % n;
        let mut push = |of: &dyn Fn(usize) -> u64| {
            cases.push(&(0..elements).map(of).collect::<Vec<_>>());
        };
        // One in each operand, all alike, with both signs, each code beside others.
        push(&|k| if k == place { *code } else { rest(k) });
        push(&|k| if k == n + place || elements == n && k == place { *code } else { rest(k) });
        push(&|_| *code);
        push(&|k| code ^ if k % 2 == 1 { sign } else { 0 });
        push(&|k| own[(turn * 3 + k * 7) % own.len()]);
        // Pairs that cancel, exactly and nearly.
        for step in [0, 1, 2] {
            push(&|k| if k < n { *code } else { f.stepped(code ^ sign, step) });
            push(&|k| if k < n { *code } else { f.stepped(*code, step) });
        }
        for other in others {
            push(&|k| {
                if k == place {
                    *code
                } else if k < n {
                    other
                } else {
                    0
                }
            });
        }
    }
    // A single factor that is rounded to 2.
    let nearly = f.stepped(f.at(false, 1, 0), -1);
    for small in [f.at(false, -i64::from(f.body) - 1, 0), f.at(false, -i64::from(f.body) - 1, 1), 1]
    {
        let first = |k: usize| {
            if k == 0 {
                nearly
            } else if k == n {
                small
            } else {
                rest(k)
            }
        };
        cases.push(&(0..elements).map(first).collect::<Vec<_>>());
    }
    for x in beside(&f, n) {
        let zeros = vec![0; elements - n];
        cases.push(&[x.clone(), zeros].concat());
        if elements > n {
            // The same factors as sums of halves.
            let half: Vec<u64> = x.iter().map(|code| f.stepped(*code, -(1 << f.body))).collect();
            cases.push(&[half.clone(), half.clone()].concat());
            let negative = half.iter().map(|code| code ^ sign).collect();
            cases.push(&[half, negative].concat());
        }
    }
}

/// Blocks of n factors whose product lies at the middle of two numbers, beside it, beside 1 or beside 2, or leaves the range
/// on the way.
fn beside(f: &Float, n: usize) -> Vec<Vec<u64>> {
    let at = |significand: u128, exponent: i64| {
        f.toward_zero(Value { sign: false, exponent, significand })
    };
    let one = at(1, 0);
    let block = |first: &[u64]| -> Vec<u64> {
        first.iter().copied().chain(std::iter::repeat(one)).take(n).collect()
    };
    let (body, minus) = (f.body, 1 << (f.width - 1));
    let mut all = Vec::new();
    // a b with one bit more than the significand: (2^i + 1) (2^j + 1), i + j = body + 1, and neighbours.
    for i in 1..=body {
        let j = i64::from(body) + 1 - i64::from(i);
        let (a, b) = (at((1 << i) + 1, -i64::from(i)), at((1 << j) + 1, -j));
        for (a, b) in [(a, b), (f.stepped(a, 1), b), (a, f.stepped(b, -1))] {
            all.push(block(&[a, b]));
            all.push(block(&[a | minus, b]));
        }
    }
    // Beside 2 and 1: (2 - u) (1 + u), (2 - u)^2 / 2, (1 + u)^k, (1 - u)^k.
    let below = f.stepped(at(1, 1), -1);
    let (up, down) = (f.stepped(one, 1), f.stepped(one, -1));
    all.extend([block(&[below, up]), block(&[below, below]), block(&[below, up, up])]);
    // Just below 2, so that it is rounded to 2: (1 + u) (1 - u) = 1 - u^2.
    all.extend([block(&[up, f.stepped(one, -2)]), block(&[f.stepped(one, -2), up | minus])]);
    all.extend([vec![up; n], vec![down; n], vec![below; n], block(&[up, down])]);
    // Out of the range and back.
    let (huge, tiny) = (f.at(false, f.emax(), f.ones()), f.at(false, f.emin(), 0));
    for (a, b) in [(huge, tiny), (huge, 1), (tiny, 1), (huge, huge), (1, 1), (3, 3)] {
        all.push(block(&[a, b]));
        all.push((0..n).map(|k| if k < n / 2 { a } else { b }).collect());
        all.push((0..n).map(|k| if k % 2 == 0 { a } else { b }).collect());
    }
    all
}

/// A random case: factors of any size, of few bits so that ties come, or sums of all kinds.
pub(super) fn random(rng: &mut Rng, operands: &[Operand], x: &mut Elements) {
    let n = operands[0].len;
    let (p, q) = x.split_at_mut(n);
    let Some(f) = operands[0].float else { return };
    match rng.below(4) {
        0 if rng.one_in(4) => below_two(rng, &f, &mut p[..n]),
        0 => groups::summands(rng, &operands[0], p),
        1 => short(rng, &f, &mut p[..n]),
        _ => any(rng, &operands[0], &f, &mut p[..n]),
    }
    let Some(second) = operands.get(1) else { return };
    match rng.below(4) {
        0 => groups::summands(rng, second, q),
        1 => q[..n].fill(0),
        // Beside the other operand, so that sums and differences cancel.
        2 => {
            for (q, p) in q.iter_mut().zip(p.iter()).take(n) {
                let turned = if rng.one_in(2) { 1 << (f.width - 1) } else { 0 };
                *q = f.stepped(*p ^ turned, rng.around(2));
            }
        }
        _ => any(rng, second, &f, &mut q[..n]),
    }
}

/// Factors with exponents of the whole range, one block in eight with special codes.
fn any(rng: &mut Rng, operand: &Operand, f: &Float, x: &mut [u64]) {
    let special = rng.one_in(8);
    for x in x {
        *x = match rng.below(8) {
            0 if special => operand.element(rng),
            _ => f.code(rng.one_in(2), rng.below(f.top as u64) as i64, mantissa(f, rng)),
        };
    }
}

/// Two factors whose product lies less than a place below a power of two, others that are powers of two.
fn below_two(rng: &mut Rng, f: &Float, x: &mut [u64]) {
    let at = |significand: u128, exponent: i64| {
        f.toward_zero(Value { sign: false, exponent, significand })
    };
    x.iter_mut().for_each(|x| *x = at(1, rng.around(6)));
    let [first, second, ..] = x else { return };
    let body = i64::from(f.body);
    let factor = u128::from(mantissa(f, rng) & f.ones() | 1 << body);
    (*first, *second) = (at(factor, -body), at((1 << (2 * body + 1)) / factor, -body));
    x.iter_mut().for_each(|x| *x |= if rng.one_in(4) { 1 << (f.width - 1) } else { 0 });
}

/// Factors with as many bits together as a number has, and one more: exact products and ties.
fn short(rng: &mut Rng, f: &Float, x: &mut [u64]) {
    let mut left = f.body + rng.below(3) as u32;
    for x in x {
        let bits = rng.below(u64::from(left) + 1) as u32;
        left -= bits;
        let fraction = (rng.next() & ((1 << bits) - 1) | 1) << (f.body.saturating_sub(bits));
        let fraction = if bits == 0 { 0 } else { fraction & f.ones() };
        *x = f.at(rng.one_in(2), rng.around(12), fraction);
    }
}
