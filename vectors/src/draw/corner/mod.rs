//! Corner cases: directed families by kind of operation, and every combination of corner codes.

pub(crate) mod codes;
pub(crate) mod elementwise;
pub(crate) mod fused;
pub(crate) mod p3109;
pub(crate) mod posit;

pub(crate) use codes::codes;

use super::{Cases, DRAW};
use crate::registry::{Options, Plan, Shapes};
use std::ops::Range;
use std::sync::Arc;

/// Cases of a choice of options that gets no more than a sample.
const SAMPLE: usize = 48;

/// So many operands have every combination of their corner codes; of more, any two have.
const PRODUCT: usize = 4;

/// Cases of one operand shape: the directed ones, then the combinations of corner codes.
#[derive(Debug)]
struct List {
    stride: usize,
    elements: Vec<u64>,
    directed: usize,
}

/// What a list depends on: shapes of operands and results, and the options under which it is another.
type Key = (Shapes, Shapes, Vec<u16>);

/// The corner cases of one plan: the first `head` of its list, and a sample of the rest.
#[derive(Clone, Debug)]
pub(crate) struct Picks {
    pub(crate) plan: Plan,
    list: Arc<List>,
    head: usize,
    sample: Vec<usize>,
}

impl Picks {
    pub(crate) const fn len(&self) -> u64 {
        (self.head + self.sample.len()) as u64
    }

    #[inline]
    pub(crate) fn case(&self, index: u64, x: &mut [u64]) {
        let index = index as usize;
        let at = index.checked_sub(self.head).map_or(index, |k| self.sample[k]);
        let List { stride, elements, .. } = &*self.list;
        x[..*stride].copy_from_slice(&elements[at * stride..][..*stride]);
        if self.plan.negated() != 0 {
            self.negate(x);
        }
    }
}

impl Picks {
    /// Operands that are inverted on their way in are inverted before, so that the unit sees the case
    /// as it is meant.
    fn negate(&self, x: &mut [u64]) {
        let mut rest = &mut x[..];
        for (i, shape) in self.plan.operands.iter().enumerate() {
            let (own, others) = rest.split_at_mut(shape.words());
            if self.plan.negated() >> i & 1 == 1 {
                own.iter_mut().for_each(|e| *e ^= 1 << (shape.format.width - 1));
            }
            rest = others;
        }
    }
}

impl List {
    const fn len(&self) -> usize {
        self.elements.len() / self.stride
    }
}

/// The corner cases of an operation's plans, the first of which gets them all.
pub(crate) fn picks(plans: Vec<Plan>) -> Vec<Picks> {
    // Plans with equal shapes share a list: few, so they are searched in turn.
    let mut lists: Vec<(Key, Arc<List>)> = Vec::new();
    let mut all_picks = Vec::with_capacity(plans.len());
    for (i, plan) in plans.into_iter().enumerate() {
        let own = plan.options.chosen().filter(|(row, _)| row.directed && row.words().is_empty());
        let own = own.map(|(_, value)| value).collect();
        let key = (plan.operands.clone(), plan.results.clone(), own);
        let known = lists.iter().find(|(k, _)| *k == key).map(|(_, l)| l.clone());
        let list = known.unwrap_or_else(|| {
            let list = Arc::new(list(&plan));
            lists.push((key, list.clone()));
            list
        });
        let head = match i {
            0 => list.len(),
            _ if inner(&plan.options) => list.directed,
            _ => 0,
        };
        let (directed, all) = (list.directed, list.len());
        // Where both kinds are sampled, about half of each.
        let combinations = (all - directed).min(SAMPLE - directed.min(SAMPLE / 2));
        let sample = match head {
            0 => [
                spread(0..directed, SAMPLE - combinations, i),
                spread(directed..all, combinations, i),
            ]
            .concat(),
            _ => spread(head..all, SAMPLE, i),
        };
        all_picks.push(Picks { plan, list, head, sample });
    }
    all_picks
}

/// So many numbers of a range, spread over it; other ones at every turn, until all had theirs.
fn spread(range: Range<usize>, count: usize, turn: usize) -> Vec<usize> {
    let len = range.len();
    let step = coprime(len * 5 / 8, len);
    let position = |k: usize| range.start + (turn * count + k) * step % len;
    (0..count.min(len)).map(position).collect()
}

/// Whether only options are set that change what the unit does, not what reaches it: these get
/// every directed case.
fn inner(o: &Options) -> bool {
    o.chosen().all(|(row, _)| row.directed)
}

/// The smallest number from `least` on that shares no factor with `n`, so that its multiples visit
/// all that is below `n`.
fn coprime(least: usize, n: usize) -> usize {
    const fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    (least.max(1)..).find(|&s| gcd(s, n) == 1 || n == 0).unwrap_or(1)
}

fn list(plan: &Plan) -> List {
    let mut cases = Cases::new(plan.elements());
    let shapes = &plan.operands;
    DRAW.of(plan.op).corner(plan, &mut cases);
    let directed = cases.len();
    if shapes.iter().all(|s| s.words() == 1) {
        let mut codes: Vec<Vec<u64>> = shapes.iter().map(|s| codes(&s.format)).collect();
        if let [x, y, _] = &mut codes[..] {
            // Of the factors only what concerns their own format.
            x.truncate(codes::OWN);
            y.truncate(codes::OWN);
        }
        codes::shorten(&mut codes);
        match codes.len() {
            ..=PRODUCT => cases.product(&codes),
            _ => cases.pairs(&codes),
        }
    }
    List { stride: cases.stride, elements: cases.elements, directed }
}
