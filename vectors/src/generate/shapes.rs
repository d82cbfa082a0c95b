//! The formats of operands and results, as a file says them.

use crate::file::formats;
use crate::registry::Plan;

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
