//! What can be allowed by `# lint: allow CODE: reason`.
//!
//! What breaks the grammar, a value rule or the rules of simultaneous issue is no instruction of the
//! machine, so only hazards and warnings can be allowed.

use crate::mncore2::check::{Lint, Rules};
use crate::source::exceptions::Wording;

pub(super) static WORDING: Wording = Wording {
    can: |code| code.starts_with("MN-W-") || code.starts_with("MN-E-HAZARD-"),
    refused: "only hazards and warnings can be allowed",
    help: "right is `# lint: allow CODE: reason`, CODE one of MN-E-HAZARD-.. and MN-W-..",
    wrong: "MN-W-ALLOW",
    unused: "MN-W-ALLOW-UNUSED",
};

/// Whether these rules look at what a code stands for.
pub(super) fn looked_at(code: &str, rules: Rules) -> bool {
    match Lint::ALL.into_iter().find(|lint| lint.code() == code) {
        Some(lint) => rules.has(lint),
        None if code.contains("-HAZARD-") => rules.hazards,
        None => rules.issue,
    }
}
