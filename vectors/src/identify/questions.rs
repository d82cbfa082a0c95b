//! What may be asked: questions that tell structures of sums apart, questions about special codes, and the
//! directed and random cases of any operation.

use crate::draw::corner::codes::codes;
use crate::draw::rng::{Rng, key};
use crate::generate::{Request, Set};
use crate::part::Cover;
use crate::registry::{Op, Options, Plan, Shape};
use softfloat::Format;

/// Makes questions of one kind, each time others.
pub(super) trait Questions {
    /// The next ones: elements of cases.
    fn more(&mut self, count: usize) -> Vec<Vec<u64>>;
}

/// Finite terms of a sum: large ones that cancel, small ones at any distance, few significant bits; every other time
/// cases of its coverage model.
pub(super) struct Finite {
    plan: Plan,
    model: Cases,
    rng: Rng,
    turn: usize,
}

impl Finite {
    pub(super) fn new(plan: &Plan, seed: u64) -> Self {
        let model = Cases::of_models(plan.op, plan, seed, vec![plan.options]);
        Self { plan: plan.clone(), model, rng: Rng::new(key(seed, &plan.op.id), 0), turn: 0 }
    }
}

impl Questions for Finite {
    fn more(&mut self, count: usize) -> Vec<Vec<u64>> {
        self.turn += 1;
        if self.turn.is_multiple_of(3) {
            return self.model.more(count);
        }
        (0..count).map(|_| finite(&self.plan, &mut self.rng)).collect()
    }
}

/// Questions about special codes and about finite terms in turn.
pub(super) struct Both {
    pub(super) cases: Cases,
    pub(super) finite: Finite,
    pub(super) turn: usize,
}

impl Questions for Both {
    fn more(&mut self, count: usize) -> Vec<Vec<u64>> {
        self.turn += 1;
        if self.turn.is_multiple_of(2) { self.cases.more(count) } else { self.finite.more(count) }
    }
}

/// One case: each term of a size of its own, some of them a former one with its sign turned.
fn finite(plan: &Plan, rng: &mut Rng) -> Vec<u64> {
    let shapes = &plan.operands;
    let n = shapes[0].len;
    let factors: Vec<&Shape> = shapes.iter().filter(|s| s.len == n).collect();
    let products = shapes.len() > 1 && shapes[1].len == n && (n > 1 || shapes.len() > 2);
    let count = if products { 2 } else { 1 };
    let mut x = vec![0; plan.elements()];
    let result = &plan.result().format;
    let spread = 1 + rng.below(2 * u64::from(result.precision()) + 8);
    let plain = rng.one_in(4);
    let top = if rng.one_in(2) { 0 } else { rng.around(6) };
    for i in 0..n {
        if rng.one_in(6) && i > 1 {
            continue;
        }
        if i > 0 && rng.one_in(3) {
            let other = rng.below(i as u64) as usize;
            for k in 0..count {
                x[k * n + i] = x[k * n + other];
            }
            x[i] ^= sign(&factors[0].format);
            continue;
        }
        let depth = if rng.one_in(3) { 0 } else { rng.below(spread) as i64 };
        let exponent = top - depth;
        let first = if products { exponent / 2 + rng.around(2) } else { exponent };
        let second = exponent - first;
        x[i] = code(&factors[0].format, rng, first, plain);
        if products {
            x[n + i] = code(&factors[1].format, rng, second, plain) & !sign(&factors[1].format);
        }
    }
    if let Some(addend) = shapes.get(count) {
        let depth = rng.below(spread) as i64;
        x[count * n] = match rng.below(3) {
            0 => 0,
            1 => code(&addend.format, rng, top, plain),
            _ => code(&addend.format, rng, top - depth, plain),
        };
    }
    x
}

/// The sign bit.
fn sign(f: &Format) -> u64 {
    if f.sign { 1 << (f.width - 1) } else { 0 }
}

