//! Random words beside those from which on numbers are rounded up.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::elementwise::{exponents, roundings};
use crate::draw::corner::{codes, p3109};
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::family::convert::random::convert;
use crate::registry::Plan;
use softfloat::Value;

/// All ones of a random word.
fn ones(plan: &Plan) -> u64 {
    let width = plan.operands.last().map_or(64, |shape| shape.format.width);
    u64::MAX >> (64 - width)
}

/// The smallest word with which the bits behind the last place reach the next one, without what lies behind those; 0 where there are none.
fn least(plan: &Plan, code: u64) -> u64 {
    let (from, to) = (plan.operands[0].format, plan.result().format);
    let Value::Finite(u) = from.decode(code) else { return 0 };
    if u.significand == 0 {
        return 0;
    }
    let lead = i64::from(u.exponent) + i64::from(63 - u.significand.leading_zeros());
    let low = to.last_place(lead) - i64::from(plan.operands[1].format.width);
    let whole = match low - i64::from(u.exponent) {
        up @ -63..=0 => u.significand << -up,
        down @ 1..=63 => u.significand >> down,
        _ => 0,
    };
    whole.wrapping_neg() & ones(plan)
}

/// Numbers about the limits of the target with every kind of rounding, each with the words that matter.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let words = |code: u64| {
        let least = least(plan, code);
        [0, ones(plan), least, least.wrapping_sub(1) & ones(plan)]
    };
    let mut push = |code: u64| words(code).map(|word| cases.push(&[code, word]));
    let (source, target) = (plan.operands[0].format, plan.result().format);
    let Some(from) = Float::of(&source).filter(|_| !target.is_p3109()) else {
        return p3109::sources(&source, &target, codes).into_iter().for_each(|code| {
            push(code);
        });
    };
    match Float::rounded(&plan.result().format) {
        Some(to) => {
            for exponent in exponents(&from, &to) {
                for mantissa in roundings(&from, &to) {
                    for sign in [false, true] {
                        push(from.code(sign, exponent + from.bias, mantissa));
                    }
                }
            }
        }
        None => {
            let most = i64::from(plan.result().format.width) + 2;
            for exponent in -3..=most {
                for mantissa in [0, 1, from.ones() >> 1, from.ones() - 1, from.ones()] {
                    for sign in [false, true] {
                        push(from.code(sign, exponent + from.bias, mantissa));
                    }
                }
            }
        }
    }
}

/// A number and a word.
pub(super) fn random(rng: &mut Rng, plan: &Plan, operand: &Operand) -> (u64, u64) {
    let code = convert(rng, plan, operand);
    let word = match rng.below(4) {
        0 => least(plan, code),
        1 => least(plan, code).wrapping_sub(1),
        _ => rng.next(),
    };
    (code, word & ones(plan))
}

/// The cases of a draw whose operands are those before `count` random words, each with the words that matter.
pub(super) fn beside(
    plan: &Plan,
    cases: &mut Cases,
    count: usize,
    directed: impl FnOnce(&Plan, &mut Cases),
) {
    let own = plan.without_last();
    let mut inner = Cases::new(own.elements());
    directed(&own, &mut inner);
    let ones = ones(plan);
    for x in inner.all() {
        let mut x = [x, &vec![0; count]].concat();
        let words = turning(plan, count, &mut x);
        let at = x.len() - count;
        let kinds: [fn(u64, u64) -> u64; 4] =
            [|_, _| 0, |ones, _| ones, |_, word| word, |ones, word| word.wrapping_sub(1) & ones];
        for kind in kinds {
            x[at..].iter_mut().zip(&words).for_each(|(x, &word)| *x = kind(ones, word));
            cases.push(&x);
        }
    }
}

/// Random words behind operands that are drawn.
pub(super) fn words(rng: &mut Rng, plan: &Plan, count: usize, x: &mut [u64]) {
    let (x, ones) = (&mut x[..plan.elements()], ones(plan));
    let near = if rng.one_in(2) { turning(plan, count, x) } else { Vec::new() };
    let at = x.len() - count;
    for (i, x) in x[at..].iter_mut().enumerate() {
        let random = rng.next();
        let word = near.get(i).map_or(random, |word| word.wrapping_sub(random & 1));
        *x = word & ones;
    }
}

/// The least words under which results are other ones than under words of 0; 0 where none is. The last `count` results hang each on one
/// of as many words.
fn turning(plan: &Plan, count: usize, x: &mut [u64]) -> Vec<u64> {
    let (at, first) = (x.len() - count, plan.outs() - count);
    x[at..].fill(0);
    let none = plan.run(x);
    let ones = ones(plan);
    let (mut low, mut high) = (vec![0; count], vec![ones + 1; count]);
    while (0..count).any(|i| high[i] - low[i] > 1) {
        for i in 0..count {
            x[at + i] = u64::midpoint(low[i], high[i]);
        }
        let some = plan.run(x);
        for i in 0..count {
            let same = some.out()[first + i] == none.out()[first + i];
            *if same { &mut low[i] } else { &mut high[i] } = x[at + i];
        }
    }
    high.into_iter().map(|word| word & ones).collect()
}
