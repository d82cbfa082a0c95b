//! The formats of operands and results, as a file says them.

use crate::registry::{Plan, Shape};

/// The shapes of several plans.
#[derive(Default)]
pub(super) struct Shapes {
    first: Option<Plan>,
    differ: bool,
}

impl Shapes {
    pub(super) fn take(&mut self, plan: &Plan) {
        match &self.first {
            None => self.first = Some(plan.clone()),
            Some(first) => {
                self.differ |= first.operands != plan.operands || first.results != plan.results;
            }
        }
    }

    /// The formats, where all plans have the same.
    pub(super) fn formats(&self) -> Option<String> {
        self.first.as_ref().filter(|_| !self.differ).map(formats)
    }
}

/// The formats of a plan's operands and results: `f16x16,f32:f32`.
pub(super) fn formats(plan: &Plan) -> String {
    let name = |shape: &Shape| match shape.len {
        1 => shape.format.declared().name.to_owned(),
        len => format!("{}x{len}", shape.format.declared().name),
    };
    let [operands, results] =
        [&plan.operands, &plan.results].map(|all| all.iter().map(name).collect::<Vec<_>>());
    format!("{}:{}", operands.join(","), results.join(","))
}