/// A number about 2^exponent; of an integer one of about so many bits.
fn code(f: &Format, rng: &mut Rng, exponent: i64, plain: bool) -> u64 {
    if !f.has_exponent() {
        let bits = u64::MAX >> (64 - f.width);
        return rng.next() & bits >> rng.below(u64::from(f.width));
    }
    let top = i64::from(f.top()) - 1;
    let field = (exponent + i64::from(f.bias)).clamp(1, top) as u64;
    let all = (1u64 << f.man_bits).wrapping_sub(1);
    let mantissa = match rng.below(4) {
        0 => 0,
        _ if plain => 0,
        1 => all & !(all >> rng.below(4).min(u64::from(f.man_bits))),
        2 => 1 << rng.below(u64::from(f.man_bits.max(1))) & all,
        _ => rng.next() & all,
    };
    let negative = if rng.one_in(2) { sign(f) } else { 0 };
    negative | (field << f.man_bits | mantissa) << f.pad
}

/// Special codes among few others.
pub(super) struct Special {
    plan: Plan,
    codes: Vec<Vec<u64>>,
    rng: Rng,
}

impl Special {
    pub(super) fn new(plan: &Plan, seed: u64) -> Self {
        let codes = plan.operands.iter().map(|s| codes(&s.format)).collect();
        Self { plan: plan.clone(), codes, rng: Rng::new(key(seed, &plan.op.id), 1) }
    }
}

impl Questions for Special {
    fn more(&mut self, count: usize) -> Vec<Vec<u64>> {
        let rng = &mut self.rng;
        let mut one = || {
            let share = 1 + rng.below(4);
            let mut x = Vec::with_capacity(self.plan.elements());
            if rng.one_in(8) {
                // Zeros of every sign, alone.
                for shape in &self.plan.operands {
                    let same = rng.below(3);
                    let zero = |own| if own == 0 { 0 } else { sign(&shape.format) };
                    x.extend(
                        (0..shape.len).map(|_| zero(if same < 2 { same } else { rng.below(2) })),
                    );
                }
                return x;
            }
            for (shape, codes) in self.plan.operands.iter().zip(&self.codes) {
                for _ in 0..shape.len {
                    x.push(match rng.below(6) {
                        0 => 0,
                        1 => sign(&shape.format),
                        2 => code(&shape.format, rng, 0, true),
                        _ if rng.one_in(share) => codes[rng.below(codes.len() as u64) as usize],
                        _ => 0,
                    });
                }
            }
            x
        };
        (0..count).map(|_| one()).collect()
    }
}

/// Cases of the coverage models, corner cases and random ones.
pub(super) struct Cases {
    sets: Vec<Set>,
    rng: Rng,
    elements: usize,
}

impl Cases {
    /// Of an operation under several choices of options.
    pub(super) fn new(op: &'static Op, base: &Plan, seed: u64) -> Self {
        let mut options = op.roundings();
        options.retain(|o| super::space::alike(&op.plan(o), base));
        if !options.contains(&base.options) {
            options.push(base.options);
        }
        let mut cases = Self::of_models(op, base, seed, options);
        for cover in [Cover::Corner, Cover::Random] {
            let plain = Request::new(vec![op], cover);
            let set = Set::new(&Request { options: Some(base.options), seed, ..plain });
            cases.sets.extend(set.ok().filter(|set| !set.is_empty()));
        }
        cases
    }

    /// Those of the coverage models alone.
    fn of_models(op: &'static Op, base: &Plan, seed: u64, options: Vec<Options>) -> Self {
        let set = |o| {
            let plain = Request::new(vec![op], Cover::Model);
            Set::new(&Request { options: Some(o), seed, ..plain }).ok()
        };
        let sets = options.into_iter().filter_map(set).filter(|set| !set.is_empty()).collect();
        Self { sets, rng: Rng::new(key(seed, &op.id), 2), elements: base.elements() }
    }
}

impl Questions for Cases {
    fn more(&mut self, count: usize) -> Vec<Vec<u64>> {
        if self.sets.is_empty() {
            return Vec::new();
        }
        let mut one = || {
            let set = &self.sets[self.rng.below(self.sets.len() as u64) as usize];
            let mut x = vec![0; set.elements().max(self.elements)];
            let most = set.len().min(1 << 32);
            let _ = set.case(self.rng.below(most), &mut x);
            x.truncate(self.elements);
            x
        };
        (0..count).map(|_| one()).collect()
    }
}
