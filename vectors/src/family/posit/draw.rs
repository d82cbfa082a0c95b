//! Operands of operations on posits: every length of the regime, ties, cancellation, ends, lists whose products cancel,
//! quires about their ends.

use super::operation::{Operation as O, Quire as Made};
use crate::draw::Cases;
use crate::draw::corner::codes;
use crate::draw::corner::posit::{half_place, halves, opposite, regimes};
use crate::draw::random::posit::{element, like};
use crate::draw::rng::Rng;
use crate::registry::Plan;
use softfloat::Format;
use softfloat::posit::{Posits, Quire};

/// The cases of an operation; combinations of corner codes come beside them.
pub(super) fn directed(plan: &Plan, p: &Posits, operation: O, cases: &mut Cases) {
    match operation {
        O::Add | O::Sub | O::Mul | O::Div | O::Compare(_) => pairs(p, operation, cases),
        O::Fma => fused(p, cases),
        O::Sum | O::Products(_) => lists(plan, p.format(), cases),
        O::Quire(Made::Of) => regimes(p.format()).iter().for_each(|code| cases.push(&[*code])),
        O::Quire(_) | O::Rounded => quires(plan, p, cases),
        _ => unary(p.format(), cases),
    }
}

/// The operands of a random case.
pub(super) fn draw(rng: &mut Rng, plan: &Plan, p: &Posits, operation: O, x: &mut [u64]) {
    let f = p.format();
    match operation {
        O::Sum | O::Products(_) => list(rng, plan, p, x),
        O::Quire(_) | O::Rounded if operation != O::Quire(Made::Of) => quire_and(rng, plan, p, x),
        _ => {
            x[0] = element(rng, f);
            if let Some(place) = x.get_mut(1).filter(|_| plan.operands.len() > 1) {
                *place = element(rng, f);
            }
            if plan.operands.len() > 1 && rng.one_in(4) {
                x[1] = if rng.one_in(3) {
                    half_place(f, x[0]).unwrap_or(x[1])
                } else {
                    like(rng, f, x[0])
                };
            }
            if operation == O::Fma {
                x[2] = match rng.below(4) {
                    0 => element(rng, f),
                    1 => half_place(f, p.mul(x[0], x[1])).unwrap_or(x[1]),
                    _ => like(rng, f, p.negate(p.mul(x[0], x[1]))),
                };
            }
        }
    }
}

/// Codes of both signs.
fn signed(f: &Format, code: u64) -> [u64; 2] {
    [code, opposite(f, code)]
}

fn unary(f: &Format, cases: &mut Cases) {
    for code in regimes(f) {
        signed(f, code).into_iter().for_each(|code| cases.push(&[code]));
    }
    halves(f, cases);
}

/// Equal and opposite ones, neighbours, ties of sums and products, and powers of two whose products and quotients go through
/// every exponent.
fn pairs(p: &Posits, operation: O, cases: &mut Cases) {
    let f = p.format();
    let all = regimes(f);
    let factors: Vec<u64> = codes(f).into_iter().take(12).collect();
    for a in &all {
        let half = half_place(f, *a).unwrap_or(1);
        for b in [*a, p.next(*a), p.prior(*a), half, p.next(half), p.prior(half)] {
            for b in signed(f, b) {
                signed(f, *a).into_iter().for_each(|a| cases.push(&[a, b]));
            }
        }
        factors.iter().for_each(|b| cases.push(&[*a, *b]));
    }
    if matches!(operation, O::Mul | O::Div) {
        for (at, a) in all.iter().enumerate() {
            for step in [1, 7, 31] {
                let b = all[(at * 5 + step * all.len() / 32) % all.len()];
                signed(f, b).into_iter().for_each(|b| cases.push(&[*a, b]));
            }
            cases.push(&[*a, all[all.len() - 1 - at]]);
        }
    }
}

/// Addends that nearly cancel the product, or lie at half its last place.
fn fused(p: &Posits, cases: &mut Cases) {
    let f = p.format();
    let factors = codes(f);
    for (at, a) in regimes(f).iter().enumerate() {
        for step in [2, 3, 7, 9, 10] {
            let b = factors[(at + step) % factors.len()];
            let product = p.mul(*a, b);
            let near = p.negate(product);
            let half = half_place(f, product).unwrap_or(1);
            for c in
                [near, p.next(near), p.prior(near), half, p.negate(half), p.next(half), product]
            {
                cases.push(&[*a, b, c]);
            }
        }
    }
}

/// Lists: corner codes in every place, alone, alike, pairs that cancel, the largest beside the least.
fn lists(plan: &Plan, f: &Format, cases: &mut Cases) {
    let corners = codes(f);
    let (n, most) = (plan.operands[0].len, corners.len());
    for turn in 0..most * 5 {
        let mut x = Vec::with_capacity(plan.elements());
        for (operand, shape) in plan.operands.iter().enumerate() {
            for k in 0..shape.len {
                let code = corners[(turn + turn / most * 13 + k * [5, 3, 7][operand % 3]) % most];
                let before = x.last().copied().unwrap_or(0);
                x.push(match turn / most {
                    1 if k % 2 == 1 && operand == 0 => opposite(f, before),
                    1 if k % 2 == 1 => before,
                    2 if shape.len > 1 && k != turn % n => 0,
                    3 if k > 0 => before,
                    // The largest and the least of both signs.
                    4 if operand < 2 => {
                        corners[[3, 4, 13, 14][(turn + k * (operand + 1)) % 4] % most]
                    }
                    _ => code,
                });
            }
        }
        cases.push(&x);
    }
}

