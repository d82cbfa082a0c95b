//! Random cases: operands by class, since uniform bits almost never align, cancel, or overflow.

mod element;
mod groups;
mod integer;
mod mx;
mod number;
mod sum;
mod vector;

use super::corner;
use super::rng::{self, Rng};
use crate::registry::{Family, MAX_ELEMENTS, Op, Plan};
use element::Operand;

/// Cases with the same options.
const RUN: u64 = 8;

/// The random cases of an operation.
#[derive(Clone, Debug)]
pub(super) struct Random {
    key: u64,
    /// The plainest first.
    plans: Vec<Planned>,
}

/// A plan, and what drawing its operands takes.
#[derive(Clone, Debug)]
struct Planned {
    plan: Plan,
    operands: Vec<Operand>,
}

impl Random {
    /// Cases of an operation under these plans; half of them under the first.
    pub(super) fn new(op: &Op, plans: Vec<Plan>, seed: u64) -> Self {
        let planned = |plan: Plan| Planned {
            operands: plan
                .operands
                .iter()
                .map(|s| Operand::new(s, corner::codes(&s.format)))
                .collect(),
            plan,
        };
        Self { key: rng::key(seed, &op.id), plans: plans.into_iter().map(planned).collect() }
    }

    /// The plan, if there is but one.
    pub(super) fn single_plan(&self) -> Option<&Plan> {
        match &self.plans[..] {
            [only] => Some(&only.plan),
            _ => None,
        }
    }

    /// The plan of a case. Options stay for a run of cases: whoever evaluates them is spared a change;
    /// every other run is the plainest, those between go through all others in turn.
    #[inline]
    fn choice(&self, index: u64) -> usize {
        let others = self.plans.len() as u64 - 1;
        match index / RUN {
            run if others == 0 || run & 1 == 0 => 0,
            run => 1 + (run / 2 % others) as usize,
        }
    }

    /// Case `index`.
    #[inline(always)]
    pub(super) fn case(&self, index: u64, x: &mut [u64; MAX_ELEMENTS]) -> &Plan {
        let mut rng = Rng::new(self.key, index);
        let Planned { plan, operands } = &self.plans[self.choice(index)];
        match plan.op.family {
            Family::Vector { y, z } => vector::draw(&mut rng, plan, operands, (y, z), x),
            Family::Matrix => groups::matrix(&mut rng, plan, operands, x),
            Family::Block => groups::block(&mut rng, &operands[0], x),
            Family::RrnAdd { .. } => groups::summands(&mut rng, &operands[0], x),
            Family::RrnSelect => groups::candidates(&mut rng, &operands[0], x),
            Family::Convert | Family::AluFloat | Family::AluInteger => alike(&mut rng, operands, x),
            Family::Ieee { operation, .. } => {
                number::draw(&mut rng, plan, operands, operation, x);
            }
            Family::Mx { operation, .. } => mx::draw(&mut rng, operands, operation, x),
            Family::Sum { .. } => sum::draw(&mut rng, operands, x),
            Family::Integer { operation, .. } => integer::draw(&mut rng, operands, operation, x),
            Family::NumberConvert { .. } => x[0] = number::convert(&mut rng, plan, &operands[0]),
        }
        plan
    }
}

/// Operands by themselves, or like the one before.
fn alike(rng: &mut Rng, operands: &[Operand], x: &mut [u64; MAX_ELEMENTS]) {
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
