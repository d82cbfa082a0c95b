//! What auto-stride mode cannot say.

use crate::mncore2::account::accesses;
use crate::mncore2::isa::Statement;
use crate::mncore2::text::{Line, Program};

/// The first line with a list of addresses that only flat mode can say (s. 1.2). A list in even steps
/// that `v` could make is taken for that (MN-D77).
///
/// ```
/// use semantics::mncore2::{steps::flat_list, text};
/// let program = text::parse("lpassa $lm[0,2,4,6] $ln0v\nlpassa $lm[0,4,2,6] $lr0v").unwrap();
/// assert_eq!(flat_list(&program).unwrap().number, 2);
/// ```
#[must_use]
pub fn flat_list(program: &Program) -> Option<&Line> {
    program.lines().iter().find(|line| match line.statement() {
        Statement::Step(step) => accesses(&step.exprs).any(|(_, access)| access.stride().is_none()),
        _ => false,
    })
}
