//! One target for each family of operations: the model against the reference.

use super::operands::elements;
use oracle::reference;
use seeded::{Bytes, Draw};
use vectors::registry::{self, Op};

/// The families that have a target each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Conversions.
    Convert,
    /// Vector multiply-add.
    Vector,
    /// Matrix-vector multiply-add.
    Matrix,
    /// Block-float conversion.
    Block,
    /// Reductions.
    Rrn,
    /// The ALU.
    Alu,
    /// IEEE operations of every format.
    Ieee,
    /// Conversions between number formats.
    Number,
    /// MX blocks.
    Mx,
    /// Integers.
    Integer,
    /// Sums of many terms.
    Sum,
}

impl Group {
    /// Every group, with the name of its target and corpus.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Convert, "convert"),
        (Self::Vector, "vector"),
        (Self::Matrix, "matrix"),
        (Self::Block, "block"),
        (Self::Rrn, "rrn"),
        (Self::Alu, "alu"),
        (Self::Ieee, "ieee"),
        (Self::Number, "number"),
        (Self::Mx, "mx"),
        (Self::Integer, "integer"),
        (Self::Sum, "sum"),
    ];

    fn holds(self, op: &Op) -> bool {
        self == match op.family() {
            "mncore2.convert" => Self::Convert,
            "mncore2.vector" => Self::Vector,
            "mncore2.matrix" => Self::Matrix,
            "mncore2.block" => Self::Block,
            "mncore2.reduce" => Self::Rrn,
            "mncore2.alu" => Self::Alu,
            "ieee" => Self::Ieee,
            "convert" => Self::Number,
            "mx" => Self::Mx,
            "integer" => Self::Integer,
            _ => Self::Sum,
        }
    }
}

/// Reads an operation of the group, its options and operands from the bytes, and compares model and
/// reference.
///
/// # Panics
/// Where they differ.
pub fn operation(group: Group, bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    let ops: Vec<&'static Op> = registry::all().iter().filter(|op| group.holds(op)).collect();
    let op = *choices.pick(&ops);
    let sets = op.option_sets();
    let plan = op.plan(choices.pick(&sets));
    let x = elements(&plan, &mut choices);

    let mut rest = &x[..];
    let mut operands = Vec::new();
    for shape in &plan.operands {
        let (own, others) = rest.split_at(shape.len);
        operands.push(own.to_vec());
        rest = others;
    }
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
