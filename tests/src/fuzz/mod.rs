//! Bodies of the fuzz targets. Each takes bytes and panics where a property does not hold; the
//! targets of `fuzz/` call them, and the plain tests run them over the stored corpus.

mod cases;
mod interface;
mod number_text;
mod parts;
pub mod pod;
pub mod program_text;
mod programs;
mod reader;
pub mod tile;
pub mod tools;
pub mod xdsa;

pub use cases::cases;
pub use interface::interface;

pub use number_text::number_text;
use oracle::reference;
pub use parts::parts;
pub use programs::{agree, programs};
use reader::elements;
pub use reader::reader;
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
    let sets = op.all_sets();
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
