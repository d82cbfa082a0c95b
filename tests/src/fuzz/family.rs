//! The operations of a family: the model against the reference. A target is named as its family, with `_` for the dot.

use super::operands::elements;
use oracle::reference;
use seeded::{Bytes, Draw};
use vectors::registry::{Op, split};

/// Reads an operation of the family of this name, its options and operands from the bytes, and compares model and
/// reference.
///
/// # Panics
/// Where they differ, or where there is no such family.
pub fn operation(family: &str, bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    let ops: Vec<&'static Op> =
        vectors::operations().all().filter(|op| op.family() == family).collect();
    assert!(!ops.is_empty(), "no family `{family}`");
    let op = *choices.pick(&ops);
    let sets = op.option_sets();
    let plan = op.plan(choices.pick(&sets));
    let x = elements(&plan, &mut choices);

    let operands: Vec<_> = split(&plan.operands, &x).map(|(_, own)| own.to_vec()).collect();
    let pairs = plan.options.pairs();
    let pairs: Vec<_> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let ours = plan.run(&x);
    let theirs = reference::evaluate(&op.id, &pairs, &operands).map(|o| (o.out, o.flag));
    assert_eq!(
        theirs,
        Some((ours.out().to_vec(), ours.flag)),
        "{} [{}] {operands:x?}: reference (left) and model differ",
        op.id,
        plan.options
    );
}
