//! Random operands that are often special.

use seeded::{Draw, Level, Random, code, level};
use vectors::registry::{Op, Plan};

/// Every operation, but of xDSA one in `every`: they are many and alike. The whole level takes them all.
pub(crate) fn operations(every: usize) -> impl Iterator<Item = &'static Op> {
    let whole = level() == Level::Whole;
    let taken =
        move |(i, op): &(usize, &Op)| whole || !op.id.starts_with("xdsa.") || i % every == 0;
    vectors::operations().all().enumerate().filter(taken).map(|(_, op)| op)
}

/// A stream of operands.
pub(crate) struct Operands(Random);

impl Operands {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// The operands of a case: of all classes, or most of them near 1.
    pub(crate) fn of(&mut self, plan: &Plan) -> Vec<u64> {
        let special = self.0.one_in(3);
        let mut x = Vec::new();
        for shape in &plan.operands {
            let code = code!(shape.format);
            for _ in 0..shape.len {
                if special || !code.has_exponent() || self.0.one_in(16) {
                    x.extend(code.words(&mut self.0));
                } else {
                    let field = (code.bias + self.0.below(16)).saturating_sub(8);
                    x.extend(code.words_with_field(&mut self.0, field));
                }
            }
        }
        x
    }
}
