//! The cases of an operation: its corners, then random and directed ones in turn.

use super::directed;
use seeded::Random;
use vectors::generate::{Error, Request, Set};
use vectors::part::Cover;
use vectors::registry::{Op, Plan};

/// An operation and its cases.
pub(crate) struct Subject {
    pub(crate) op: &'static Op,
    corner: Set,
    random: Set,
    /// Under every choice of options.
    plans: Vec<Plan>,
    seed: u64,
}

impl Subject {
    pub(crate) fn new(op: &'static Op, count: u64, seed: u64) -> Result<Self, Error> {
        let random = Request { count, seed, ..Request::new(vec![op], Cover::Random) };
        Ok(Self {
            op,
            corner: Set::new(&Request::new(vec![op], Cover::Corner))?,
            random: Set::new(&random)?,
            plans: op.option_sets().iter().map(|options| op.plan(options)).collect(),
            // Another stream for each operation.
            seed: op.id.bytes().fold(seed, |seed, byte| Random::at(seed, byte.into())),
        })
    }

    /// How many corners come first.
    pub(crate) fn corners(&self) -> u64 {
        self.corner.len()
    }

    /// The case of a number.
    pub(crate) fn case<'a>(&'a self, number: u64, x: &mut Vec<u64>) -> Option<&'a Plan> {
        let plan = match number.checked_sub(self.corner.len()) {
            None => return Self::of(&self.corner, number, x),
            Some(later) if later % 2 == 0 => return Self::of(&self.random, later / 2, x),
            Some(later) => self.plans.get(later as usize / 2 % self.plans.len())?,
        };
        x.clear();
        x.resize(plan.elements(), 0);
        let mut random = Random::new(Random::at(self.seed, number));
        directed::draw(&mut random, plan, x);
        Some(plan)
    }

    fn of<'a>(set: &'a Set, number: u64, x: &mut Vec<u64>) -> Option<&'a Plan> {
        x.clear();
        x.resize(set.elements(), 0);
        let plan = set.case(number, x)?;
        x.truncate(plan.elements());
        Some(plan)
    }
}
