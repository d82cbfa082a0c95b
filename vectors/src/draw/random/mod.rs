//! Random cases: operands by class, since uniform bits almost never align, cancel, or overflow.

pub(crate) mod element;
pub(crate) mod fused;
pub(crate) mod groups;
pub(crate) mod p3109;
pub(crate) mod posit;

use super::code::Float;
use super::corner;
use super::rng::{self, Rng, Streams};
use super::{DRAW, Draw};
use crate::registry::{Op, Plan};
use element::Operand;
use std::ops::Range;

/// Turns the key of other streams.
const OTHERS: u64 = 0x5bd1_e995_97f4_a7c1;

/// Cases with the same options.
const RUN: u64 = 8;

/// The random cases of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    key: u64,
    /// The plainest first.
    plans: Vec<Planned>,
}

/// A plan, and what drawing its operands takes.
#[derive(Clone, Debug)]
struct Planned {
    plan: Plan,
    operands: Vec<Operand>,
    draw: &'static dyn Draw,
}

impl Random {
    /// Cases of an operation under these plans; half of them under the first.
    pub(crate) fn new(op: &Op, plans: Vec<Plan>, seed: u64) -> Self {
        let planned = |plan: Plan| Planned {
            operands: plan
                .operands
                .iter()
                .map(|s| Operand::new(s, corner::codes(&s.format)))
                .collect(),
            draw: DRAW.of(plan.op),
            plan,
        };
        Self { key: rng::key(seed, &op.id), plans: plans.into_iter().map(planned).collect() }
    }

    /// The plan, if there is but one.
    pub(crate) fn single_plan(&self) -> Option<&Plan> {
        match &self.plans[..] {
            [only] => Some(&only.plan),
            _ => None,
        }
    }

    /// The place of a case's plan. Options stay for a run of cases: whoever evaluates them is spared a change;
    /// every other run is the plainest, those between go through all others in turn.
    #[inline]
    fn choice(&self, index: u64) -> usize {
        let others = self.plans.len() as u64 - 1;
        match index / RUN {
            run if others == 0 || run & 1 == 0 => 0,
            run => 1 + (run / 2 % others) as usize,
        }
    }

    /// The first cases of a range that are of one plan.
    #[inline]
    pub(crate) fn run(&self, cases: Range<u64>) -> Range<u64> {
        let Range { start, end } = cases;
        if self.plans.len() == 1 {
            cases
        } else {
            start..end.min((start / RUN + 1).saturating_mul(RUN))
        }
    }

    /// The number of plans.
    pub(crate) fn plans(&self) -> usize {
        self.plans.len()
    }

    /// The plan of a case, and its place among the plans.
    #[inline]
    pub(crate) fn plan(&self, index: u64) -> (usize, &Plan) {
        let choice = self.choice(index);
        (choice, &self.plans[choice].plan)
    }

    /// The elements of cases of one plan, one case behind the other.
    #[inline]
    pub(crate) fn draw(&self, cases: Range<u64>, x: &mut [u64]) {
        let Planned { plan, operands, draw } = &self.plans[self.choice(cases.start)];
        draw.random_cases(Streams { key: self.key, cases }, plan, operands, x);
    }

    /// Other streams of the same cases, for what is done to their operands.
    pub(crate) fn others(&self, cases: Range<u64>) -> Streams {
        Streams { key: self.key ^ OTHERS, cases }
    }
}

/// Operands by themselves, or like the one before.
pub(crate) fn alike(rng: &mut Rng, operands: &[Operand], x: &mut [u64]) {
    for (i, operand) in operands.iter().enumerate() {
        let before = i.checked_sub(1).map(|b| (operands[b].width, x[b]));
        x[i] = match before {
            Some((width, code)) if width == operand.width && rng.one_in(4) => {
                operand.like(rng, code)
            }
            _ => operand.element(rng),
        };
    }
}

/// A number of up to `bits` integer bits, often an integer, a half, or beside one: one in four by
/// itself.
pub(crate) fn near_integer(rng: &mut Rng, f: &Float, operand: &Operand, bits: i64) -> u64 {
    let own = operand.element(rng);
    if rng.one_in(4) {
        return own;
    }
    let exponent = rng.below(bits as u64 + 4) as i64 - 2;
    let fraction = f.ones() >> exponent.clamp(0, f.body.into());
    let half = fraction ^ fraction >> 1;
    let kept = own & f.ones() & !fraction;
    let mantissa = match rng.below(4) {
        0 => kept,
        1 => kept | half,
        2 => (kept | half).wrapping_add(rng.around(1) as u64) & f.ones(),
        _ => own & f.ones(),
    };
    f.at(f.sign(own), exponent, mantissa)
}