/// A random list: numbers of any regime or about 1, some that cancel another.
fn list(rng: &mut Rng, plan: &Plan, p: &Posits, x: &mut [u64]) {
    let (f, n) = (p.format(), plan.operands[0].len);
    let lists = plan.operands.iter().filter(|shape| shape.len == n).count().min(2);
    let (cancel, zeros, special) = (rng.one_in(2), rng.one_in(4), rng.one_in(8));
    for i in 0..n {
        let other = rng.below(i.max(1) as u64) as usize;
        let kind = rng.below(8);
        for at in 0..lists {
            let place = at * n + i;
            let drawn = element(rng, f);
            x[place] = match kind {
                0 if zeros => 0,
                1..4 if cancel && i > 0 && at == 0 => p.negate(x[other]),
                1..4 if cancel && i > 0 => x[n + other],
                _ if drawn == p.nar() && !special => 1,
                _ => drawn,
            };
        }
    }
    if let Some(last) = x.get_mut(lists * n).filter(|_| plan.operands.len() > lists) {
        *last = element(rng, f);
    }
}

/// Quires from posits and products, at the ends, and of plain patterns; with corner codes behind them.
fn quires(plan: &Plan, p: &Posits, cases: &mut Cases) {
    let f = p.format();
    let Some(len) = Quire::words_of(p) else { return };
    let corners = codes(f);
    let zero = || Quire::new(p, &[]);
    let mut all: Vec<Vec<u64>> = Vec::new();
    for (at, code) in corners.iter().enumerate() {
        let other = corners[(at * 7 + 3) % corners.len()];
        let product = zero().map(|q| q.add_product(p, *code, other, at % 2 == 1));
        let sum = product.map(|q| q.add(p, *code, false));
        all.extend(
            [Quire::of_posit(p, *code), product, sum]
                .into_iter()
                .flatten()
                .map(|q| q.words().to_vec()),
        );
    }
    let ends = [
        (0, 1u64 << 63),
        (0, (1 << 63) - 1),
        (u64::MAX, (1 << 63) - 1),
        (1, 1 << 63),
        (u64::MAX, u64::MAX),
    ];
    for (low, high) in ends {
        let mut words = vec![low; len];
        words[len - 1] = high;
        all.push(words);
        let mut words = vec![if low == 0 { 0 } else { u64::MAX }; len];
        (words[0], words[len - 1]) = (low, high);
        all.push(words);
    }
    for place in 0..len {
        all.push((0..len).map(|i| if i == place { 1 << (7 * i % 64) } else { 0 }).collect());
        all.push((0..len).map(|i| if i < place { u64::MAX } else { 0 }).collect());
    }
    let others = plan.operands.len() - 1;
    for (at, quire) in all.iter().enumerate() {
        for turn in 0..if others == 0 { 1 } else { 6 } {
            let mut x = quire.clone();
            for (operand, shape) in plan.operands.iter().enumerate().skip(1) {
                let step = at + turn * (5 + 2 * operand);
                match shape.len {
                    1 => x.push(corners[step % corners.len()]),
                    _ if turn == 0 => x.extend(quire),
                    _ => x.extend(&all[step % all.len()]),
                }
            }
            cases.push(&x);
        }
    }
}

/// A random quire, and what is added to it.
fn quire_and(rng: &mut Rng, plan: &Plan, p: &Posits, x: &mut [u64]) {
    let x = &mut x[..plan.elements()];
    let mut at = 0;
    for shape in &plan.operands {
        let own = &mut x[at..at + shape.len];
        match shape.len {
            1 => own[0] = element(rng, p.format()),
            _ => quire(rng, p, own),
        }
        at += shape.len;
    }
    // What takes back the last that was put in.
    let len = plan.operands[0].len;
    if plan.operands.len() == 2 && rng.one_in(4) {
        let (first, second) = x.split_at_mut(len);
        match second.len() {
            1 => second[0] = Quire::new(p, first).map_or(0, |q| q.posit(p)),
            _ => second.copy_from_slice(first),
        }
    }
}

/// Sums of a few products, random words below a random place, and what lies beside the ends.
fn quire(rng: &mut Rng, p: &Posits, own: &mut [u64]) {
    let f = p.format();
    let top = own.len() - 1;
    match rng.below(8) {
        0 => own.iter_mut().for_each(|word| *word = rng.next()),
        1 => {
            let fill = if rng.one_in(2) { u64::MAX } else { 0 };
            own.fill(fill);
            own[0] = own[0].wrapping_add(rng.around(1) as u64);
            own[top] ^= u64::from(rng.one_in(2)) << 63;
        }
        2..4 => {
            let (place, fill) = (rng.below(own.len() as u64) as usize, rng.one_in(2));
            let random = rng.next();
            own[..place].iter_mut().for_each(|word| *word = rng.next());
            own[place] = random >> rng.below(64) ^ if fill { u64::MAX } else { 0 };
            own[place + 1..].fill(if fill { u64::MAX } else { 0 });
        }
        _ => {
            let terms = 1 + rng.below(3);
            let zero = Quire::new(p, &[]);
            let sum = (0..terms).fold(zero, |sum, _| {
                let (a, b) = (element(rng, f), element(rng, f));
                sum.map(|q| q.add_product(p, a, b, rng.one_in(2)))
            });
            let sum = sum.filter(|q| !q.is_nar()).or_else(|| Quire::of_posit(p, 1));
            let words = sum.as_ref().map_or(&[][..], Quire::words);
            own.iter_mut().zip(words).for_each(|(own, word)| *own = *word);
        }
    }
}
