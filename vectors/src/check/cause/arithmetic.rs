//! Structures that designs are known to have instead of an operation's own.

use super::variant::Variant;
use crate::registry::Plan;
use crate::variant::Bench;

/// The variants of a plan's operation, the likelier first.
pub(super) fn variants(plan: &Plan) -> Vec<Variant> {
    let of = |structure: &'static crate::variant::Structure| {
        Variant::new(structure.text, move |plan, x| structure.run(&Bench::of(plan), x))
    };
    Bench::of(plan).structures().map(of).collect()
}
