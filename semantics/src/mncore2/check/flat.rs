//! Auto-stride mode: every access has a stride (s. 3.6.1.6).

use super::Violation;
use crate::mncore2::account::accesses;
use crate::mncore2::isa::Expr;

/// No access is a list of addresses without one (MN-D77).
pub(super) fn lists(exprs: &[Expr], found: &mut Vec<Violation>) {
    for (place, access) in accesses(exprs).filter(|(_, access)| access.stride().is_none()) {
        let message = format!("{access} has no stride, which auto-stride mode asks for");
        let violation =
            Violation::error("MN-E-FLAT-MODE", "3.6.1.6", [place.expr], message).at(place);
        found.push(violation.help("write addresses in even steps, or assemble in flat mode"));
    }
}
